"""List and read the files of a source: a plain folder, or a commit of a git repository.

Only listed paths can be read, so that no name from a template, a log or a layout reaches the file
system. Links are refused, except within a commit, and git never fetches or runs anything. Members
of archives are files as well, `archive.zip!member`, where a layout asks for them.
"""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sysbench_archive.importers.archives import (
    ArchiveError,
    Opened,
    is_archive,
    most_of,
    open_archive,
)
from sysbench_archive.model.bundle import MEMBER_MARK

MAX_PATHS = 400_000
MAX_FILE = 16 << 20
_CHUNK = 1 << 20
_SETTINGS = ("git", "-c", "core.fsmonitor=false", "-C")
_FILE, _LINK = "100", "120000"
_LICENCE = re.compile(r"(?:licen[cs]e|copying)(?:[.-][a-z0-9.-]{1,20})?", re.IGNORECASE)
_SSH = re.compile(r"(?:ssh://)?git@([a-z0-9.-]+)[:/](.+)", re.IGNORECASE)


class SourceError(Exception):
    """A folder or repository that cannot be read; the message says why."""


class AbsentError(Exception):
    """A file that is listed and cannot be read; the message says why."""


class ObjectReader:
    """Reads one object after the other from a repository."""

    def __init__(self, git: Path) -> None:
        """`git` is the repository's own directory."""
        self._process = subprocess.Popen(
            [*_SETTINGS, str(git), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )
        weakref.finalize(self, _end, self._process)

    def read(self, name: str, most: int) -> bytes:
        """The bytes of an object by its name. Raises AbsentError, also above `most` bytes."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions
        assert answers
        try:
            questions.write(f"{name}\n".encode())
            questions.flush()
            # NAME blob SIZE, or NAME missing
            _, _, size = answers.readline().split()
        except (BrokenPipeError, ValueError):
            message = "listed in the commit, and its content is not in this copy"
            raise AbsentError(message) from None
        data = answers.read(min(int(size), most))
        for at in range(most, int(size), _CHUNK):
            answers.read(min(_CHUNK, int(size) - at))
        answers.read(1)
        if int(size) > most:
            raise AbsentError(f"larger than {most >> 20} MiB")
        return data


def _end(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
    process.wait()


def run_git(folder: Path, *words: str) -> bytes | None:
    """What git answers in a folder, None where it refuses."""
    command = [*_SETTINGS, str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, env=_environment(), check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def _environment() -> dict[str, str]:
    return os.environ | {
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside of an archive: the archive's path and SHA-256, and the member's name."""

    archive: str
    sha256: str
    name: str


Place = str | Path | Member
"""Where a file is: git's name of the object, the file itself, or a member of an archive."""


@dataclass(slots=True)
class Held:
    """What is held open between files: the archive opened last, and git."""

    path: str = ""
    opened: Opened | None = None
    objects: ObjectReader | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Files by their path. Of a repository also its address, commit and whether it has a licence.

    `prefix` is the folder's own place in the repository, `""` or with a `/` at its end; `refused`
    are archives and members that are not read, with the reason.
    """

    files: Mapping[str, Place]
    git: Path | None = None
    repository: str | None = None
    commit: str | None = None
    licensed: bool = False
    prefix: str = ""
    refused: tuple[tuple[str, str], ...] = ()
    held: Held = field(default_factory=Held)

    def read(self, path: str) -> bytes:
        """The bytes of a listed file. Raises AbsentError."""
        place = self.files[path]
        if isinstance(place, Member):
            try:
                return self.open(place.archive).read(place.name)
            except ArchiveError as error:
                raise AbsentError(str(error)) from None
        if isinstance(place, Path):
            if place.stat().st_size > MAX_FILE:
                raise AbsentError(f"larger than {MAX_FILE >> 20} MiB")
            return place.read_bytes()
        return self._read_object(place)

    def open(self, path: str) -> Opened:
        """A listed archive. Raises AbsentError and ArchiveError."""
        if self.held.opened is None or self.held.path != path:
            data = self.read(path)
            self.held.opened = open_archive(path, data, most_of(data))
            self.held.path = path
        return self.held.opened

    def archive_digest(self, path: str) -> str:
        """SHA-256 of the archive a listed file is in, empty where it is in none."""
        place = self.files[path]
        return place.sha256 if isinstance(place, Member) else ""

    def _read_object(self, name: str) -> bytes:
        assert self.git is not None
        if self.held.objects is None:
            self.held.objects = ObjectReader(self.git)
        return self.held.objects.read(name, MAX_FILE)


def open_source(folder: Path, repository: str | None, commit: str | None) -> Source:
    """The files below a folder, from git where it is a checkout or a bare repository.

    Of a bare repository a folder of the commit may be named as if it were there. A folder whose
    commit is not here is a plain folder, recorded as being of that commit.
    """
    there = next((f for f in (folder, *folder.parents) if f.is_dir()), folder)
    inside = "" if there == folder else f"{folder.relative_to(there).as_posix()}/"
    found = _list_commit(there, commit, inside)
    if found is None and inside:
        raise SourceError(f"{folder}: no such folder")
    if found is None and commit and not repository:
        raise SourceError(f"{folder}: has no commit {commit}; name --repository too")
    if found is None:
        return replace(folder_source(folder), repository=repository, commit=commit)
    files, git, sha, prefix = found
    remote = (run_git(git, "config", "--get", "remote.origin.url") or b"").decode(
        "utf-8", "replace"
    )
    top = (run_git(git, "ls-tree", "--name-only", sha) or b"").decode("utf-8", "replace")
    address = repository or web_address(remote.strip())
    licensed = any(_LICENCE.fullmatch(name) for name in top.split("\n"))
    return Source(files, git=git, repository=address, commit=sha, licensed=licensed, prefix=prefix)


def with_members(source: Source, wanted: Callable[[str], bool]) -> Source:
    """The source with the members of the archives that are wanted. Raises SourceError."""
    files, refused = dict(source.files), list(source.refused)
    for path in source.files:
        if not is_archive(path) or not wanted(path):
            continue
        try:
            opened = source.open(path)
        except (AbsentError, ArchiveError, OSError) as error:
            refused.append((path, str(error)))
            continue
        refused += [(f"{path}{MEMBER_MARK}{name}", reason) for name, reason in opened.refused]
        files |= {
            f"{path}{MEMBER_MARK}{name}": Member(path, opened.sha256, name)
            for name in opened.members
        }
        if len(files) > MAX_PATHS:
            raise SourceError(f"{path}: more than {MAX_PATHS} files with the members of archives")
    return replace(source, files=dict(sorted(files.items())), refused=tuple(refused))


def folder_source(folder: Path) -> Source:
    """Ordinary files with printable names below a folder, whatever git says; links are left out."""
    found: dict[str, Place] = {}
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(base) / name
            if name.isprintable() and path.is_file() and not path.is_symlink():
                found[path.relative_to(folder).as_posix()] = path
        if len(found) > MAX_PATHS:
            raise SourceError(f"{folder}: more than {MAX_PATHS} files")
    return Source(dict(sorted(found.items())))


def _list_commit(
    folder: Path, commit: str | None, inside: str
) -> tuple[dict[str, Place], Path, str, str] | None:
    """Files, git directory, commit and the folder's place in it; None outside of git."""
    where = run_git(folder, "rev-parse", "--absolute-git-dir", "--show-prefix")
    if where is None:
        return None
    lines = [*where.decode("utf-8", "replace").split("\n"), ""]
    git, prefix = Path(lines[0]), lines[1] + inside
    sha = run_git(git, "rev-parse", "--verify", "--quiet", f"{commit or 'HEAD'}^{{commit}}")
    if sha is None:
        return None
    name = sha.decode().strip()
    files = _tree(git, name, prefix)
    return (files, git, name, prefix) if files else None


def _tree(git: Path, sha: str, prefix: str) -> dict[str, Place]:
    """Ordinary files below a prefix, by their path from there, with their objects."""
    place = ["--", prefix] if prefix else []
    listing = run_git(git, "ls-tree", "-r", "-z", sha, *place) or b""
    found: dict[str, Place] = {}
    links: dict[str, str] = {}
    for entry in listing.decode("utf-8", "surrogateescape").split("\0"):
        facts, _, path = entry.partition("\t")
        if facts.startswith((_FILE, _LINK)) and path.isprintable():
            kind: dict[str, Any] = links if facts.startswith(_LINK) else found
            kind[path.removeprefix(prefix)] = facts.split()[2]
    return dict(sorted((found | _resolve_links(git, links, found)).items()))


def _resolve_links(
    git: Path, links: Mapping[str, str], found: Mapping[str, Place]
) -> dict[str, Place]:
    """Links to listed files of the same commit, as those files; other links are left out."""
    aliases: dict[str, Place] = {}
    for path, name in links.items():
        target = (run_git(git, "cat-file", "blob", name) or b"").decode("utf-8", "replace")
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if whole in found:
            aliases[path] = found[whole]
    return aliases


def web_address(url: str) -> str | None:
    """The address of a repository for readers; None where it has none on the web."""
    match = _SSH.fullmatch(url)
    address = f"https://{match[1]}/{match[2]}" if match else url
    if not address.startswith(("https://", "http://")) or "@" in address:
        return None
    return address.removesuffix("/").removesuffix(".git")
