"""Git, asked as a person of no name would: nothing of the machine's own settings is needed."""

import subprocess
from pathlib import Path

_IDENTITY = ("-c", "user.name=n", "-c", "user.email=e@example.org")


def git(folder: Path, *words: str) -> str:
    """What git answers in a folder, without the line's end; it must not fail."""
    command = ["git", "-C", str(folder), *_IDENTITY, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def nothing(folder: Path) -> str:
    """A commit with no file: to whoever takes it for what is published, nothing is."""
    tree = git(folder, "hash-object", "-t", "tree", "/dev/null")
    return git(folder, "commit-tree", tree, "-m", "nothing")
