"""MuJoCo's flex: finite elements in its implicit `discrete` integrator with the Newton solver, as its manual advises for cloth.

The variant says how contact is handled: `rows` (constraints with friction, its default), `passive` (penalty forces, no friction) or `ipc`
(experimental: every step is checked to be free of intersections; no friction).
"""

import mujoco
import numpy as np

import scenes

STEPS = {"rows": 8, "passive": 8, "ipc": 4}
RADIUS = 0.5 * scenes.THICKNESS
# Young's modulus and thickness that give the membrane and the bending stiffness: E t = 10 kN/m, E t³ / 12 = 1e-5 N·m.
SHELL = (12.0 * scenes.BENDING / scenes.MEMBRANE) ** 0.5
YOUNG = scenes.MEMBRANE / SHELL
DAMPING = 0.002
HELD_MASS = 10.0  # kg: bodies of this mass are led by their velocity, cloth cannot change it
SLIDERS = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


def words(numbers):
    return " ".join(f"{number:.9g}" for number in np.ravel(numbers))


class Peer:
    """Every vertex is a body with three sliders; those of held vertices are heavy and led."""

    version = f"MuJoCo {mujoco.__version__}"

    def __init__(self, scene, variant):
        self.scene, self.variant, self.time = scene, variant, 0.0
        self.steps = STEPS[variant]
        self.settings = {
            "contact": variant, "steps a frame": self.steps, "solver": "Newton, tolerance 1e-6", "Young's modulus Pa": round(YOUNG),
            "shell thickness": round(SHELL, 7), "contact radius": RADIUS, "damping s": DAMPING,
        }
        self.flat = np.stack([scene.flat[:, 0], scene.flat[:, 1], np.zeros(len(scene.flat))], axis=1)
        self.model = mujoco.MjModel.from_xml_string(self.xml())
        self.data = mujoco.MjData(self.model)
        # The model is made of flat sheets, from which it takes the shape at rest; then they are put in place.
        self.data.qpos[:] = (scene.positions - self.flat).ravel()
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
  <worldbody>{"".join(map(self.body, self.scene.bodies))}{"".join(bodies)}</worldbody>
  <deformable>{"".join(map(self.flex, range(self.scene.sheets)))}</deformable>
</mujoco>"""

    def flex(self, sheet):
        """One sheet."""
        count = len(self.flat) // self.scene.sheets
        triangles = self.scene.triangles.reshape(self.scene.sheets, -1, 3)[sheet] - sheet * count
        names = " ".join(f"v{n + sheet * count}" for n in range(count))
        passive = "false" if self.variant == "rows" else "true"
        return f"""<flex name="sheet{sheet}" dim="2" radius="{RADIUS}" body="{names}" vertex="{words(np.zeros((count, 3)))}"
          element="{" ".join(map(str, triangles.ravel()))}">
          <contact selfcollide="auto" passive="{passive}" solref="0.01 1" solimp=".95 .99 .0001" friction="{scenes.FRICTION}"/>
          <elasticity young="{YOUNG}" poisson="0" thickness="{SHELL}" elastic2d="both" damping="{DAMPING}"/></flex>"""

    def body(self, body):
        look = f'friction="{scenes.FRICTION}" solref="0.01 1" solimp=".95 .99 .0001"'
        if body.kind == "ball":
            return f'<geom type="sphere" size="{body.radius}" pos="{words(body.centre)}" {look}/>'
        return f'<geom type="plane" size="2 2 1" euler="-90 0 0" {look}/>'

    def step(self):
        for _ in range(self.steps):
            self.lead(scenes.FRAME / self.steps)
            mujoco.mj_step(self.model, self.data)

    def lead(self, step):
        """Held vertices get the velocity that takes them along their path during the next step."""
        held = self.scene.held
        if len(held):
            here, there = self.scene.held_at(self.time), self.scene.held_at(self.time + step)
            self.data.qpos.reshape(-1, 3)[held] = here - self.flat[held]
            self.data.qvel.reshape(-1, 3)[held] = (there - here) / step
        self.time += step

    def positions(self):
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_flex(self.model, self.data)
        return self.data.flexvert_xpos.copy()
