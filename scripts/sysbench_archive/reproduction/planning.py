"""The plan of capture that runs a published comparison again: settings, servers and their sides.

Which of sysbench's options are taken over from a published record is decided by a list of names and
by what a value looks like: nothing of a record is ever a command. The campaign is interleaved as
every other: blocks in random order, the same number of repetitions on all sides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sysbench_archive.capture.plan import (
    WORKLOADS,
    Access,
    Plan,
    RefusalError,
    ServerPlan,
    counted_workloads,
    reached_at,
    workload_plan,
)
from sysbench_archive.derive.facts import text_of
from sysbench_archive.derive.judging import contrasts_by_candidate
from sysbench_archive.derive.reproductions import Original
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.result import Scalar, WorkloadRecord
from sysbench_archive.sysbench.command import effective_parameters, parse_command

LEAST_REPETITIONS = 3
DEFAULTS = {"tables": 4, "table_size": 100_000, "time": 30, "events": 0}
"""Where the record does not say."""
_RUN_OPTIONS = frozenset(
    ("range_size", "point_selects", "simple_ranges", "sum_ranges", "order_ranges",
     "distinct_ranges", "index_updates", "non_index_updates", "delete_inserts", "range_selects",
     "skip_trx", "secondary", "random_points", "number_of_ranges", "delta", "rand_type",
     "rand_spec_iter", "rand_spec_pct", "rand_spec_res", "rand_pareto_h", "rand_zipfian_exp",
     "db_ps_mode", "percentile")
)  # fmt: skip
"""Options of a run that the same run here may be given. `prepare` takes none of a record's."""
_VALUE = re.compile(r"[a-z0-9][a-z0-9._]{0,30}")
MOST = 10**10
"""Of a number that is taken over."""


def plan_like(
    original: Original, base: Plan, sysbench: str, test: str | None = None, **wanted: Any
) -> Plan:
    """The plan without servers that runs a published workload again with this sysbench.

    `test`, and what else is `wanted` and not None, stands in place of what was published; what
    neither says is that of `base`. RefusalError where it cannot be run again.
    """
    workload = workload_of(original)
    theirs = workload.values
    if workload.rate_limited:
        raise RefusalError(
            "reproduce", "the published runs were held at a rate, which hides throughput",
            got=f"--rate={theirs.get('rate', '?')}", expected="runs as fast as they go",
        )  # fmt: skip
    test = _test_to_run(workload, test)
    threads, repetitions = _thread_counts_and_repetitions(original)
    options = tuple(_options_like_theirs(test, theirs, sysbench))
    workloads = (workload_plan(test, options, original.workload),)
    is_count = is_counted(original)
    sides = [original.server(name).label for name in original.sides]
    published = replace(
        base,
        workloads=counted_workloads(workloads) if is_count else workloads,
        threads=threads,
        repetitions=repetitions if is_count else max(repetitions, LEAST_REPETITIONS),
        seconds=_whole_number(theirs, "time"),
        tables=_whole_number(theirs, "tables"),
        table_size=_whole_number(theirs, "table_size"),
        events=_whole_number(theirs, "events") if is_count else 0,
        reproduces=original.paths,
        title=base.title or f"Reproduction: {original.workload}, {' and '.join(sides)}"[:160],
    )
    return replace(published, **{name: v for name, v in wanted.items() if v is not None})


def is_counted(original: Original) -> bool:
    """Whether instructions were counted, so that they have to be counted again."""
    return METRICS[original.metric].kind == "work"


def workload_of(original: Original) -> WorkloadRecord:
    """The published workload. RefusalError where the record lacks it."""
    for workload in original.result.workloads:
        if workload.id == original.workload:
            return workload
    raise RefusalError("reproduce", "the record lacks its workload", original.workload)


def own_parameters(test: str, options: tuple[str, ...], sysbench: str) -> dict[str, Scalar | None]:
    """The parameters in force when a version of sysbench runs a test here."""
    command = parse_command(" ".join(["sysbench", *options, test, "run"]))
    return {name: p.value for name, p in effective_parameters(command, sysbench).items()}


def _test_to_run(workload: WorkloadRecord, wanted: str | None) -> str:
    test = wanted or workload.test
    if (wanted or "").endswith(".lua") or test in WORKLOADS:
        return test
    raise RefusalError(
        "reproduce", "the published workload is no test capture can run",
        got=repr(test) if test else "none is recorded", expected=f"one of {', '.join(WORKLOADS)}",
        hint="--workload path/to/it.lua runs your copy of its script, --workload NAME another test",
    )  # fmt: skip


def _options_like_theirs(test: str, theirs: Mapping[str, Scalar], sysbench: str) -> list[str]:
    """Options that make this run like theirs, where the defaults here do not."""
    ours = own_parameters(test, (), sysbench)
    words: dict[object, str] = {True: "on", False: "off"}
    return [
        f"--{name.replace('_', '-')}={words[value] if isinstance(value, bool) else value}"
        for name, value in sorted(theirs.items())
        if name in _RUN_OPTIONS & ours.keys()
        if value != ours[name] and _VALUE.fullmatch(text_of(value))
    ]


def _thread_counts_and_repetitions(original: Original) -> tuple[tuple[int, ...], int]:
    """Thread counts both sides have, and the most repetitions of a cell."""
    contrasts = contrasts_by_candidate(
        original.runs, original.baseline, original.candidates, original.metric
    )
    if not contrasts:
        raise RefusalError(
            "reproduce", "the published sides have no thread count in common",
            hint="choose another panel or pair of runs",
        )  # fmt: skip
    repetitions = max(max(contrast.n) for contrast in contrasts.values())
    return tuple(sorted({threads for _, threads in contrasts})), repetitions


def _whole_number(theirs: Mapping[str, Scalar], name: str) -> int:
    """The recorded value; the default where it is not recorded, or bounds nothing."""
    value = theirs.get(name)
    return value if isinstance(value, int) and 0 < value < MOST else DEFAULTS[name]


_VARIANT = re.compile(r"[a-z0-9][a-z0-9_.=+-]{0,79}")
_FORM = "SIDE=/path/to/socket or SIDE=HOST:PORT"


def sides_of(original: Original) -> str:
    """The names of the sides, for a message."""
    labels = [f"{name} ({original.server(name).label})" for name in original.sides]
    return f"baseline {labels[0]}; candidate {', '.join(labels[1:])}"


def server_of(word: str, access: Access) -> ServerPlan:
    """The server of a word `SIDE=PLACE`."""
    side, mark, place = word.partition("=")
    reached = reached_at(place, access)
    if not (side and mark and reached):
        raise RefusalError("--server", "not a side and its place", repr(word), _FORM)
    return ServerPlan(reached, stands_for=side)


def assigned(original: Original, servers: Sequence[ServerPlan]) -> tuple[ServerPlan, ...]:
    """The servers in the order of their sides, each under the published server's id.

    A side may be called `baseline`, or `candidate` where there is one; servers of a file that
    names no sides take them in order. RefusalError where a side is missing or taken twice.
    """
    names = original.sides
    expected = f"each of {sides_of(original)} at most once, the baseline among them"
    if not any(server.stands_for for server in servers):
        if len(servers) > len(names):
            got = f"{len(servers)} servers that name no side"
            raise RefusalError("reproduce", "the servers do not fit the sides", got, expected)
        servers = [replace(s, stands_for=n) for s, n in zip(servers, names, strict=False)]
    placed = {_side(original, server): server for server in servers}
    if len(placed) != len(servers) or original.baseline not in placed or len(placed) < 2:
        got = ", ".join(str(server.stands_for) for server in servers) or "none"
        raise RefusalError("reproduce", "the servers do not fit the sides", got, expected)
    return tuple(
        replace(
            placed[name],
            stands_for=name,
            variant=placed[name].variant or _safe_variant(original.server(name).variant),
        )
        for name in names
        if name in placed
    )


def _side(original: Original, server: ServerPlan) -> str:
    short = {"baseline": original.baseline}
    if len(original.candidates) == 1:
        short["candidate"] = original.candidates[0]
    name = short.get(server.stands_for or "", server.stands_for or "")
    if name not in original.sides:
        raise RefusalError("reproduce", "no such side", repr(name), sides_of(original))
    return name


def _safe_variant(theirs: str) -> str | None:
    return theirs if _VARIANT.fullmatch(theirs) else None


def with_distinct_ids(servers: Sequence[ServerPlan], ids: Sequence[str]) -> tuple[ServerPlan, ...]:
    """Servers whose ids would be the same get the side they stand for as variant."""
    return tuple(
        replace(server, variant=f"as-{server.stands_for}"[:80])
        if ids.count(name) > 1 and server.variant is None
        else server
        for server, name in zip(servers, ids, strict=True)
    )
