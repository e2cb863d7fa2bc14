"""Instructions stacked by group of functions: bars that add up to what the table has."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from derived_records import run_record, side_record
from sysbench_archive.derive.counted import MOST_GROUPS_STACKED, counted_panel, group_of
from sysbench_archive.model.counted import CountedPanel, CountedRun, FunctionGroup
from sysbench_archive.model.result import RunRecord

GROUPS = (
    "Performance schema",
    "Locks and waits",
    "Memory",
    "InnoDB",
    "Parsing",
    "Protocol and network",
    "Binary log",
    "Optimizing and preparing",
    "Not listed",
)


def counted_run(
    server: str, spent: list[float], named: Mapping[str, float] | None = None
) -> RunRecord:
    by_name = named or dict(zip(GROUPS, spent, strict=False))
    groups = [
        FunctionGroup(name=name, instructions=value, percent=0.0) for name, value in by_name.items()
    ]
    counted = CountedRun(
        tool="callgrind",
        version="",
        counts=2,
        warmup_events=None,
        events=10,
        agreement_percent=0.1,
        agree=True,
        start="server",
        repeat="",
        functions=[],
        groups=groups,
    )
    figures = {"instructions_per_transaction": sum(spent)}
    return run_record(f"run-{server}", figures, server=server, counted=counted)


def panel_of(**spent: list[float]) -> CountedPanel:
    runs = [counted_run(server, values) for server, values in spent.items()]
    panel = counted_panel(runs, [side_record(server) for server in spent], "slug")
    assert panel is not None
    return panel


def test_bars_add_up_to_the_table_and_the_widest_is_the_whole_width() -> None:
    panel = panel_of(a=[1, 2, 3, 40, 5, 6, 7, 8, 9], b=[2, 4, 6, 80, 10, 12, 14, 16, 18])
    stack = panel.stack
    assert stack is not None
    assert len(stack.groups) == MOST_GROUPS_STACKED + 1
    assert (stack.groups[0], stack.groups[-1]) == ("InnoDB", "Everything else")
    assert "Not listed" not in stack.groups
    totals = [sum(row.values[place] or 0 for row in panel.groups) for place in (0, 1)]
    assert [bar.total for bar in stack.bars] == totals == [81, 162]
    assert [sum(part.width for part in bar.parts) for bar in stack.bars] == pytest.approx([50, 100])
    for bar in stack.bars:
        assert sum(part.percent for part in bar.parts) == pytest.approx(100)
        ends = [part.x + part.width for part in bar.parts]
        assert [part.x for part in bar.parts] == pytest.approx([0, *ends[:-1]])
    assert stack.bars[0].parts[-1].width == pytest.approx(100 * (1 + 9) / 162)


def test_a_side_without_a_profile_has_no_bar() -> None:
    stack = panel_of(a=[1, 2], b=[]).stack
    assert stack is not None
    assert [bar.label for bar in stack.bars] == ["A"]


def test_without_any_profile_there_are_no_bars() -> None:
    assert panel_of(a=[], b=[]).stack is None


SPINS = " % of the instructions of all threads"


def test_waiting_in_loops_is_said_beside_the_counts_of_the_server_that_waits_most() -> None:
    names = ("InnoDB", "Waiting in a loop")
    runs = [
        counted_run(server, [], dict(zip(names, spent, strict=True)))
        for server, spent in {"a": (99.0, 1.0), "b": (85.0, 15.0), "c": (100.0, 0.0)}.items()
    ]
    sides = [side_record(server) for server in "abc"]
    panel = counted_panel(runs, sides, "slug")
    assert panel is not None
    assert f"Up to 15{SPINS} (most: {sides[1].label}) are" in panel.note
    still = counted_panel(runs[2:], sides[2:], "slug")
    assert still is not None
    assert SPINS not in still.note


@pytest.mark.parametrize(
    ("function", "group"),
    [
        ("ut_delay(unsigned long)", "Waiting in a loop"),
        ("mutex_spin_wait(ib_mutex_t*, char const*, unsigned long)", "Waiting in a loop"),
        ("rw_lock_s_lock(rw_lock_t*)", "Locks and waits"),
        ("ut_print(unsigned long)", "InnoDB"),
    ],
)
def test_loops_that_wait_are_a_group_of_their_own(function: str, group: str) -> None:
    assert group_of(function) == group
