"""`bench`: measure a build of a synthetic archive on the machine at hand.

Builds cold, then again after one bundle has changed. Figures are wall seconds, and memory is
the peak resident size of all processes of the build together.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build, Say, build
from sysbench_archive.build.published_bytes import kinds_table, published_kinds
from sysbench_archive.build.recording import Reading
from sysbench_archive.build.render import BuildError
from sysbench_archive.build.store import Store
from sysbench_archive.commands.checkout import archive_here, today, workers
from sysbench_archive.commands.console import CLEAN, Arguments, answer, as_text, say
from sysbench_archive.commands.record import record
from sysbench_archive.commands.synthesize import synthesize

_SAMPLE_S = 0.1
_MIB = 1 << 20
_DRAWN = ("charts", "pictures")
_UNPUBLISHED = Reading(standing="provisional")
"""How the synthetic archive is recorded: a bundle of it changes, and no git is there."""


@dataclass(slots=True)
class Peak:
    """The highest resident size seen of this process and its descendants, in bytes."""

    size: int = 0


def run_bench(archive: Archive, runs: int, say: Say) -> str:
    """Measure; a Markdown table."""
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-bench-") as name:
        copy = Archive(Path(name) / "archive")
        written = synthesize(runs, copy.root, archive.root)
        say(f"{written} synthetic runs written")
        with workers() as executor:
            record(
                copy,
                (),
                Store(Path(name) / "recording"),
                today=today(),
                executor=executor,
                reading=_UNPUBLISHED,
            )
        cold, cold_peak = _measured(copy, Store(Path(name) / "outcomes"), say)
        _touch(copy, say)
        warm, warm_peak = _measured(copy, Store(Path(name) / "outcomes"), say)
        kinds = published_kinds(copy.root / "public")
        table = _result_table(written, (cold, cold_peak), (warm, warm_peak))
        return f"{table}\n\n{kinds_table(kinds, written)}"


def _measured(copy: Archive, store: Store, say: Say) -> tuple[Build, Peak]:
    with workers() as executor, _watched() as peak:
        out = copy.root / "public"
        job = Build(
            archive=copy,
            out=out,
            base_url="/",
            today=today(),
            store=store,
            executor=executor,
            say=say,
            release=executor.shutdown,
        )
        if not build(job):
            raise BuildError(f"the synthetic archive has problems:\n{as_text(job.problems[:10])}")
    return job, peak


def _touch(copy: Archive, say: Say) -> None:
    """Change one bundle, as a contributor would, and record it."""
    folder = copy.bundles()[0]
    path = folder / "bundle.yaml"
    path.write_text(path.read_text().replace("Synthetic campaign", "Changed campaign"))
    with tempfile.TemporaryDirectory() as name, workers() as executor:
        record(
            copy,
            (folder.name,),
            Store(Path(name)),
            today=today(),
            executor=executor,
            reading=_UNPUBLISHED,
        )
    say("one bundle changed")


@contextmanager
def _watched() -> Iterator[Peak]:
    peak, stop = Peak(), threading.Event()

    def watch() -> None:
        while not stop.wait(_SAMPLE_S):
            peak.size = max(peak.size, _resident(os.getpid()))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        stop.set()
        thread.join()


def _resident(root: int) -> int:
    """Resident size of a process and its descendants, in bytes; 0 where /proc is not there.

    Proportional sizes, so that pages workers share are counted once.
    """
    total, pending = 0, [root]
    while pending:
        process = pending.pop()
        try:
            pending += _child_processes(process)
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += next(int(x.split()[1]) for x in rollup.splitlines() if x.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return total << 10


def _child_processes(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(word) for task in tasks for word in (task / "children").read_text().split()]


Measured = tuple[Build, Peak]


def _result_table(runs: int, cold: Measured, warm: Measured) -> str:
    lines = [
        f"{runs} runs on {os.cpu_count()} CPUs, {time.strftime('%Y-%m-%d', time.gmtime())}",
        "",
        "| stage | cold s | cold ms/run | one bundle changed s |",
        "|---|---:|---:|---:|",
    ]
    for label, before, after in _stage_seconds(cold[0], warm[0]):
        lines.append(f"| {label} | {before:.2f} | {1000 * before / runs:.3f} | {after:.2f} |")
    lines += [
        f"| peak memory, MiB | {cold[1].size / _MIB:.0f} | | {warm[1].size / _MIB:.0f} |",
    ]
    return "\n".join(lines)


def _stage_seconds(cold: Build, warm: Build) -> Iterator[tuple[str, float, float]]:
    """The stages with their seconds; load, check and derive share their wall time by work done."""
    shared = "load, check, derive"
    for name in ("load", "check", "derive"):
        walls = cold.seconds[shared], warm.seconds[shared]
        yield name, _share_of_wall(cold, name, walls[0]), _share_of_wall(warm, name, walls[1])
    for name in ("publish", "charts", "pictures", "Hugo"):
        yield name, cold.seconds[name], warm.seconds[name]
    yield "all", sum(cold.seconds.values()), sum(warm.seconds.values())
    yield "all but charts", _without_charts(cold), _without_charts(warm)


def _share_of_wall(job: Build, name: str, wall: float) -> float:
    total = sum(job.worked.values())
    return wall * job.worked.get(name, 0.0) / total if total else 0.0


def _without_charts(job: Build) -> float:
    return sum(seconds for name, seconds in job.seconds.items() if name not in _DRAWN)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("runs", metavar="N", type=int, help="number of runs")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    answer(run_bench(archive_here(), arguments.runs, say))
    return CLEAN
