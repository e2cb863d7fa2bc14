"""A tiny published archive in git, for the tests of what happens to published bundles.

One bundle with two runs of two servers, its record, and a curated comparison of them; all of it
was published.
"""

import shutil
from pathlib import Path

from git_calls import git
from synthetic_archive import TODAY
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Work
from sysbench_archive.commands.record import record

TEMPLATE = Path(__file__).parent / "rules" / "ledger-stale" / "pass" / "archive"
BUNDLE = "2026-01-two-servers"
COMPARISON = f"/comparisons/{BUNDLE}--read-only/"
CURATED = "/comparisons/two-versions/"
DAY = TODAY


def published(folder: Path, work: Work) -> Archive:
    """The archive below a folder, recorded and committed."""
    archive = Archive(folder)
    shutil.copytree(TEMPLATE, folder)
    shutil.rmtree(archive.ledger)
    record(archive, (), work)
    git(archive.root, "init", "-q")
    commit(archive)
    return archive


def commit(archive: Archive) -> None:
    """Publish the checkout as it is."""
    git(archive.root, "add", "-A", "content", "data")
    git(archive.root, "commit", "-q", "--allow-empty", "-m", "published")


def undo(archive: Archive) -> None:
    """The checkout as it was published."""
    git(archive.root, "checkout", "-q", "--", "content", "data")
    git(archive.root, "clean", "-fdq", "content", "data")


def measured(archive: Archive, bundle: str, tps: int) -> None:
    """Let the second run of a bundle have measured something else."""
    path = archive.results / bundle / "figures.csv"
    head, first, _ = path.read_text().splitlines()
    path.write_text(f"{head}\n{first}\nt2,{tps}.00,{tps * 10},10.0000\n")


def retitled(archive: Archive, bundle: str, title: str) -> None:
    """Give a bundle another title."""
    path = archive.results / bundle / "bundle.yaml"
    lines = path.read_text().splitlines()
    path.write_text(
        "\n".join(f"title: {title}" if x.startswith("title:") else x for x in lines[:2])
    )
    path.write_text(path.read_text() + "\n" + "\n".join(lines[2:]) + "\n")
