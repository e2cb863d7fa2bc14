"""Read files that somebody dropped on `/check/`: their reports, or the bundle they are.

Nothing is trusted: packed files are opened once and within limits, names that lead out of their
folder and links are passed over, and every file that is passed over says why. It runs in a browser,
on the reader's machine, and asks nothing of the network.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path, PurePosixPath

from msgspec.structs import replace as changed

from sysbench_archive.bundle.files import MAX_FILE, MIB, write_files
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.importers.archives import ArchiveError, open_archive
from sysbench_archive.model.base import Record
from sysbench_archive.problems import Problem
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.sysbench.report import Report, parse_reports, report_to_json

MAX_FILES = 2_000
MAX_BYTES = 64 * MIB
DOCUMENT = "bundle.yaml"
_PACKED = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_OPENED = ("zip", "gzip")
_LOOKED_AT = 8_192
_SHOWN_WARNINGS = 5
_BROKEN = (ArchiveError, EOFError, OSError, zlib.error)
"""What is raised of broken, encrypted or unknown files."""


class DroppedReport(Record):
    """A report of sysbench, with the lines it stands on."""

    file: str
    """File it stands in."""
    first_line: int
    """Its first line."""
    last_line: int
    """Its last line."""
    test: str
    """Name of the test; empty where sysbench printed none."""
    threads: int | None
    """Number of threads."""
    seconds: float | None
    """How long it ran."""
    tps: float | None
    """Transactions a second, or events a second where no transactions are printed."""
    tps_line: int
    """Line that figure stands on; 0 where there is none."""
    percentile: int | None
    """Rank of the latency it states."""
    latency_ms: float | None
    """Latency at that rank."""
    latency_line: int
    """Line that figure stands on; 0 where there is none."""
    intervals: int
    """How many interval lines it has."""
    fault: str
    """Why its figures do not count; empty where they do."""
    warnings: list[str]
    """What the reader of reports warns of."""


class Reading(Record):
    """What was read of everything that was dropped."""

    passed_over: dict[str, str]
    """Files that were dropped, or came out of packed ones, and were not read, each with why."""
    reports: list[DroppedReport]
    """Reports, in order."""
    bundle: str
    """Id of the bundle that was dropped; empty where it is none."""
    problems: list[Problem]
    """Problems of that bundle, as `check` names them."""


@dataclass(slots=True)
class Dropped:
    """Files by path; the reports of each; files that were not read."""

    texts: dict[str, bytes] = field(default_factory=dict)
    reports: dict[str, tuple[Report, ...]] = field(default_factory=dict)
    passed_over: dict[str, str] = field(default_factory=dict)
    size: int = 0

    def add(self, path: str, data: bytes) -> None:
        """Take a file, and what is in it where it is packed."""
        kind = _packed_as(data)
        if kind is None:
            self._keep(path, data)
        elif kind not in _OPENED:
            self._pass_over(path, f"packed with {kind}; unpack it first")
        else:
            try:
                for name, inner, fault in _members(kind, path, data):
                    if fault or _packed_as(inner):
                        self._pass_over(name, fault or "packed once more; unpack it first")
                    else:
                        self._keep(name, inner)
            except _BROKEN as error:
                told = "that can be read: broken, encrypted or too large"
                self._pass_over(path, f"not a {kind} file {told} ({error})")

    def _keep(self, path: str, data: bytes) -> None:
        parts = PurePosixPath(path.replace("\\", "/")).parts
        if not parts or parts[0] == "/" or ".." in parts or "\0" in path:
            self._pass_over(path, "its name leads out of its folder")
        elif any(part.startswith(".") or part == "__MACOSX" for part in parts):
            self._pass_over(path, "hidden, so no part of the measurement")
        elif len(data) > MAX_FILE:
            self._pass_over(path, f"larger than {MAX_FILE // MIB} MiB")
        elif len(self.texts) >= MAX_FILES or self.size + len(data) > MAX_BYTES:
            told = f"more than {MAX_FILES} files or {MAX_BYTES // MIB} MiB were dropped"
            self._pass_over(path, told)
        else:
            self._read("/".join(parts), data)

    def _read(self, path: str, data: bytes) -> None:
        self.size += len(data)
        self.texts[path] = data
        if path.rpartition("/")[2] == DOCUMENT:
            return
        if reports := parse_reports(data):
            self.reports[path] = reports
        else:
            binary = b"\0" in data[:_LOOKED_AT]
            self._pass_over(path, "not text" if binary else "no report of sysbench in it")

    def _pass_over(self, path: str, said: str) -> None:
        if len(self.passed_over) < MAX_FILES:
            self.passed_over[path[:300]] = said

    def json_lines(self) -> str:
        """The JSON of `parse` for these files."""
        return "".join(
            f"{json.dumps(report_to_json(report, path), ensure_ascii=False)}\n"
            for path, reports in self.reports.items()
            for report in reports
        )

    def reading(self, today: date) -> Reading:
        """What was read, and the problems of a bundle among it."""
        home = self._bundle_home()
        reports = [
            dropped_report(path, report) for path, found in self.reports.items() for report in found
        ]
        reading = Reading(passed_over=self.passed_over, reports=reports, bundle="", problems=[])
        if home is None:
            return reading
        inside = f"{home}/" if home else ""
        own = {
            path.removeprefix(inside): data
            for path, data in self.texts.items()
            if path.startswith(inside)
        }
        name = home.rpartition("/")[2] or f"{today.isoformat()[:7]}-dropped"
        return changed(reading, bundle=name, problems=bundle_problems(name, own, today))

    def _bundle_home(self) -> str | None:
        """The folder of the bundle nearest to what was dropped; None where there is none."""
        homes = [p.rpartition("/")[0] for p in self.texts if p.rpartition("/")[2] == DOCUMENT]
        return min(homes, key=lambda home: (home.count("/"), home), default=None)


def _packed_as(data: bytes) -> str | None:
    return next((name for mark, name in _PACKED.items() if data.startswith(mark)), None)


_Member = tuple[str, bytes, str]
"""Name, bytes, and why it is passed over or ""."""


def _members(kind: str, path: str, data: bytes) -> Iterator[_Member]:
    """What is in a packed file. Never more than the limit is unpacked."""
    if kind == "gzip" and not re.search(r"\.(?:tar\.gz|tgz)$", path):
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as single:
            inner = single.read(MAX_BYTES + 1)
        told = f"unpacked it is larger than {MAX_BYTES // MIB} MiB"
        yield path.removesuffix(".gz"), inner, told if len(inner) > MAX_BYTES else ""
        return
    opened = open_archive(f"dropped.{'zip' if kind == 'zip' else 'tgz'}", data)
    yield from ((name, b"", fault) for name, fault in opened.refused)
    yield from ((name, opened.read(name), "") for name in opened.members)


def bundle_problems(name: str, files: Mapping[str, bytes], today: date) -> list[Problem]:
    """What `check` finds in a bundle of that name with these files, sorted."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / name
        write_files(folder, files)
        loaded = load_bundle(folder, f"data/results/{name}")
    found = set(loaded.problems)
    if loaded.bundle:
        found.update(check_bundle(loaded.bundle, today))
    return sorted(found)


def dropped_report(path: str, report: Report) -> DroppedReport:
    """What the page shows of a report."""
    events = report.tps is None
    latency = report.latency_ms
    lines = dict(report.lines)
    return DroppedReport(
        file=path,
        first_line=report.first_line,
        last_line=report.last_line,
        test=report.test or "",
        threads=report.threads,
        seconds=report.duration_s,
        tps=report.events_per_s if events else report.tps,
        tps_line=lines.get("events_per_s" if events else "tps", 0),
        percentile=latency.percentile if latency else None,
        latency_ms=latency.percentile_value if latency else None,
        latency_line=lines.get("latency_ms.percentile_value", 0),
        intervals=len(report.intervals),
        fault=_fault(report),
        warnings=list(report.warnings[:_SHOWN_WARNINGS]),
    )


def _fault(report: Report) -> str:
    if report.fatal:
        return "sysbench reported a fatal error"
    if report.complete:
        return ""
    return report.doubt or "it stops before its summary"
