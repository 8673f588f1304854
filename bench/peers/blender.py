"""Blender's cloth modifier, as the Python module `bpy`."""

import bpy
import numpy as np

import scenes

# Blender multiplies gravity by 0.001 and counts time in frames whatever their rate, so that its unit of time is the root of 0.001 s.
TIME_UNIT = 0.001**0.5
VERTEX_MASS = 0.3
PATH_TIME = 4.0  # no scene is longer
# Steps a frame and collision steps of the two variants: what Blender has by default, and more than twice that.
QUALITY = {"default": (5, 2), "high": (12, 6)}


def z_up(points):
    """Blender's z is up."""
    x, y, z = np.moveaxis(np.asarray(points), -1, 0)
    return np.stack([x, -z, y], axis=-1)


def mesh_object(name, vertices, faces):
    """A mesh in the scene."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(z_up(vertices).tolist(), [], faces.tolist())
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def keyed(thing, place):
    """Lets a thing follow `place(time)`, which sets it, from frame to frame."""
    for frame in range(int(PATH_TIME / scenes.FRAME) + 1):
        place(frame * scenes.FRAME)
        thing.keyframe_insert("location", frame=frame + 1)
        thing.keyframe_insert("rotation_euler", frame=frame + 1)
    for curve in curves(thing):
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"


def curves(thing):
    """The curves of a thing's action."""
    action = thing.animation_data.action
    return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags for curve in bag.fcurves]


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
        """Held vertices follow empties, one for each end; Blender takes straight lines between frames."""
        held = self.scene.held
        if not len(held):
            return
        self.cloth.vertex_groups.new(name="held").add(held.tolist(), 1.0, "REPLACE")
        for end in self.scene.ends:
            empty = bpy.data.objects.new("end", None)
            bpy.context.scene.collection.objects.link(empty)

            def place(time, end=end, empty=empty):
                empty.location, empty.rotation_euler.x = z_up(end.shift(time)), end.turn(time)

            keyed(empty, place)
            hook = self.cloth.modifiers.new("end", "HOOK")
            hook.object = empty
            hook.vertex_indices_set(end.vertices.tolist())

    def add_body(self, body):
        thing = mesh_object(body.kind, body.vertices - body.centre, body.triangles)
        thing.location = z_up(body.centre)
        if body.turn:
            def place(time):
                thing.rotation_euler.z = body.turn(time)

            keyed(thing, place)
        thing.modifiers.new("collision", "COLLISION")
        thing.collision.thickness_outer = 0.001
        thing.collision.thickness_inner = 0.2
        thing.collision.cloth_friction = 100.0 * self.scene.material.friction
        # What is thin is met from both sides.
        thing.collision.use_culling = body.kind != "shell"

    def setup(self, modifier):
        """Stiffness by Blender's units; the rest of the springs' settings are as Blender has them by default."""
        cloth, touch, h, material = modifier.settings, modifier.collision_settings, self.scene.edge_size(), self.scene.material
        # Blender's springs have the stiffness `value / mean length` in its units of mass and time; one of a square grid is 10 kN/m.
        unit = TIME_UNIT**2 * VERTEX_MASS / (scenes.DENSITY * h * h)
        length = 0.5 * (1.0 + 2.0**0.5) * h
        cloth.quality, touch.collision_quality = self.quality
        cloth.time_scale = scenes.FRAME / TIME_UNIT
        cloth.mass = VERTEX_MASS
        cloth.air_damping = 0.0
        cloth.bending_model = "ANGULAR"
        cloth.tension_stiffness = cloth.compression_stiffness = material.membrane * unit * length
        cloth.shear_stiffness = material.shear * unit * length
        cloth.bending_stiffness = scenes.BENDING * unit
        # The default of 0.5 belongs to a stiffness of 0.5; with that of cloth as thin as this the sheet would be as viscous as honey.
        cloth.bending_damping = 0.0
        cloth.rest_shape_key = self.cloth.data.shape_keys.key_blocks["rest"]
        if len(self.scene.held):
            cloth.vertex_group_mass = "held"
            cloth.pin_stiffness = 1.0
        touch.use_collision, touch.use_self_collision = True, True
        touch.distance_min, touch.self_distance_min = material.thickness, material.thickness
        touch.friction, touch.self_friction = 100.0 * material.friction, 100.0 * material.friction
        modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, 100_000
        return {
            "steps a frame": cloth.quality, "collision quality": touch.collision_quality, "speed multiplier": round(cloth.time_scale, 4),
            "vertex mass": VERTEX_MASS, "tension": round(cloth.tension_stiffness, 2), "shear": round(cloth.shear_stiffness, 2),
            "bending": round(cloth.bending_stiffness, 6), "bending damping": cloth.bending_damping, "distance": material.thickness,
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
