"""What is run again: test, options, dataset, threads, repetitions, seconds.

Owns which of sysbench's options are taken over from a published record: names from a list, values
that look like values. Nothing of a record is ever a command.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sysbench_archive.capture.plan import WORKLOADS
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.derive.cells import Record
from sysbench_archive.derive.contrasts import contrasts
from sysbench_archive.derive.originals import Original
from sysbench_archive.sysbench.command import effective_parameters, parse_command

LEAST_REPETITIONS = 3
DEFAULTS = {"tables": 4, "table_size": 100_000, "time": 30}
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
_WORDS = {"yes": "on", "no": "off"}
_NUMBER = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the operator wants otherwise; None is as published."""

    workload: str | None = None
    threads: tuple[int, ...] | None = None
    repetitions: int | None = None
    seconds: int | None = None
    tables: int | None = None
    table_size: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """A workload as it will be run; times in seconds. `sysbench` is the version here."""

    id: str
    test: str
    options: tuple[str, ...]
    tables: int
    table_size: int
    threads: tuple[int, ...]
    repetitions: int
    seconds: int
    sysbench: str


def settings_of(original: Original, wishes: Wishes, sysbench: str) -> Settings:
    """The settings of a published workload. RefusalError where it cannot be run again."""
    workload = workload_of(original)
    test = _test(workload, wishes)
    theirs = {row["name"]: row["value"] for row in workload["parameters"]}
    if theirs.get("rate", "0") not in {"0", ""}:
        raise RefusalError(
            "reproduce", "the published runs were held at a rate, which hides throughput",
            got=f"--rate={theirs['rate']}", expected="runs as fast as they go",
        )  # fmt: skip
    threads, repetitions = _grid(original)
    return Settings(
        original.workload,
        test,
        tuple(_options(test, theirs, sysbench)),
        wishes.tables or _whole(theirs, "tables"),
        wishes.table_size or _whole(theirs, "table_size"),
        wishes.threads or threads,
        wishes.repetitions or max(repetitions, LEAST_REPETITIONS),
        wishes.seconds or _whole(theirs, "time"),
        sysbench,
    )


def workload_of(original: Original) -> Record:
    """The published workload."""
    named = (w for w in original.result["workloads"] if w["id"] == original.workload)
    found: Record | None = next(named, None)
    if found is None:
        raise RefusalError("reproduce", "the record lacks its workload", original.workload)
    return found


def own_parameters(test: str, options: tuple[str, ...], sysbench: str) -> dict[str, str]:
    """The parameters in force when this sysbench runs a test here, as texts."""
    command = parse_command(" ".join(["sysbench", *options, test, "run"]))
    words = {True: "yes", False: "no", None: ""}
    found = effective_parameters(command, sysbench)
    return {
        name: words[e.value] if isinstance(e.value, bool | None) else str(e.value)
        for name, e in found.items()
    }


def _test(workload: Record, wishes: Wishes) -> str:
    test = wishes.workload or workload["shelf"] or workload["test"]
    own = wishes.workload is not None and wishes.workload.endswith(".lua")
    if own or test in WORKLOADS:
        return str(test)
    raise RefusalError(
        "reproduce", "the published workload is no test capture can run",
        got=repr(test) if test else "none is recorded", expected=f"one of {', '.join(WORKLOADS)}",
        hint="--workload path/to/it.lua runs your copy of its script, --workload NAME another test",
    )  # fmt: skip


def _options(test: str, theirs: Mapping[str, str], sysbench: str) -> list[str]:
    """Options that make this run like theirs, where the defaults here do not."""
    ours = own_parameters(test, (), sysbench)
    return [
        f"--{name.replace('_', '-')}={_WORDS.get(value, value)}"
        for name, value in sorted(theirs.items())
        if name in _RUN_OPTIONS & ours.keys() and value != ours[name] and _VALUE.fullmatch(value)
    ]


def _grid(original: Original) -> tuple[tuple[int, ...], int]:
    """Thread counts both sides have, and the most repetitions of a cell."""
    sides = original.baseline, original.candidates
    found = list(contrasts(original.runs, *sides, original.metric))
    if not found:
        raise RefusalError(
            "reproduce", "the published sides have no thread count in common",
            hint="choose another panel or pair of runs",
        )  # fmt: skip
    return tuple(sorted({c.threads for c in found})), max(max(c.n) for c in found)


def _whole(theirs: Mapping[str, str], name: str) -> int:
    """The recorded value; the default where it is not recorded, or bounds nothing."""
    stated = theirs.get(name, "")
    return int(stated) if _NUMBER.fullmatch(stated) and int(stated) else DEFAULTS[name]
