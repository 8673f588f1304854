#!/usr/bin/env python3
"""Runs all scenes of `toile bench` at some sizes with some methods, and has IPC Toolkit judge every frame.

    pip install ipctk numpy
    cargo build --release
    python3 bench/scenes/run.py --toile target/release/toile --jobs 2 -o scenes.jsonl

Writes a line of JSON for each run as soon as it ends, and a table at the end. Runs that a file holds already are left out, so that a run of
all that was broken off goes on. The exit code is 1 if a frame is bad, or if a run did not end.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

SCENES = ["drop", "crumple", "ball", "funnel", "twist", "knot", "stack", "ribbon", "incline", "card", "capstan", "stickslip"]
JUDGE = Path(__file__).resolve().parent.parent / "peers" / "frames.py"
KEPT = ["tris", "frames", "ms_median", "ms_p95", "max_stretch", "final_max_stretch", "bad_frames", "worst_self_intersections",
        "worst_body_intersections", "failures", "kinetic_per_mass", "figures", "peak_rss_mib"]


def simulate(arguments, scene, tris, method, folder):
    """What Toile says of a run, whose frames are in a folder."""
    command = [arguments.toile, "bench", scene, "--tris", str(tris), "--method", method, "--frames", str(arguments.frames), "--threads",
               str(arguments.threads), "--json", "--quiet", "--export", str(folder)]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False, timeout=arguments.timeout)
    if outcome.returncode != 0:
        return {"error": outcome.stderr.strip().splitlines()[-1][:200] if outcome.stderr else f"code {outcome.returncode}"}
    report = json.loads(outcome.stdout)
    return {key: report[key] for key in KEPT if key in report}


def judge(folder):
    """What IPC Toolkit says of the frames in a folder."""
    outcome = subprocess.run([sys.executable, str(JUDGE), str(folder)], capture_output=True, text=True, check=False)
    if not outcome.stdout.strip():
        return {"judge_error": outcome.stderr.strip().splitlines()[-1][:200]}
    verdict = json.loads(outcome.stdout.splitlines()[-1])
    return {"judged_frames": verdict["frames"], "itself": verdict["itself"], "bodies": verdict["bodies"]}


def run(arguments, scene, tris, method):
    """One run with its verdict."""
    row = {"scene": scene, "asked_tris": tris, "method": method}
    folder = Path(tempfile.mkdtemp(prefix=f"{scene}-"))
    begin = time.perf_counter()
    try:
        row |= simulate(arguments, scene, tris, method, folder)
        row["seconds"] = round(time.perf_counter() - begin, 1)
        row |= judge(folder)
    except subprocess.TimeoutExpired:
        row |= {"error": f"not ended after {arguments.timeout} s"} | judge(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return row


def is_good(row):
    """Whether a run ended and no frame of it is bad, by Toile's own exact check and by IPC Toolkit."""
    clean = row.get("bad_frames") == 0 and row.get("itself") == [] and row.get("bodies") == []
    return clean and "error" not in row and row.get("judged_frames", 0) > row.get("frames", 0) - 1


def table(rows):
    """The runs as Markdown."""
    lines = ["| scene | triangles | method | frames | ms a frame (median) | worst stretch | bad frames: Toile, IPC Toolkit |",
             "|---|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: (SCENES.index(row["scene"]), row["asked_tris"], row["method"])):
        if "error" in row:
            lines.append(f"| {row['scene']} | {row['asked_tris']} | {row['method']} | {row.get('judged_frames', 0)} | {row['error']} | | |")
            continue
        bad = len(set(row.get("itself", [])) | set(row.get("bodies", [])))
        lines.append(f"| {row['scene']} | {row['tris']} | {row['method']} | {row['judged_frames']} | {row['ms_median']:.0f} | "
                     f"{100 * row['max_stretch']:.1f} % | {row['bad_frames']}, {bad} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toile", default="target/release/toile", help="Toile's program")
    parser.add_argument("--scenes", nargs="+", default=SCENES, choices=SCENES)
    parser.add_argument("--tris", nargs="+", type=int, default=[8192, 32768], help="triangles of each scene, together")
    parser.add_argument("--methods", nargs="+", default=["newton", "xpbd"])
    parser.add_argument("--frames", type=int, default=240)
    parser.add_argument("--threads", type=int, default=1, help="of each run")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    parser.add_argument("--timeout", type=float, default=3600.0, help="seconds for a run")
    parser.add_argument("-o", "--out", type=Path, default=Path("scenes.jsonl"))
    arguments = parser.parse_args()
    rows = [json.loads(line) for line in arguments.out.read_text().splitlines()] if arguments.out.exists() else []
    known = {(row["scene"], row["asked_tris"], row["method"]) for row in rows}
    cases = [(scene, tris, method) for tris in arguments.tris for method in arguments.methods for scene in arguments.scenes]
    with ThreadPoolExecutor(arguments.jobs) as pool, arguments.out.open("a") as out:
        waiting = [pool.submit(run, arguments, *case) for case in cases if case not in known]
        for done in as_completed(waiting):
            rows.append(done.result())
            print(json.dumps(rows[-1]), file=out, flush=True)
            print(json.dumps(rows[-1]), file=sys.stderr)
    print(table(rows))
    sys.exit(not all(is_good(row) for row in rows))


if __name__ == "__main__":
    main()
