"""Runs whose instructions were counted: how, in which functions, and in which groups of them.

Functions are grouped by their names, which even a stripped server exports for its plugins; those
without a name are a group of their own. What a profile holds are all threads of the server.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from sysbench_archive.counters.evidence import (
    AGREEMENT_PERCENT,
    OTHERS,
    FunctionCost,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import narrowed, read_rows
from sysbench_archive.model.bundle import Run
from sysbench_archive.model.comparison import Side
from sysbench_archive.model.counted import (
    CountedFunction,
    CountedPanel,
    CountedRow,
    CountedRun,
    FunctionGroup,
    GroupStack,
    StackBar,
    StackPart,
)
from sysbench_archive.model.result import RunRecord
from sysbench_archive.words.numbers import percent

MOST_FUNCTIONS_SHOWN = 15
MOST_GROUPS_STACKED = 7
"""Groups that bars show by themselves; what is left is one part."""
_LEFT = "Everything else"
_SPINNING = "Waiting in a loop"
_LEAST_SPINNING = 0.01
"""Share of all instructions from which on readers are told of it."""
_NOT_LISTED, _UNNAMED, _REST = "Not listed", "Without a name", "Other code of the server"
_GROUPS = tuple(
    (row["group"], re.compile(row["names"]))
    for row in read_rows(Path(__file__).with_name("function_groups.tsv"))
)
"""Group to what its functions are called; the first that fits counts."""
_ADDRESS = re.compile(r"0x[0-9a-f]+(?:'[0-9]+)?|\?+|\(below main\)")


def counted_run(run: Run) -> CountedRun | None:
    """The record of a run's counts, None where none were counted."""
    stated = run.facts.get("count")
    if stated is None or not run.counts:
        return None
    last = run.counts[-1]
    agreement = stated.get("agreement_percent")
    events = run.report.total_events if run.report else None
    start = stated.get("start", "server")
    named = [cost for cost in last.functions if cost.name != OTHERS]
    total = sum(cost.instructions for cost in last.functions) or 1
    groups = function_groups(last.functions, events)
    return CountedRun(
        tool=stated["tool"],
        version=stated["version"],
        counts=stated["counts"],
        warmup_events=stated.get("warmup_events"),
        events=events,
        agreement_percent=agreement,
        agree=start == "copy" or (agreement is not None and agreement <= AGREEMENT_PERCENT),
        start=start,
        repeat=_capture_command(run),
        functions=[
            narrowed(cost, CountedFunction, percent=100 * cost.instructions / total)
            for cost in named[:MOST_FUNCTIONS_SHOWN]
        ],
        groups=groups,
        spinning=_spinning_text({"": _spinning_share({g.name: g.instructions for g in groups})}),
    )


def _spinning_share(spent: Mapping[str, float]) -> float:
    return spent.get(_SPINNING, 0.0) / (math.fsum(spent.values()) or 1.0)


def _spinning_text(shares: Mapping[str, float]) -> str:
    """What is said of servers that wait in loops, by label; "" where that is next to nothing."""
    told = {label: share for label, share in shares.items() if share >= _LEAST_SPINNING}
    if not told:
        return ""
    label, share = max(told.items(), key=lambda item: item[1])
    upto, whose = ("Up to ", f" (most: {label})") if label else ("", "")
    return (
        f"{upto}{percent(share)} of the instructions of all threads{whose} are spent waiting"
        " in a loop. How long a thread does so is up to the scheduler and differs from"
        " count to count; how much of it is in threads that serve clients was not recorded."
    )


def _capture_command(run: Run) -> str:
    """The command of capture with the parameters that were typed."""
    if run.command is None:
        return ""
    stated = {name: p.raw for name, p in run.command.parameters.items() if p.raw is not None}
    options = [
        f"--{name.replace('_', '-')}={shlex.quote(stated[name])}"
        for name in ("events", "tables", "table_size")
        if name in stated
    ]
    test = (run.command.test or "").removesuffix(".lua")
    words = [f"--workloads={shlex.quote(test)}", *options, "--repetitions=1"]
    return (
        "sysbench-archive capture --count=instructions --program='mysqld …'"
        f" --socket=/path/to/its/socket {' '.join(words)} --out=."
    )


def function_groups(costs: Sequence[FunctionCost], events: int | None) -> list[FunctionGroup]:
    """What each group of functions spends, the largest first; nothing where none are listed."""
    if not costs or not events:
        return []
    spent: dict[str, int] = {}
    for cost in costs:
        name = group_of(cost.name)
        spent[name] = spent.get(name, 0) + cost.instructions
    ranked = sorted(spent.items(), key=lambda item: (item[0] == _NOT_LISTED, -item[1], item[0]))
    total = sum(spent.values())
    return [
        FunctionGroup(name=name, instructions=value / events, percent=100 * value / total)
        for name, value in ranked
    ]


@lru_cache(20_000)
def group_of(name: str) -> str:
    """The group of a function; the reports of a campaign name the same ones."""
    if name == OTHERS:
        return _NOT_LISTED
    if _ADDRESS.fullmatch(name):
        return _UNNAMED
    return next((group for group, names in _GROUPS if names.search(name)), _REST)


_NOTES = {
    "callgrind": (
        "Counted by callgrind with one client: user-space instructions of the threads that serve"
        " it, the path length. Contention, the kernel, and waits for memory, disk or network are"
        " not in them, so a server that executes more may still be the faster one."
    ),
    "perf-stat": (
        "Counted by perf stat from the processor's counters: user-space instructions of the whole"
        " server. Waits for locks, memory, disk or network are not in them, so a server that"
        " executes more may still be the faster one."
    ),
}
_ROWS = (
    "instructions_per_transaction",
    "instructions_per_query",
    "background_instructions_per_transaction",
    "kernel_instructions_per_transaction",
    "system_calls_per_transaction",
)


def counted_panel(
    runs: Sequence[RunRecord], sides: Sequence[Side], slug: str
) -> CountedPanel | None:
    """What counted runs of a workload say, a value for each side; None where none counted.

    `slug` is that of the comparison, by which it is run again.
    """
    counted = [run for run in runs if run.state == "complete" and run.counted]
    servers = [side.id for side in sides]
    tools = [run.counted.tool for run in counted if run.counted]
    if not counted:
        return None
    rows = [
        CountedRow(label=METRICS[name].label, decimals=METRICS[name].decimals, values=values)
        for name in _ROWS
        for values in [[_mean_figure(counted, server, name) for server in servers]]
        if any(value is not None for value in values)
    ]
    groups = _group_rows(counted, servers)
    spinning = {
        side.label: _spinning_share({row.label: row.values[place] or 0.0 for row in groups})
        for place, side in enumerate(sides)
    }
    return CountedPanel(
        note=" ".join(filter(None, [_NOTES[tools[0]], _spinning_text(spinning)])),
        repeat=f"sysbench-archive reproduce {slug} --servers=servers.yaml --out=.",
        stack=_group_stack(groups, counted, sides),
        rows=rows,
        groups=groups,
    )


def _mean_figure(runs: Sequence[RunRecord], server: str, metric: str) -> float | None:
    values = [
        run.figures[metric].value
        for run in runs
        if run.server.id == server and metric in run.figures
    ]
    return sum(values) / len(values) if values else None


def _group_rows(runs: Sequence[RunRecord], servers: Sequence[str]) -> list[CountedRow]:
    """A row for each group of functions, in the order of the table of groups."""
    order = [*(name for name, _ in _GROUPS), _REST, _UNNAMED, _NOT_LISTED]
    spent: dict[str, dict[str, list[float]]] = {name: {} for name in order}
    profiled = {run.server.id: 0 for run in runs if run.counted and run.counted.groups}
    for run in runs:
        groups = run.counted.groups if run.counted else []
        profiled[run.server.id] = profiled.get(run.server.id, 0) + bool(groups)
        for group in groups:
            spent[group.name].setdefault(run.server.id, []).append(group.instructions)
    return [
        CountedRow(
            label=name,
            decimals=0,
            values=[
                sum(by_server.get(server, [])) / profiled[server] if profiled.get(server) else None
                for server in servers
            ],
        )
        for name, by_server in spent.items()
        if by_server
    ]


def _group_stack(
    rows: Sequence[CountedRow], runs: Sequence[RunRecord], sides: Sequence[Side]
) -> GroupStack | None:
    """The groups of all sides as bars, largest group first; None where none is known."""
    spent = {row.label: [value or 0.0 for value in row.values] for row in rows}
    totals = [sum(values) for values in zip(*spent.values(), strict=True)]
    if not totals or not any(totals):
        return None
    shown = sorted(
        (name for name in spent if name != _NOT_LISTED), key=lambda name: -sum(spent[name])
    )[:MOST_GROUPS_STACKED]
    stacked = [spent[name] for name in shown]
    left = [
        total - sum(values)
        for total, values in zip(totals, zip(*stacked, strict=True), strict=True)
    ]
    widest = max(totals)
    return GroupStack(
        groups=[*shown, _LEFT],
        bars=[
            StackBar(
                label=side.label,
                path=next(run.path for run in runs if run.server.id == side.id),
                total=total,
                parts=_stack_parts([values[place] for values in (*stacked, left)], widest),
            )
            for place, (side, total) in enumerate(zip(sides, totals, strict=True))
            if total
        ],
    )


def _stack_parts(values: Sequence[float], widest: float) -> list[StackPart]:
    total, begin, parts = sum(values), 0.0, []
    for group, value in enumerate(values):
        width = 100 * value / widest
        parts.append(StackPart(group=group, x=begin, width=width, percent=100 * value / total))
        begin += width
    return parts
