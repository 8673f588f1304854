"""The scenes that all programs run: the same sheets, bodies and paths of held vertices as `toile bench` has.

Metres, kilograms, seconds; y is up. `judge.py` compares what Toile writes with what is built here, so the two cannot drift apart
unnoticed.
"""

import math
from dataclasses import dataclass, field
from typing import Callable

import numpy as np

import shapes
from knot import Knot

FRAME = 1.0 / 60.0
GRAVITY = 9.81
DENSITY = 0.2  # kg/m²
BENDING = 1e-5  # N·m
FRICTION = 0.4
THICKNESS = 3e-3


@dataclass
class Material:
    """What differs from scene to scene, in N/m; `thickness` is how far cloth stays away from itself and from bodies."""

    membrane: float = 10_000.0
    shear: float = 3000.0
    friction: float = FRICTION
    thickness: float = THICKNESS


@dataclass
class Body:
    """Something solid.

    `kind` is `ball` (around `centre`), `floor` (at the height of `centre`), `slab` (a plank of `size`, the middle of whose upper side is
    `centre`, turned by `rotation`) or `shell` (an open mesh, on the inside of which the cloth is).
    """

    kind: str
    vertices: np.ndarray
    triangles: np.ndarray
    centre: np.ndarray = field(default_factory=lambda: np.zeros(3))
    radius: float = 0.0
    size: tuple = (0.0, 0.0, 0.0)
    rotation: np.ndarray = field(default_factory=lambda: np.eye(3))
    # The angle about the vertical through its centre at a time, if it turns.
    turn: Callable | None = None

    def at(self, time):
        """Where its vertices are."""
        if self.turn is None:
            return self.vertices
        return (self.vertices - self.centre) @ rotation_y(self.turn(time)).T + self.centre


@dataclass
class End:
    """Vertices that are led together: `turn(time)` is an angle about the x axis, `shift(time)` what is added after it."""

    vertices: np.ndarray
    turn: Callable
    shift: Callable


@dataclass
class Scene:
    """A scene in its first state. `flat` is the cloth at rest in the plane; `quads` start where their diagonal does."""

    name: str
    cells: int
    flat: np.ndarray
    positions: np.ndarray
    triangles: np.ndarray
    quads: np.ndarray
    bodies: list = field(default_factory=list)
    ends: list = field(default_factory=list)
    material: Material = field(default_factory=Material)
    sheets: int = 1

    @property
    def held(self):
        """The vertices that are led."""
        return np.concatenate([np.zeros(0, dtype=np.int32), *(end.vertices for end in self.ends)])

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
        places = [self.positions[end.vertices] @ rotation_x(end.turn(time)).T + end.shift(time) for end in self.ends]
        return np.concatenate([np.zeros((0, 3)), *places])


def rotation_x(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rotation_y(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def rotation_z(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def ball(turn=None):
    """20 cm of radius, 2 cm below the origin."""
    vertices, triangles = shapes.icosphere(0.2, 4)
    centre = np.array([0.0, -0.22, 0.0])
    return Body("ball", vertices + centre, triangles, centre, 0.2, turn=turn)


def floor(height=0.0):
    """4 m by 4 m."""
    vertices, triangles = shapes.regular_sheet((4.0, 4.0), (8, 8))
    centre = np.array([0.0, height, 0.0])
    return Body("floor", vertices + centre, triangles, centre)


def spin(time):
    """The angle of the ball of `ball`: evenly accelerated to half a turn a second, from 1 s to 1.5 s."""
    begin, spin_up, speed = 1.0, 0.5, 0.5
    since = max(time - begin, 0.0)
    way = 0.5 * since**2 / spin_up if since < spin_up else since - 0.5 * spin_up
    return 2.0 * math.pi * speed * way


def funnel():
    """A cone on a tube, both open."""
    spout, rim, height, depth = 0.06, 0.32, 0.28, 0.15
    vertices, triangles = shapes.tube(1.0, 1.0, 48, 16)
    slant = math.hypot(rim - spout, height)
    along = vertices[:, 1] * (slant + depth) - depth
    up = np.maximum(along / slant, 0.0)
    radius = spout + up * (rim - spout)
    y = np.where(along < 0.0, along, up * height)
    return Body("shell", np.stack([radius * vertices[:, 0], y, radius * vertices[:, 2]], axis=1), triangles)


SLOPE, STEEPNESS = (3.0, 0.2, 0.6), (0.9, 1.25)


def tilt(slope):
    """How a slope of `incline` is turned: downhill is along x."""
    return rotation_z(-math.atan(STEEPNESS[slope] * FRICTION))


def aside(slope):
    return np.array([0.0, 0.0, (slope - 0.5) * 1.2 * SLOPE[2]])


def slope(n):
    """A plank, of which Toile has the upper side."""
    vertices, triangles = shapes.regular_sheet((SLOPE[0], SLOPE[2]), (20, 4))
    return Body("slab", vertices @ tilt(n).T + aside(n), triangles, aside(n), size=SLOPE, rotation=tilt(n))


def short_sides(flat):
    """The vertices of a flat sheet with the smallest and with the largest x."""
    return [np.flatnonzero(np.abs(flat[:, 0] - end) < 1e-9).astype(np.int32) for end in (flat[:, 0].min(), flat[:, 0].max())]


def twist_end(vertices, sign):
    """Five turns about x against each other in 4 s, and 0.6 m nearer, most of it at the beginning."""
    def part(time):
        return min(time / 4.0, 1.0)

    def shift(time):
        return np.array([0.5 * sign * 0.6 * (1.0 - (1.0 - part(time)) ** 4), 0.0, 0.0])

    return End(vertices, lambda time: 0.5 * sign * 5.0 * 2.0 * math.pi * part(time), shift)


def knot_end(vertices, pull):
    """Straight on for 3 s."""
    return End(vertices, lambda time: 0.0, lambda time: pull * min(time / 3.0, 1.0))


def upright_wave(p):
    wave = 0.01 * np.sin(9.0 * p[:, 0] + 2.0 * p[:, 2]) + 0.005 * np.cos(23.0 * p[:, 2])
    return np.stack([p[:, 0], 0.5 - p[:, 2] + 0.02, wave], axis=1)


def upright_ribbon(p):
    wave = 0.0015 * np.sin(2.0 * math.pi * p[:, 0] / 0.1)
    return np.stack([wave, p[:, 0] + 0.5 + 0.01, p[:, 2]], axis=1)


def stacked(p, n):
    shift = np.array([0.02 * math.sin(1.7 * n), 0.02 * (n + 1.0), 0.02 * math.cos(2.3 * n)])
    return p @ rotation_y(0.4 * n).T + shift


def on_slope(p, n):
    return (p + np.array([0.4 - 0.5 * SLOPE[0], THICKNESS, 0.0])) @ tilt(n).T + aside(n)


def build_drop(flat, one):
    return one(flat, [ball()])


def build_crumple(flat, one):
    return one(upright_wave(flat), [floor()])


def build_ball(flat, one):
    return one(flat, [ball(spin), floor(-0.54)])


def build_funnel(flat, one):
    return one(flat + np.array([0.02, 0.29, 0.01]), [funnel()])


def build_ribbon(flat, one):
    return one(upright_ribbon(flat), [floor()])


def build_twist(flat, one):
    ends = [twist_end(side, sign) for side, sign in zip(short_sides(flat), (1.0, -1.0))]
    return one(np.stack([flat[:, 0], -flat[:, 2], flat[:, 1]], axis=1), ends=ends)


def build_knot(flat, one):
    knot = Knot(length=2.0)
    ends = [knot_end(side, pull) for side, pull in zip(short_sides(flat), knot.pulls(tight=0.2))]
    return one(knot.place(flat), ends=ends, material=Material(friction=0.5 * FRICTION, thickness=0.5 * THICKNESS))


def build_stack(flat, several):
    return several([stacked(flat, n) for n in range(10)], [floor()])


def build_incline(flat, several):
    limp = Material(membrane=1000.0, shear=300.0)
    return several([on_slope(flat, n) for n in range(2)], [slope(n) for n in range(2)], material=limp)


# Width and length of a sheet, and what is made of it.
SCENES = {
    "drop": ((1.0, 1.0), build_drop), "crumple": ((1.0, 1.0), build_crumple), "ball": ((1.0, 1.0), build_ball),
    "funnel": ((0.5, 0.5), build_funnel), "twist": ((1.0, 0.4), build_twist), "knot": ((2.0, 0.02), build_knot),
    "stack": ((0.4, 0.4), build_stack), "ribbon": ((1.0, 0.032), build_ribbon), "incline": ((0.3, 0.3), build_incline),
}


def build(name, cells):
    """The scene of that name; `cells` along the shorter side of a sheet."""
    size, make = SCENES[name]
    flat, triangles, quads = shapes.sheet(size, [math.floor(cells * length / min(size) + 0.5) for length in size])
    plane = flat[:, [0, 2]] * [1.0, -1.0]

    def made(positions, bodies=(), **more):
        copies = [positions] if isinstance(positions, np.ndarray) else positions
        faces = [np.concatenate([part + n * len(flat) for n in range(len(copies))]) for part in (triangles, quads)]
        return Scene(name, cells, np.tile(plane, (len(copies), 1)), np.concatenate(copies), *faces, list(bodies), sheets=len(copies), **more)

    return make(flat, made)
