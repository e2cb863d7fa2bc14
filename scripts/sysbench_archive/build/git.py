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


def asked(root: Path, *words: str, given: bytes | None = None) -> bytes | None:
    """What git prints, None where there is no git or it refuses. `given` is its input."""
    try:
        done = _run(root, words, given)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def answered(root: Path, *words: str) -> bytes:
    """What git prints. UsageError, with git's own words, where there is no git or it refuses."""
    try:
        done = _run(root, words, None)
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


def _run(
    root: Path, words: tuple[str, ...], given: bytes | None
) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, capture_output=True, check=False, input=given)


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
        """The permanent rows of a record that are published; all of them where git cannot tell.

        Before it is published, the author of a bundle may still change it, whatever its row says.
        """
        permanent = tuple(row for row in rows if row.standing == "permanent")
        base = self.base(named) if permanent else None
        if base is None:
            return permanent
        return tuple(row for row in self.rows(bundle, base) if row.standing == "permanent")

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
        digests = [head.split()[2] for head, _, _ in entries]
        contents = self.contents(digests)
        if contents is None:
            return None
        return {path: data for (_, _, path), data in zip(entries, contents, strict=True)}

    def contents(self, digests: Sequence[str]) -> list[bytes] | None:
        """What git holds under some hashes, None where it does not hold all of them.

        It prints a line `hash kind size`, the bytes and a line feed, or a line `hash missing`.
        """
        wanted = "".join(f"{digest}\n" for digest in digests).encode()
        stream = asked(self.root, "cat-file", "--batch", given=wanted) or b""
        found, at = [], 0
        for _ in digests:
            end = stream.find(b"\n", at)
            head = stream[at:end].split() if end >= 0 else []
            if len(head) < 3:
                return None
            size = int(head[2])
            found.append(stream[end + 1 : end + 1 + size])
            at = end + size + 2
        return found
