"""Blender's cloth modifier, as the Python module `bpy`."""

import bpy
import numpy as np

import scenes

# Blender multiplies gravity by 0.001 and counts time in frames whatever their rate, so that its unit of time is the root of 0.001 s.
TIME_UNIT = 0.001**0.5
VERTEX_MASS = 0.3
TWIST_TIME = 4.0
# Steps a frame and collision steps of the two variants: what Blender has by default, and more than twice that.
QUALITY = {"default": (5, 2), "high": (12, 6)}


def mesh_object(name, vertices, faces):
    """A mesh in the scene. Blender's z is up."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]], axis=1).tolist(), [], faces.tolist())
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


class Peer:
    """One cloth object, advanced frame by frame."""

    version = f"Blender {bpy.app.version_string}"

    def __init__(self, scene, variant):
        self.scene, self.frame = scene, 1
        self.quality = QUALITY[variant]
        bpy.ops.wm.read_factory_settings(use_empty=True)
        world = bpy.context.scene
        world.render.fps, world.frame_start, world.frame_end = 60, 1, 100_000
        world.gravity = (0.0, 0.0, -scenes.GRAVITY)
        self.cloth = mesh_object("cloth", scene.positions, scene.quads)
        self.rest_shape()
        self.held()
        for body in scene.bodies:
            self.add_body(body)
        self.settings = self.setup(self.cloth.modifiers.new("cloth", "CLOTH"))
        world.frame_set(1)

    def rest_shape(self):
        """The flat sheet, from which springs take their lengths."""
        flat = self.scene.flat
        self.cloth.shape_key_add(name="start", from_mix=False)
        key = self.cloth.shape_key_add(name="rest", from_mix=False)
        # Several sheets may lie on each other here: only lengths and angles are taken from it.
        key.data.foreach_set("co", np.stack([flat[:, 0], flat[:, 1], np.zeros(len(flat))], axis=1).astype(np.float32).ravel())
        key.value = 0.0

    def held(self):
        """Held vertices follow two empties, which turn about x and move along it; Blender takes straight lines between frames."""
        held = self.scene.held
        if not len(held):
            return
        self.cloth.vertex_groups.new(name="held").add(held.tolist(), 1.0, "REPLACE")
        for sign in (1.0, -1.0):
            empty = bpy.data.objects.new("end", None)
            bpy.context.scene.collection.objects.link(empty)
            for frame in range(int(TWIST_TIME / scenes.FRAME) + 1):
                part = frame * scenes.FRAME / TWIST_TIME
                empty.location.x = 0.5 * sign * 0.3 * part * part
                empty.rotation_euler.x = 0.5 * sign * 5.0 * 2.0 * np.pi * part
                empty.keyframe_insert("location", frame=frame + 1)
                empty.keyframe_insert("rotation_euler", frame=frame + 1)
            hook = self.cloth.modifiers.new("end", "HOOK")
            hook.object = empty
            hook.vertex_indices_set(held[self.scene.positions[held, 0] * sign < 0.0].tolist())

    def add_body(self, body):
        thing = mesh_object(body.kind, body.vertices, body.triangles)
        thing.modifiers.new("collision", "COLLISION")
        thing.collision.thickness_outer = 0.001
        thing.collision.thickness_inner = 0.2
        thing.collision.cloth_friction = 100.0 * scenes.FRICTION
        thing.collision.use_culling = True

    def setup(self, modifier):
        """Stiffness by Blender's units; the rest of the springs' settings are as Blender has them by default."""
        cloth, touch, h = modifier.settings, modifier.collision_settings, self.scene.edge_size()
        # Blender's springs have the stiffness `value / mean length` in its units of mass and time; one of a square grid is 10 kN/m.
        unit = TIME_UNIT**2 * VERTEX_MASS / (scenes.DENSITY * h * h)
        length = 0.5 * (1.0 + 2.0**0.5) * h
        cloth.quality, touch.collision_quality = self.quality
        cloth.time_scale = scenes.FRAME / TIME_UNIT
        cloth.mass = VERTEX_MASS
        cloth.air_damping = 0.0
        cloth.bending_model = "ANGULAR"
        cloth.tension_stiffness = cloth.compression_stiffness = scenes.MEMBRANE * unit * length
        cloth.shear_stiffness = scenes.SHEAR * unit * length
        cloth.bending_stiffness = scenes.BENDING * unit
        # The default of 0.5 belongs to a stiffness of 0.5; with that of cloth as thin as this the sheet would be as viscous as honey.
        cloth.bending_damping = 0.0
        cloth.rest_shape_key = self.cloth.data.shape_keys.key_blocks["rest"]
        if len(self.scene.held):
            cloth.vertex_group_mass = "held"
            cloth.pin_stiffness = 1.0
        touch.use_collision, touch.use_self_collision = True, True
        touch.distance_min, touch.self_distance_min = scenes.THICKNESS, scenes.THICKNESS
        touch.friction, touch.self_friction = 100.0 * scenes.FRICTION, 100.0 * scenes.FRICTION
        modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, 100_000
        return {
            "steps a frame": cloth.quality, "collision quality": touch.collision_quality, "speed multiplier": round(cloth.time_scale, 4),
            "vertex mass": VERTEX_MASS, "tension": round(cloth.tension_stiffness, 2), "shear": round(cloth.shear_stiffness, 2),
            "bending": round(cloth.bending_stiffness, 6), "bending damping": cloth.bending_damping, "distance": scenes.THICKNESS,
        }

    def step(self):
        self.frame += 1
        bpy.context.scene.frame_set(self.frame)

    def positions(self):
        evaluated = self.cloth.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        points = np.empty(3 * len(evaluated.vertices), dtype=np.float32)
        evaluated.vertices.foreach_get("co", points)
        x, z, y = points.reshape(-1, 3).T
        return np.stack([x, y, -z], axis=1)
