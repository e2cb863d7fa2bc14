"""Purge at rest while events are counted, and at its end between counts.

Purge removes what updates and deletes leave behind in the pages that the next events write to. When
it gets to run is up to the scheduler, and decides which pages are full, split and rearranged: the
same events from the same state took up to a tenth more instructions in one session than in another.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sysbench_archive.capture.connection import Session, connected
from sysbench_archive.capture.plan import Access

LONGEST_SECONDS = 120
STILL_SECONDS = 2
"""Purge that has not gone on for so long has nothing to do, or sleeps."""
_NUMBERS_LEFT = 1
"""MySQL 9 stops one number before the next transaction, others at it."""
_POLL_SECONDS = 0.2
_NEXT = re.compile(r"^Trx id counter ([0-9A-Fa-f]+)\s*$", re.MULTILINE)
_DONE = re.compile(r"^Purge done for trx's n:o < ([0-9A-Fa-f]+) undo", re.MULTILINE)


@contextmanager
def purge_held(access: Access, password: str) -> Iterator[None]:
    """Hold purge back by a transaction that may yet read what it would remove."""
    with connected(access, password) as session:
        session.execute("set session transaction isolation level repeatable read")
        session.execute("start transaction with consistent snapshot")
        yield


def wait_until_purged(session: Session, tick: Callable[[], None]) -> bool:
    """Wait until purge has come to its end, or stands still: whether it has nothing left.

    A server that does not show how far purge is counts as done where it stands still.
    """
    begun = since = time.monotonic()
    last = _position(session)
    while time.monotonic() - begun < LONGEST_SECONDS:
        time.sleep(_POLL_SECONDS)
        tick()
        now = _position(session)
        if now != last:
            last, since = now, time.monotonic()
        elif now is None or now.left <= _NUMBERS_LEFT:
            return True
        elif time.monotonic() - since >= STILL_SECONDS:
            return False
    return False


@dataclass(frozen=True, slots=True)
class _Position:
    """The transaction that purge has reached, and how many numbers are left to the next one."""

    done: str
    left: int


def _position(session: Session) -> _Position | None:
    answer = session.ask("show engine innodb status")
    text = (answer.rows[0][-1] or "") if answer.rows else ""
    done, following = _DONE.search(text), _NEXT.search(text)
    if not done or not following:
        return None
    # MySQL 5.5 writes these numbers in base 16; one of ten digits alone is read as any other.
    base = 16 if re.search("[A-Fa-f]", done[1] + following[1]) else 10
    return _Position(done[1], int(following[1], base) - int(done[1], base))
