"""MuJoCo's flex: finite elements in its implicit `discrete` integrator with the Newton solver, as its manual advises for cloth.

The variant says how contact is handled: `rows` (constraints with friction, its default), `passive` (penalty forces, no friction) or `ipc`
(experimental: every step is checked to be free of intersections; no friction).
"""

import mujoco
import numpy as np

import scenes

STEPS = {"rows": 8, "passive": 8, "ipc": 4}
DAMPING = 0.002
HELD_MASS = 10.0  # kg: bodies of this mass are led by their velocity, cloth cannot change it
BALL_MASS = 1000.0
WALL = 0.02  # how thick the wall of a shell is, outwards
SLIDERS = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


def words(numbers):
    return " ".join(f"{number:.9g}" for number in np.ravel(numbers))


def walls(body):
    """Every triangle of a shell with a second one behind it: six corners of a convex wall."""
    corners = body.vertices[body.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return np.concatenate([corners, corners + WALL * normals[:, None]], axis=1)


class Peer:
    """Every vertex is a body with three sliders; those of held vertices are heavy and led."""

    version = f"MuJoCo {mujoco.__version__}"

    def __init__(self, scene, variant):
        self.scene, self.variant, self.time, self.material = scene, variant, 0.0, scene.material
        self.radius = 0.5 * self.material.thickness
        # Young's modulus and thickness that give the membrane and the bending stiffness: E t and E t³ / 12.
        self.shell = (12.0 * scenes.BENDING / self.material.membrane) ** 0.5
        self.young = self.material.membrane / self.shell
        self.steps = STEPS[variant]
        self.settings = {
            "contact": variant, "steps a frame": self.steps, "solver": "Newton, tolerance 1e-6", "Young's modulus Pa": round(self.young),
            "shell thickness": round(self.shell, 7), "contact radius": self.radius, "damping s": DAMPING,
        }
        self.flat = np.stack([scene.flat[:, 0], scene.flat[:, 1], np.zeros(len(scene.flat))], axis=1)
        self.model = mujoco.MjModel.from_xml_string(self.xml())
        self.data = mujoco.MjData(self.model)
        # The model is made of flat sheets, from which it takes the shape at rest; then they are put in place.
        self.vertices_of(self.data.qpos)[:] = scene.positions - self.flat
        mujoco.mj_forward(self.model, self.data)

    def xml(self):
        masses = self.scene.vertex_masses()
        masses[self.scene.held] = HELD_MASS
        weightless = np.zeros(len(masses), dtype=int)
        weightless[self.scene.held] = 1
        bodies = [
            f'<body name="v{n}" pos="{words(point)}" gravcomp="{weightless[n]}">'
            f'<inertial pos="0 0 0" mass="{masses[n]:.9g}" diaginertia="1e-9 1e-9 1e-9"/>{SLIDERS}</body>'
            for n, point in enumerate(self.flat)
        ]
        flag = '<flag ipc="enable"/>' if self.variant == "ipc" else ""
        return f"""<mujoco>
  <option timestep="{scenes.FRAME / self.steps}" gravity="0 {-scenes.GRAVITY} 0" solver="Newton" tolerance="1e-6"
          integrator="discrete">{flag}</option>
  <size memory="6G"/>
  <asset>{"".join(part for body in self.scene.bodies for part in self.assets(body))}</asset>
  <worldbody>{"".join(bodies)}{"".join(map(self.body, self.scene.bodies))}</worldbody>
  <deformable>{"".join(map(self.flex, range(self.scene.sheets)))}</deformable>
</mujoco>"""

    def flex(self, sheet):
        """One sheet."""
        count = len(self.flat) // self.scene.sheets
        triangles = self.scene.triangles.reshape(self.scene.sheets, -1, 3)[sheet] - sheet * count
        names = " ".join(f"v{n + sheet * count}" for n in range(count))
        passive = "false" if self.variant == "rows" else "true"
        return f"""<flex name="sheet{sheet}" dim="2" radius="{self.radius}" body="{names}" vertex="{words(np.zeros((count, 3)))}"
          element="{" ".join(map(str, triangles.ravel()))}">
          <contact selfcollide="auto" passive="{passive}" solref="0.01 1" solimp=".95 .99 .0001" friction="{self.material.friction}"/>
          <elasticity young="{self.young}" poisson="0" thickness="{self.shell}" elastic2d="both" damping="{DAMPING}"/></flex>"""

    def body(self, body):
        look = f'friction="{self.material.friction}" solref="0.01 1" solimp=".95 .99 .0001"'
        if body.turn:
            geom = f'<geom type="sphere" size="{body.radius}" mass="{BALL_MASS}" {look}/>'
            return f'<body pos="{words(body.centre)}" gravcomp="1"><joint type="hinge" axis="0 1 0"/>{geom}</body>'
        if body.kind == "ball":
            return f'<geom type="sphere" size="{body.radius}" pos="{words(body.centre)}" {look}/>'
        if body.kind == "floor":
            return f'<geom type="plane" size="2 2 1" pos="{words(body.centre)}" euler="-90 0 0" {look}/>'
        if body.kind == "slab":
            half = 0.5 * np.array(body.size)
            middle, axes = body.centre - body.rotation[:, 1] * half[1], body.rotation[:, :2].T
            return f'<geom type="box" size="{words(half)}" pos="{words(middle)}" xyaxes="{words(axes)}" {look}/>'
        return "".join(f'<geom type="mesh" mesh="wall{n}" {look}/>' for n in range(len(walls(body))))

    def assets(self, body):
        """Meshes are convex in MuJoCo, so a shell is built of them."""
        if body.kind != "shell":
            return []
        return [f'<mesh name="wall{n}" vertex="{words(wall)}" inertia="convex"/>' for n, wall in enumerate(walls(body))]

    def vertices_of(self, numbers):
        """The part of places or speeds that is about vertices; bodies that turn come after it."""
        return numbers[:3 * len(self.flat)].reshape(-1, 3)

    def step(self):
        for _ in range(self.steps):
            self.lead(scenes.FRAME / self.steps)
            mujoco.mj_step(self.model, self.data)

    def lead(self, step):
        """Held vertices get the velocity that takes them along their path during the next step."""
        held = self.scene.held
        if len(held):
            here, there = self.scene.held_at(self.time), self.scene.held_at(self.time + step)
            self.vertices_of(self.data.qpos)[held] = here - self.flat[held]
            self.vertices_of(self.data.qvel)[held] = (there - here) / step
        for n, body in enumerate(body for body in self.scene.bodies if body.turn):
            here, there = body.turn(self.time), body.turn(self.time + step)
            self.data.qpos[3 * len(self.flat) + n] = here
            self.data.qvel[3 * len(self.flat) + n] = (there - here) / step
        self.time += step

    def positions(self):
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_flex(self.model, self.data)
        return self.data.flexvert_xpos.copy()
