"""PositionBasedDynamics (`pypbd`): XPBD with distance and bending constraints. It knows no contact of cloth with cloth."""

import importlib.metadata

import numpy as np
import pypbd as pbd

import scenes
import shapes

STEPS = 10
SUBSTEPS = 2
ITERATIONS = 2
CONTACT_STIFFNESS = 1000.0


class Peer:
    """Every sheet is a triangle model; bodies are distance fields of simple shapes."""

    version = f"pypbd {importlib.metadata.version('pypbd')}"
    settings = {"steps a frame": STEPS, "substeps a step": SUBSTEPS, "iterations": ITERATIONS, "contact stiffness": CONTACT_STIFFNESS,
                "restitution": 0, "self-contact": "none, it has not got it"}

    def __init__(self, scene, _variant):
        self.scene, self.time = scene, 0.0
        self.simulation = pbd.Simulation.getCurrent()
        self.simulation.initDefault()
        self.model = self.simulation.getModel()
        self.step_control = self.simulation.getTimeStep()
        self.detection = pbd.DistanceFieldCollisionDetection()
        self.step_control.setCollisionDetection(self.model, self.detection)
        self.detection.setTolerance(scene.material.thickness)
        pbd.TimeManager.getCurrent().setTimeStepSize(scenes.FRAME / STEPS)
        self.step_control.setValueUInt(pbd.TimeStepController.NUM_SUB_STEPS, SUBSTEPS)
        self.step_control.setValueUInt(pbd.TimeStepController.MAX_ITERATIONS, ITERATIONS)
        self.model.setContactStiffnessParticleRigidBody(CONTACT_STIFFNESS)
        self.add_sheets()
        for body in scene.bodies:
            self.add_body(body)

    def add_sheets(self):
        """Made flat, from which the constraints take their rest shape, then put in place."""
        scene = self.scene
        count = len(scene.flat) // scene.sheets
        flat = np.stack([scene.flat[:, 0], np.zeros(len(scene.flat)), -scene.flat[:, 1]], axis=1)
        triangles = scene.triangles.reshape(scene.sheets, -1, 3)
        for sheet in range(scene.sheets):
            points = flat[sheet * count:(sheet + 1) * count]
            self.model.addTriangleModel(points, (triangles[sheet] - sheet * count).ravel(), testMesh=False)
        particles, masses = self.model.getParticles(), scene.vertex_masses()
        held = set(scene.held.tolist())
        for n, mass in enumerate(masses):
            particles.setMass(n, 0.0 if n in held else float(mass))
        for n, sheet in enumerate(self.model.getTriangleModels()):
            sheet.setFrictionCoeff(scene.material.friction)
            sheet.setRestitutionCoeff(0.0)
            # 4: XPBD springs along edges in N/m, 3: XPBD bending of pairs of triangles in N·m.
            self.model.addClothConstraints(sheet, 4, scene.material.membrane, 0.0, 0.0, 0.0, 0.0, 0.0, False, False)
            self.model.addBendingConstraints(sheet, 3, scenes.BENDING)
            kind = pbd.CollisionObject.TriangleModelCollisionObjectType
            self.detection.addCollisionObjectWithoutGeometry(n, kind, particles, n * count, count, True)
        for n, point in enumerate(scene.positions):
            particles.setPosition(n, point)
            particles.setPosition0(n, point)

    def add_body(self, body):
        """A floor is the top of a thick plank."""
        if body.kind == "shell":
            raise NotImplementedError("it has no bodies that are open meshes")
        size = np.array([4.0, 1.0, 4.0] if body.kind == "floor" else body.size)
        centre = body.centre - 0.5 * size[1] * body.rotation[:, 1]
        vertices, mesh = pbd.VertexData(), pbd.IndexedFaceMesh()
        points, triangles = shapes.icosphere(body.radius or 1.0, 2)
        for point in points:
            vertices.addVertex(point)
        mesh.initMesh(len(points), 2 * len(triangles), len(triangles))
        for triangle in triangles:
            mesh.addFace(triangle.tolist())
        mesh.buildNeighbors()
        rigid = self.model.addRigidBody(1000.0, vertices, mesh, centre, body.rotation, np.ones(3))
        rigid.setMass(0.0)
        rigid.setFrictionCoeff(self.scene.material.friction)
        rigid.setRestitutionCoeff(0.0)
        kind = pbd.CollisionObject.RigidBodyCollisionObjectType
        shape = rigid.getGeometry().getVertexDataLocal()
        index = len(self.model.getRigidBodies()) - 1
        if body.kind == "ball":
            self.detection.addCollisionSphere(index, kind, shape, 0, len(points), body.radius, True, False)
        else:
            self.detection.addCollisionBox(index, kind, shape, 0, len(points), size, True, False)

    def turn_bodies(self):
        """Angles and angular velocities of balls that turn."""
        step = scenes.FRAME / STEPS
        for rigid, body in zip(self.model.getRigidBodies(), self.scene.bodies):
            if body.turn:
                angle, before = body.turn(self.time), body.turn(self.time - step)
                rigid.setRotation([np.cos(0.5 * angle), 0.0, np.sin(0.5 * angle), 0.0])
                rigid.setAngularVelocity([0.0, (angle - before) / step, 0.0])

    def step(self):
        for _ in range(STEPS):
            self.time += scenes.FRAME / STEPS
            self.turn_bodies()
            particles = self.model.getParticles()
            for vertex, point in zip(self.scene.held.tolist(), self.scene.held_at(self.time)):
                particles.setPosition(vertex, point)
            self.step_control.step(self.model)

    def positions(self):
        return np.array(self.model.getParticles().getVertices()).reshape(-1, 3).copy()
