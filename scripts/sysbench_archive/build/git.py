"""What git knows of the checkout: rows as published, files at a commit, bytes by their hash.

Nothing is written. Where there is no git, or git does not know, the answer is None, and the
caller says what that means. Files are read as git stores them: no attribute of a folder leaves one
out or rewrites it, as `git archive` would. Folders of strangers are read by `importers.sources`,
which trusts them less.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sysbench_archive.ledger.record import FOLDER, Row, read_rows
from sysbench_archive.problems import FailureError, UsageError

if TYPE_CHECKING:
    from sysbench_archive.review.record import ChangeKind


def asked(root: Path, *words: str) -> bytes | None:
    """What git prints, None where there is no git or it refuses."""
    try:
        done = _run(root, words)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def answered(root: Path, *words: str) -> bytes:
    """What git prints. FailureError without git, UsageError with git's own words if it refuses."""
    try:
        done = _run(root, words)
    except FileNotFoundError:
        raise FailureError("git is not installed: install it, and repeat the command") from None
    if done.returncode:
        raise UsageError(f"git {words[0]}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout


def shared_commit(root: Path, reference: str) -> str:
    """The newest commit that the checkout shares with a branch. UsageError for what is none."""
    if reference.startswith("-"):
        raise UsageError(f"{reference} is not a commit")
    return answered(root, "merge-base", reference, "HEAD").decode().strip()


_WHAT_HAPPENED: Mapping[str, ChangeKind] = {"A": "added", "D": "removed"}


def changed_paths(root: Path, commit: str) -> dict[str, ChangeKind]:
    """The files of a checkout that are not as at a commit, each with what happened to it."""
    told = answered(root, "diff", "--name-status", "--no-renames", "--relative", "-z", commit)
    words = [os.fsdecode(word) for word in told.split(b"\0") if word]
    pairs = zip(words[::2], words[1::2], strict=True)
    changed = {path: _WHAT_HAPPENED.get(letter[:1], "changed") for letter, path in pairs}
    new = answered(root, "ls-files", "--others", "--exclude-standard", "-z")
    return changed | {os.fsdecode(path): "added" for path in new.split(b"\0") if path}


def authors_since(root: Path, commit: str) -> list[str]:
    """Names of who wrote what a checkout has beyond a commit; where nobody did, of its user."""
    told = answered(root, "log", "--no-merges", "--format=%an", f"{commit}..HEAD").decode()
    here = (asked(root, "config", "user.name") or b"").decode("utf-8", "replace")
    return sorted({name for name in (told or here).splitlines() if name})


def tracked(root: Path) -> dict[str, str] | None:
    """Path to mode, as in `100644`, of every file git tracks in a checkout; None without git."""
    listed = asked(root, "ls-files", "--stage", "-z")
    if listed is None:
        return None
    entries = (line.partition(b"\t") for line in listed.split(b"\0") if line)
    return {os.fsdecode(path): head[:6].decode() for head, _, path in entries}


def bundled_history(root: Path) -> bytes:
    """All that led to the commit, as `git bundle` writes it, in the order and with the differences
    that git computes anew: `git bundle` itself would take over those of this clone. UsageError
    where the clone lacks a part of it.
    """
    if answered(root, "rev-parse", "--is-shallow-repository").strip() == b"true":
        raise UsageError("this clone lacks the history\n  hint: git fetch --unshallow")
    commit = answered(root, "rev-parse", "HEAD").decode().strip()
    objects = answered(root, "rev-list", "--objects", "HEAD")
    anew = ("--threads=1", "--no-reuse-delta", "--no-reuse-object")
    done = _run(root, ("pack-objects", "--stdout", "-q", *anew), objects)
    if done.returncode:
        raise UsageError(f"git pack-objects: {done.stderr.decode('utf-8', 'replace').strip()}")
    return f"# v2 git bundle\n{commit} HEAD\n{commit} refs/heads/main\n\n".encode() + done.stdout


def published_commits(root: Path) -> bytes | None:
    """The commits that may count as published, each with its name; None without git."""
    return asked(root, "show-ref", "--head", *_BASES)


def _run(
    root: Path, words: tuple[str, ...], given: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, input=given, capture_output=True, check=False)


_BASES = ("origin/HEAD", "origin/main", "HEAD")
"""What counts as published where nobody says: the branch pull requests are for, else this one."""


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository a checkout belongs to."""

    root: Path

    def base(self, named: str | None) -> str | None:
        """The commit that counts as published. UsageError where `named` is none; see `answered`."""
        if named is None:
            return next((name for name in _BASES if self._is_commit(name)), None)
        if named.startswith("-") or not self._is_commit(named):
            # Without git, nothing is one, and that is said first.
            answered(self.root, "--version")
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
        base = self.base(named)
        return tuple(rows) if base is None else self.rows(bundle, base)

    def recorded(self, named: str | None = None) -> frozenset[str]:
        """The bundles whose record is published; none where git cannot tell."""
        base = self.base(named)
        names = self.names_in(base, FOLDER) if base else ()
        return frozenset(PurePosixPath(name).stem for name in names)

    def names_in(self, base: str, folder: str) -> frozenset[str]:
        """What a folder holds at a commit, by name; nothing where it is not there."""
        listed = asked(self.root, "ls-tree", "--name-only", "-z", base, "--", f"{folder}/")
        names = os.fsdecode(listed or b"").split("\0")
        return frozenset(PurePosixPath(name).name for name in names if name)

    def top(self, named: str) -> str:
        """Git's hash of the whole checkout at a commit. UsageError for what is none."""
        commit = self.base(named)
        return answered(self.root, "rev-parse", f"{commit}:./").decode().strip()

    def unmerged_since(self, base: str) -> str:
        """The commit from which what nobody has checked starts: `base`, or a later one.

        On a branch beside the one pull requests are for it is where both part; on that one itself
        every commit but the newest was checked when it was merged.
        """
        main = next((name for name in _BASES[:-1] if self._is_commit(name)), None)
        later = "HEAD^"
        if main and not self._is_within("HEAD", main):
            later = (asked(self.root, "merge-base", main, "HEAD") or b"").decode().strip()
        return later if later and self._is_within(base, later) else base

    def _is_within(self, commit: str, other: str) -> bool:
        """Whether a commit is another one, or came before it."""
        return asked(self.root, "merge-base", "--is-ancestor", commit, other) is not None

    def tree(self, base: str, folder: str) -> str | None:
        """Git's hash of a folder at a commit, "" where it is not there."""
        listed = asked(self.root, "ls-tree", "-d", "-z", base, "--", folder)
        return None if listed is None else listed.decode().partition("\t")[0][-40:]

    def files(self, tree: str, *places: str) -> dict[str, bytes] | None:
        """The ordinary files of a commit or a folder with that hash, below some places of it or
        all; None where git does not know it. Links are no files.
        """
        listed = asked(self.root, "ls-tree", "-r", "-z", "--full-tree", tree, "--", *places)
        if listed is None:
            return None
        entries = (line.partition(b"\t") for line in listed.split(b"\0") if line)
        blobs = {os.fsdecode(path): head.split() for head, _, path in entries}
        wanted = {path: head[2] for path, head in blobs.items() if head[0].startswith(b"100")}
        asked_for = b"".join(b"%s\n" % digest for digest in wanted.values())
        printed = _run(self.root, ("cat-file", "--batch"), asked_for).stdout
        return dict(zip(wanted, _contents(printed), strict=True))


def _contents(printed: bytes) -> Iterator[bytes]:
    """What `git cat-file --batch` printed of each object. UsageError for one that is not there."""
    at = 0
    while at < len(printed):
        end = printed.index(b"\n", at)
        head = printed[at:end].split()
        if len(head) != len(("hash", "kind", "size")):
            raise UsageError(f"git has no {head[0].decode()}; fetch the whole history")
        start, size = end + 1, int(head[2])
        yield printed[start : start + size]
        at = start + size + 1
