"""Counting instructions with stand-ins for sysbench, perf and callgrind's control."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from small_campaigns import PLAN as ONE
from small_campaigns import SERVER, TABLES, campaign_in

from sysbench_archive.capture import counting
from sysbench_archive.capture.bundle_document import campaign_design, conduct_text
from sysbench_archive.capture.campaign import State, running
from sysbench_archive.capture.plan import (
    Cell,
    Plan,
    RefusalError,
    Visit,
    workload_plan,
)
from sysbench_archive.capture.turn import Turn
from sysbench_archive.counters.evidence import read_counts
from sysbench_archive.sysbench.report import parse_reports

PLAN = replace(
    ONE,
    servers=(replace(SERVER, program="mysqld"),),
    repetitions=1,
    settle=0,
    count=counting.CALLGRIND,
    events=20,
)
WRITING = replace(PLAN, workloads=(workload_plan("oltp_write_only"),))
RUN = "oltp-point-select-mysql-8-0-40-t1-r1"
SYSBENCH = """#!/bin/sh
for word in "$@"; do case "$word" in --events=*) events=${word#--events=};; esac; done
cat <<END
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

SQL statistics:
    queries performed:
        read:                            $events
        write:                           0
        other:                           0
        total:                           $events
    transactions:                        $events     (20.00 per sec.)
    queries:                             $events     (20.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          1.0000s
    total number of events:              $events

Latency (ms):
         min:                                    1.00
         avg:                                    1.00
         max:                                    1.00
         95th percentile:                        1.00
         sum:                                   $events.00

Threads fairness:
    events (avg/stddev):           $events.0000/0.00
    execution time (avg/stddev):   1.0000/0.00
END
"""
CONTROL = """#!/bin/sh
[ "$1" = --dump ] || { echo "  OK."; exit 0; }
n=$(cat "$FAKE_HOME/counts" 2>/dev/null || echo 0); echo $((n + 1)) > "$FAKE_HOME/counts"
ir=$(echo "$FAKE_COUNTS" | cut -d' ' -f$((n + 1)))
cat > "$FAKE_HOME/.capture-callgrind.$((n + 1))-22" <<END
creator: callgrind-3.19.0
thread: 22
events: Ir sysCount sysTime
ob=(1) /usr/sbin/mysqld
fn=(1) ${FAKE_NAME:-dispatch_command}
0 $ir
totals: ${FAKE_TOTAL:-$ir} 4
END
echo "  OK."
"""
PERF = """#!/bin/sh
case "$2" in -x,) ;; *) echo "perf version 6.1.99"; exit 0;; esac
if [ "$3" = -e ]; then echo "$FAKE_PROBE,,$4,9,100.00,," >&2; exit 0; fi
while [ "$1" != -- ]; do [ "$1" = -o ] && out=$2; shift; done; shift
"$@"
echo "1000000,,instructions:u,9,100.00,," > "$out"
echo "400000,,instructions:k,9,100.00,," >> "$out"
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that is searched first, and a home for the campaign."""
    for name, text in (("sysbench", SYSBENCH), ("callgrind_control", CONTROL), ("valgrind", "")):
        install(tmp_path, name, text)
    home = tmp_path / "2026-01-counted"
    home.mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("FAKE_HOME", str(home))
    monkeypatch.setenv("FAKE_COUNTS", "1000000 1100000 1101000")
    return home


def install(folder: Path, name: str, text: str) -> None:
    program = folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(text)
    program.chmod(0o755)


def turn_of(home: Path, plan: Plan = PLAN) -> Turn:
    campaign = campaign_in(
        home,
        plan,
        servers={"0": {"id": "mysql-8-0-40"}},
        sessions={"0": {"count": 1, "position": 0}},
        loads={TABLES: {"count": 1, "at": 0.0}},
    )
    session = Mock(pairs=Mock(return_value={}), value=Mock(return_value="0"))
    return Turn(campaign, Visit(1, 0, (Cell(0, 1),), 1), session, 4711, restless=False)


def evidence(home: Path) -> list[str]:
    return (home / "raw" / f"{RUN}.txt").read_text().splitlines()


def left_over(home: Path) -> list[str]:
    """Files besides the state that a stopped count left behind."""
    names = {path.name for path in home.rglob("*") if path.is_file()}
    return sorted(names - {"counts", ".capture-state.json"})


def count(turn: Turn, threads: int = 1) -> str:
    return counting.attempt_counts(turn, Cell(0, threads), RUN)


def test_the_same_events_are_counted_three_times(bench: Path) -> None:
    turn = turn_of(bench)
    assert count(turn) == ""
    (run,) = turn.campaign.state.runs
    assert run["report"] == 2
    assert run["count"] == {
        "tool": "callgrind",
        "version": "callgrind-3.19.0",
        "counts": 3,
        "warmup_events": 20,
        "agreement_percent": 0.091,
        "start": "copy",
    }
    counts = read_counts(evidence(bench))
    assert [count.instructions for count in counts] == [1000000, 1100000, 1101000]
    assert [bool(count.functions) for count in counts] == [False, False, True]
    assert sum("--events" in line for line in evidence(bench)) == 0
    assert left_over(bench) == [f"{RUN}.txt"]


def test_a_stripped_server_is_counted_by_addresses(
    bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_NAME", "0x00000000000f73c0")
    count(turn_of(bench))
    (cost,) = read_counts(evidence(bench))[-1].functions
    assert (cost.name, cost.library) == ("0x00000000000f73c0", "mysqld")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("callgrind_control", "#!/bin/sh\necho no such process >&2; exit 1\n", "no such process"),
        ("callgrind_control", "#!/bin/sh\necho '  OK.'\n", "no profile was written"),
        ("sysbench", "#!/bin/sh\necho 'FATAL: no connection'; exit 1\n", "FATAL: no connection"),
        ("sysbench", SYSBENCH.replace("events:              $events", "events: 3"), "ran 3 events"),
    ],
)
def test_of_a_count_that_fails_nothing_is_kept(bench: Path, name: str, text: str, why: str) -> None:
    install(bench.parent, name, text)
    turn = turn_of(bench)
    assert why in count(turn)
    assert turn.campaign.state.runs == []
    assert left_over(bench) == []


def test_a_profile_whose_parts_do_not_add_up_is_no_count(
    bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_TOTAL", "999")
    assert "functions spend 1000000 instructions, its totals say 999" in count(turn_of(bench))


def test_perf_counts_a_server_with_several_clients(bench: Path) -> None:
    install(bench.parent, "perf", PERF)
    turn = turn_of(bench, replace(PLAN, count=counting.PERF, threads=(4,)))
    count(turn, 4)
    (run,) = turn.campaign.state.runs
    assert run["count"]["version"] == "perf version 6.1.99"
    lines = (bench / "raw" / f"{run['id']}.txt").read_text().splitlines()
    assert [(c.instructions, c.kernel) for c in read_counts(lines)] == [(1000000, 400000)] * 3


def test_the_tool_is_the_best_that_is_there(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(bench.parent, "perf", PERF)
    monkeypatch.setenv("FAKE_PROBE", "1000")
    assert counting.choose_tool() == counting.PERF
    monkeypatch.setenv("FAKE_PROBE", "<not supported>")
    assert counting.choose_tool() == counting.CALLGRIND
    assert counting.counter_fault("instructions:u") == "not supported"


def test_a_machine_that_can_count_nothing_is_told_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RefusalError) as refusal:
        counting.choose_tool()
    assert "perf stat: not installed; valgrind is not installed" in str(refusal.value)
    assert "apt-get install valgrind" in str(refusal.value)


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("sh -c 'echo [ERROR] no data directory; exit 3'", "exit code 3 before it answered"),
        ("no-such-server --no-defaults", "no-such-server"),
    ],
)
def test_a_program_that_does_not_start_is_refused_with_its_words(
    tmp_path: Path, program: str, why: str
) -> None:
    server = replace(SERVER, program=program)
    with pytest.raises(RefusalError, match=why), running(server, tmp_path, ""):
        pytest.fail("it never ran")


@pytest.mark.parametrize(("program", "restarts"), [("mysqld", "each-block"), (None, "never")])
def test_a_program_is_started_anew_for_each_visit(program: str | None, restarts: str) -> None:
    plan = replace(PLAN, servers=(replace(SERVER, program=program),))
    state = State("plan", "2026-01-counted", "2026-01-01T00:00:00Z", 7)
    assert campaign_design(plan, state)["restarts"] == restarts


def test_nothing_is_said_of_starts_where_somebody_else_started_a_server_on_the_way() -> None:
    state = State("plan", "2026-01-counted", "2026-01-01T00:00:00Z", 7)
    state.sessions["0"] = {"count": 2}
    assert "restarts" not in campaign_design(replace(PLAN, servers=(SERVER,)), state)


@pytest.fixture
def stirred(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens to purge and to sysbench, in order."""
    happened: list[str] = []
    run = counting._run_once

    @contextmanager
    def held(*_: object) -> Iterator[None]:
        happened.append("held")
        yield
        happened.append("free")

    def run_once(turn: Turn, cell: Cell, **words: Any) -> str:
        said = run(turn, cell, **words)
        happened.append(f"{read_events(said)} events")
        return said

    monkeypatch.setattr(counting, "purge_held", held)
    monkeypatch.setattr(counting, "wait_until_purged", lambda *_: True)
    monkeypatch.setattr(counting, "_run_once", run_once)
    return happened


def read_events(said: str) -> int | None:
    return parse_reports(said.encode())[0].total_events


def test_events_that_change_rows_are_counted_with_purge_held(
    bench: Path, stirred: list[str]
) -> None:
    turn = turn_of(bench, WRITING)
    assert count(turn) == ""
    warm, counted = (["held", f"{n} events", "free", "1 events"] for n in (200, 20))
    assert stirred == warm + 3 * counted
    assert turn.campaign.state.unsettled == 0


def test_purge_that_does_not_end_is_woken_three_times_and_told(
    bench: Path, stirred: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "wait_until_purged", lambda *_: False)
    turn = turn_of(bench, WRITING)
    count(turn)
    assert turn.campaign.state.unsettled == 4
    assert stirred.count("1 events") == 12
    text = conduct_text(WRITING, turn.campaign.state)
    assert "Waits for purge that ended before it had settled: 4." in text


def test_events_that_change_nothing_leave_purge_alone(bench: Path, stirred: list[str]) -> None:
    count(turn_of(bench))
    assert stirred == ["20 events"] * 4
