"""Purge held back while events are counted, and waited for between counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import Mock

import pytest

from sysbench_archive.capture import counting
from sysbench_archive.capture.connection import Answer
from sysbench_archive.capture.plan import Access

STATUS = """TRANSACTIONS
------------
Trx id counter {following}
Purge done for trx's n:o < {done} undo n:o < 0 state: running but idle
History list length 610
"""


def session_that_shows(*positions: tuple[str, str]) -> Mock:
    """A server whose status changes with each question, and stays at the last."""
    texts = [STATUS.format(done=done, following=following) for done, following in positions]

    def ask(_: str) -> Answer:
        text = texts.pop(0) if len(texts) > 1 else texts[0]
        return Answer(rows=(("InnoDB", "", text),))

    return Mock(ask=Mock(side_effect=ask))


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that only sleeping moves."""
    now = [0.0]
    monkeypatch.setattr(counting.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(counting.time, "sleep", lambda s: now.__setitem__(0, now[0] + s))


@pytest.mark.parametrize(
    "last",
    [("1426", "1426"), ("15512", "15513"), ("1F3A", "1F3B"), ("1F39", "1F3A"), ("FF", "100")],
)
def test_purge_that_has_reached_the_next_transaction_has_ended(last: tuple[str, str]) -> None:
    session = session_that_shows(("700", last[1]), ("900", last[1]), last)
    assert counting.wait_until_purged(session, Mock())
    assert session.ask.call_count == 4


def test_purge_that_stands_still_before_its_end_has_to_be_woken() -> None:
    assert not counting.wait_until_purged(session_that_shows(("700", "1426")), Mock())


def test_a_server_that_does_not_show_it_is_not_waited_for() -> None:
    assert counting.wait_until_purged(Mock(ask=Mock(return_value=Answer(fault="denied"))), Mock())


def test_purge_that_goes_on_is_waited_for_no_longer_than_two_minutes() -> None:
    tick = Mock()
    endless = [(str(number), "99999") for number in range(2000)]
    assert not counting.wait_until_purged(session_that_shows(*endless), tick)
    assert tick.call_count == pytest.approx(600, abs=2)


def test_purge_is_held_by_a_transaction_that_keeps_its_snapshot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Mock()

    @contextmanager
    def connected(*_: object) -> Iterator[Mock]:
        yield session
        session.execute("closed")

    monkeypatch.setattr(counting, "connected", connected)
    with counting.purge_held(Access(socket="/tmp/s"), ""):
        session.execute("events")
    assert [call.args[0] for call in session.execute.call_args_list] == [
        "set session transaction isolation level repeatable read",
        "start transaction with consistent snapshot",
        "events",
        "closed",
    ]
