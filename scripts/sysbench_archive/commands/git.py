"""Asking git about the checkout.

Owns how git is run and what its refusal means; whoever asks says what the answer means. It never
writes. Folders of strangers are read by `importers.sources`, which trusts them less.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from sysbench_archive.commands.verb import UsageError


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


def _run(
    root: Path, words: tuple[str, ...], given: bytes | None
) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, capture_output=True, check=False, input=given)
