#!/usr/bin/env python3
"""Dresses every garment of the wardrobe on every body, each in a process of its own, and writes time and peak memory of every case.

    cargo build --release
    python3 bench/wardrobe/run.py --toile target/release/toile --data ../shared/data --jobs 2 -o wardrobe.jsonl --table docs/src/wardrobe.md

Drafts are worn by the mannequins and by the two MakeHuman bodies of the data, patterns with seams by the body that GarmentCode's are cut for and by a
mannequin of its measures. Cases that the file of lines holds already are left out, so that a run that was broken off goes on. The exit code is 1
if something that passes through something was called a success.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

DRAFTS = ["blazer", "circle-skirt", "dress", "godet-skirt", "pleated-skirt", "poncho", "pullover", "shirt", "shorts", "straight-skirt", "t-shirt",
          "tank-top", "trousers"]
MANNEQUINS = ["eu-36", "eu-40", "eu-46", "eu-48-men", "eu-50-men", "eu-56-men"]
MAKEHUMAN = ["mh_female", "mh_male"]
NOT_WORN = "template_spec_with_comments"
KEPT = ["ok", "reason", "seconds", "self_intersections", "body_intersections", "at_rest", "seams_open", "seams_total", "max_strain", "triangles"]


def runs(data):
    """All garments, each with the bodies that are tried in one process, in the order of the table."""
    bodies = MANNEQUINS + [str(data / "bodies" / "makehuman" / f"{name}.obj") for name in MAKEHUMAN]
    found = [(draft, [body]) for draft in DRAFTS for body in bodies]
    mean = str(data / "bodies" / "garmentcode" / "mean_all.obj")
    for source in ("garmentcode", "neuraltailor"):
        patterns = sorted((data / "patterns" / source).glob("*.json"))
        # The measures of the mannequin come from how the pattern fits the first body.
        found += [(str(path), [mean, "same-measures"]) for path in patterns if path.stem != NOT_WORN]
    return found


def short(name):
    """A garment or a body as the table calls it."""
    return Path(name).stem.replace("_specification", "") if os.sep in name else name


def measure(arguments, garment, bodies):
    """What `toile bench wardrobe` says of a garment on some bodies, and the most memory its process took."""
    is_pattern = os.sep in garment
    worn = ["--pattern", garment, "--pattern-body", *bodies] if is_pattern else ["-g", garment, "-b", *bodies]
    command = [arguments.toile, "bench", "wardrobe", *worn, "--edge", str(arguments.edge), "--threads", str(arguments.threads), "--json", "--quiet"]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
        out.seek(0)
        errors.seek(0)
        told, words = out.read().decode(), errors.read().decode()
    common = {"garment": short(garment), "peak_mib": usage.ru_maxrss / 1024}
    try:
        said = json.loads(told)["cases"]
    except (ValueError, KeyError):
        reason = words.strip().splitlines()[-1][:300] if words.strip() else f"code {status}"
        said = [{"ok": False, "reason": reason, "seconds": seconds / len(bodies)} for _ in bodies]
    return [common | {"body": short(body)} | {key: case[key] for key in KEPT if key in case} for body, case in zip(bodies, said)]


def table(rows, arguments):
    """The page of the guide."""
    well = sum(row["ok"] for row in rows)
    crossing = [row for row in rows if row["ok"] and row.get("self_intersections", 0) + row.get("body_intersections", 0)]
    seconds = sorted(row["seconds"] for row in rows)
    lines = [
        "# Every case of the wardrobe", "",
        f"{well} of {len(rows)} cases came out well ({100 * well / len(rows):.1f} %), with edges of {100 * arguments.edge:g} cm, each in a process of its own on {arguments.threads} thread of "
        f"{arguments.machine}; {len(crossing)} of those that were called well pass through something. Half of the cases took less than {seconds[len(seconds) // 2]:.1f} s, "
        f"the longest {seconds[-1]:.0f} s; the most memory was {max(row['peak_mib'] for row in rows):.0f} MiB. Made by `bench/wardrobe/run.py`.", "",
        "| garment | body | | seconds | MiB | intersections |", "|---|---|---|---|---|---|",
    ]
    for row in rows:
        crossed = "" if "self_intersections" not in row else str(row["self_intersections"] + row["body_intersections"])
        words = "well" if row["ok"] else row.get("reason") or "not well"
        lines.append(f"| {row['garment']} | {row['body']} | {words.replace('|', '/')} | {row['seconds']:.1f} | {row['peak_mib']:.0f} | {crossed} |")
    return "\n".join(lines) + "\n", crossing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toile", default="target/release/toile")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--edge", type=float, default=0.015)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--machine", default="a computer", help="what the table says of the machine")
    parser.add_argument("-o", "--output", type=Path, default=Path("wardrobe.jsonl"))
    parser.add_argument("--table", type=Path)
    arguments = parser.parse_args()
    all_runs = runs(arguments.data)
    known = [json.loads(line) for line in arguments.output.read_text().splitlines()] if arguments.output.exists() else []
    done = {(row["garment"], row["body"]): row for row in known}
    left = [(garment, bodies) for garment, bodies in all_runs if any((short(garment), short(body)) not in done for body in bodies)]
    with arguments.output.open("a") as lines, ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [pool.submit(measure, arguments, *run) for run in left]
        for number, job in enumerate(as_completed(jobs), 1):
            for row in job.result():
                done[row["garment"], row["body"]] = row
                lines.write(json.dumps(row) + "\n")
                lines.flush()
                said = "well" if row["ok"] else row.get("reason")
                print(f"{number} of {len(left)}: {row['garment']} on {row['body']}: {said}, {row['seconds']:.1f} s", file=sys.stderr)
    all_cases = [(short(garment), short(body)) for garment, bodies in all_runs for body in bodies]
    text, crossing = table([done[case] for case in all_cases], arguments)
    if arguments.table:
        arguments.table.write_text(text)
    else:
        print(text)
    return 1 if crossing else 0


if __name__ == "__main__":
    sys.exit(main())
