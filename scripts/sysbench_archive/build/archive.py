"""Where things are in a checkout of the archive, and the publication record read from it.

`addresses.json` of a published site is read here as well, as somebody handed it in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.build.site_settings import read_site_settings
from sysbench_archive.bundle import curated, sources
from sysbench_archive.bundle.campaigns import FOLDER as SERIES
from sysbench_archive.bundle.curated import addresses
from sysbench_archive.bundle.files import read_together
from sysbench_archive.bundle.saved import SAVED, Saved, read_saved
from sysbench_archive.ledger.agreement import PublishedIndex, published_index, published_problems
from sysbench_archive.ledger.campaigns import CAMPAIGNS, CampaignRow, read_campaigns
from sysbench_archive.ledger.comparisons import ComparisonRows
from sysbench_archive.ledger.record import FOLDER, Row, read_rows
from sysbench_archive.problems import Problem, UsageError

# A sparse checkout may have nothing but the files at its top.
_MARKS = ("schema/bundle-1.schema.json", "LICENSE-DATA.md")


@dataclass(frozen=True, slots=True)
class Archive:
    """A checkout. All folders are below `root`."""

    root: Path

    @property
    def is_checkout(self) -> bool:
        """False of a plain folder that only holds bundles."""
        return any((self.root / mark).is_file() for mark in _MARKS)

    @property
    def results(self) -> Path:
        """The authored bundles."""
        return self.root / "data" / "results"

    @property
    def ledger(self) -> Path:
        """The publication record."""
        return self.root / FOLDER

    @property
    def revisions(self) -> Path:
        """What corrections and withdrawals superseded."""
        return self.root / "data" / "revisions"

    @property
    def comparisons(self) -> Path:
        """The curated comparisons."""
        return self.root / curated.FOLDER

    @property
    def derived(self) -> Path:
        """What a build generates."""
        return self.root / "data" / "derived"

    @property
    def cache(self) -> Path:
        """What a later build may reuse."""
        return self.root / ".cache"

    @property
    def permanent_base(self) -> str:
        """The address every citation begins with, without a slash at its end."""
        return read_site_settings(self.root).permanent_base

    @property
    def repository(self) -> str:
        """The address the repository is cloned from, without a slash at its end."""
        return read_site_settings(self.root).repository

    @property
    def doi(self) -> str:
        """The DOI of all snapshots together; empty before the first is deposited."""
        return read_site_settings(self.root).doi

    @property
    def sources(self) -> Path:
        """What is known of the repositories and articles results come from."""
        return self.root / sources.FOLDER

    @property
    def series(self) -> Path:
        """Which bundles share a page, and what tells them apart."""
        return self.root / SERIES

    def bundles(self) -> list[Path]:
        """The folders of bundles, by name."""
        return bundle_folders(self.results)

    def curated_files(self) -> list[Path]:
        """The files of curated comparisons, by name."""
        return sorted(p for p in self.comparisons.glob("*.md") if p.name != "_index.md")

    def label(self, path: Path) -> str:
        """How messages name a path: relative to the checkout where it is inside."""
        resolved = path.absolute()
        inside = resolved.is_relative_to(self.root)
        return resolved.relative_to(self.root).as_posix() if inside else path.as_posix()


def bundle_folders(folder: Path) -> list[Path]:
    """The sub-folders of a folder, by name; links are not followed, only listed."""
    if not folder.is_dir():
        return []
    return sorted(entry for entry in folder.iterdir() if entry.is_dir() or entry.is_symlink())


def find_archive(start: Path) -> Archive:
    """The checkout a folder belongs to. Raises FileNotFoundError where there is none."""
    for folder in (start, *start.parents):
        if Archive(folder).is_checkout:
            return Archive(folder)
    raise FileNotFoundError(f"no archive at or above {start}: run this inside a checkout")


def read_records(archive: Archive) -> tuple[dict[str, tuple[Row, ...]], list[Problem]]:
    """The publication record by bundle, and what is wrong with it."""
    paths = sorted(archive.ledger.glob("*.csv"))
    names = (path.stem for path in paths)
    return rows_of_files(dict(zip(names, read_together(paths), strict=True)))


def rows_of_files(files: Mapping[str, bytes]) -> tuple[dict[str, tuple[Row, ...]], list[Problem]]:
    """The rows of each bundle from the bytes of its file, and what is wrong with them."""
    records: dict[str, tuple[Row, ...]] = {}
    problems: list[Problem] = []
    for name, data in files.items():
        rows, faults = read_rows(data, f"{FOLDER}/{name}.csv")
        problems += faults
        if rows:
            records[name] = rows
    return records, problems


def read_addresses(archive: Archive) -> dict[str, set[str]]:
    """The addresses every curated comparison answers to, by slug."""
    return {path.stem: addresses(path.stem, path.read_bytes()) for path in archive.curated_files()}


def recorded_campaigns(archive: Archive) -> list[CampaignRow]:
    """The record of campaigns; none where it has no file. Raises UsageError where it is broken."""
    file = archive.root / CAMPAIGNS
    return read_campaigns(file.read_bytes()) if file.is_file() else []


def read_saved_copies(archive: Archive) -> list[Saved]:
    """What Software Heritage was seen to keep. Raises UsageError where the file is broken."""
    file = archive.root / SAVED
    return read_saved(file.read_bytes()) if file.is_file() else []


def index_problems(
    path: Path,
    records: Mapping[str, Sequence[Row]],
    curated: Iterable[Collection[str]],
    campaigns: Iterable[str] = (),
    compared: ComparisonRows | None = None,
    shared: Iterable[str] = (),
) -> list[Problem]:
    """What publishing this state would take from the index in a file.

    Raises UsageError where the file is no such index.
    """
    index = _index_in(path)
    return list(published_problems(index, records, curated, campaigns, compared, shared))


def published_shared_pages(path: Path) -> list[str]:
    """The pages that span bundles in the index of a published site.

    Raises UsageError where the file is no such index.
    """
    return _index_in(path).pages


def _index_in(path: Path) -> PublishedIndex:
    try:
        return published_index(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} is not the addresses.json of a published archive") from error
