"""`bench`: measure a build of a synthetic archive on the machine at hand.

Builds a tenth of the archive cold, the whole cold, and again after one bundle has changed. Figures
are wall seconds, and memory is the peak resident size of all processes of the build together.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build, Say, build
from sysbench_archive.build.recording import Reading
from sysbench_archive.build.render import BuildError
from sysbench_archive.build.store import Store
from sysbench_archive.commands.checkout import archive_here, today, workers
from sysbench_archive.commands.console import CLEAN, Arguments, answer, as_text, say
from sysbench_archive.commands.record import record
from sysbench_archive.commands.synthesize import synthesize

PAGES_OF_RUNS = "pages of runs"
PROGRAM_OF_CHECK = "program of /check/"
_KINDS = {
    PAGES_OF_RUNS: r"results/[^/]+/(?!revisions/)[^/]+/index\.html",
    "pages of results": r"results/[^/]+/index\.html",
    "evidence": r"results/.*\.(txt|tar\.gz)",
    "data beside results": r"results/.*\.json",
    "pages of comparisons": r"comparisons/[^/]+/(all/[^/]+/)?index\.html",
    "data beside comparisons": r"comparisons/.*\.(json|csv)",
    "pictures of comparisons": r"comparisons/.*\.(png|svg)",
    "pages of revisions": r"(results|comparisons)/[^/]+/revisions/[^/]+/index\.html",
    "data of charts": r"charts/.*",
    "upgrades": r"upgrades/.*",
    "API": r"api/.*",
    "downloads": r"downloads/.*",
    PROGRAM_OF_CHECK: r"check/program/.*",
    "explore, search, addresses": r"(explore|search|lists)/.*|addresses.*|sitemap.*",
}
_OTHER = "other pages and files"
_FIXED = frozenset({_OTHER, PROGRAM_OF_CHECK})
"""Kinds that are not taken to grow with the archive: pages of prose, rules, schemas, programs."""
PROJECTED_RUNS = 25_000
"""Runs of an archive of the same mix, for which it is told what a run takes."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of published file: how many there are and what they take."""

    name: str
    files: int
    bytes: int


def kind_of(path: str) -> str:
    """The kind of a file, by its path below the published folder."""
    return next((name for name, form in _KINDS.items() if re.fullmatch(form, path)), _OTHER)


def published_kinds(folder: Path) -> list[Kind]:
    """Every kind there is below a folder, the one that takes most first."""
    files, sizes = Counter[str](), Counter[str]()
    for path in folder.rglob("*"):
        if path.is_file():
            kind = kind_of(path.relative_to(folder).as_posix())
            files[kind] += 1
            sizes[kind] += path.stat().st_size
    return [Kind(name=name, files=files[name], bytes=size) for name, size in sizes.most_common()]


def kinds_table(kinds: list[Kind], runs: int) -> str:
    """The kinds as a Markdown table, with what each takes for a run and a file."""
    total = Kind("all", sum(k.files for k in kinds), sum(k.bytes for k in kinds))
    lines = [
        "| published | files | bytes | bytes a run | bytes a file |",
        "|---|---:|---:|---:|---:|",
    ]
    for kind in (*kinds, total):
        each = kind.bytes / (kind.files or 1)
        lines.append(
            f"| {kind.name} | {kind.files} | {kind.bytes} | {kind.bytes / runs:.0f} | {each:.0f} |"
        )
    fixed, growing = _shares(kinds)
    grows = f"{growing / runs:.0f} bytes a run that grow with it and {fixed} that do not"
    each = projected(kinds, runs)
    lines += [
        "",
        f"An archive of {PROJECTED_RUNS} runs of the same mix: {grows}, {each:.0f} a run.",
    ]
    return "\n".join(lines)


def projected(kinds: list[Kind], runs: int) -> float:
    """Bytes a run of an archive of the same mix with `PROJECTED_RUNS` runs."""
    fixed, growing = _shares(kinds)
    return growing / runs + fixed / PROJECTED_RUNS


def _shares(kinds: list[Kind]) -> tuple[int, int]:
    """Bytes that stay as the archive grows, and bytes that grow with its runs."""
    fixed = sum(kind.bytes for kind in kinds if kind.name in _FIXED)
    return fixed, sum(kind.bytes for kind in kinds) - fixed


_SAMPLE_S = 0.5
"""Seconds between two looks at memory; the kernel adds up pages for each, which takes time."""
_TIMES = 10
"""How much smaller the archive is that shows whether a stage grows as the archive does."""
_MIB = 1 << 20
_DRAWN = ("charts", "pictures")
_UNPUBLISHED = Reading(standing="provisional")
"""How the synthetic archive is recorded: a bundle of it changes, and no git is there."""


@dataclass(slots=True)
class Peak:
    """The highest resident size seen of this process and its descendants, in bytes."""

    size: int = 0


Measured = tuple[Build, Peak]


def run_bench(archive: Archive, runs: int, say: Say) -> str:
    """Measure; Markdown tables."""
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-bench-") as name:
        tenth, _ = _written(archive, Path(name) / "tenth", runs // _TIMES or 1, say)
        small = _measured(tenth, Store(Path(name) / "outcomes"), say)
        # The large one has the disk and the memory of the machine for itself.
        shutil.rmtree(Path(name) / "tenth")
        copy, written = _written(archive, Path(name) / "whole", runs, say)
        cold = _measured(copy, Store(Path(name) / "outcomes"), say)
        _touch(copy, say)
        warm = _measured(copy, Store(Path(name) / "outcomes"), say)
        kinds = published_kinds(copy.root / "public")
        table = _result_table(written, small=small, cold=cold, warm=warm)
        return "\n\n".join([table, kinds_table(kinds, written), *_published(archive)])


def _published(archive: Archive) -> list[str]:
    """What the archive itself publishes by kind, where it was built."""
    kinds = published_kinds(archive.root / "public")
    runs = next((kind.files for kind in kinds if kind.name == PAGES_OF_RUNS), 0)
    return ["This archive, as `public/` has it:", kinds_table(kinds, runs)] if runs else []


def _written(archive: Archive, folder: Path, runs: int, say: Say) -> tuple[Archive, int]:
    """A recorded synthetic archive below a folder, and how many runs it has."""
    copy = Archive(folder / "archive")
    written = synthesize(runs, copy.root, archive.root)
    say(f"{written} synthetic runs written")
    with workers() as executor:
        record(
            copy,
            (),
            Store(folder / "recording"),
            today=today(),
            executor=executor,
            reading=_UNPUBLISHED,
        )
    return copy, written


def _measured(copy: Archive, store: Store, say: Say) -> Measured:
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


def _result_table(runs: int, *, small: Measured, cold: Measured, warm: Measured) -> str:
    lines = [
        f"{runs} runs on {os.cpu_count()} CPUs, {time.strftime('%Y-%m-%d', time.gmtime())}",
        "",
        f"| stage | cold s | cold ms/run | times those of 1/{_TIMES} | one bundle changed s |",
        "|---|---:|---:|---:|---:|",
    ]
    few, before, after = (dict(_stage_seconds(job)) for job, _ in (small, cold, warm))
    for stage, seconds in before.items():
        ratio = f"{seconds / few[stage]:.1f}" if few[stage] else ""
        each = f"{1000 * seconds / runs:.3f}"
        lines.append(f"| {stage} | {seconds:.2f} | {each} | {ratio} | {after[stage]:.2f} |")
    peaks = [peak.size / _MIB for _, peak in (small, cold, warm)]
    ratio = f"{peaks[1] / peaks[0]:.1f}" if peaks[0] else ""
    lines += [
        f"| peak memory, MiB | {peaks[1]:.0f} | | {ratio} | {peaks[2]:.0f} |",
    ]
    return "\n".join(lines)


def _stage_seconds(job: Build) -> Iterator[tuple[str, float]]:
    """The stages with their seconds; load, check and derive share their wall time by work done."""
    wall = job.seconds["load, check, derive"]
    for name in ("load", "check", "derive"):
        yield name, _share_of_wall(job, name, wall)
    for name in ("publish", "charts", "pictures", "Hugo"):
        yield name, job.seconds[name]
    yield "all", sum(job.seconds.values())
    yield "all but charts", _without_charts(job)


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
