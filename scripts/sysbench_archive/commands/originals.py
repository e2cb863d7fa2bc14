"""Linked output against the original files, where somebody has them: bytes, and what they say.

Owns the reading of a folder of originals. A path never leaves it, and nothing in it is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.model import Bundle, Run
from sysbench_archive.sysbench.report import Report, parse_reports


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: True where it agrees, False where not, None where it only tells."""

    agrees: bool | None
    what: str

    def text(self) -> str:
        """A line for the terminal."""
        words = {True: "agrees ", False: "differs", None: "noted  "}
        return f"{words[self.agrees]}  {self.what}"


def original_findings(bundle: Bundle | None, folder: Path | None) -> Iterator[Finding]:
    """Every original that is absent or another file, every figure it states otherwise; a count."""
    linked = [run for run in bundle.runs if run.source.get("sha256")] if bundle else []
    if folder is None:
        if linked:
            said = f"{len(linked)} runs link to output kept elsewhere; --originals DIR looks there"
            yield Finding(None, said)
        return
    paths = {_path(run): run.source["sha256"] for run in linked}
    found = {path: _read(folder, path) for path in paths}
    yield from _of_files(paths, found)
    for run in linked:
        if (data := found[_path(run)]) is not None:
            yield from _of_run(run, data)


def _path(run: Run) -> str:
    return run.source["source"].partition("#")[0]


def _read(folder: Path, path: str) -> bytes | None:
    target = (folder / path).resolve()
    inside = target.is_relative_to(folder.resolve()) and target.is_file()
    return target.read_bytes() if inside else None


def _of_files(paths: Mapping[str, str], found: Mapping[str, bytes | None]) -> Iterator[Finding]:
    same = 0
    for path, digest in sorted(paths.items()):
        data = found[path]
        if data is None:
            yield Finding(False, f"original {path}: not there")
        elif (got := hashlib.sha256(data).hexdigest()) != digest:
            yield Finding(False, f"original {path}: SHA-256 {got}, recorded is {digest}")
        else:
            same += 1
    yield Finding(
        same == len(paths), f"{same} of {len(paths)} original files have the SHA-256 recorded"
    )


def _of_run(run: Run, data: bytes) -> Iterator[Finding]:
    """Figures that the report in the original states otherwise; nothing where it has no report."""
    report = _report(run, data)
    stated = figures_of(report) if report else {}
    for name, figure in run.figures.items():
        if name in stated and stated[name].value != figure.value:
            told = f"{figure.value} here, {stated[name].value} in the original"
            yield Finding(False, f"run {run.id}: {name} is {told}")


def _report(run: Run, data: bytes) -> Report | None:
    index = run.source["source"].partition("#")[2]
    reports = parse_reports(data)
    place = int(index) if index.isdigit() else 0
    return reports[place] if place < len(reports) else None
