"""Meshes, vertex by vertex the same as those of `toile_geom::shapes`."""

import math

import numpy as np


def grid(cells, closed, falls):
    """Triangles and quads over a grid of vertices in rows; `closed` joins the last column to the first, `falls` says which way the diagonal
    of a cell runs. Quads start where their diagonal does."""
    across, along = cells
    columns = across if closed else across + 1
    triangles, quads = [], []
    for j in range(along):
        for i in range(across):
            a, b = j * columns + i, j * columns + (i + 1) % columns
            c, d = a + columns, b + columns
            if falls(i, j):
                triangles += [[a, c, d], [a, d, b]]
                quads.append([a, c, d, b])
            else:
                triangles += [[a, c, b], [b, c, d]]
                quads.append([b, a, c, d])
    return np.array(triangles, dtype=np.int32), np.array(quads, dtype=np.int32)


def alternating(i, j):
    return (i + j) % 2 == 0


def sheet_positions(size, cells):
    u, v = np.meshgrid(np.arange(cells[0] + 1) / cells[0], np.arange(cells[1] + 1) / cells[1])
    return np.stack([(u.ravel() - 0.5) * size[0], np.zeros(u.size), (v.ravel() - 0.5) * size[1]], axis=1)


def sheet(size, cells):
    """A flat sheet around the origin in the xz plane: positions, triangles and quads, with diagonals that alternate."""
    return sheet_positions(size, cells), *grid(cells, False, alternating)


def regular_sheet(size, cells):
    """The same with diagonals that all run the same way, without the quads."""
    return sheet_positions(size, cells), grid(cells, False, lambda i, j: True)[0]


def tube(radius, height, around, along):
    """A tube around the y axis, open at both ends, facing outwards, from y = 0 to its height; the upper ring is the first."""
    angle, y = 2.0 * math.pi * np.arange(around) / around, height * (1.0 - np.arange(along + 1) / along)
    rings = [np.stack([radius * np.sin(angle), np.full(around, level), radius * np.cos(angle)], axis=1) for level in y]
    return np.concatenate(rings), grid((around, along), True, alternating)[0]


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
