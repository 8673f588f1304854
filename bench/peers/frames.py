#!/usr/bin/env python3
"""Judges all frames that `toile bench SCENE --export FOLDER` wrote with IPC Toolkit: does cloth pass through itself or through a body?

    pip install ipctk numpy
    toile bench knot --export frames
    python3 bench/peers/frames.py frames

Prints one line of JSON for each folder; the exit code is 1 if a frame is bad.
"""

import json
import sys
from pathlib import Path

# A script beside this one has the name of the module that is needed here: the folder comes last.
sys.path.append(sys.path.pop(0))

import ipctk  # noqa: E402
import numpy as np  # noqa: E402

from judge import crosses, read_obj  # noqa: E402


def vertices_of(path):
    """Vertices alone, which is all that changes from frame to frame."""
    lines = (line[2:] for line in path.read_text().splitlines() if line.startswith("v "))
    return np.array(" ".join(lines).split(), dtype=np.float64).reshape(-1, 3)


class Bodies:
    """The meshes of bodies in a folder, still ones and moving ones."""

    def __init__(self, folder):
        self.folder, self.meshes = folder, {}
        for path in sorted(folder.glob("body_*.obj")):
            words = path.stem.split("_")
            if len(words) == 2 or words[2] == "0000":
                self.meshes[words[1]] = (len(words) > 2, *read_obj(path))

    def at(self, frame):
        """Vertices and triangles of each body in a frame."""
        for name, (moves, vertices, triangles) in self.meshes.items():
            path = self.folder / f"body_{name}_{frame}.obj"
            yield (vertices_of(path) if moves else vertices), triangles


def passes_through(points, edges, triangles, body):
    """Whether cloth and a body pass through each other."""
    vertices, faces = body
    low, high = points.min(axis=0), points.max(axis=0)
    near = ((vertices[faces].max(axis=1) >= low) & (vertices[faces].min(axis=1) <= high)).all(axis=1)
    if not near.any():
        return False
    faces = (faces[near] + len(points)).astype(np.int32)
    together = np.asfortranarray(np.concatenate([points, vertices]))
    return crosses(together, edges, faces) or crosses(together, ipctk.edges(faces), triangles)


def judge(folder):
    """The verdict on a folder."""
    files = sorted(folder.glob("cloth_*.obj"))
    start, triangles = read_obj(files[0])
    triangles = triangles.astype(np.int32)
    edges = ipctk.edges(triangles)
    mesh = ipctk.CollisionMesh(np.asfortranarray(start), edges, triangles)
    bodies = Bodies(folder)
    itself, through = [], []
    for path in files:
        frame = path.stem.split("_")[1]
        points = np.asfortranarray(vertices_of(path))
        if ipctk.has_intersections(mesh, points):
            itself.append(int(frame))
        if any(passes_through(points, edges, triangles, body) for body in bodies.at(frame)):
            through.append(int(frame))
    return {"folder": folder.name, "frames": len(files), "triangles": len(triangles), "itself": itself, "bodies": through}


def main():
    verdicts = [judge(Path(folder)) for folder in sys.argv[1:]]
    for verdict in verdicts:
        print(json.dumps(verdict))
    sys.exit(any(verdict["itself"] or verdict["bodies"] for verdict in verdicts))


if __name__ == "__main__":
    main()
