"""Synthetic archives with their publication record, for tests and `make bench`."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from git_calls import nothing
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store, Work
from sysbench_archive.commands.record import Reading, record
from sysbench_archive.commands.synthesize import synthesize
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS

ROOT = Path(__file__).resolve().parents[1]
TODAY = date(2026, 11, 20)


@contextmanager
def work_in(folder: Path) -> Iterator[Work]:
    """A store in a folder, and a worker in this process: what goes wrong in it is seen."""
    with ThreadPoolExecutor(1) as pool:
        yield Work(Store(folder / "outcomes"), pool, TODAY)


def recorded(folder: Path, runs: int, work: Work) -> Archive:
    """An archive below a folder, with so many runs, ten a bundle, each bundle recorded."""
    archive = Archive(folder)
    synthesize(runs, archive.root, ROOT)
    record(archive, (), work)
    return archive


def record_anew(archive: Archive, work: Work) -> None:
    """Record it as it is now, as if nothing of it were published."""
    for folder in (archive.ledger, archive.root / COMPARISON_RECORDS):
        shutil.rmtree(folder)
    base = nothing(archive.root) if (archive.root / ".git").exists() else None
    record(archive, (), work, reading=Reading(base=base))


def share_a_page(archive: Archive, slug: str, members: dict[str, str]) -> None:
    """Let bundles share a page, told apart by the size of a pool."""
    archive.series.mkdir(parents=True, exist_ok=True)
    listed = "".join(f"  {name}: {{pool: {size}}}\n" for name, size in members.items())
    (archive.series / f"{slug}.yaml").write_text(
        "title: Pools\nquestion: Does the pool matter?\ndimensions: {pool: Buffer pool}\n"
        f"members:\n{listed}"
    )
