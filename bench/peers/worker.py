"""Runs one scene in one peer, in the peer's own environment, and keeps every frame and its time.

    python worker.py PEER SCENE CELLS FRAMES LIMIT FOLDER

PEER is a module beside this one with a class `Peer(scene, variant)`, as `module:variant`: `step()` takes one frame of 1/60 s,
`positions()` tells where the vertices are, `settings` says how it was set up. After LIMIT seconds of stepping the run stops where it is;
the first frame, in which some peers compile, does not count. FOLDER gets `frames.bin` and `run.json` after every frame, so that nothing
is lost if a frame takes too long and the run has to be ended from outside; `run.json` has `error` if the peer could not do it.
"""

import importlib
import json
import resource
import sys
import time
import traceback
from pathlib import Path

import numpy as np

import scenes


class Keeper:
    """Writes states and times."""

    def __init__(self, folder, frames):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.states = folder, open(folder / "frames.bin", "wb")
        self.result = {"frames_asked": frames, "wall_ms": [], "cpu_ms": []}

    def state(self, positions):
        if not np.isfinite(positions).all():
            raise RuntimeError(f"positions are not numbers after frame {len(self.result['wall_ms'])}")
        self.states.write(np.ascontiguousarray(positions, dtype=np.float32).tobytes())
        self.states.flush()

    def write(self):
        self.result["peak_rss_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
        draft = self.folder / "run.json.new"
        draft.write_text(json.dumps(self.result))
        draft.replace(self.folder / "run.json")


def simulate(peer, keeper, frames, limit):
    """Wall-clock and processor milliseconds of each frame; reading and writing positions is not part of them."""
    wall, processor = keeper.result["wall_ms"], keeper.result["cpu_ms"]
    keeper.state(peer.positions())
    for _ in range(frames):
        begin, cpu = time.perf_counter(), time.process_time()
        peer.step()
        elapsed = 1e3 * (time.perf_counter() - begin), 1e3 * (time.process_time() - cpu)
        keeper.state(peer.positions())
        wall.append(elapsed[0])
        processor.append(elapsed[1])
        keeper.write()
        if sum(wall[1:]) > 1e3 * limit:
            break


def main():
    name, scene, cells, frames, limit, folder = sys.argv[1:]
    keeper = Keeper(Path(folder), int(frames))
    module, _, variant = name.partition(":")
    try:
        peer = importlib.import_module(module).Peer(scenes.build(scene, int(cells)), variant)
        keeper.result |= {"version": peer.version, "settings": peer.settings}
        simulate(peer, keeper, int(frames), float(limit))
    except Exception as error:  # whatever a peer throws is what the table has to say about it
        traceback.print_exc()
        keeper.result["error"] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    keeper.result["ended"] = True
    keeper.write()


if __name__ == "__main__":
    main()
