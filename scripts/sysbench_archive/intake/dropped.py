"""Read files that somebody dropped on `/check/`: their reports, or the bundle they are.

Nothing is trusted: packed files are opened once and within limits, names that lead out of their
folder and links are passed over, and every file that is passed over says why. It runs in a browser,
on the reader's machine, and asks nothing of the network.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path, PurePosixPath

from sysbench_archive.bundle.files import MAX_FILE, MIB, write_files
from sysbench_archive.bundle.load import Loaded, load_bundle
from sysbench_archive.importers.archives import unpacked
from sysbench_archive.model.base import Record
from sysbench_archive.problems import Problem
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.sysbench.report import Report, parse_reports, report_to_json
from sysbench_archive.sysbench.results import other_database, refusal_of

MAX_FILES = 2_000
MAX_BYTES = 64 * MIB
DOCUMENT = "bundle.yaml"
_LOOKED_AT = 8_192
_SHOWN_WARNINGS = 5


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
    unread: list[int]
    """Lines inside of it that are not understood."""
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
        for name, inner, fault in unpacked(path, data):
            if fault:
                self._pass_over(name, fault)
            else:
                self._keep(name, inner)

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
        name, own = self.bundle_files(today)
        reports = [
            dropped_report(path, report, self._foreign(path) or refusal_of(report))
            for path, found in self.reports.items()
            for report in found
        ]
        return Reading(
            passed_over=self._not_read(own),
            reports=reports,
            bundle=name,
            problems=bundle_problems(name, own, today) if name else [],
        )

    def bundle_files(self, today: date) -> tuple[str, dict[str, bytes]]:
        """Id and files by path of the bundle among it; "" and none where there is none."""
        home = self._bundle_home()
        if home is None:
            return "", {}
        inside = f"{home}/" if home else ""
        own = {
            path.removeprefix(inside): data
            for path, data in self.texts.items()
            if path.startswith(inside)
        }
        return home.rpartition("/")[2] or f"{today.isoformat()[:7]}-dropped", own

    def _not_read(self, own: Mapping[str, bytes]) -> dict[str, str]:
        """What was passed over; files of a bundle are read as its evidence, whatever they hold."""
        kept = {id(data) for data in own.values()}
        return {
            path: said
            for path, said in self.passed_over.items()
            if id(self.texts.get(path)) not in kept
        }

    def _foreign(self, path: str) -> str:
        name = other_database(self.texts[path])
        return name and f"is a result of {name}"

    def _bundle_home(self) -> str | None:
        """The folder of the bundle nearest to what was dropped; None where there is none."""
        homes = [p.rpartition("/")[0] for p in self.texts if p.rpartition("/")[2] == DOCUMENT]
        return min(homes, key=lambda home: (home.count("/"), home), default=None)


def bundle_problems(name: str, files: Mapping[str, bytes], today: date) -> list[Problem]:
    """What `check` finds in a bundle of that name with these files, sorted."""
    loaded = loaded_bundle(name, files)
    found = set(loaded.problems)
    if loaded.bundle:
        found.update(check_bundle(loaded.bundle, today))
    return sorted(found)


def loaded_bundle(name: str, files: Mapping[str, bytes]) -> Loaded:
    """A bundle of that name with these files."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / name
        write_files(folder, files)
        return load_bundle(folder, f"data/results/{name}")


def dropped_report(path: str, report: Report, fault: str) -> DroppedReport:
    """What the page shows of a report; `fault` is why it is no result."""
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
        fault=fault,
        unread=list(report.unread),
        warnings=report.remarks()[:_SHOWN_WARNINGS],
    )
