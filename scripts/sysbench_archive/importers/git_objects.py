"""Objects of a git repository, read by one process of git. Git never fetches or runs anything."""

from __future__ import annotations

import os
import subprocess
import weakref
from pathlib import Path

_CHUNK = 1 << 20
_SETTINGS = ("git", "-c", "core.fsmonitor=false", "-C")


class ObjectError(Exception):
    """An object that cannot be read; the message says why."""


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
        """The bytes of an object by its name. Raises ObjectError, also above `most` bytes."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions
        assert answers
        try:
            questions.write(f"{name}\n".encode())
            questions.flush()
            # NAME blob SIZE, or NAME missing
            _, kind, *rest = answers.readline().decode().split()
        except (BrokenPipeError, ValueError):
            raise ObjectError("git could not read it") from None
        if not rest:
            raise ObjectError(
                "listed in the commit, and its content is not in this copy"
                if kind == "missing"
                else "git could not read it"
            )
        size = int(rest[0])
        if size > most:
            for at in range(0, size, _CHUNK):
                answers.read(min(_CHUNK, size - at))
        data = answers.read(size) if size <= most else b""
        answers.read(1)
        if size > most:
            raise ObjectError(f"larger than {most >> 20} MiB")
        if len(data) != size:
            raise ObjectError("git could not read it")
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
