"""The ribbon of `knot`: a loose overhand knot with straight tails."""

import math

import numpy as np

SCALE, DEPTH, APART = 0.04, 0.03, 0.04
PARTS = 4000
TURN = 2.0 * math.pi


def point(t):
    """From π to 3π: a trefoil that is cut at its outermost point, where its ends pass each other."""
    drift = APART * (1.0 - (t - math.pi) / TURN) - 0.5 * APART
    x, y = np.sin(t) + 2.0 * np.sin(2.0 * t), 2.0 * np.cos(2.0 * t) - np.cos(t)
    return np.stack([SCALE * x, SCALE * y, DEPTH * np.sin(3.0 * t) + drift], axis=-1)


def tangent(t):
    x, y = np.cos(t) + 4.0 * np.cos(2.0 * t), np.sin(t) - 4.0 * np.sin(2.0 * t)
    return np.stack([SCALE * x, SCALE * y, 3.0 * DEPTH * np.cos(3.0 * t) - APART / TURN], axis=-1)


def across(t):
    """The binormal, so that the ribbon is not bent in its own plane."""
    x, y = -np.sin(t) - 8.0 * np.sin(2.0 * t), np.cos(t) - 8.0 * np.cos(2.0 * t)
    bend = np.stack([SCALE * x, SCALE * y, -9.0 * DEPTH * np.sin(3.0 * t)], axis=-1)
    return unit(np.cross(bend, tangent(t)))


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


class Knot:
    """The line by its length."""

    def __init__(self, length):
        self.length, self.parameters = length, math.pi + TURN * np.arange(PARTS + 1) / PARTS
        steps = np.linalg.norm(np.diff(point(self.parameters), axis=0), axis=1)
        self.lengths = np.concatenate([[0.0], np.cumsum(steps)])
        self.tail = 0.5 * (length - self.lengths[-1])

    def place(self, flat):
        """Where the points of the flat ribbon are."""
        along = flat[:, 0] + 0.5 * self.length - self.tail
        inside = np.clip(along, 0.0, self.lengths[-1])
        t = np.interp(inside, self.lengths, self.parameters)
        return point(t) + (along - inside)[:, None] * unit(tangent(t)) + flat[:, 2:] * across(t)

    def pulls(self, tight):
        """How far both ends are led, until they are as far apart as the ribbon is long, but for `tight`."""
        way = 0.5 * (self.length - tight) - self.tail
        return [sign * way * unit(tangent(np.array(t))) for sign, t in ((-1.0, math.pi), (1.0, 3.0 * math.pi))]
