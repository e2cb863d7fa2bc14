"""`calibrate`: computes the tables of the verdict policy anew, from the archive and from scipy.

Owns which runs of the archive are runs of the same thing: those of one server, one workload and one
thread count of one bundle, with output behind them. Writes the tables, or with `--check` only says
where they have fallen behind.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.facts import stated
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
    say,
    workers,
)
from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.workloads import shelf_of, test_named
from sysbench_archive.model import Bundle, Run, Workload
from sysbench_archive.verdicts.calibration import (
    FEWEST_RUNS,
    Group,
    regime_table,
    student_quantiles,
)
from sysbench_archive.verdicts.policy import PUBLISHED
from sysbench_archive.verdicts.student import STUDENT
from sysbench_archive.verdicts.thresholds import THRESHOLDS

_BEHIND = "{path}: has fallen behind; sysbench-archive calibrate writes it anew"
_FEWEST = 2
_NO_RATE = (None, 0, "0")


def tables(folders: Sequence[Path], executor: Executor) -> dict[Path, str]:
    """The file of each table to its text. Raises UsageError where little was repeated."""
    groups = [group for found in executor.map(groups_in, folders) for group in found]
    if len(groups) < _FEWEST:
        raise UsageError("fewer than two servers of this archive ran the same thing three times")
    return {THRESHOLDS: _text(regime_table(groups)), STUDENT: _text(student_quantiles())}


def groups_in(folder: Path) -> list[Group]:
    """The groups of a bundle; none of one that cannot be read, which `check` complains of."""
    bundle = assemble(folder.name, folder.name, read_folder(folder, folder.name)).bundle
    if bundle is None or bundle.evidence in PUBLISHED:
        return []
    free = (w for w in bundle.workloads.values() if not _held_to_a_rate(w))
    return [group for workload in free for group in _groups(bundle, workload)]


def _held_to_a_rate(workload: Workload) -> bool:
    given = workload.command.parameters.get("rate") if workload.command else None
    return given is not None and given.value not in _NO_RATE


def _groups(bundle: Bundle, workload: Workload) -> Iterator[Group]:
    complete = [run for run in bundle.runs_of(workload.id) if not run.failed]
    metric = head_metric({"figures": run.figures} for run in complete)
    family = test_named(shelf_of(workload.command), "").family
    for (server, _), figures in _repeated(complete, metric).items():
        if len(figures) >= FEWEST_RUNS and min(figures) > 0:
            yield Group(_kind(bundle, server), family, tuple(map(math.log, figures)))


def _repeated(runs: Sequence[Run], metric: str | None) -> dict[tuple[str, int], list[float]]:
    """Server and thread count to the figures of its runs."""
    found: dict[tuple[str, int], list[float]] = {}
    for run in runs:
        if metric and metric in run.figures:
            found.setdefault((run.server, run.threads), []).append(run.figures[metric].value)
    return found


def _kind(bundle: Bundle, server: str) -> str:
    return str(stated(bundle.hosts[bundle.servers[server].host].facts.get("kind")) or "")


def _text(table: Mapping[str, Any]) -> str:
    """A line for each entry, in order, so that a change can be read."""
    lines = (f"  {json.dumps(key)}: {json.dumps(table[key], sort_keys=True)}" for key in table)
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def _kept(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where a table has fallen behind"
    )


def _run(arguments: Arguments) -> int:
    archive = archive_here()
    with workers() as executor:
        found = tables(archive.bundles(), executor)
    behind = [path for path, text in found.items() if _kept(path) != text]
    if arguments.check:
        for path in behind:
            say(_BEHIND.format(path=archive.label(path)))
        return PROBLEMS if behind else CLEAN
    for path in behind:
        path.write_text(found[path])
        answer(archive.label(path))
    return CLEAN


VERB = Verb("compute the tables that verdicts rest on from the archive", _takes, _run)
