"""The page `docs/src/benchmarks.md` from the rows of a run."""

import os
import platform
import re
import shlex
import sys
from pathlib import Path

import registry

OFF_PATH_MM = 1.0  # of held vertices, from which on it is worth a remark
COLUMNS = 5  # scenes in a table of ratios
TEXTS = Path(__file__).resolve().parent / "page"


def label(row):
    return "**Toile**" if row["name"] == "toile" else registry.PROGRAMS[row["name"]].label


def case(row):
    return f"`{row['scene']}` {row['cells']}"


def number(value, digits=2):
    """A few digits, no more."""
    return f"{value:.{digits}g}" if abs(value) < 100 else f"{value:.0f}"


def percent(value):
    return f"{number(100.0 * value) if value > 1e-4 else 0} %"


def times(value):
    return f"{number(value)}×"


def table(head, lines):
    rule = "|" + "---|" * len(head)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *("| " + " | ".join(line) + " |" for line in lines)])


def summary(rows, threads):
    """Tables of some scenes each."""
    cases = list(dict.fromkeys(map(case, rows)))
    return "\n\n".join(ratios(rows, cases[n:n + COLUMNS], threads) for n in range(0, len(cases), COLUMNS))


def ratios(rows, cases, threads):
    """A line for each program: how many times Toile's time it took, and frames with intersections."""
    measure = "cpu_ratio" if threads == 1 else "wall_ratio"
    names = list(dict.fromkeys(row["name"] for row in rows))
    lines = []
    for name in names:
        own = {case(row): row for row in rows if row["name"] == name}
        lines.append([label(next(iter(own.values()))), *(cell(own[key], measure) for key in cases)])
    return table(["", *cases], lines)


def cell(row, measure):
    if "verdict" not in row:
        return "failed"
    ratio = "1" if row["name"] == "toile" else times(row[measure])
    part = f" of {row['frames']} frames" if row["frames"] < row["frames_asked"] else ""
    return f"{ratio}{part}, {bad_frames(row)}"


def bad_frames(row):
    verdict = row["verdict"]
    return f"{verdict['bad_frames']} bad" if verdict["bad_frames"] else "clean"


def details(rows):
    head = ["program", "wall", "processor", "ms a frame", "95 %", "bad frames: itself, body", "pairs at the end", "worst stretch", "99.9 %",
            "depth", "height", "frames", ""]
    parts = []
    for key in dict.fromkeys(map(case, rows)):
        lines = [detail(row) for row in rows if case(row) == key]
        parts.append(f"### {key} cells\n\n{table(head, lines)}")
    return "\n\n".join(parts)


def detail(row):
    if "verdict" not in row:
        return [label(row), *[""] * 11, "failed: " + row.get("error", "no frame was finished")]
    verdict, ratios = row["verdict"], ["1", "1"]
    if row["name"] != "toile":
        ratios = [times(row["wall_ratio"]), times(row["cpu_ratio"])]
    return [
        label(row), *ratios, f"{number(row['wall'])} ({number(row['cpu'])})", number(row["wall_p95"]),
        f"{verdict['self_frames']}, {verdict['body_frames']}", str(verdict["pairs"]),
        percent(verdict["max_stretch"]), percent(verdict["p999_stretch"]), f"{number(verdict['deepest_mm'])} mm",
        f"{100.0 * verdict['mean_height']:.1f} cm", f"{verdict['frames']} of {row['frames_asked']}", "; ".join(remarks(row)),
    ]


def remarks(row):
    found = [f"{name} {measured:.2f} {unit} ({expected:.2f} by theory)" for name, measured, expected, unit in row["verdict"]["figures"]]
    if row["verdict"]["off_path_mm"] > OFF_PATH_MM:
        found.append(f"held vertices are up to {number(row['verdict']['off_path_mm'])} mm off their paths")
    if row["verdict"]["fell_through"]:
        found.append("fell through")
    if row.get("cut"):
        found.append("ended, " + row["cut"])
    elif row.get("error"):
        found.append("then failed: " + row["error"])
    elif row["frames"] < row["frames_asked"]:
        found.append("out of time")
    return found


def settings(rows):
    """What each program was told, in the first case that it ran."""
    lines = []
    for name in dict.fromkeys(row["name"] for row in rows):
        row = next((row for row in rows if row["name"] == name and row.get("settings")), None)
        if row:
            words = ", ".join(f"{key} {value}" for key, value in row["settings"].items())
            lines.append([label(row), row["version"], words])
    return table(["program", "version", f"settings ({case(rows[0])} where they depend on the mesh)"], lines)


def machine(options):
    model = "unknown"
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = f"load {os.getloadavg()[0]:.1f} at the end of the run"
    return (f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, Python {platform.python_version()}; "
            f"{options.threads} {'thread' if options.threads == 1 else 'threads'} for each program; {load}.")


def command():
    """How the page was made, without what is only about this machine."""
    words = [word for word in sys.argv[1:] if word != "--fresh"]
    kept = [word for n, word in enumerate(words) if word not in ("--toile", "--out", "--work") and (not n or words[n - 1] not in
            ("--toile", "--out", "--work"))]
    return " ".join(["python3 bench/peers/run.py", *map(shlex.quote, kept)])


def write(path, rows, options):
    """Fills `page/benchmarks.md`, in which `{{name}}` stands for what is measured."""
    values = {
        "summary": summary(rows, options.threads), "details": details(rows), "settings": settings(rows),
        "machine": machine(options), "command": command(), "limit": number(options.limit),
        "measure": "processor time" if options.threads == 1 else "wall-clock time",
        "ipctk": next((row["verdict"]["ipctk"] for row in rows if "verdict" in row), "?"),
    }
    text = (TEXTS / "benchmarks.md").read_text()
    path.write_text(re.sub(r"\{\{(\w+)\}\}", lambda found: values[found.group(1)], text))
