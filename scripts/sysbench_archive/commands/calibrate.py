"""`calibrate`: compute the tables of the verdict policy from the archive and from Student's t.

Repetitions are runs of one server, one workload and one thread count of one bundle, with output
behind them. `--check` writes nothing and fails where a table is out of date.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.checkout import archive_here, workers
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.derive.cells import cells_of, throughput_metric
from sysbench_archive.derive.results import result_record
from sysbench_archive.derive.servers import author_of, host_of, machine_key
from sysbench_archive.model.policy import NoiseTables
from sysbench_archive.model.result import ResultRecord, RunRecord, ServerRecord, WorkloadRecord
from sysbench_archive.problems import UsageError
from sysbench_archive.verdicts.calibration import Group, noise_table, student_quantiles
from sysbench_archive.verdicts.noise import NOISE
from sysbench_archive.verdicts.policy import PUBLISHED, STUDENT

_OUT_OF_DATE = "{path}: is out of date; run `sysbench-archive calibrate`"
MIN_GROUP = 2
"""Runs of the same thing that show how they scatter."""


def tables(folders: Sequence[Path], executor: Executor) -> dict[Path, str]:
    """The tables of some bundles, as `tables_of`."""
    return tables_of(group for found in executor.map(groups_in, folders) for group in found)


def tables_of(groups: Iterable[Group]) -> dict[Path, str]:
    """The file of each table to its text. Raises UsageError where little was repeated."""
    try:
        noise = noise_table(groups)
    except ValueError:
        raise UsageError("fewer than two machines of this archive ran anything twice") from None
    return {NOISE: _noise_text(noise), STUDENT: _table_text(student_quantiles())}


def groups_in(folder: Path) -> list[Group]:
    """The groups of a bundle; none of one that cannot be read, which `check` complains of."""
    bundle = assemble(folder.name, folder.name, read_folder(folder, folder.name)).bundle
    return groups_of_result(result_record(bundle)) if bundle else []


def groups_of_result(result: ResultRecord) -> list[Group]:
    """The groups of a bundle's record; none where its figures come without output."""
    if result.evidence in PUBLISHED:
        return []
    free = (workload for workload in result.workloads if not workload.rate_limited)
    return [group for workload in free for group in _groups_of_workload(result, workload)]


def _groups_of_workload(result: ResultRecord, workload: WorkloadRecord) -> Iterator[Group]:
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = throughput_metric(runs)
    if metric is None:
        return
    servers = {server.id: server for server in result.servers}
    for name, cells in cells_of(runs, [*servers], metric).items():
        host = host_of(result, name)
        for threads, cell in cells.items():
            if len(cell.runs) < MIN_GROUP or cell.centre is None:
                continue
            yield Group(
                machine=machine_key(host, author_of(result)),
                kind=host.kind,
                hardware_class=host.hardware_class.id,
                residency=workload.residency[name],
                thing=_thing(servers[name], workload, threads),
                campaign=result.id,
                sessions=_sessions_text(cell.runs),
                logs=tuple(math.log(value) for value in cell.values),
                test=workload.test,
            )


def _thing(server: ServerRecord, workload: WorkloadRecord, threads: int) -> str:
    """What ran, so that another campaign that ran it is found."""
    parts = (
        *(server.product, server.version, server.variant, server.regime),
        *(server.buffer_pool_mib, workload.test, threads),
        *sorted(workload.values.items()),
    )
    return "\0".join(str(part) for part in parts)


def _sessions_text(runs: Sequence[RunRecord]) -> str:
    """Whether each run had a server session of its own."""
    sessions = {run.session for run in runs}
    if None in sessions:
        return "unrecorded"
    return "own" if len(sessions) == len(runs) else "shared"


def _table_text(table: Mapping[str, Any]) -> str:
    """A line for each entry, in order, so that a change can be read."""
    lines = (
        f"  {json.dumps(key)}: {json.dumps(row, sort_keys=True)}" for key, row in table.items()
    )
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def _noise_text(noise: NoiseTables) -> str:
    """The same for each of two tables in one file."""
    tables = {name: _table_text(table) for name, table in to_builtins(noise).items()}
    return "{\n" + ",\n".join(f"{json.dumps(n)}: {t.strip()}" for n, t in tables.items()) + "\n}\n"


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
    behind = [p for p, text in found.items() if not p.exists() or p.read_text() != text]
    if arguments.check:
        for path in behind:
            say(_OUT_OF_DATE.format(path=archive.label(path)))
        return PROBLEMS if behind else CLEAN
    for path in behind:
        path.write_text(found[path])
        answer(archive.label(path))
    return CLEAN
