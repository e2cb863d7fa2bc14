"""`calibrate`: compute the tables of the verdict policy from the archive and from scipy.

Repetitions are runs of one server, one workload and one thread count of one bundle, with output
behind them. `--check` writes nothing and fails where a table is out of date.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.checkout import archive_here, workers
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.workloads import canonical_test, test_named
from sysbench_archive.model.bundle import Bundle, Run, Workload, stated
from sysbench_archive.problems import UsageError
from sysbench_archive.verdicts.calibration import (
    MIN_RUNS,
    Group,
    regime_table,
    student_quantiles,
)
from sysbench_archive.verdicts.policy import PUBLISHED, STUDENT, THRESHOLDS

_OUT_OF_DATE = "{path}: is out of date; run `sysbench-archive calibrate`"
_MIN_GROUPS = 2
_UNLIMITED_RATES = (None, 0, "0")


def tables(folders: Sequence[Path], executor: Executor) -> dict[Path, str]:
    """The file of each table to its text. Raises UsageError where little was repeated."""
    groups = [group for found in executor.map(groups_in, folders) for group in found]
    if len(groups) < _MIN_GROUPS:
        raise UsageError("fewer than two servers of this archive ran the same thing three times")
    return {
        THRESHOLDS: _table_text(regime_table(groups)),
        STUDENT: _table_text(student_quantiles()),
    }


def groups_in(folder: Path) -> list[Group]:
    """The groups of a bundle; none of one that cannot be read, which `check` complains of."""
    bundle = assemble(folder.name, folder.name, read_folder(folder, folder.name)).bundle
    if bundle is None or bundle.evidence in PUBLISHED:
        return []
    free = (w for w in bundle.workloads.values() if not _has_fixed_rate(w))
    return [group for workload in free for group in _groups_of_workload(bundle, workload)]


def _has_fixed_rate(workload: Workload) -> bool:
    given = workload.command.parameters.get("rate") if workload.command else None
    return given is not None and given.value not in _UNLIMITED_RATES


def _groups_of_workload(bundle: Bundle, workload: Workload) -> Iterator[Group]:
    complete = [run for run in bundle.runs_of(workload.id) if not run.failed]
    metric = head_metric(complete)
    family = test_named(canonical_test(workload.command), "").family
    for (server, _), figures in _figures_by_cell(complete, metric).items():
        if len(figures) >= MIN_RUNS and min(figures) > 0:
            yield Group(_host_kind(bundle, server), family, tuple(map(math.log, figures)))


def _figures_by_cell(runs: Sequence[Run], metric: str | None) -> dict[tuple[str, int], list[float]]:
    """Server and thread count to the figures of its runs."""
    found: dict[tuple[str, int], list[float]] = {}
    for run in runs:
        if metric and metric in run.figures:
            found.setdefault((run.server, run.threads), []).append(run.figures[metric].value)
    return found


def _host_kind(bundle: Bundle, server: str) -> str:
    return str(stated(bundle.hosts[bundle.servers[server].host].facts.get("kind")) or "")


def _table_text(table: Mapping[str, Any]) -> str:
    """A line for each entry, in order, so that a change can be read."""
    rows = ((key, to_builtins(value)) for key, value in table.items())
    lines = (f"  {json.dumps(key)}: {json.dumps(row, sort_keys=True)}" for key, row in rows)
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def _text_on_disk(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where a table is out of date"
    )


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    with workers() as executor:
        found = tables(archive.bundles(), executor)
    behind = [path for path, text in found.items() if _text_on_disk(path) != text]
    if arguments.check:
        for path in behind:
            say(_OUT_OF_DATE.format(path=archive.label(path)))
        return PROBLEMS if behind else CLEAN
    for path in behind:
        path.write_text(found[path])
        answer(archive.label(path))
    return CLEAN
