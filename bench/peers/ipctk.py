#!/usr/bin/env python3
"""Toile's broad phases and continuous tests against IPC Toolkit's, on the very same meshes in the same run.

    pip install ipctk numpy
    cargo build --release
    python3 bench/peers/ipctk.py --toile target/release/toile --tris 100000 --threads 1

Toile writes the meshes of the scene, both programs are asked for candidate pairs and for the continuous tests of all of them, in
turns, and the fastest of the rounds counts for both. Prints a table, or JSON with --json.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# This file has the name of the module that it needs.
sys.path.pop(0)

import ipctk  # noqa: E402
import numpy as np  # noqa: E402


def read_obj(path):
    """Vertices and triangles of an OBJ file."""
    vertices, triangles = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(word) for word in words[1:4]])
        elif words[:1] == ["f"]:
            triangles.append([int(word.split("/")[0]) - 1 for word in words[1:4]])
    return np.array(vertices), np.array(triangles)


def run_toile(arguments, words):
    """What Toile reports, as JSON."""
    command = [arguments.toile, "bench", *words, "--threads", str(arguments.threads), "--json", "--quiet"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Peer:
    """The same meshes in IPC Toolkit."""

    def __init__(self, start, end, distance):
        self.start, triangles = read_obj(start)
        self.end, _ = read_obj(end)
        self.distance = distance
        self.mesh = ipctk.CollisionMesh(self.start, ipctk.edges(triangles), triangles)

    def positions(self, mode):
        """What is asked: its radius is half of the distance between two things."""
        if mode == "discrete":
            return (self.start, 0.5 * self.distance)
        return (self.start, self.end, 0.005 * self.distance)

    def broad(self, mode, method):
        """Milliseconds, and the number of pairs."""
        candidates = ipctk.Candidates()
        begin = time.perf_counter()
        candidates.build(self.mesh, *self.positions(mode), method)
        elapsed = time.perf_counter() - begin
        return 1e3 * elapsed, len(candidates.fv_candidates) + len(candidates.ee_candidates)

    def ccd(self, method):
        """Million continuous tests a second. Every pair is tested, since the scene has no contact that would shorten the step."""
        candidates = ipctk.Candidates()
        candidates.build(self.mesh, *self.positions("continuous"), ipctk.LBVH())
        count = len(candidates.fv_candidates) + len(candidates.ee_candidates)
        begin = time.perf_counter()
        candidates.compute_collision_free_stepsize(self.mesh, self.start, self.end, 0.0, method)
        return 1e-6 * count / (time.perf_counter() - begin)


def compare_broad(arguments, peer):
    """A row for each mode and each of the peer's methods."""
    names = ["LBVH", "HashGrid", "SpatialHash", "SweepAndPrune"] if arguments.all else ["LBVH"]
    methods = {name: getattr(ipctk, name) for name in names if hasattr(ipctk, name)}
    ours, theirs = {}, {}
    for _ in range(arguments.rounds):
        words = ["broad", "--method", arguments.method, "--scene", arguments.scene, "--tris", str(arguments.tris)]
        for row in run_toile(arguments, [*words, "--frames", "1"])["rows"]:
            best = ours.setdefault(row["mode"], row)
            ours[row["mode"]] = min(best, row, key=lambda row: row["total_ms"])
        for mode in ours:
            for name, make in methods.items():
                found = peer.broad(mode, make())
                theirs[mode, name] = min(theirs.get((mode, name), found), found)
    rows = []
    for (mode, name), (milliseconds, pairs) in theirs.items():
        own = ours[mode]
        rows.append({
            "what": f"{mode} candidates", "toile": arguments.method, "peer": f"ipctk {name}",
            "toile_ms": own["total_ms"], "toile_refit_ms": own["refit_ms"] + own["query_ms"], "peer_ms": milliseconds,
            "ratio": milliseconds / own["total_ms"],
            "ratio_refit": milliseconds / (own["refit_ms"] + own["query_ms"]),
            "toile_pairs": own["candidates"], "peer_pairs": pairs,
        })
    return rows


def compare_ccd(arguments, peer):
    """A row for each of the peer's continuous tests."""
    methods = {"AdditiveCCD": ipctk.AdditiveCCD, "TightInclusionCCD": ipctk.TightInclusionCCD}
    own, theirs = 0.0, {}
    for _ in range(arguments.rounds):
        rows = run_toile(arguments, ["ccd", "--tris", str(arguments.tris)])["rows"]
        rows = [row for row in rows if row["set"] == arguments.scene]
        queries = sum(row["queries"] for row in rows)
        own = max(own, queries / sum(row["queries"] / row["mqps"] for row in rows))
        for name, make in methods.items():
            theirs[name] = max(theirs.get(name, 0.0), peer.ccd(make()))
    return [{"what": "continuous tests", "toile": "default", "peer": f"ipctk {name}",
             "toile_mqps": own, "peer_mqps": rate, "ratio": own / rate} for name, rate in theirs.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toile", default="target/release/toile", help="Toile's program")
    parser.add_argument("--scene", default="folded", choices=["folded", "funnel"])
    parser.add_argument("--method", default="bvh")
    parser.add_argument("--tris", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--distance", type=float, default=0.002, help="as in Toile's scene, in metres")
    parser.add_argument("--all", action="store_true", help="the peer's slower broad phases too (minutes at 100,000 triangles)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    ipctk.set_num_threads(arguments.threads)
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / "scene.obj"
        words = ["broad", "--method", "bvh", "--scene", arguments.scene, "--tris", str(arguments.tris)]
        run_toile(arguments, [*words, "--frames", "1", "--export", str(start)])
        peer = Peer(start, start.with_name("scene-end.obj"), arguments.distance)
    rows = compare_broad(arguments, peer) + compare_ccd(arguments, peer)
    if arguments.json:
        print(json.dumps({"ipctk": ipctk.__version__, "threads": arguments.threads, "rows": rows}, indent=2))
        return
    print(f"ipctk {ipctk.__version__}, {arguments.threads} threads, {arguments.scene}")
    for row in rows:
        if "peer_ms" in row:
            print(f"  {row['what']:<24}{row['peer']:<24}{row['peer_ms']:9.1f} ms, Toile {row['toile_ms']:7.1f} ms from nothing "
                  f"({row['ratio']:.1f} times), {row['toile_refit_ms']:7.1f} ms refitted ({row['ratio_refit']:.1f} times); "
                  f"pairs {row['peer_pairs']} and {row['toile_pairs']}")
        else:
            print(f"  {row['what']:<24}{row['peer']:<24}{row['peer_mqps']:9.2f} million/s, Toile {row['toile_mqps']:.2f} "
                  f"({row['ratio']:.1f} times)")


if __name__ == "__main__":
    main()
