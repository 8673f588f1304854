"""NVIDIA Newton on the processor (Warp): its solvers Style3D and VBD, chosen by the variant."""

import newton
import numpy as np
import warp as wp
from newton.solvers import style3d

import scenes

SUBSTEPS = 10
ITERATIONS = 10
CONTACT_STIFFNESS = 1e3


class Peer:
    """One cloth, advanced in ten steps a frame, as Newton's cloth examples do."""

    version = f"Newton {newton.__version__}, Warp {wp.__version__}"

    def __init__(self, scene, variant):
        wp.config.quiet = True
        wp.set_device("cpu")
        self.scene, self.variant, self.time, self.material = scene, variant, 0.0, scene.material
        self.turning = []
        builder = newton.ModelBuilder(up_axis=newton.Axis.Y, gravity=(0.0, -scenes.GRAVITY, 0.0))
        if variant == "style3d":
            newton.solvers.SolverStyle3D.register_custom_attributes(builder)
            self.add_style3d(builder)
        else:
            self.add_vbd(builder)
        for body in scene.bodies:
            self.add_body(builder, body)
        builder.color()
        self.model = builder.finalize()
        self.contact_material()
        self.hold()
        self.solver = self.make_solver()
        self.states = [self.model.state(), self.model.state()]
        self.control = self.model.control()
        self.pipeline = newton.CollisionPipeline(self.model, soft_contact_gap=0.01)
        self.contacts = self.pipeline.contacts()
        self.settings = {
            "steps a frame": SUBSTEPS, "iterations": ITERATIONS, "contact stiffness N/m": CONTACT_STIFFNESS,
            "particle radius": self.material.thickness,
            "self-contact distance": 2.0 * self.solver.collision.radius if variant == "style3d" else self.material.thickness,
        }

    def add_style3d(self, builder):
        scene = self.scene
        style3d.add_cloth_mesh(
            builder, pos=wp.vec3(0.0), rot=wp.quat_identity(), vel=wp.vec3(0.0),
            vertices=scene.positions.tolist(), indices=scene.triangles.ravel().tolist(),
            panel_verts=scene.flat.tolist(), panel_indices=scene.triangles.ravel().tolist(),
            density=scenes.DENSITY, particle_radius=self.material.thickness,
            tri_aniso_ke=wp.vec3(self.material.membrane, self.material.membrane, self.material.shear),
            edge_aniso_ke=wp.vec3(scenes.BENDING, scenes.BENDING, scenes.BENDING),
        )

    def add_vbd(self, builder):
        """The rest shape is that of the vertices given, so the flat sheets go in, and are put in place afterwards."""
        scene = self.scene
        flat = np.stack([scene.flat[:, 0], scene.flat[:, 1], np.zeros(len(scene.flat))], axis=1)
        builder.add_cloth_mesh(
            pos=wp.vec3(0.0), rot=wp.quat_identity(), vel=wp.vec3(0.0), scale=1.0,
            vertices=[wp.vec3(*point) for point in flat.tolist()], indices=scene.triangles.ravel().tolist(),
            density=scenes.DENSITY, particle_radius=self.material.thickness,
            # Lamé's constants of a membrane without Poisson effect.
            tri_ke=0.5 * self.material.membrane, tri_ka=0.0, tri_kd=0.0,
            # Energy of a hinge is half of stiffness, length and angle squared; squares of side h bend by B / h.
            edge_ke=scenes.BENDING / scene.edge_size(), edge_kd=0.0,
        )
        builder.particle_q = [wp.vec3(*point) for point in scene.positions.tolist()]

    def add_body(self, builder, body):
        config = newton.ModelBuilder.ShapeConfig(mu=self.material.friction, ke=CONTACT_STIFFNESS)
        place = wp.transform(wp.vec3(*body.centre.tolist()), wp.quat_identity())
        if body.turn:
            self.turning.append(body)
            number = builder.add_body(xform=place, is_kinematic=True)
            builder.add_shape_sphere(body=number, radius=body.radius, cfg=config)
        elif body.kind == "ball":
            builder.add_shape_sphere(body=-1, xform=place, radius=body.radius, cfg=config)
        elif body.kind == "floor":
            builder.add_shape_plane(plane=(0.0, 1.0, 0.0, -float(body.centre[1])), width=0.0, length=0.0, cfg=config)
        elif body.kind == "slab":
            half = 0.5 * np.array(body.size)
            middle = body.centre - body.rotation[:, 1] * half[1]
            turned = wp.quat_from_matrix(wp.mat33(*body.rotation.ravel().tolist()))
            builder.add_shape_box(body=-1, xform=wp.transform(wp.vec3(*middle.tolist()), turned), hx=half[0], hy=half[1], hz=half[2], cfg=config)
        else:
            # The cloth is inside: that is where its front has to be.
            mesh = newton.Mesh(body.vertices.astype(np.float32), body.triangles[:, ::-1].ravel(), compute_inertia=False)
            builder.add_shape_mesh(body=-1, mesh=mesh, cfg=config)

    def contact_material(self):
        self.model.soft_contact_ke = CONTACT_STIFFNESS
        self.model.soft_contact_kd = 1e-5 if self.variant == "style3d" else 1e-2
        self.model.soft_contact_mu = self.material.friction

    def hold(self):
        flags = self.model.particle_flags.numpy()
        flags[self.scene.held] &= ~int(newton.ParticleFlags.ACTIVE)
        self.model.particle_flags = wp.array(flags, dtype=self.model.particle_flags.dtype)

    def make_solver(self):
        if self.variant == "style3d":
            return newton.solvers.SolverStyle3D(model=self.model, iterations=ITERATIONS)
        return newton.solvers.SolverVBD(
            self.model, iterations=ITERATIONS, particle_enable_self_contact=True,
            particle_self_contact_margin=self.material.thickness, particle_self_contact_gap=0.5 * self.material.thickness,
            particle_vertex_contact_buffer_size=64, particle_edge_contact_buffer_size=128,
        )

    def step(self):
        if self.variant == "vbd":
            self.solver.rebuild_bvh(self.states[0])
        for _ in range(SUBSTEPS):
            self.time += scenes.FRAME / SUBSTEPS
            first, second = self.states
            self.move_held(first, second)
            self.turn_bodies(first, second)
            self.pipeline.collide(first, self.contacts)
            first.clear_forces()
            self.solver.step(first, second, self.control, self.contacts, scenes.FRAME / SUBSTEPS)
            self.states.reverse()

    def move_held(self, *states):
        if len(self.scene.held):
            for state in states:
                state.particle_q.numpy()[self.scene.held] = self.scene.held_at(self.time)

    def turn_bodies(self, *states):
        """Places and angular velocities of balls that turn."""
        for n, body in enumerate(self.turning):
            step = scenes.FRAME / SUBSTEPS
            angle, before = body.turn(self.time), body.turn(self.time - step)
            for state in states:
                state.body_q.numpy()[n] = [*body.centre, 0.0, np.sin(0.5 * angle), 0.0, np.cos(0.5 * angle)]
                state.body_qd.numpy()[n] = [0.0, 0.0, 0.0, 0.0, (angle - before) / step, 0.0]

    def positions(self):
        return self.states[0].particle_q.numpy().copy()
