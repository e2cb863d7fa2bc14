"""Read files of output into runs: their reports, the files beside them, reasons to refuse.

Every file ends as runs or as a refusal. Results of other databases are refused, and what no file
states is left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.bundle.load import read_variables
from sysbench_archive.importers.archives import unpacked_log
from sysbench_archive.importers.fields import (
    REFUSAL,
    ContradictionError,
    Fields,
    UnknownError,
    give_meaning,
)
from sysbench_archive.importers.layout import Files, Layout, Sidecar, Template
from sysbench_archive.importers.sources import AbsentError, Source
from sysbench_archive.importers.tables import Cell, Folders, made_of, read_table
from sysbench_archive.model.bundle import MEMBER_MARK
from sysbench_archive.problems import inert
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines
from sysbench_archive.sysbench.results import log_faults

MAX_PREAMBLE = 300
MAX_LINE = 4_000
NO_RESULT = "holds no report of sysbench"
PREPARE = "is the log of a prepare: it holds a header and no result"
NO_COUNTS = "the report counts no transactions and no queries"
_PREPARE_MARKS = (
    b"Creating table 'sbtest",
    b"Inserting ",
    b" prepare\n",
    b"Creating a secondary index",
)
MAX_LINES = 5_000
MAX_VALUE = 200
SERVER_SECTIONS = re.compile(r"(?:mysqld|mariadb|mariadbd|server|galera)(?:-[0-9.]+)?")
INFLUENTIAL_VARIABLES = (
    "version_comment", "innodb_buffer_pool_size", "innodb_buffer_pool_instances",
    "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin", "binlog_format",
    "innodb_doublewrite", "innodb_flush_method", "innodb_redo_log_capacity", "innodb_log_file_size",
    "innodb_log_files_in_group", "innodb_log_buffer_size", "innodb_io_capacity",
    "innodb_io_capacity_max", "innodb_adaptive_hash_index", "innodb_change_buffering",
    "innodb_page_size", "innodb_flush_neighbors", "innodb_read_io_threads",
    "innodb_write_io_threads", "innodb_thread_concurrency", "innodb_use_native_aio",
    "innodb_dedicated_server", "innodb_numa_interleave", "performance_schema",
    "character_set_server", "collation_server", "transaction_isolation", "tx_isolation",
    "query_cache_type", "thread_handling", "thread_pool_size", "version_malloc_library",
)  # fmt: skip
"""Variables that results depend on most: what is kept of a dump whose file is not."""
_OPTION = re.compile(r"(?:--)?([A-Za-z][A-Za-z0-9_-]{0,79})[ \t]*(?:=[ \t]*([^\n]{0,4000}))?")
_BORDERED = re.compile(r"\|[ \t]*([A-Za-z_][A-Za-z0-9_.]{0,79})[ \t]*\|([^|\n]{0,4000})\|")
HERE = "is already in the archive"
SAME_BYTES = "has the bytes of another file"
MAX_REASON = 300
Place = int | str | None
"""A report's index where its file has several, a cell's `LINE:COLUMN`, None for a whole file."""
Published = Callable[[str, int | str], str | None]
"""Where the archive already has a report or a cell of a file, by its SHA-256 and place."""


Log = tuple[Sequence[tuple[Report, tuple[str, ...]]], Sequence[tuple[int | None, str]]]
"""The usable reports of a file with the lines before each, and refusals by report; None is the
whole file."""


def read_log(data: bytes) -> Log:
    """Everything a file of output holds, which may be packed."""
    data, packed = unpacked_log(data)
    if packed:
        return (), [(None, packed)]
    reports = parse_reports(data)
    faults = [(r, f.message) for r, f in log_faults(data, reports) if f.rule.severity == "error"]
    foreign = next((message for report, message in faults if report is None), None)
    if foreign is not None:
        return (), [(None, foreign)]
    if not any(report.complete for report in reports):
        prepared = any(mark in data for mark in _PREPARE_MARKS)
        return (), [(None, PREPARE if prepared else faults[0][1] if faults else NO_RESULT)]
    reasons = {report.index: message for report, message in reversed(faults) if report}
    reasons |= {r.index: NO_COUNTS for r in reports if r.index not in reasons and _is_idle(r)}
    many = len(reports) > 1
    good = [
        (report, preamble)
        for report, preamble in zip(reports, _preambles(readable_lines(data), reports), strict=True)
        if report.index not in reasons
    ]
    return good, [(index if many else None, why) for index, why in sorted(reasons.items())]


def _is_idle(report: Report) -> bool:
    figures = figures_of(report)
    names = ("transactions", "queries", "total_events")
    return not any(figures[name].value for name in names if name in figures)


def _preambles(lines: Sequence[str], reports: Sequence[Report]) -> Iterator[tuple[str, ...]]:
    """The lines since the report before, up to the end of each report's header."""
    start = 0
    for report in reports:
        end = report.first_line + 4
        wanted = lines[start:end][-MAX_PREAMBLE:]
        yield tuple(line.strip() for line in wanted if 0 < len(line) <= MAX_LINE)
        start = report.last_line


def kind_of(report: Report) -> str | None:
    """Whether a report counts reads, writes or both; None where it counts neither."""
    reads, writes = bool(report.reads), bool(report.writes)
    return {
        (True, False): "read-only",
        (False, True): "write-only",
        (True, True): "read-write",
    }.get((reads, writes))


def read_options(data: bytes) -> dict[str, str]:
    """What an option file sets for the server; a file without sections as a whole.

    Names in lower case with underscores, as the server lists them; an option alone is `on`.
    """
    found: dict[str, str] = {}
    section = ""
    for line in _content_lines(data):
        if line.startswith("[") and "]" in line:
            section = line[1 : line.index("]")].strip().lower()
        elif not section or SERVER_SECTIONS.fullmatch(section):
            match = _OPTION.fullmatch(line)
            if match:
                found[match[1].lower().replace("-", "_")] = _option_value(match[2])
    return found


def _option_value(text: str | None) -> str:
    if text is None:
        return "on"
    plain = text.partition(" #")[0].partition("\t#")[0].strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "'\"":
        plain = plain[1:-1]
    return plain[:MAX_VALUE]


def read_dump(data: bytes) -> dict[str, str]:
    """A dump of variables or of status, with tabs or with the client's borders."""
    found = read_variables(data)
    if found:
        return found
    matches = (_BORDERED.fullmatch(line) for line in _content_lines(data))
    return {m[1].lower(): m[2].strip()[:MAX_VALUE] for m in matches if m}


def influential_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a dump that results depend on most."""
    return {name: variables[name] for name in INFLUENTIAL_VARIABLES if variables.get(name)}


def read_lines(lines: Iterable[str], templates: Iterable[Template]) -> dict[str, tuple[str, bool]]:
    """What lines state: field to its text, and whether it is a number. The first line wins."""
    found: dict[str, tuple[str, bool]] = {}
    wanted = list(templates)
    for line in lines:
        for template in wanted:
            fields = template.match(line)
            if fields:
                for name, text in fields.items():
                    found.setdefault(name, (text.strip(), name in template.numbers))
    return found


def read_sidecar(kind: str, data: bytes, templates: Iterable[Template]) -> Mapping[str, Any]:
    """What a sidecar of this kind states; for `lines` a pair as `read_lines` gives it."""
    if kind == "lines":
        return read_lines(_content_lines(data), templates)
    return read_options(data) if kind == "options" else read_dump(data)


def _content_lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = (line.strip() for line in text.splitlines()[:MAX_LINES])
    return [line[:MAX_LINE] for line in lines if line and line[0] not in "#;"]


def report_place(path: str, report: Place) -> str:
    """The words for a report or a cell of a file; None is the whole file."""
    return path if report is None else f"{path}#{report}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that is no run, or one report, line, column or cell of it; None is the whole file."""

    path: str
    reason: str
    report: Place = None

    @property
    def place(self) -> str:
        """How messages name it."""
        return report_place(self.path, self.report)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRun:
    """A report that can be a run, with everything known of it.

    `place_in_file` is where the file holds several: the report's index, or the cell's place.
    """

    path: str
    sha256: str
    report: Report
    place_in_file: Place
    fields: Fields


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that the layout names: its SHA-256, the entry that does, and what its path states."""

    path: str
    sha256: str
    entry: Files
    typed: Mapping[str, str]


@dataclass(slots=True)
class Finder:
    """Reads a source by a layout: the files it names, how many others there are, runs, refusals."""

    source: Source
    layout: Layout
    published: Published
    redactor: Redactor
    folders: Folders = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    others: int = 0
    runs: list[FoundRun] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    sidecars: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    columns: dict[tuple[str, frozenset[tuple[str, str]]], str] = field(default_factory=dict)

    def read_all(self, select: str | None, watch: Callable[[int], None]) -> None:
        """Read everything in the source; `select` is a shell pattern of paths."""
        for path, reason in self.source.refused:
            if select is None or fnmatchcase(path, select):
                self._refuse(path, reason)
        for path in self.source.files:
            if (select is None or fnmatchcase(path, select)) and self._read_path(path):
                watch(len(self.files))

    def _read_path(self, path: str) -> bool:
        """Read a file; False where the layout does not name it."""
        matches = ((entry, entry.path.match(path)) for entry in self.layout.files)
        entry, typed = next((e for e in matches if e[1] is not None), (None, None))
        if entry is None or typed is None:
            self.others += 1
            return False
        self.files.append(path)
        if entry.refuse is not None:
            self._refuse(path, entry.refuse)
            return True
        try:
            data = self.source.read(path)
        except (AbsentError, OSError) as error:
            self._refuse(path, str(error))
            return True
        folder = _above(path)
        typed |= {"folder": folder, "above": _above(folder.removesuffix(MEMBER_MARK))}
        file = NamedFile(path, hashlib.sha256(data).hexdigest(), entry, typed)
        if self.layout.table is None:
            self._add_reports(file, *read_log(data))
        else:
            self._add_table(file, *read_table(data, self.layout.table))
        return True

    def _add_reports(
        self,
        file: NamedFile,
        reports: Sequence[tuple[Report, tuple[str, ...]]],
        refused: Sequence[tuple[int | None, str]],
    ) -> None:
        if file.sha256 in self.seen:
            self._refuse(file.path, f"{SAME_BYTES}: {self.seen[file.sha256]}")
            return
        for index, reason in refused:
            self._refuse(file.path, reason, index)
        many = len(reports) + len(refused) > 1
        for report, preamble in reports:
            place = report.index if many else None
            run = self._run(file, report, place, preamble)
            if isinstance(run, str):
                self._refuse(file.path, run, place)
            else:
                self.runs.append(run)
                self.seen.setdefault(file.sha256, file.path)

    def _run(
        self, file: NamedFile, report: Report, place: Place, lines: Iterable[str]
    ) -> FoundRun | str:
        """A report, or a cell of a table, as a run; or why it is none."""
        known = self.published(file.sha256, report.index if place is None else place)
        if known is not None:
            return f"{HERE}: {known}"
        try:
            fields = self.fields(file.entry, file.typed, report, lines)
        except (ContradictionError, UnknownError) as error:
            return str(error)
        if REFUSAL in fields.known:
            return str(fields.known[REFUSAL].value)
        return FoundRun(
            path=file.path, sha256=file.sha256, report=report, place_in_file=place, fields=fields
        )

    def _add_table(
        self,
        file: NamedFile,
        columns: Sequence[Sequence[Cell]],
        refused: Iterable[tuple[str | None, str]],
    ) -> None:
        """Add a table's cells; what is refused alike is told once for its column, or its file."""
        for place, reason in refused:
            self._refuse(file.path, reason, place)
        faults = [self._add_column(file, column) for column in columns]
        whole = [found for found, column in zip(faults, columns, strict=True)
                 if len(found) == len(column) and len({*found.values()}) == 1]  # fmt: skip
        reasons = {fault for found in whole for fault in found.values()}
        if len(whole) == len(columns) and len(reasons) == 1:
            self._refuse(file.path, reasons.pop())
            return
        for found, column in zip(faults, columns, strict=True):
            if found in whole:
                self._refuse(file.path, found[column[0].place], f"column {column[0].number}")
            else:
                for place, reason in found.items():
                    self._refuse(file.path, reason, place)

    def _add_column(self, file: NamedFile, column: Sequence[Cell]) -> dict[str, str]:
        """Add the cells of a column; the place of each that is refused, and why."""
        assert self.layout.table is not None
        runs: list[FoundRun] = []
        faults: dict[str, str] = {}
        for cell in column:
            stated = f"column {cell.column}", f"row {cell.row}"
            run = self._run(file, cell.report(self.layout.table), cell.place, stated)
            if isinstance(run, str):
                faults[cell.place] = run
            else:
                runs.append(run)
        known = made_of(column, self.folders) if runs else None
        # Cells that are here already keep a second table from being taken for new.
        here = {place: fault for place, fault in faults.items() if fault.startswith(HERE)}
        claims = runs or here
        key = column[0].column, frozenset((cell.row, cell.text) for cell in column)
        owner = self.columns.setdefault(key, file.path) if claims else file.path
        if known is not None:
            reason = f"is computed from output that is in the archive: {known}"
        elif owner != file.path:
            reason = f"has the cells of another table: {owner}"
        else:
            self.runs += runs
            return faults
        # The column is refused, so are its cells that would be no runs anyway.
        return {cell.place: reason for cell in column} | here

    def _refuse(self, path: str, reason: str, report: Place = None) -> None:
        self.refused.append(Refusal(path, inert(reason)[:MAX_REASON], report))

    def fields(
        self,
        entry: Files,
        typed: Mapping[str, str],
        report: Report,
        preamble: Iterable[str],
    ) -> Fields:
        """Everything known of a report, or of a cell of a table. Raises ContradictionError."""
        fields = Fields()
        origin = "log" if self.layout.table is None else "table"
        for name, text in typed.items():
            _put_text(fields, name, text, number=name in entry.path.numbers, origin="path")
        for name, value in entry.states.items():
            fields.put(name, value, frozenset(["path"]))
        for name, stated in read_lines(preamble, self.layout.preamble).items():
            text, number = stated
            _put_text(fields, name, text, number=number, origin=origin)
        for name, fact in _report_facts(report):
            if fact is not None:
                fields.put(name, fact, frozenset(["log"]))
        self._add_sidecars(fields)
        give_meaning(self.layout, fields)
        return fields

    def _add_sidecars(self, fields: Fields) -> None:
        typed = fields.typed()
        for sidecar in self.layout.sidecars:
            if not set(sidecar.path.names) <= typed.keys():
                continue
            path = (
                sidecar.path.format(typed)
                .removeprefix("./")
                .replace(f"{MEMBER_MARK}/", MEMBER_MARK)
            )
            values = self._read_sidecar(path, sidecar)
            if values and sidecar.kind != "lines":
                fields.put(sidecar.name, dict(values), frozenset(["sidecar"]))
                fields.put(f"{sidecar.name}_file", path, frozenset(["sidecar"]))
                if told := influential_variables(values):
                    fields.put(f"{sidecar.name}_telling", told, frozenset(["sidecar"]))
            for name, value in values.items():
                if isinstance(value, tuple):
                    _put_text(fields, name, value[0], number=value[1], origin="sidecar")
                else:
                    fields.put(f"{sidecar.name}.{name}", value, frozenset(["sidecar"]))

    def _read_sidecar(self, path: str, sidecar: Sidecar) -> Mapping[str, Any]:
        """What a file beside the output states; nothing where there is none."""
        key = f"{sidecar.name} {path}"
        if key not in self.sidecars:
            try:
                data = self.source.read(path) if path in self.source.files else b""
            except (AbsentError, OSError):
                data = b""
            values = read_sidecar(sidecar.kind, data, sidecar.lines)
            if sidecar.kind == "variables":
                self.redactor.know_hosts(values)
                # The first host that is met is `host-1`, and so on.
                known = self.redactor.placeholders.get(values.get("hostname", ""))
                values = {**values, "host": known.strip("<>")} if known else values
            self.sidecars[key] = values
        return self.sidecars[key]


def _put_text(fields: Fields, name: str, text: str, *, number: bool, origin: str) -> None:
    fields.put(name, int(text) if number else text, frozenset([origin]), text)


def _above(path: str) -> str:
    """The folder a file or folder is in; an archive is a folder as well."""
    end = max(path.rfind("/"), path.rfind(MEMBER_MARK) + 1)
    return path[:end] or "."


def _report_facts(report: Report) -> Iterator[tuple[str, object]]:
    """What every layout can use of a report."""
    yield "threads", report.running_threads
    yield "sysbench", report.sysbench_version
    yield "counts", kind_of(report)
    yield "seconds", round(report.duration_s) if report.duration_s else None
    yield "report", report.index
