"""From files to runs: what is known of each report, or why it is none.

Owns the order in which places are asked (path, log, lines before the report, files beside it,
meaning) and the bookkeeping of refusals. Everything is told: a file ends as runs or as a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from sysbench_archive.importers.fields import ContradictionError, Fields, UnknownError
from sysbench_archive.importers.layout import Files, Layout, Sidecar
from sysbench_archive.importers.logs import Log, kind_of, read_log
from sysbench_archive.importers.meaning import give_meaning
from sysbench_archive.importers.privacy import hosted
from sysbench_archive.importers.sidecars import read_lines, read_sidecar, telling
from sysbench_archive.importers.sources import AbsentError, Source
from sysbench_archive.problems import inert
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.sysbench.report import Report

REFUSAL = "refuse"
MAX_REASON = 300


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file, or one report of it, that is no run. `bundle` is empty where none would have it."""

    path: str
    reason: str
    bundle: str = ""


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A report that can be a run, with everything known of it."""

    path: str
    sha256: str
    report: Report
    reports: int
    fields: Fields


@dataclass(slots=True)
class Found:
    """What a folder holds: the files the layout names, runs, refusals."""

    files: list[str] = field(default_factory=list)
    others: int = 0
    runs: list[FoundRun] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)


Published = Callable[[str, int], str | None]
"""Where the archive already has a report of a file, by its SHA-256 and index."""


@dataclass(slots=True)
class Finder:
    """Reads a source by a layout."""

    source: Source
    layout: Layout
    published: Published
    redactor: Redactor
    found: Found = field(default_factory=Found)
    seen: dict[str, str] = field(default_factory=dict)
    sidecars: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def all(self, select: str | None, watch: Callable[[int], None]) -> Found:
        """Everything in the source; `select` is a shell pattern of paths."""
        for path in self.source.files:
            if (select is None or fnmatchcase(path, select)) and self._file(path):
                watch(len(self.found.files))
        return self.found

    def _file(self, path: str) -> bool:
        """Read a file; False where the layout does not name it."""
        entry, typed = next(self._entries(path), (None, {}))
        if entry is None:
            self.found.others += 1
            return False
        self.found.files.append(path)
        if entry.refuse is not None:
            self._refuse(path, entry.refuse)
            return True
        try:
            log = read_log(self.source.read(path))
        except (AbsentError, OSError) as error:
            self._refuse(path, str(error))
        else:
            self._reports(path, entry, typed | _around(path), log)
        return True

    def _entries(self, path: str) -> Iterator[tuple[Files, dict[str, str]]]:
        for entry in self.layout.files:
            typed = entry.path.match(path)
            if typed is not None:
                yield entry, typed

    def _reports(self, path: str, entry: Files, typed: Mapping[str, str], log: Log) -> None:
        if log.sha256 in self.seen:
            self._refuse(path, f"has the bytes of another file: {self.seen[log.sha256]}")
            return
        for index, reason in log.refused:
            self._refuse(path if index is None else f"{path}#{index}", reason)
        many = len(log.reports) + len(log.refused) > 1
        for report, preamble in log.reports:
            place = f"{path}#{report.index}" if many else path
            published = self.published(log.sha256, report.index)
            try:
                if published is not None:
                    self._refuse(place, f"is already in the archive: {published}")
                    continue
                fields = self.fields(entry, typed, report, preamble)
            except (ContradictionError, UnknownError) as error:
                self._refuse(place, str(error))
                continue
            refusal = fields.known.get(REFUSAL)
            if refusal is not None:
                self._refuse(place, str(refusal.value))
            else:
                self.found.runs.append(FoundRun(path, log.sha256, report, 1 + many, fields))
                self.seen.setdefault(log.sha256, path)

    def _refuse(self, path: str, reason: str) -> None:
        self.found.refused.append(Refusal(path, inert(reason)[:MAX_REASON]))

    def fields(
        self, entry: Files, typed: Mapping[str, str], report: Report, preamble: Iterable[str]
    ) -> Fields:
        """Everything known of a report. Raises ContradictionError."""
        fields = Fields()
        for name, text in typed.items():
            _put(fields, name, text, number=name in entry.path.numbers, origin="path")
        for name, value in entry.states.items():
            fields.put(name, value, frozenset(["path"]))
        for name, stated in read_lines(preamble, self.layout.preamble).items():
            text, number = stated
            _put(fields, name, text, number=number, origin="log")
        for name, fact in _facts(report):
            if fact is not None:
                fields.put(name, fact, frozenset(["log"]))
        self._beside(fields)
        give_meaning(self.layout, fields)
        return fields

    def _beside(self, fields: Fields) -> None:
        typed = fields.typed()
        for sidecar in self.layout.sidecars:
            if not set(sidecar.path.names) <= typed.keys():
                continue
            path = sidecar.path.format(typed).removeprefix("./")
            values = self._sidecar(path, sidecar)
            if values and sidecar.kind != "lines":
                fields.put(sidecar.name, dict(values), frozenset(["sidecar"]))
                fields.put(f"{sidecar.name}_file", path, frozenset(["sidecar"]))
                if told := telling(values):
                    fields.put(f"{sidecar.name}_telling", told, frozenset(["sidecar"]))
            for name, value in values.items():
                if isinstance(value, tuple):
                    _put(fields, name, value[0], number=value[1], origin="sidecar")
                else:
                    fields.put(f"{sidecar.name}.{name}", value, frozenset(["sidecar"]))

    def _sidecar(self, path: str, sidecar: Sidecar) -> Mapping[str, Any]:
        """What a file beside the output states; nothing where there is none."""
        key = f"{sidecar.name} {path}"
        if key not in self.sidecars:
            try:
                data = self.source.read(path) if path in self.source.files else b""
            except (AbsentError, OSError):
                data = b""
            values = read_sidecar(sidecar.kind, data, sidecar.lines)
            dumped = sidecar.kind == "variables"
            self.sidecars[key] = hosted(values, self.redactor) if dumped else values
        return self.sidecars[key]


def _put(fields: Fields, name: str, text: str, *, number: bool, origin: str) -> None:
    fields.put(name, int(text) if number else text, frozenset([origin]), text)


def _around(path: str) -> dict[str, str]:
    """The folder a file is in, and the one above that."""
    folder = path.rpartition("/")[0] or "."
    return {"folder": folder, "above": folder.rpartition("/")[0] or "."}


def _facts(report: Report) -> Iterator[tuple[str, object]]:
    """What every layout can use of a report."""
    yield "threads", report.threads
    yield "sysbench", report.sysbench_version
    yield "counts", kind_of(report)
    yield "seconds", round(report.duration_s) if report.duration_s else None
    yield "report", report.index
