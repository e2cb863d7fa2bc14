"""The archive as it was at a commit, beside the archive at hand.

Owns what is asked of git for a review. Nothing of the commit is run: only its bundles are read,
in a folder of their own that is thrown away.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.identity import directory_hash
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.git import answered
from sysbench_archive.commands.verb import UsageError
from sysbench_archive.review.pages import Kind

RESULTS = "data/results"
COMPARISONS = "content/comparisons"
_CODE = ("scripts", "layouts", "static", "schema", "config.toml", "requirements", "package.json")


@dataclass(frozen=True, slots=True)
class Base:
    """The commit a change starts from: the newest one it shares with the branch it is for."""

    root: Path
    commit: str

    def trees(self) -> dict[str, str]:
        """Bundle to git's hash of its folder."""
        entries = self._entries(RESULTS)
        return {path.name: digest for kind, digest, path in entries if kind == "tree"}

    def _entries(self, folder: str) -> Iterator[tuple[str, str, Path]]:
        """(kind, git's hash, path) of everything directly in a folder; nothing if it is absent."""
        text = answered(self.root, "ls-tree", "-z", self.commit, "--", f"{folder}/").decode()
        for line in filter(None, text.split("\0")):
            head, _, path = line.partition("\t")
            _mode, kind, digest = head.split()
            yield kind, digest, Path(path)

    def extract(self, names: Iterable[str], folder: Path) -> dict[str, Path]:
        """Write bundles as they were into a folder: bundle to where it is."""
        found = {}
        for name in names:
            tree = f"{self.commit}:{RESULTS}/{name}"
            data = answered(self.root, "archive", "--format=tar", tree)
            found[name] = folder / name
            with tarfile.open(fileobj=io.BytesIO(data)) as tar:
                tar.extractall(found[name], filter="data")
        return found

    def curated(self) -> dict[str, str]:
        """Slug of each curated comparison to git's hash of its file."""
        entries = self._entries(COMPARISONS)
        return {path.stem: digest for _, digest, path in entries if path.suffix == ".md"}

    def code_files(self) -> int:
        """How many files of the program, templates and schemas differ."""
        text = answered(self.root, "diff", "--name-only", "-z", self.commit, "--", *_CODE)
        return len([name for name in text.split(b"\0") if name])


def base_of(archive: Archive, reference: str) -> Base:
    """The base of the checkout's state. Raises UsageError for what is no commit."""
    if reference.startswith("-"):
        raise UsageError(f"{reference} is not a commit")
    shared = answered(archive.root, "merge-base", reference, "HEAD").decode().strip()
    return Base(archive.root, shared)


def changed_bundles(archive: Archive, trees: Mapping[str, str]) -> dict[str, Kind]:
    """Bundle to what happened to it, of those that are not as they were; by name."""
    now = {folder.name: folder for folder in archive.bundles()}
    found: dict[str, Kind] = {}
    for name in sorted({*now, *trees}):
        if name not in trees:
            found[name] = "added"
        elif name not in now:
            found[name] = "removed"
        elif tree_of(now[name]) != trees[name]:
            found[name] = "changed"
    return found


def tree_of(folder: Path) -> str:
    """Git's hash of a bundle's folder; another one where a file of it cannot be a bundle's."""
    files = read_folder(folder, folder.name)
    known = directory_hash((file.path, file.sha1_git) for file in files.files.values())
    return known if not files.problems else f"with problems {known}"
