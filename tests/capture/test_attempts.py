"""Attempts that failed: each is kept once."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_campaigns import TABLES, campaign_in

from sysbench_archive.capture import turn as turns
from sysbench_archive.capture.campaign import LIVE_OUTPUT
from sysbench_archive.capture.connection import Answer, GoneError
from sysbench_archive.capture.invocation import Outcome
from sysbench_archive.capture.plan import Cell, Visit
from sysbench_archive.capture.turn import record_run

BROKEN_OFF = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4

Threads started!

[ 1s ] thds: 4 tps: 7.00 qps: 7.00 lat (ms,95%): 1.00
FATAL: mysql_stmt_execute() returned error 1290
"""


def test_attempts_with_one_output_are_one_run(tmp_path: Path) -> None:
    campaign = campaign_in(tmp_path)
    for number in (1, 2, 3):
        (tmp_path / LIVE_OUTPUT).write_text(BROKEN_OFF)
        record_run(campaign, {"id": f"read-t4-r{number}"}, Outcome(1, 0.0))
    (run,) = campaign.state.runs
    assert run["id"] == "read-t4-r1-failed-1"
    assert [path.name for path in (tmp_path / "raw").iterdir()] == ["read-t4-r1-failed-1.txt"]


ENDED = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 1

Threads started!

SQL statistics:
    queries performed:
        read:                            5000
        write:                           0
        other:                           0
        total:                           5000
    transactions:                        5000   (500.00 per sec.)
    queries:                             5000   (500.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              5000

Latency (ms):
         min:                                    1.10
         avg:                                    2.00
         max:                                    9.99
         95th percentile:                        2.91
         sum:                                 9998.29

Threads fairness:
    events (avg/stddev):           5000.0000/0.00
    execution time (avg/stddev):   9.9983/0.00
"""


class Dying:
    """A session that answers before the run and is gone behind it."""

    def __init__(self) -> None:
        self.is_gone = False

    def ask(self, question: str) -> Answer:
        if self.is_gone:
            raise GoneError(f"{question}: 2013 Lost connection")
        return Answer()

    def pairs(self, question: str) -> dict[str, str]:
        return {"": "".join(map(str, self.ask(question).rows))}


def test_a_run_counts_although_the_server_died_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = campaign_in(
        tmp_path,
        servers={"0": {"id": "mysql"}},
        client={"placement": "same-host"},
        sessions={"0": {"count": 1, "position": 0}},
        loads={TABLES: {"count": 1, "at": 0.0}},
    )
    session = Dying()

    def ran(turn: turns.Turn, *_: object, **__: object) -> Outcome:
        turn.campaign.live.write_text(ENDED)
        session.is_gone = True
        return Outcome(0, 1.5)

    monkeypatch.setattr(turns.Turn, "sysbench", ran)
    # A session is asked and nothing else.
    turn = turns.Turn(campaign, Visit(1, 0, (), 1), session, None)  # type: ignore[arg-type]
    with pytest.raises(GoneError):
        turns.attempt_run(turn, Cell(0, 1), "read-t1-r1", ["run"])
    (run,) = campaign.state.runs
    assert (run["id"], run["file"], "failed" in run) == ("read-t1-r1", "raw/read-t1-r1.txt", False)
    assert campaign.state.running == {}
