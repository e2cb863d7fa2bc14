"""From files to runs: what is known of each report, or why it is none.

Owns the order in which places are asked (path, log, lines before the report, files beside it,
labels) and the bookkeeping of refusals. Everything is told: a file ends as runs or as a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from sysbench_archive.importers.fields import ContradictionError, Fields, Known, UnknownError
from sysbench_archive.importers.layout import Files, Layout, Sidecar
from sysbench_archive.importers.logs import Log, kind_of, read_log
from sysbench_archive.importers.privacy import Redactor
from sysbench_archive.importers.sidecars import read_lines, read_sidecar, telling
from sysbench_archive.importers.sources import AbsentError, Source
from sysbench_archive.importers.template import Template
from sysbench_archive.sysbench.report import Report

REFUSAL = "refuse"
MAX_PASSES = 12


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
            if select is None or fnmatchcase(path, select):
                self._file(path)
                watch(len(self.found.files))
        return self.found

    def _file(self, path: str) -> None:
        entry, typed = next(self._entries(path), (None, {}))
        if entry is None:
            self.found.others += 1
            return
        self.found.files.append(path)
        if entry.refuse is not None:
            self._refuse(path, entry.refuse)
            return
        try:
            log = read_log(self.source.read(path))
        except (AbsentError, OSError) as error:
            self._refuse(path, str(error))
            return
        self._reports(path, entry, typed | _around(path), log)

    def _entries(self, path: str) -> Iterator[tuple[Files, dict[str, str]]]:
        for entry in self.layout.files:
            typed = entry.path.match(path)
            if typed is not None:
                yield entry, typed

    def _reports(self, path: str, entry: Files, typed: Mapping[str, str], log: Log) -> None:
        twin = self.seen.setdefault(log.sha256, path)
        if twin != path:
            self._refuse(path, f"has the same bytes as {twin}")
            return
        for index, reason in log.refused:
            self._refuse(path if index is None else f"{path}#{index}", reason)
        many = len(log.reports) + len(log.refused) > 1
        for report, preamble in log.reports:
            place = f"{path}#{report.index}" if many else path
            published = self.published(log.sha256, report.index)
            try:
                if published is not None:
                    self._refuse(place, f"is already {published}")
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

    def _refuse(self, path: str, reason: str) -> None:
        self.found.refused.append(Refusal(path, reason))

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
            _put(fields, name, self.redactor.clean(text), number=number, origin="log")
        for name, fact in _facts(report):
            if fact is not None:
                fields.put(name, fact, frozenset(["log"]))
        self._beside(fields)
        self._means(fields)
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
                fields.put(f"{sidecar.name}_telling", telling(values), frozenset(["sidecar"]))
            for name, value in values.items():
                if isinstance(value, tuple):
                    _put(fields, name, value[0], number=value[1], origin="sidecar")
                else:
                    fields.put(f"{sidecar.name}.{name}", value, frozenset(["sidecar"]))

    def _sidecar(self, path: str, sidecar: Sidecar) -> Mapping[str, Any]:
        """What a file beside the output states; nothing where there is none."""
        if path not in self.sidecars:
            try:
                data = self.source.read(path) if path in self.source.files else b""
            except (AbsentError, OSError):
                data = b""
            values = read_sidecar(sidecar.kind, data, sidecar.lines)
            dumped = sidecar.kind == "variables"
            self.sidecars[path] = self.redactor.hosted(values) if dumped else values
        return self.sidecars[path]

    def _means(self, fields: Fields) -> None:
        """Labels and fields made of others, until nothing is new."""
        done: set[str] = set()
        for _ in range(MAX_PASSES):
            before = len(done)
            for name in (n for n in self.layout.split if _new(f"{n}/", n, done, fields)):
                _split(fields, name, self.layout.split[name])
            last = self._label_all(fields, done)
            for name, text in self.layout.fields.items():
                if f"{name}=" not in done and _made(fields, name, text):
                    done.add(f"{name}=")
            if len(done) == before:
                if last is not None:
                    raise last
                return

    def _label_all(self, fields: Fields, done: set[str]) -> UnknownError | None:
        """What known labels mean; the fault of one that needs a field nobody has stated yet."""
        fault = None
        for name in (n for n in self.layout.labels if _new(n, n, done, fields)):
            meaning = _meaning(fields, name, self.layout.labels[name])
            try:
                stated = {key: _stated(fields, name, value) for key, value in meaning.items()}
            except UnknownError as error:
                done.remove(name)
                fault = error
                continue
            for key, known in stated.items():
                fields.put(key, known.value, known.origins)
        return fault


def _new(mark: str, name: str, done: set[str], fields: Fields) -> bool:
    """Whether a field became known since it was looked at; it is looked at once."""
    if mark in done or name not in fields.known:
        return False
    done.add(mark)
    return True


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


def _split(fields: Fields, name: str, templates: Iterable[Template]) -> None:
    """The fields inside of a field, by the first template that fits."""
    known = fields.known[name]
    for template in templates:
        parts = template.match(known.text)
        if parts is not None:
            for key, text in parts.items():
                value = int(text) if key in template.numbers else text
                fields.put(key, value, known.origins, text)
            return


def _meaning(fields: Fields, name: str, table: Mapping[str, object]) -> Mapping[str, object]:
    """What a field's text means. Raises UnknownError where the layout has no word for it."""
    known = fields.known[name]
    meaning = table.get(known.text, table.get(str(known.value), table.get("*")))
    if not isinstance(meaning, Mapping):
        raise UnknownError(f"the layout does not say what {name} {known.text!r} is")
    return meaning


def _stated(fields: Fields, name: str, value: object) -> Known:
    """A value of a label: it comes from where the label comes from, and from what it uses."""
    origins = fields.known[name].origins
    if not isinstance(value, str):
        return Known(value, origins)
    filled = fields.fill(value)
    return Known(filled.value, origins | (filled.origins - _INFERRED))


def _made(fields: Fields, name: str, text: object) -> bool:
    try:
        known = fields.fill(text) if isinstance(text, str) else None
    except UnknownError:
        return False
    if name not in fields.known:
        fields.put(name, known.value if known else text, known.origins if known else _INFERRED)
    return True


_INFERRED = frozenset(["inferred"])
