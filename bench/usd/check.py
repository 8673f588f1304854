#!/usr/bin/env python3
"""Judges USD files that Toile has written, with OpenUSD itself.

    pip install usd-core numpy
    python bench/usd/check.py STAGE.usda PACKAGE.usdz ... [--against SCENE.glb]

Runs all validators of OpenUSD on each file and tells what the file holds. With `--against`, the corners of all faces
(place and texture coordinates, in the order of the file) are compared with those of a GLB file of the same scene at
rest. The exit code is 1 if a validator finds an error, or something differs.
"""

import argparse
import json
import struct
import sys
from pathlib import Path

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdShade, UsdValidation


def findings(stage):
    """What all validators say of a stage, each as a word on how bad it is, and a sentence."""
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    for error in UsdValidation.ValidationContext(validators).Validate(stage):
        sites = ", ".join(str(site.GetPrim().GetPath()) for site in error.GetSites() if site.IsPrim())
        yield str(error.GetType()).rsplit(".", 1)[-1], f"{error.GetName()}: {error.GetMessage()} {sites}"


def meshes(stage):
    return [UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh)]


def describe(mesh):
    """A line on a mesh: how much it has of everything."""
    points = mesh.GetPointsAttr()
    sets = [v.GetPrimvarName() for v in UsdGeom.PrimvarsAPI(mesh).GetPrimvars() if v.GetPrimvarName().startswith("st")]
    subsets = UsdGeom.Subset.GetAllGeomSubsets(mesh)
    bound = [UsdShade.MaterialBindingAPI(s).ComputeBoundMaterial()[0].GetPath().name for s in subsets]
    name = mesh.GetPrim().GetDisplayName() or mesh.GetPrim().GetName()
    return (
        f"{name}: {len(points.Get())} points, {len(mesh.GetFaceVertexCountsAttr().Get())} faces, "
        f"{points.GetNumTimeSamples()} time samples of points and {mesh.GetNormalsAttr().GetNumTimeSamples()} of normals, "
        f"sets {sets}, subsets {[s.GetPrim().GetDisplayName() or s.GetPrim().GetName() for s in subsets]} of {bound}"
    )


def in_one_row(columns):
    """Places and two sets of texture coordinates side by side, zeros for sets that are missing."""
    row = np.hstack(columns)
    return np.pad(row, ((0, 0), (0, 7 - row.shape[1])))


def usd_corners(stage):
    """Place and texture coordinates of all corners in the first frame, mesh by mesh."""
    all_corners = []
    for mesh in meshes(stage):
        corners = np.array(mesh.GetFaceVertexIndicesAttr().Get())
        time = Usd.TimeCode(stage.GetStartTimeCode()) if stage.HasAuthoredTimeCodeRange() else Usd.TimeCode.Default()
        columns = [np.array(mesh.GetPointsAttr().Get(time))[corners]]
        for set_name in ("st", "st1"):
            primvar = UsdGeom.PrimvarsAPI(mesh).GetPrimvar(set_name)
            if primvar.HasValue():
                columns.append(np.array(primvar.ComputeFlattened()))
        all_corners.append(in_one_row(columns))
    return np.vstack(all_corners)


def glb_corners(path):
    """The same from a GLB file that has no transforms, with `v` up."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, binary = json.loads(data[20 : 20 + length]), data[28 + length :]

    def numbers(index):
        accessor = document["accessors"][index]
        view = document["bufferViews"][accessor["bufferView"]]
        kind = {5126: "<f4", 5123: "<u2", 5125: "<u4"}[accessor["componentType"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        values = np.frombuffer(binary, kind, accessor["count"] * width, view.get("byteOffset", 0))
        return values.reshape(-1, width)

    rows = []
    for mesh in document["meshes"]:
        weights = mesh.get("weights", [])
        for primitive in mesh["primitives"]:
            corners = numbers(primitive["indices"])[:, 0]
            positions = numbers(primitive["attributes"]["POSITION"]).astype(float)
            for weight, target in zip(weights, primitive.get("targets", [])):
                positions = positions + weight * numbers(target["POSITION"])
            columns = [positions[corners]]
            for name in ("TEXCOORD_0", "TEXCOORD_1"):
                if name in primitive["attributes"]:
                    uv = numbers(primitive["attributes"][name]).astype(float)[corners]
                    columns.append(np.column_stack([uv[:, 0], 1 - uv[:, 1]]))
            rows.append(in_one_row(columns))
    return np.vstack(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--against", type=Path, help="a GLB file of the same scene")
    options = parser.parse_args()
    bad = False
    for path in options.files:
        stage = Usd.Stage.Open(str(path))
        rate, end = stage.GetTimeCodesPerSecond(), stage.GetEndTimeCode()
        up, unit = UsdGeom.GetStageUpAxis(stage), UsdGeom.GetStageMetersPerUnit(stage)
        root = stage.GetDefaultPrim().GetPath()
        print(f"{path.name}: root {root}, {up} up, {unit} m a unit, time codes 0 to {end:g} at {rate:g} a second")
        for mesh in meshes(stage):
            print(f"  {describe(mesh)}")
        box = UsdGeom.BBoxCache(Usd.TimeCode(end), ["default"]).ComputeWorldBound(stage.GetDefaultPrim())
        print(f"  box in the last frame: {Gf.Range3d(box.ComputeAlignedRange())}")
        found = list(findings(stage))
        for kind, text in found:
            print(f"  {kind}: {text}")
        bad |= any(kind == "Error" for kind, _ in found)
        print(f"  validators: {len(found)} findings")
        if options.against:
            ours, theirs = usd_corners(stage), glb_corners(options.against)
            same = ours.shape == theirs.shape
            worst = float(np.abs(ours - theirs).max()) if same else float("inf")
            print(f"  {len(ours)} corners against {len(theirs)}: the largest difference is {worst:g}")
            # Both files hold single precision, and `v` is turned over between them.
            bad |= worst > 4e-7 * max(1.0, float(np.abs(theirs).max()))
    sys.exit(int(bad))


if __name__ == "__main__":
    main()
