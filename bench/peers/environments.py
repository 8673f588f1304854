"""Virtual environments, one for each peer, since what they depend on conflicts."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Blender's module is built for this Python and no other; the rest follows.
PYTHON = "3.11"


class Unavailable(Exception):
    """An environment that cannot be had, with the reason."""


def interpreter():
    """A Python of the version that all peers have packages for."""
    if sys.version_info[:2] == tuple(map(int, PYTHON.split("."))):
        return sys.executable
    found = shutil.which(f"python{PYTHON}")
    if not found:
        raise Unavailable(f"there is no Python {PYTHON} on this machine")
    return found


def python_of(name, root):
    """The Python of an environment, which is made if it is not there."""
    folder = root / "venvs" / name
    python, done = folder / "bin" / "python", folder / "installed"
    wanted = (HERE / f"requirements-{name}.txt").read_text()
    if done.exists() and done.read_text() == wanted:
        return python
    subprocess.run([interpreter(), "-m", "venv", "--clear", folder], check=True)
    command = [python, "-m", "pip", "install", "--quiet", "--requirement", HERE / f"requirements-{name}.txt"]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    if outcome.returncode != 0:
        raise Unavailable("cannot be installed: " + (outcome.stderr.strip().splitlines() or ["pip failed"])[-1][:200])
    done.write_text(wanted)
    return python


def threads_environment(threads):
    """Variables that keep libraries to so many threads: some spin when they have more of them than cores."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "TBB_NUM_THREADS")
    return os.environ | {name: str(threads) for name in names}


def keep_to_cores(threads):
    """To be called in the new process: it gets as many cores as it may have threads."""
    cores = sorted(os.sched_getaffinity(0))[:threads]
    os.sched_setaffinity(0, cores)
