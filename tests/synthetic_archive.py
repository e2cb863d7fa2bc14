"""A small synthetic archive with its publication record, for the tests of what commands do."""

from concurrent.futures import Executor
from datetime import date
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.recording import Reading
from sysbench_archive.build.store import Store
from sysbench_archive.commands.record import record
from sysbench_archive.commands.synthesize import synthesize

ROOT = Path(__file__).resolve().parents[1]
TODAY = date(2026, 11, 20)
UNPUBLISHED = Reading(standing="provisional")
PUBLISHED = Reading()


def recorded(folder: Path, runs: int, store: Store, workers: Executor) -> Archive:
    """An archive below a folder, with so many runs, ten a bundle, each bundle recorded.

    Its rows are provisional: no git is there to tell that nothing of it is published.
    """
    archive = Archive(folder)
    synthesize(runs, archive.root, ROOT)
    record(archive, (), store, today=TODAY, executor=workers, reading=UNPUBLISHED)
    return archive


def publish_rows(archive: Archive, store: Store, workers: Executor) -> None:
    """Make its rows permanent, as they are before somebody commits them."""
    record(archive, (), store, today=TODAY, executor=workers, reading=PUBLISHED)


def share_a_page(archive: Archive, slug: str, members: dict[str, str]) -> None:
    """Let bundles share a page, told apart by the size of a pool."""
    archive.series.mkdir(parents=True, exist_ok=True)
    listed = "".join(f"  {name}: {{pool: {size}}}\n" for name, size in members.items())
    (archive.series / f"{slug}.yaml").write_text(
        "title: Pools\nquestion: Does the pool matter?\ndimensions: {pool: Buffer pool}\n"
        f"members:\n{listed}"
    )
