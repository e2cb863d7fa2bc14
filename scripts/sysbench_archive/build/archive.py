"""Where things are in a checkout of the archive, and the publication record read from it.

`addresses.json` of a published site is read here as well, as somebody handed it in.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.build.git import Repository
from sysbench_archive.build.site_settings import SiteSettings, read_site_settings
from sysbench_archive.bundle import curated, sources
from sysbench_archive.bundle.campaigns import FOLDER as SERIES
from sysbench_archive.bundle.curated import addresses
from sysbench_archive.bundle.files import PARTIAL, replace_file, write_files
from sysbench_archive.bundle.people import PEOPLE, Name, read_people
from sysbench_archive.bundle.saved import SAVED, Saved, read_saved
from sysbench_archive.ledger.addresses import CAMPAIGNS, SHARED_PAGES, CampaignRow, read_campaigns
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS, read_comparison_rows
from sysbench_archive.ledger.record import FOLDER, Row, read_rows, write_rows
from sysbench_archive.model.base import read_record
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.history import AddressIndex
from sysbench_archive.problems import Problem, UsageError
from sysbench_archive.publish.citation import Imprint

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
    def settings(self) -> SiteSettings:
        """The addresses that `config.toml` states."""
        return read_site_settings(self.root)

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
        return [p for p in plain_files(self.comparisons, "*.md") if p.name != "_index.md"]

    def label(self, path: Path) -> str:
        """How messages name a path: relative to the checkout where it is inside."""
        resolved = path.absolute()
        inside = resolved.is_relative_to(self.root)
        return resolved.relative_to(self.root).as_posix() if inside else path.as_posix()


def plain_files(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder that a pattern names, in order; links are none."""
    return sorted(p for p in folder.glob(pattern) if p.is_file() and not p.is_symlink())


def bundle_folders(folder: Path) -> list[Path]:
    """The sub-folders of a folder, by name; links are not followed, only listed."""
    if not folder.is_dir():
        return []
    entries = (entry for entry in folder.iterdir() if entry.is_dir() or entry.is_symlink())
    return sorted(entry for entry in entries if not entry.name.endswith(PARTIAL))


def record_files(archive: Archive) -> str:
    """What of the record a correction or a withdrawal may change, as words of a command."""
    there = SHARED_PAGES if (archive.root / SHARED_PAGES).is_file() else ""
    return " ".join(filter(None, (FOLDER, COMPARISON_RECORDS, there)))


_RECORDED = (FOLDER, COMPARISON_RECORDS, CAMPAIGNS, SHARED_PAGES, SAVED, curated.FOLDER)
"""What is published for good."""


@contextmanager
def archive_at(archive: Archive, base: str) -> Iterator[Archive]:
    """What a checkout of a commit has of the records and of curated comparisons, and nothing else.

    Raises UsageError where git knows no such commit.
    """
    repository = Repository(archive.root)
    files = repository.files(repository.top(base), *_RECORDED)
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-") as folder:
        write_files(Path(folder), files or {})
        yield Archive(Path(folder))


def find_archive(start: Path) -> Archive:
    """The checkout a folder belongs to. Raises FileNotFoundError where there is none."""
    for folder in (start, *start.parents):
        if Archive(folder).is_checkout:
            return Archive(folder)
    raise FileNotFoundError(f"no archive at or above {start}: run this inside a checkout")


def read_records(archive: Archive) -> tuple[dict[str, tuple[Row, ...]], list[Problem]]:
    """The publication record by bundle, and what is wrong with it."""
    records: dict[str, tuple[Row, ...]] = {}
    problems: list[Problem] = []
    for path in plain_files(archive.ledger, "*.csv"):
        rows, faults = read_rows(path.read_bytes(), f"{FOLDER}/{path.name}")
        problems += faults
        if rows:
            records[path.stem] = rows
    return records, problems


def rows_of(archive: Archive, bundle: str) -> tuple[Row, ...]:
    """The publication record of a bundle; no rows where it has none."""
    path = archive.ledger / f"{bundle}.csv"
    return read_rows(path.read_bytes(), f"{FOLDER}/{path.name}")[0] if path.is_file() else ()


def write_record(archive: Archive, bundle: str, rows: Sequence[Row]) -> str:
    """Write the rows of a bundle: the path of its file."""
    path = archive.ledger / f"{bundle}.csv"
    replace_file(path, write_rows(rows).encode())
    return archive.label(path)


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


def known_people(archive: Archive) -> dict[str, Name]:
    """How names are written. Raises UsageError where the file is broken."""
    file = archive.root / PEOPLE
    return read_people(file.read_bytes()) if file.is_file() else {}


def read_imprint(archive: Archive) -> Imprint:
    """What citations state of the archive."""
    settings = archive.settings
    return Imprint(settings.permanent_base, settings.doi, known_people(archive))


def read_index(path: Path) -> AddressIndex:
    """What the index of a published site promises. Raises UsageError where the file is none."""
    try:
        return read_record(path.read_bytes(), AddressIndex)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} is not the addresses.json of a published archive") from error


def read_comparison_records(
    archive: Archive,
) -> tuple[dict[str, tuple[ComparisonRow, ...]], list[Problem]]:
    """The rows of every comparison that was ever recorded, and what is wrong with the files."""
    records: dict[str, tuple[ComparisonRow, ...]] = {}
    problems: list[Problem] = []
    for path in plain_files(archive.root / COMPARISON_RECORDS, "*.jsonl"):
        rows, faults = read_comparison_rows(path.read_bytes(), path.stem)
        records |= rows
        problems += faults
    return records, problems
