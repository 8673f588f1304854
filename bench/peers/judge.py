"""Judges the frames of a run, whoever made them: intersections by IPC Toolkit, stretch of edges, and whether cloth fell through.

    python judge.py SCENE CELLS FOLDER

Reads the frames in FOLDER and writes `verdict.json` there, and `last.obj` for those who want to look at it.
"""

import json
import math
import sys
from pathlib import Path

# A script beside this one has the name of the module that is needed here: the folder comes last.
sys.path.append(sys.path.pop(0))

import ipctk  # noqa: E402
import numpy as np  # noqa: E402

import scenes  # noqa: E402

CLEARLY = 1e-9  # metres from a plane that rounding does not bridge
FAR_BELOW = 0.01  # how far cloth must be inside of a body, in metres, to have fallen into it


class Judge:
    """Knows the scene at rest."""

    def __init__(self, scene):
        self.scene, self.edges = scene, scene.edges()
        rest = scene.flat[self.edges[:, 0]] - scene.flat[self.edges[:, 1]]
        self.lengths = np.linalg.norm(rest, axis=1)
        self.mesh = ipctk.CollisionMesh(scene.positions, self.edges, scene.triangles)

    def stretch(self, positions):
        """The largest stretch of an edge, and what 999 of 1000 stay below; 0.05 is five percent."""
        now = np.linalg.norm(positions[self.edges[:, 0]] - positions[self.edges[:, 1]], axis=1)
        ratios = now / self.lengths - 1.0
        return float(ratios.max()), float(np.quantile(ratios, 0.999))

    def crosses_itself(self, positions):
        """Whether the cloth passes through itself."""
        return bool(ipctk.has_intersections(self.mesh, positions))

    def crosses_body(self, positions, body, time):
        """Whether an edge of the cloth passes through a triangle of the body, or the other way round."""
        count = len(positions)
        points = np.asfortranarray(np.concatenate([positions, body.at(time)]))
        faces = (body.triangles + count).astype(np.int32)
        sides = ipctk.edges(faces)
        return any(
            crosses(points, edges, triangles)
            for edges, triangles in ((self.edges, faces), (sides, self.scene.triangles))
        )

    def deepest(self, positions):
        """How deep a vertex is inside of a body, in metres."""
        return float(max((depths(body, positions).max() for body in self.scene.bodies), default=0.0))

    def off_path(self, positions, time):
        """How far a held vertex is from where it is to be, in metres."""
        return float(np.abs(positions[self.scene.held] - self.scene.held_at(time)).max(initial=0.0))

    def fell_through(self, positions):
        """Whether a hundredth of the cloth is deep in what should have stopped it, or all of it below the middle of a ball that lies on
        nothing."""
        bodies = self.scene.bodies
        if len(bodies) == 1 and bodies[0].kind == "ball" and positions[:, 1].max() < bodies[0].centre[1]:
            return True
        return any(np.mean(depths(body, positions) > FAR_BELOW) > 0.01 for body in bodies)

    def figures(self, states):
        """What the scene is about, where there is theory to compare with: name, measured, expected, unit."""
        half = len(states) // 2
        if self.scene.name != "incline" or half < 10:
            return []
        middles = states.astype(np.float64).reshape(len(states), self.scene.sheets, -1, 3).mean(axis=2)
        ways = [middles[:, n] @ body.rotation[:, 0] for n, body in enumerate(self.scene.bodies)]
        # The second half of the time, in which sheets have come to their steady motion.
        times = scenes.FRAME * np.arange(len(states))
        acceleration = 2.0 * np.polyfit(times[half:], ways[1][half:], 2)[0]
        steep = scenes.STEEPNESS[1] * scenes.FRICTION
        expected = scenes.GRAVITY * (steep - self.scene.material.friction) / math.hypot(1.0, steep)
        return [["the steep one slides with", acceleration, expected, "m/s²"], ["the other slid", 100.0 * (ways[0][-1] - ways[0][0]), 0.0, "cm"]]

    def run(self, states):
        """The verdict on all frames after the start."""
        rows = [self.frame(np.asfortranarray(state.astype(np.float64)), n * scenes.FRAME) for n, state in enumerate(states) if n > 0]
        worst = np.array([row["stretch"] for row in rows])
        last = states[-1].astype(np.float64)
        return {
            "frames": len(rows),
            "bad_frames": sum(row["itself"] or row["body"] for row in rows),
            "self_frames": sum(row["itself"] for row in rows),
            "body_frames": sum(row["body"] for row in rows),
            "first_bad_frame": next((n + 1 for n, row in enumerate(rows) if row["itself"] or row["body"]), None),
            "max_stretch": float(worst[:, 0].max()),
            "p999_stretch": float(worst[:, 1].max()),
            "final_max_stretch": float(worst[-1, 0]),
            "deepest_mm": 1e3 * max(row["deepest"] for row in rows),
            "fell_through": self.fell_through(last),
            "off_path_mm": 1e3 * max(row["led"] for row in rows),
            "figures": self.figures(states),
            "mean_height": float(last[:, 1].mean()),
            "mean_motion_mm": 1e3 * float(np.linalg.norm(states[-1] - states[-2], axis=1).mean()),
            "ipctk": ipctk.__version__,
        }

    def frame(self, positions, time):
        return {
            "itself": self.crosses_itself(positions),
            "body": any(self.crosses_body(positions, body, time) for body in self.scene.bodies),
            "stretch": self.stretch(positions),
            "led": self.off_path(positions, time),
            "deepest": self.deepest(positions),
        }


def depths(body, positions):
    """How deep points are inside of a body, 0 for those outside. What is thin has no inside."""
    if body.kind == "ball":
        depth = body.radius - np.linalg.norm(positions - body.centre, axis=1)
    elif body.kind == "floor":
        depth = body.centre[1] - positions[:, 1]
    elif body.kind == "slab":
        x, y, z = ((positions - body.centre) @ body.rotation).T
        length, thick, width = body.size
        depth = np.minimum.reduce([-y, y + thick, 0.5 * length - np.abs(x), 0.5 * width - np.abs(z)])
    else:
        depth = np.zeros(len(positions))
    return np.maximum(depth, 0.0)


def crosses(points, edges, triangles):
    """Whether one of the edges passes through one of the triangles, none of which share vertices."""
    phase = ipctk.LBVH()
    phase.build(points, edges, triangles)
    pairs = phase.detect_edge_face_candidates()
    ends = points[edges[[pair.edge_id for pair in pairs]]]
    corners = points[triangles[[pair.face_id for pair in pairs]]]
    # Most edges are clearly on one side of the triangle's plane; the rest is for the exact test.
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    sides = np.einsum("pek,pk->pe", ends - corners[:, :1], normals) / np.linalg.norm(normals, axis=1, keepdims=True)
    near = np.flatnonzero((sides.min(axis=1) < CLEARLY) & (sides.max(axis=1) > -CLEARLY))
    return any(ipctk.is_edge_intersecting_triangle(*ends[n], *corners[n]) for n in near)


def write_obj(path, positions, triangles):
    """A mesh for `toile look` and `toile check`."""
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in positions]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles]
    path.write_text("\n".join(lines) + "\n")


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


def states_of(folder, scene):
    """All frames, the start among them: those of a peer, or the files that Toile wrote."""
    if (folder / "frames.bin").exists():
        numbers = np.fromfile(folder / "frames.bin", dtype=np.float32)
        whole = len(numbers) // (3 * len(scene.positions))
        return numbers[:whole * 3 * len(scene.positions)].reshape(whole, -1, 3)
    files = sorted((folder / "obj").glob("cloth_*.obj"))
    compare(files[0], scene.positions, scene.triangles, scene.name)
    for n, body in enumerate(scene.bodies):
        for file in (folder / "obj").glob(f"body_{n}*.obj"):
            frame = file.stem.split("_")[2:]
            compare(file, body.at(int(frame[0]) * scenes.FRAME if frame else 0.0), body.triangles, scene.name)
    states = np.array([read_obj(file)[0] for file in files])
    for n, state in enumerate(states):
        if np.abs(state[scene.held] - scene.held_at(n * scenes.FRAME)).max(initial=0.0) > 1e-9:
            raise SystemExit(f"the scene {scene.name} of Toile is not the one in scenes.py any more: its ends go elsewhere in frame {n}")
    return states


def compare(file, vertices, triangles, name):
    """Stops if what Toile wrote is not what the peers got."""
    found, corners = read_obj(file)
    if not np.array_equal(corners, triangles) or np.abs(found - vertices).max() > 1e-9:
        raise SystemExit(f"the scene {name} of Toile is not the one in scenes.py any more: {file.name} differs")


def all_bodies(scene, time):
    """One mesh of all of them."""
    vertices, triangles = np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int32)
    for body in scene.bodies:
        triangles = np.concatenate([triangles, body.triangles + len(vertices)])
        vertices = np.concatenate([vertices, body.at(time)])
    return vertices, triangles


def main():
    name, cells, folder = sys.argv[1:]
    scene, folder = scenes.build(name, int(cells)), Path(folder)
    states = states_of(folder, scene)
    (folder / "verdict.json").write_text(json.dumps(Judge(scene).run(states)))
    write_obj(folder / "last.obj", states[-1], scene.triangles)
    if scene.bodies:
        write_obj(folder / "bodies.obj", *all_bodies(scene, (len(states) - 1) * scenes.FRAME))


if __name__ == "__main__":
    main()
