"""A run's output: moved into the bundle, redacted, judged.

Owns what counts as a failed run, and that no attempt is lost.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.capture.invocation import Outcome
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.sysbench.report import parse_reports


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of the bundle, how many reports it holds, and why its run does not count."""

    file: str
    reports: int
    failed: str


def keep(live: Path, folder: Path, name: str, outcome: Outcome, redactor: Redactor) -> Kept:
    """Put a run's output into `raw/` as `name`.txt; the name says so where the run failed."""
    data = redactor.clean(live.read_bytes().decode("utf-8", "replace")).encode()
    reports = parse_reports(data)
    complete = len(reports) == 1 and reports[0].complete and not reports[0].fatal
    failed = outcome.ended or ("" if complete and outcome.code == 0 else _why(data, outcome))
    file = f"raw/{name}.txt" if not failed else _free(folder, name)
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    live.unlink()
    return Kept(file, len(reports), failed)


def _free(folder: Path, name: str) -> str:
    numbers = range(1, 10_000)
    names = (f"raw/{name}-failed-{number}.txt" for number in numbers)
    return next(file for file in names if not (folder / file).exists())


def twin(folder: Path, file: str) -> str | None:
    """Another output with the same bytes, if there is one."""
    data = (folder / file).read_bytes()
    digest = hashlib.sha256(data).digest()
    for path in sorted((folder / "raw").iterdir()):
        other = f"raw/{path.name}"
        same = other != file and path.stat().st_size == len(data)
        if same and hashlib.sha256(path.read_bytes()).digest() == digest:
            return other
    return None


def _why(data: bytes, outcome: Outcome) -> str:
    """The first fatal line, or how the process ended."""
    lines = data.decode("utf-8", "replace").splitlines()
    fatal = next((line.strip() for line in lines if line.startswith("FATAL")), "")
    if outcome.code < 0:
        return f"sysbench was ended by signal {-outcome.code}"
    return f"sysbench ended with exit code {outcome.code}" + (f": {fatal[:300]}" if fatal else "")
