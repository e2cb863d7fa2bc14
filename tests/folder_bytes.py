"""Every file of a folder, to hold one folder against another."""

from pathlib import Path


def bytes_below(folder: Path) -> dict[str, bytes]:
    """Path below the folder to the bytes of every file."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
