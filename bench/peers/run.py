#!/usr/bin/env python3
"""The same scenes of cloth in Toile and in its peers, judged by a third party, as a page of the guide.

    cargo build --release
    python3 bench/peers/run.py

Every program runs in a process of its own, in a virtual environment of its own under `target/peers/venvs`, which is made when it is
missing. What is done is kept in `target/peers/results` and not done again; `--fresh` forgets it. A program that cannot be installed or
that fails is in the table with the reason.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import environments
import registry
import report
import toile

ROOT = environments.HERE.parent.parent
# Cells along the shorter side of a sheet, and seconds.
SCENES = {
    "drop": ((64, 128), 1.5), "crumple": ((64,), 1.5), "ball": ((64,), 2.0), "funnel": ((64,), 1.5), "twist": ((32,), 4.0),
    "knot": ((4,), 4.0), "stack": ((24,), 1.0), "ribbon": ((8,), 1.5), "incline": ((16,), 2.0),
}
WARM_UP_LIMIT = 600
SETUP_LIMIT = 120  # seconds to build a scene, and for a frame that was begun before the time was over


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", default=",".join(SCENES), help="of " + ", ".join(SCENES))
    parser.add_argument("--cells", help="along the shorter side of a sheet, for all scenes; else each has its own")
    parser.add_argument("--seconds", type=float, help="how long the scenes last; else each has its own time")
    parser.add_argument("--peers", default=",".join(registry.DEFAULT), help="of " + ", ".join(registry.PROGRAMS))
    parser.add_argument("--threads", type=int, default=1, help="threads, and cores, of each program")
    parser.add_argument("--limit", type=float, default=25.0, help="seconds after which a run stops where it is")
    parser.add_argument("--toile", default=str(ROOT / "target/release/toile"), help="Toile's program")
    parser.add_argument("--out", default=str(ROOT / "docs/src/benchmarks.md"), help="the page to write")
    parser.add_argument("--work", default=str(ROOT / "target/peers"), help="where environments and results are kept")
    parser.add_argument("--fresh", action="store_true", help="forget what was done before")
    return parser.parse_args()


class Runner:
    """Does what is not done yet."""

    def __init__(self, options):
        self.options, self.work = options, Path(options.work).resolve()
        self.results = self.work / "results"
        if options.fresh:
            shutil.rmtree(self.results, ignore_errors=True)
        self.judge = environments.python_of("judge", self.work)
        self.pythons, self.missing = {}, {}

    def prepare(self, name):
        """Makes the environment of a peer and runs it once on little, so that what it compiles is compiled."""
        program = registry.PROGRAMS[name]
        try:
            self.pythons[name] = environments.python_of(program.environment, self.work)
        except (environments.Unavailable, subprocess.CalledProcessError, OSError) as error:
            self.missing[name] = str(error)
            return
        folder = self.results / name / "warm-up"
        if not done(folder):
            self.work_on(name, "drop", 8, 2, WARM_UP_LIMIT, folder)

    def work_on(self, name, scene, cells, frames, limit, folder):
        """Runs a peer. A frame that does not end is ended from outside."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        patience = 1.5 * limit + SETUP_LIMIT
        command = [self.pythons[name], environments.HERE / "worker.py", registry.PROGRAMS[name].worker, scene, cells, frames, limit, folder]
        with open(folder / "log.txt", "w") as log:
            try:
                subprocess.run(list(map(str, command)), stdout=log, stderr=log, check=False, timeout=patience, cwd=folder,
                               env=environments.threads_environment(self.options.threads),
                               preexec_fn=lambda: environments.keep_to_cores(self.options.threads))
                reason = "the process died"
            except subprocess.TimeoutExpired:
                reason = f"still at it after {patience:.0f} s"
        result = read(folder / "run.json") or {"error": reason, "frames_asked": frames}
        if not result.get("ended"):
            result["cut"] = reason
        (folder / "run.json").write_text(json.dumps(result | {"ended": True, "limit": limit}))

    def peer(self, name, scene, cells, frames):
        """A row of a peer."""
        if name in self.missing:
            return {"error": self.missing[name]}
        folder = self.results / name / f"{scene}-{cells}-{frames}-threads{self.options.threads}"
        if not done(folder) or read(folder / "run.json").get("limit") != self.options.limit:
            self.work_on(name, scene, cells, frames, self.options.limit, folder)
        result = read(folder / "run.json")
        if result.get("wall_ms"):
            wall = sorted(result["wall_ms"])
            result |= {"frames": len(wall), "wall": statistics.median(wall), "wall_p95": wall[round(0.95 * (len(wall) - 1))],
                       "cpu": statistics.median(result["cpu_ms"])}
        return self.judged(result, folder, scene, cells)

    def toile(self, scene, cells, frames):
        """A row of Toile."""
        folder = self.results / "toile" / f"{scene}-{cells}-{frames}-threads{self.options.threads}"
        if not done(folder) or read(folder / "run.json").get("program") != toile.stamp(self.options.toile):
            shutil.rmtree(folder, ignore_errors=True)
            toile.run(self.options.toile, scene, cells, frames, self.options.threads, folder)
        return self.judged(read(folder / "run.json"), folder, scene, cells)

    def judged(self, result, folder, scene, cells):
        """With the verdict, if there is anything to judge."""
        if not result.get("frames"):
            return result
        if not (folder / "verdict.json").exists():
            command = [self.judge, environments.HERE / "judge.py", scene, cells, folder]
            subprocess.run(list(map(str, command)), check=True)
            shutil.rmtree(folder / "obj", ignore_errors=True)
            verdict = read(folder / "verdict.json") | {"pairs": toile.crossing_pairs(self.options.toile, folder)}
            (folder / "verdict.json").write_text(json.dumps(verdict))
        return result | {"verdict": read(folder / "verdict.json")}


def read(path):
    return json.loads(path.read_text()) if path.exists() else None


def done(folder):
    return bool((read(folder / "run.json") or {}).get("ended"))


def cases(options):
    """Scene, cells and frames, in order."""
    for scene in options.scenes.split(","):
        if scene not in SCENES:
            raise SystemExit(f"there is no scene `{scene}`; there are {', '.join(SCENES)}")
        cells, seconds = SCENES[scene]
        if options.cells:
            cells = map(int, options.cells.split(","))
        for count in cells:
            yield scene, count, round(60 * (options.seconds or seconds))


def compare(options, runner):
    """A row for every program and case. Where a peer did not get to the end, Toile runs as many frames again to be compared with."""
    names, rows = options.peers.split(","), []
    for scene, cells, frames in cases(options):
        own = runner.toile(scene, cells, frames)
        rows.append(dict(own, name="toile", scene=scene, cells=cells))
        for name in names:
            begin = time.perf_counter()
            row = dict(runner.peer(name, scene, cells, frames), name=name, scene=scene, cells=cells)
            if row.get("frames"):
                same = own if row["frames"] == frames else runner.toile(scene, cells, row["frames"])
                row |= {"wall_ratio": row["wall"] / same["wall"], "cpu_ratio": row["cpu"] / same["cpu"]}
            rows.append(row)
            said = row.get("error") or f"{row['wall']:.0f} ms a frame, {row['wall_ratio']:.1f} times Toile's"
            print(f"{scene} {cells} {name}: {said} ({time.perf_counter() - begin:.0f} s)", file=sys.stderr)
    return rows


def main():
    options = arguments()
    unknown = [name for name in options.peers.split(",") if name not in registry.PROGRAMS]
    if unknown:
        raise SystemExit(f"there is no peer `{unknown[0]}`; there are {', '.join(registry.PROGRAMS)}")
    runner = Runner(options)
    for name in options.peers.split(","):
        runner.prepare(name)
    rows = compare(options, runner)
    (Path(options.work) / "results" / "rows.json").write_text(json.dumps(rows, indent=1))
    report.write(Path(options.out), rows, options)


if __name__ == "__main__":
    main()
