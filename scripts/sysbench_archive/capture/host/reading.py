"""Read files and output of commands for host facts.

A path with a `*` stands for every file that fits, in the order of the numbers in their names; their
texts are a line each. A source that exposes nothing raises `SilentError` with the answer the system
gave.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

MAX_SECONDS = 20
Reader = Callable[[str], str]


class SilentError(Exception):
    """A source exposes nothing; the message is what it answered."""


def read(source: str) -> str:
    """The text of a source: a path, or a command line without quotes. Raises SilentError."""
    if source.startswith("/") and "*" in source:
        return "\n".join(_read_file(path) for path in _fitting(source))
    return _read_file(Path(source)) if source.startswith("/") else run_command(source.split())


def read_or_empty(source: str) -> str:
    """The text of a source, "" where it exposes nothing."""
    with suppress(SilentError):
        return read(source)
    return ""


def _fitting(pattern: str) -> list[Path]:
    def by_number(path: Path) -> list[tuple[int, str]]:
        """Puts cpu2 before cpu10."""
        parts = re.split(r"(\d+)", str(path))
        return [(int(part) if part.isdecimal() else -1, part) for part in parts]

    found = sorted(Path("/").glob(pattern.lstrip("/")), key=by_number)
    if not found:
        raise SilentError(f"there is no {pattern}")
    return found


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n")
    except FileNotFoundError:
        missing = next(p for p in [*reversed(path.parents), path] if not p.exists())
        raise SilentError(f"{missing} does not exist") from None
    except OSError as error:
        raise SilentError(f"{path}: {error.strerror}") from None


def run_command(words: Sequence[str], seconds: float = MAX_SECONDS) -> str:
    """What a command prints. Raises SilentError where it fails, with what it said at last."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            env=environment,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise SilentError(f"{words[0]} is not installed") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SilentError(f"{words[0]}: {error}") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise SilentError(
            f"{' '.join(words)}: {said[0] if said else f'exit code {done.returncode}'}"
        )
    return done.stdout
