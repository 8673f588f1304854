"""Toile's side: `toile bench`, its frames in the form of the peers', and a check that its scene is the one the peers get."""

import json
import subprocess
from pathlib import Path

import environments


def run(program, scene, cells, frames, threads, folder):
    """Runs the scene and leaves `run.json` and `obj/` with every frame, which the judge reads."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = folder / "obj"
    command = [program, "bench", scene, "--grid", str(cells), "--frames", str(frames), "--threads", str(threads), "--json", "--quiet",
               "--export", str(objects)]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False,
                             preexec_fn=lambda: environments.keep_to_cores(threads))
    if outcome.returncode != 0:
        result = {"error": outcome.stderr.strip().splitlines()[-1][:200]}
    else:
        report = json.loads(outcome.stdout)
        result = {
            "version": version(program), "frames_asked": frames, "frames": report["frames"], "wall": report["ms_median"],
            "wall_p95": report["ms_p95"], "cpu": report["cpu_ms_median"], "peak_rss_mib": report["peak_rss_mib"],
            "settings": {"method": report["method"], "steps a frame": 1, "retries": report["retries"], "failures": report["failures"]},
        }
    result |= {"ended": True, "program": stamp(program)}
    (folder / "run.json").write_text(json.dumps(result))


def version(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def stamp(program):
    """Tells one build of the program from another."""
    file = Path(program).stat()
    return [file.st_size, file.st_mtime]


def crossing_pairs(program, folder):
    """How many pairs of triangles pass through each other in the last frame, within the cloth and with the body, exactly."""
    bodies = folder / "bodies.obj"
    against = ["--against", str(bodies)] if bodies.exists() else []
    command = [program, "check", str(folder / "last.obj"), *against, "--json", "--quiet"]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    return report["self_intersections"] + (report["intersections_against"] or 0)
