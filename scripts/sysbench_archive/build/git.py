"""What git knows of the checkout: rows as published, files at a commit, bytes by their hash.

Nothing is written. Where there is no git, or git does not know, the answer is None, and the
caller says what that means. Folders of strangers are read by `importers.sources`, which trusts
them less.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.ledger.record import FOLDER, Row, read_rows
from sysbench_archive.problems import UsageError


def asked(root: Path, *words: str) -> bytes | None:
    """What git prints, None where there is no git or it refuses."""
    try:
        done = _run(root, words)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def answered(root: Path, *words: str) -> bytes:
    """What git prints. UsageError, with git's own words, where there is no git or it refuses."""
    try:
        done = _run(root, words)
    except FileNotFoundError:
        raise UsageError("git is not installed, and this cannot be told without it") from None
    if done.returncode:
        raise UsageError(f"git {words[0]}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout


def shared_commit(root: Path, reference: str) -> str:
    """The newest commit that the checkout shares with a branch. UsageError for what is none."""
    if reference.startswith("-"):
        raise UsageError(f"{reference} is not a commit")
    return answered(root, "merge-base", reference, "HEAD").decode().strip()


def changed_paths(root: Path, commit: str) -> list[str]:
    """The files of a checkout that are not as at a commit: changed, new or gone."""
    changed = answered(root, "diff", "--name-only", "--no-renames", "--relative", "-z", commit)
    new = answered(root, "ls-files", "--others", "--exclude-standard", "-z")
    return [os.fsdecode(path) for path in (changed + new).split(b"\0") if path]


def _run(root: Path, words: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, capture_output=True, check=False)


_BASES = ("origin/HEAD", "origin/main", "HEAD")
"""What counts as published where nobody says: the branch pull requests are for, else this one."""


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository a checkout belongs to."""

    root: Path

    def base(self, named: str | None) -> str | None:
        """The commit that counts as published. UsageError where `named` is none."""
        if named is None:
            return next((name for name in _BASES if self._is_commit(name)), None)
        if named.startswith("-") or not self._is_commit(named):
            raise UsageError(f"{named} is not a commit")
        return named

    def _is_commit(self, name: str) -> bool:
        return (
            asked(self.root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") is not None
        )

    def rows(self, bundle: str, base: str | None) -> tuple[Row, ...]:
        """The rows of a bundle's record at a commit; none where it has no record there."""
        name = f"{FOLDER}/{bundle}.csv"
        data = asked(self.root, "show", f"{base}:./{name}") if base else None
        return read_rows(data, name)[0] if data else ()

    def file_at(self, base: str) -> Callable[[str], bytes]:
        """What gives the bytes of a path at a commit, b"" where it was not there."""
        return lambda name: asked(self.root, "show", f"{base}:./{name}") or b""

    def binding(
        self, bundle: str, rows: Sequence[Row], named: str | None = None
    ) -> tuple[Row, ...]:
        """The rows of a record that are published; all of them where git cannot tell.

        Before it is published, the author of a bundle may still change it.
        """
        base = self.base(named) if rows else None
        return tuple(rows) if base is None else self.rows(bundle, base)

    def tree(self, base: str, folder: str) -> str | None:
        """Git's hash of a folder at a commit, "" where it is not there."""
        listed = asked(self.root, "ls-tree", "-d", "-z", base, "--", folder)
        return None if listed is None else listed.decode().partition("\t")[0][-40:]

    def files(self, tree: str) -> dict[str, bytes] | None:
        """The files of a folder with that hash, whatever commit they were in."""
        listed = asked(self.root, "ls-tree", "-r", "-z", "--full-tree", tree)
        if listed is None:
            return None
        entries = [line.partition("\t") for line in listed.decode().split("\0") if line]
        found = {}
        for head, _, path in entries:
            data = asked(self.root, "cat-file", "blob", head.split()[2])
            if data is None:
                return None
            found[path] = data
        return found
