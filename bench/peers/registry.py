"""The programs that are compared: where each lives and what it is called."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """A peer: `worker` is its module and variant, `environment` the name of its requirements and of its virtual environment."""

    name: str
    label: str
    environment: str
    worker: str


PROGRAMS = {
    program.name: program
    for program in (
        Program("mujoco-ipc", "MuJoCo flex, `ipc`", "mujoco", "mujoco_flex:ipc"),
        Program("mujoco", "MuJoCo flex", "mujoco", "mujoco_flex:rows"),
        Program("mujoco-passive", "MuJoCo flex, passive contact", "mujoco", "mujoco_flex:passive"),
        Program("newton-style3d", "Newton, Style3D", "newton", "newton_cloth:style3d"),
        Program("newton-vbd", "Newton, VBD", "newton", "newton_cloth:vbd"),
        Program("blender", "Blender, default quality", "blender", "blender:default"),
        Program("blender-high", "Blender, high quality", "blender", "blender:high"),
        Program("pypbd", "PositionBasedDynamics", "pypbd", "pypbd_cloth"),
    )
}

# `mujoco-passive` can be asked for; `ipc` is what took its place.
DEFAULT = [name for name in PROGRAMS if name != "mujoco-passive"]
