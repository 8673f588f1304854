"""The scenes that all programs run: the same sheets, bodies and paths of held vertices as `toile bench` has.

Metres, kilograms, seconds; y is up. `toile.py` compares the first frame that Toile writes with what is built here, so the two cannot
drift apart unnoticed.
"""

import math
from dataclasses import dataclass, field

import numpy as np

FRAME = 1.0 / 60.0
GRAVITY = 9.81
DENSITY = 0.2  # kg/m²
MEMBRANE = 10_000.0  # N/m, along warp and weft
SHEAR = 3000.0  # N/m
BENDING = 1e-5  # N·m
FRICTION = 0.4
THICKNESS = 3e-3  # how far cloth stays away from itself and from bodies


@dataclass
class Body:
    """Something solid that does not move: `kind` is `ball` (radius) or `floor` (at height 0)."""

    kind: str
    vertices: np.ndarray
    triangles: np.ndarray
    centre: np.ndarray = field(default_factory=lambda: np.zeros(3))
    radius: float = 0.0


@dataclass
class Scene:
    """A scene in its first state. `flat` is the cloth at rest in the plane; `quads` start where their diagonal does."""

    name: str
    cells: int
    flat: np.ndarray
    positions: np.ndarray
    triangles: np.ndarray
    quads: np.ndarray
    bodies: list
    held: np.ndarray
    sheets: int = 1

    def edges(self):
        """All edges of the triangles, each once."""
        corners = np.concatenate([self.triangles[:, [0, 1]], self.triangles[:, [1, 2]], self.triangles[:, [2, 0]]])
        return np.unique(np.sort(corners, axis=1), axis=0).astype(np.int32)

    def edge_size(self):
        """The side of a cell."""
        return float(np.linalg.norm(self.flat[1] - self.flat[0]))

    def vertex_masses(self):
        """A third of the mass of each triangle at each of its corners."""
        a, b, c = (self.flat[self.triangles[:, k]] for k in range(3))
        (ux, uy), (vx, vy) = (b - a).T, (c - a).T
        masses = np.zeros(len(self.flat))
        np.add.at(masses, self.triangles, (np.abs(ux * vy - uy * vx) * 0.5 * DENSITY / 3.0)[:, None])
        return masses

    def held_at(self, time):
        """Where the held vertices are."""
        return twisted(self.positions[self.held], time)


def sheet(size, cells):
    """A flat sheet around the origin in the xz plane: positions, triangles and quads, with diagonals that alternate."""
    across, along = cells
    u, v = np.meshgrid(np.arange(across + 1) / across, np.arange(along + 1) / along)
    positions = np.stack([(u.ravel() - 0.5) * size[0], np.zeros(u.size), (v.ravel() - 0.5) * size[1]], axis=1)
    triangles, quads = [], []
    for j in range(along):
        for i in range(across):
            a = j * (across + 1) + i
            b, c, d = a + 1, a + across + 1, a + across + 2
            if (i + j) % 2 == 0:
                triangles += [[a, c, d], [a, d, b]]
                quads.append([a, c, d, b])
            else:
                triangles += [[a, c, b], [b, c, d]]
                quads.append([b, a, c, d])
    return positions, np.array(triangles, dtype=np.int32), np.array(quads, dtype=np.int32)


def icosphere(radius, subdivisions):
    """An icosahedron whose triangles are split in four so many times."""
    g = 0.5 * (1.0 + math.sqrt(5.0))
    corners = [[-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
               [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1]]
    triangles = [[0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
                 [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1]]
    points = [np.array(corner) / np.linalg.norm(corner) for corner in corners]
    for _ in range(subdivisions):
        middles, finer = {}, []

        def middle(a, b):
            key = (min(a, b), max(a, b))
            if key not in middles:
                middles[key] = len(points)
                point = points[a] + points[b]
                points.append(point / np.linalg.norm(point))
            return middles[key]

        for a, b, c in triangles:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            finer += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        triangles = finer
    return radius * np.array(points), np.array(triangles, dtype=np.int32)


def ball():
    """The ball of `drop`."""
    vertices, triangles = icosphere(0.2, 4)
    centre = np.array([0.0, -0.22, 0.0])
    return Body("ball", vertices + centre, triangles, centre, 0.2)


def floor():
    """4 m by 4 m at height 0."""
    vertices, triangles, _ = sheet((4.0, 4.0), (8, 8))
    return Body("floor", vertices, triangles)


def rotation_y(angle):
    """About the vertical, right-handed."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def twisted(points, time):
    """Where the ends of `twist` are: five turns about x against each other in 4 s, and 0.6 m nearer, most of it at the beginning."""
    part = min(time / 4.0, 1.0)
    sign = np.where(points[:, 0] < 0.0, 1.0, -1.0)
    angle = 0.5 * sign * 5.0 * 2.0 * math.pi * part
    _, y, z = points.T
    x = points[:, 0] + 0.5 * sign * 0.6 * (1.0 - (1.0 - part) ** 4)
    return np.stack([x, np.cos(angle) * y - np.sin(angle) * z, np.sin(angle) * y + np.cos(angle) * z], axis=1)


def place_drop(p):
    return p


def place_crumple(p):
    wave = 0.01 * np.sin(9.0 * p[:, 0] + 2.0 * p[:, 2]) + 0.005 * np.cos(23.0 * p[:, 2])
    return np.stack([p[:, 0], 0.5 - p[:, 2] + 0.02, wave], axis=1)


def place_twist(p):
    return np.stack([p[:, 0], -p[:, 2], p[:, 1]], axis=1)


def place_stack(p, n):
    aside = np.array([0.02 * math.sin(1.7 * n), 0.02 * (n + 1.0), 0.02 * math.cos(2.3 * n)])
    return p @ rotation_y(0.4 * n).T + aside


SIZES = {"drop": (1.0, 1.0), "crumple": (1.0, 1.0), "twist": (1.0, 0.4), "stack": (0.4, 0.4)}


def build(name, cells):
    """The scene of that name; `cells` along the shorter side of a sheet."""
    size = SIZES[name]
    flat, triangles, quads = sheet(size, [round(cells * length / min(size)) for length in size])
    plane = flat[:, [0, 2]] * [1.0, -1.0]
    held = np.zeros(0, dtype=np.int32)
    if name == "stack":
        count, n = 10, len(flat)
        positions = np.concatenate([place_stack(flat, k) for k in range(count)])
        copies = [[triangles + k * n, quads + k * n] for k in range(count)]
        triangles, quads = (np.concatenate([copy[part] for copy in copies]) for part in range(2))
        return Scene(name, cells, np.tile(plane, (count, 1)), positions, triangles, quads, [floor()], held, count)
    place, bodies = {
        "drop": (place_drop, [ball()]),
        "crumple": (place_crumple, [floor()]),
        "twist": (place_twist, []),
    }[name]
    if name == "twist":
        held = np.flatnonzero(np.abs(np.abs(flat[:, 0]) - 0.5 * size[0]) < 1e-9).astype(np.int32)
    return Scene(name, cells, plane, place(flat), triangles, quads, bodies, held)
