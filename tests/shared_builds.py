"""What is costly to make is made once a run of the tests, for all of its processes.

The first process that asks makes the thing, the others wait for it and read what it left. All of
it lies in the run's temporary folder, never in the checkout.
"""

from __future__ import annotations

import fcntl
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")


def made_once(folder: Path, name: str, make: Callable[[Path], Made]) -> Made:
    """What `make` returned the one time it was called, with a new folder; it must be picklable.

    A failure is kept as well: whoever asks later hears of it and does not try again.
    """
    room, kept, failed = folder / name, folder / f"{name}.made", folder / f"{name}.failed"
    with (folder / f"{name}.lock").open("w") as lock:
        # The system lets go of it when the process ends, however it ends.
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert not failed.exists(), f"{name} could not be made: {failed.read_text()}"
        if not kept.exists():
            room.mkdir()
            try:
                made = make(room)
            except BaseException as error:
                failed.write_text(repr(error))
                raise
            kept.write_bytes(pickle.dumps(made))
        result: Made = pickle.loads(kept.read_bytes())
        return result


_CALL = """
import json, pickle, sys
from pathlib import Path
sys.path[:] = json.loads(sys.argv[1])
kept = Path(sys.argv[2])
make, room = pickle.loads(kept.read_bytes())
kept.write_bytes(pickle.dumps(make(room)))
"""


def made_apart(make: Callable[[Path], Made], room: Path) -> Made:
    """What `make` returns in a process of its own; a crash there fails a test and no more.

    `make` is a function of a module; what it returns is pickled.
    """
    kept = room / "call.pickle"
    kept.write_bytes(pickle.dumps((make, room)))
    command = [sys.executable, "-X", "faulthandler", "-c", _CALL, json.dumps(sys.path), str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    result: Made = pickle.loads(kept.read_bytes())
    return result
