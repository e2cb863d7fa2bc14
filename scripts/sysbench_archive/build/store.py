"""What builds keep for the next one: the outcome of every bundle, and what was written of each.

An outcome is kept under a key that covers the bundle's bytes, the code and the schemas, so nothing
ever goes stale. What the others need to know of every bundle is small, and stands before it on a
line of its own. A file names the digest of its name and its bytes; one that is damaged, was moved
to another name or does not hold what it should counts as absent and is made again. No digest tells
whether somebody who can write here computed what is kept: a store is taken from nobody but its
owner.

The manifest, `data/derived/manifest.json`, is removed before anything is written and put back when
all is done: after a build that broke off, the next one starts from nothing. So is `built.json`, by
which a build after which nothing changed ends at once.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeVar

import msgspec

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.git import asked
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.problems import Problem
from sysbench_archive.publish.output import partial_name
from sysbench_archive.tables import Value


class Outcome(Record):
    """What pages of a bundle are made of; `result` is None where it has errors."""

    result: ResultRecord | None
    """The bundle as a record."""
    matrix: list[Comparison]
    """Its matrix comparisons."""
    own_panels: list[Panel]
    """Panels of workloads that one server ran."""
    series: list[list[Value]]
    """Rows of throughput during its runs."""


Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of outcomes."""

    folder: Path

    def path(self, key: str) -> Path:
        """Where the entry of a key is kept."""
        return self.folder / key[:2] / f"{key[2:]}.json"

    @property
    def program(self) -> Path:
        """Where that is kept which the program says that makes outcomes."""
        return self.folder / "program"

    def get(self, key: str) -> Outcome | None:
        """The outcome, or None where it is absent or damaged."""
        return self._entry(key, 1, Outcome)

    def known(self, key: str, kind: type[Known]) -> Known | None:
        """What everybody needs to know of it, read without the rest of it."""
        return self._entry(key, 0, kind)

    def made(self, key: str, kind: type[Known], make: Callable[[], Known]) -> Known:
        """What is kept of a kind under a key; made and kept where nothing is."""
        found = self.known(key, kind)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def _entry(self, key: str, line: int, kind: type[Known]) -> Known | None:
        body = read_verified(self.path(key), key)
        try:
            return None if body is None else read_record(body.split(b"\n")[line], kind)
        except (msgspec.DecodeError, IndexError):
            return None

    def need(self, key: str) -> Outcome:
        """An outcome that this build has put. Raises FileNotFoundError where somebody took it."""
        outcome = self.get(key)
        if outcome is None:
            raise FileNotFoundError(f"outcome {key} vanished from {self.folder} during the build")
        return outcome

    def put(self, key: str, known: object, outcome: Outcome | None = None) -> None:
        """Keep an outcome, or what is known alone; readers see the old one or the new one, never a
        part.
        """
        lines = (msgspec.json.encode(known), msgspec.json.encode(outcome))
        write_verified(self.path(key), key, b"\n".join(lines))

    def keep_only(self, keys: set[str]) -> None:
        """Remove the entries nobody used."""
        # Strings, not paths: there is one for every bundle.
        kept = {str(self.path(key)) for key in keys}
        for folder in filter(Path.is_dir, self.folder.glob("*")):
            for entry in os.scandir(folder):
                if entry.path not in kept:
                    Path(entry.path).unlink()


@dataclass(frozen=True, slots=True)
class Work:
    """What bundles are surveyed with: where outcomes are kept, by whom, and on which day."""

    store: Store
    executor: Executor
    today: date


@contextmanager
def store_of(archive: Archive, *, cached: bool = True) -> Iterator[Store]:
    """Outcomes of earlier builds, or an empty store that is thrown away.

    Both lie in the checkout, where the workers of a cluster find them too. Outside of a checkout
    nothing is kept, and where git tracks anything of the folder nothing in it is believed: it came
    with a change, and nobody computed it here.
    """
    if not archive.is_checkout or asked(archive.root, "ls-files", "--", ":(icase).cache"):
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
    replace_file(path, _seal(name, body) + b"\n" + body, partial_name(str(path)))


def _seal(name: str, body: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + body).hexdigest().encode()


NAME, BUILT = "manifest.json", "built.json"
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
        """The manifest as its file holds it."""
        return msgspec.json.encode(self)


class Built(Record):
    """What a build made a whole site from, what it made, as digests, and what it warned of."""

    inputs: str
    outputs: str
    problems: list[Problem]


def put_built(derived: Path, built: Built) -> None:
    """Keep what a build has made."""
    replace_file(derived / BUILT, msgspec.json.encode(built))


def last_built(derived: Path) -> Built | None:
    """What the last build made; None where it did not end, or made a preview."""
    try:
        return read_record((derived / BUILT).read_bytes(), Built)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def take_manifest(derived: Path) -> Manifest:
    """The last build's manifest, removed from its place; an empty one where there is none."""
    path = derived / NAME
    try:
        manifest = read_record(path.read_bytes(), Manifest)
    except (FileNotFoundError, msgspec.DecodeError):
        manifest = Manifest()
    (derived / BUILT).unlink(missing_ok=True)
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
