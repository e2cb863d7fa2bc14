"""Attempts that failed: each is kept once, and counted."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

from sysbench_archive.capture.campaign import LIVE_OUTPUT, Campaign, State, restore_state
from sysbench_archive.capture.invocation import Outcome
from sysbench_archive.capture.plan import Plan
from sysbench_archive.capture.turn import record_run
from sysbench_archive.redaction.redactor import Redactor

PLAN = Plan((), (), (), 3, 30, 4, 1000, 7)
BROKEN_OFF = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4

Threads started!

[ 1s ] thds: 4 tps: 7.00 qps: 7.00 lat (ms,95%): 1.00
FATAL: mysql_stmt_execute() returned error 1290
"""


def test_attempts_with_one_output_are_one_run_that_says_how_many(tmp_path: Path) -> None:
    campaign = Campaign(
        plan=PLAN,
        password="",
        home=tmp_path,
        folder=tmp_path,
        state=State("plan", "2026-01-a", "2026-01-01T00:00:00Z", 7),
        redactor=Redactor(),
        watcher=Mock(),
    )
    for number in (1, 2, 3):
        (tmp_path / LIVE_OUTPUT).write_text(BROKEN_OFF)
        record_run(campaign, {"id": f"read-t4-r{number}"}, Outcome(1, 0.0))
    (run,) = campaign.state.runs
    assert run["id"] == "read-t4-r1-failed-1"
    assert run["notes"] == "Attempts that failed with this same output, this one included: 3"
    assert [path.name for path in (tmp_path / "raw").iterdir()] == ["read-t4-r1-failed-1.txt"]
    again = restore_state(tmp_path, "plan")
    assert again is not None
    assert again.same_output == {run["file"]: 3}
