"""What builds keep for the next one: the outcome of every bundle, and what was written of each.

An outcome is kept under a key that covers the bundle's bytes, the code and the schemas, so nothing
ever goes stale. What the others need to know of every bundle is small, and is kept in one file as
well. A file names the digest of its name and its bytes; one that is damaged, was moved to another
name or does not hold what it should counts as absent and is made again. No digest tells whether
somebody who can write here computed what is kept: a store is taken from nobody but its owner.

The manifest, `data/derived/manifest.json`, is removed before anything is written and put back when
all is done: after a build that broke off, the next one starts from nothing.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sysbench_archive.build.archive import Archive
from sysbench_archive.derive.entries import SourceMention
from sysbench_archive.derive.settings import ResultSettings
from sysbench_archive.ledger import Identity
from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.model.listing import HardwareClassRecord
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.model.tables import BundleTables
from sysbench_archive.problems import Problem
from sysbench_archive.publish.output import partial_name
from sysbench_archive.tables.cells import Cell, Judged


class Outcome(Record):
    """What load, check and derive made of a bundle; `result` is None where it has errors."""

    days: list[str]
    """Dates it states; one still to come is checked anew each day."""
    problems: list[Problem]
    """Problems, sorted."""
    identity: Identity | None
    """What the publication record keeps of it; None where it could not be read."""
    result: ResultRecord | None
    """The bundle as a record."""
    matrix: list[Comparison]
    """Its matrix comparisons."""
    own_panels: list[Panel]
    """Panels of workloads that one server ran."""
    cells: list[Cell]
    """Its cells."""
    judged: list[Judged]
    """Its contrasts as they were judged."""
    classes: list[HardwareClassRecord]
    """Hardware classes of its servers' machines."""
    reports: list[tuple[str, str]]
    """Each report it claims, with the run."""
    reproduces: list[tuple[str, int]]
    """Each path it reproduces, with the line of bundle.yaml."""
    source: SourceMention | None = None
    """Where it comes from; None for what was measured for the archive, or could not be read."""
    settings: ResultSettings | None = None
    """What it says of server settings; None where it has errors."""
    tables: BundleTables | None = None
    """Its rows of tables that its document in the API does not have; None where it has errors."""
    supersedes: list[tuple[str, int]] = msgspec.field(default_factory=list)
    """Each bundle it supersedes, with the line of bundle.yaml."""


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of outcomes."""

    folder: Path

    def path(self, key: str) -> Path:
        """Where the entry of a key is kept."""
        return self.folder / key[:2] / f"{key[2:]}.json"

    @property
    def table(self) -> Path:
        """Where that is kept which is known of all bundles."""
        return self.folder / "bundles.json"

    @property
    def program(self) -> Path:
        """Where that is kept which the program says that makes outcomes."""
        return self.folder / "program"

    def get(self, key: str) -> Outcome | None:
        """The outcome, or None where it is absent or damaged."""
        body = read_verified(self.path(key), key)
        try:
            return None if body is None else read_record(body, Outcome)
        except msgspec.DecodeError:
            return None

    def holds(self, key: str) -> bool:
        """Whether the outcome of a key is there as it was put."""
        return read_verified(self.path(key), key) is not None

    def need(self, key: str) -> Outcome:
        """An outcome that this build has put. Raises FileNotFoundError where somebody took it."""
        outcome = self.get(key)
        if outcome is None:
            raise FileNotFoundError(f"outcome {key} vanished from {self.folder} during the build")
        return outcome

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep an outcome; readers see the old one or the new one, never a part."""
        write_verified(self.path(key), key, msgspec.json.encode(outcome))

    def keep_only(self, keys: set[str]) -> None:
        """Remove the entries nobody used."""
        # Strings, not paths: there is one for every bundle.
        kept = {str(self.path(key)) for key in keys}
        for folder in filter(Path.is_dir, self.folder.glob("*")):
            for entry in os.scandir(folder):
                if entry.path not in kept:
                    Path(entry.path).unlink()


@contextmanager
def store_of(archive: Archive, *, cached: bool = True) -> Iterator[Store]:
    """Outcomes of earlier builds, or an empty store that is thrown away.

    Both lie in the checkout, where the workers of a cluster find them too. Outside of a checkout
    nothing is kept.
    """
    if not archive.is_checkout:
        with tempfile.TemporaryDirectory(prefix="sysbench-archive-") as folder:
            yield Store(Path(folder))
        return
    if cached:
        yield Store(archive.cache / "outcomes")
        return
    archive.cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=archive.cache, prefix="outcomes-") as folder:
        yield Store(Path(folder))


def read_verified(path: Path, name: str) -> bytes | None:
    """What was written to a file under a name; None where it is absent or not that any more."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    return body if head == _seal(name, body) else None


def write_verified(path: Path, name: str, body: bytes) -> None:
    """Write a file so that readers see what was there before or all of this, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(partial_name(path.name))
    partial.write_bytes(_seal(name, body) + b"\n" + body)
    partial.replace(path)


def _seal(name: str, body: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + body).hexdigest().encode()


NAME = "manifest.json"
_SITE_SOURCES = ("layouts", "static", "content", "scripts/charts")
_SITE_FILES = ("config.toml", "package-lock.json", "requirements/site.txt")


@dataclass(frozen=True, slots=True)
class Written:
    """A bundle's share as it was written: the digest of what it was made from, and its files."""

    digest: str
    paths: list[str]


@dataclass(slots=True)
class Manifest:
    """`site` is the digest of program, templates, styles and settings, `out` where pages are,
    `steps` what each step wrote, but for those of bundles.
    """

    site: str = ""
    out: str = ""
    steps: Mapping[str, Written] = field(default_factory=dict)
    shares: Mapping[str, Written] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """The manifest as `put_manifest` writes it."""
        return msgspec.json.encode(self)


def put_manifest(derived: Path, encoded: bytes) -> None:
    """Put a manifest in its place: everything it names is complete."""
    (derived / NAME).write_bytes(encoded)


def take_manifest(derived: Path) -> Manifest:
    """The last build's manifest, removed from its place; an empty one where there is none."""
    path = derived / NAME
    try:
        manifest = read_record(path.read_bytes(), Manifest)
    except (FileNotFoundError, msgspec.DecodeError):
        manifest = Manifest()
    path.unlink(missing_ok=True)
    return manifest


def site_digest(root: Path, *settings: str) -> str:
    """SHA-256 of everything but records that a page depends on; `settings` are not in files."""
    total = hashlib.sha256("\0".join(settings).encode())
    listed = [root / name for name in _SITE_FILES]
    found = [path for name in _SITE_SOURCES for path in (root / name).rglob("*")]
    for path in [*listed, *sorted(found)]:
        if path.is_file():
            total.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return total.hexdigest()
