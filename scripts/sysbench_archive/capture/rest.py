"""Wait until a server rests: until none of its threads runs.

What a connection leaves behind is taken apart while the next one arrives. Where they meet, the
server serves with one thread more, and finds its memory in other pieces from then on: the same
connections took up to 2 % more instructions in one session than in another.
"""

from __future__ import annotations

import time
from pathlib import Path

LONGEST_SECONDS = 10
_LOOKS = 3
"""A thread that hands work on is asleep before the other one is looked at: once is not enough."""
_POLL_SECONDS = 0.01
_BUSY = frozenset("RD")
"""States in which a thread runs or waits for a processor, or for a disk."""


def wait_until_at_rest(pid: int | None) -> bool:
    """Wait until none of a process's threads runs: whether that was so, or there is nothing to see.

    A server that never rests keeps nobody longer than `LONGEST_SECONDS`.
    """
    end = time.monotonic() + LONGEST_SECONDS
    quiet = 0
    while quiet < _LOOKS and time.monotonic() < end:
        quiet = 0 if pid and is_busy(Path(f"/proc/{pid}/task")) else quiet + 1
        time.sleep(_POLL_SECONDS)
    return quiet == _LOOKS


def is_busy(threads: Path) -> bool:
    """Whether one of the threads in a folder of /proc runs."""
    return any(_state_of(path) in _BUSY for path in threads.glob("*/stat"))


def _state_of(stat: Path) -> str:
    """The letter of a thread's state, behind its name, which may hold brackets; "" if it ended."""
    try:
        words = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return words[0] if words else ""
