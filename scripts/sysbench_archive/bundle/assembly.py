"""From a document that fits the schema, and the files beside it, to the model.

Owns where a run's figures come from: the report it names, or its row of figures.csv.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.bundle.excerpt import excerpt_of
from sysbench_archive.bundle.facts import stated, written_out
from sysbench_archive.bundle.figures import FILE as FIGURES
from sysbench_archive.bundle.figures import Row, figures_of, read_figures, row_problems
from sysbench_archive.bundle.files import BundleFile
from sysbench_archive.bundle.series import FILE as SERIES
from sysbench_archive.bundle.series import read_series
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.bundle.variables import read_variables
from sysbench_archive.model import (
    Bundle,
    Client,
    EvidenceFile,
    Host,
    Run,
    Server,
    Stretch,
    Workload,
)
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.sysbench.command import Command, parse_command
from sysbench_archive.sysbench.report import Report, parse_reports

FIGURES_ABSENT = Rule(
    "figures-missing",
    "The bundle has runs without raw output and no figures.csv, or raw output and a figures.csv.",
    "Every figure has exactly one source: the raw output kept here, or the table of a source.",
    "add figures.csv for published figures; remove it where raw output is kept",
)
REPORT_ABSENT = Rule(
    "report-missing",
    "A run names an evidence file, or a report in it, that is not there.",
    "The run's figures would have no evidence.",
    "correct `file` and `report`; `sysbench-archive parse FILE` lists the reports, from 0",
)
SERIES_PLACE = Rule(
    "series-place",
    "A bundle that is not linked output has a series.csv.",
    "Interval lines are read from the output where it is kept here, and a published table has"
    " none: a second source could contradict the first.",
    "remove series.csv",
)
RULES = (FIGURES_ABSENT, REPORT_ABSENT, SERIES_PLACE)


def assembled(
    name: str, label: str, document: Document, files: Mapping[str, BundleFile]
) -> tuple[Bundle, list[Problem]]:
    """The model of a bundle, and what is wrong between document and evidence."""
    work = _Assembly(name, label, document, files)
    return work.bundle(), work.problems


@dataclass(slots=True)
class _Assembly:
    """A bundle being put together; what several runs share is read once."""

    name: str
    label: str
    document: Document
    files: Mapping[str, BundleFile]
    problems: list[Problem] = field(default_factory=list)
    reports: dict[str, tuple[Report, ...]] = field(default_factory=dict)
    commands: dict[str, Command] = field(default_factory=dict)
    texts: dict[str, list[str]] = field(default_factory=dict)
    series: Mapping[str, tuple[Stretch, ...]] = field(default_factory=dict)

    def bundle(self) -> Bundle:
        authored = written_out(self.document.value)
        workloads = {w["id"]: self.workload(w) for w in authored["workloads"]}
        rows = self.rows(authored)
        self.series = self.stretches(authored)
        runs = tuple(
            self.run(index, run, workloads, rows) for index, run in enumerate(authored["runs"])
        )
        return Bundle(
            self.name,
            self.label,
            authored["evidence"],
            authored["title"],
            authored,
            {h["id"]: Host(h["id"], h) for h in authored["hosts"]},
            {s["id"]: _server(s) for s in authored["servers"]},
            {c["id"]: _client(c) for c in authored["clients"]},
            workloads,
            runs,
            {path: _evidence(file) for path, file in sorted(self.files.items())},
            self.reports,
            self.document.lines,
            self.variables(authored["servers"]),
        )

    def variables(self, servers: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, str]]:
        dumps = {s["id"]: s["variables"] for s in servers if s.get("variables") in self.files}
        return {name: read_variables(self.files[path].data) for name, path in dumps.items()}

    def workload(self, facts: Mapping[str, Any]) -> Workload:
        command = self.command(stated(facts["command"]))
        test = command.test if command else None
        title = facts.get("title") or test or facts["id"]
        own = facts.get("stated_parameters", {})
        return Workload(facts["id"], title, facts["client"], command, own, facts)

    def command(self, text: str | None) -> Command | None:
        if text is None:
            return None
        if text not in self.commands:
            self.commands[text] = parse_command(text)
        return self.commands[text]

    def rows(self, authored: Mapping[str, Any]) -> Mapping[str, Row]:
        path = f"{self.label}/{FIGURES}"
        wanted = authored["evidence"] != "raw-output" and bool(authored["runs"])
        if wanted != (FIGURES in self.files):
            message = got_expected(
                "figures.csv", "none" if wanted else "one", "one" if wanted else "none"
            )
            self.problems.append(FIGURES_ABSENT.at(path, message))
        if not wanted or FIGURES not in self.files:
            return {}
        rows, problems = read_figures(self.files[FIGURES].data, path)
        if not problems:
            problems = row_problems(rows, (run["id"] for run in authored["runs"]), path)
        self.problems += problems
        return rows

    def stretches(self, authored: Mapping[str, Any]) -> Mapping[str, tuple[Stretch, ...]]:
        if SERIES not in self.files:
            return {}
        path = f"{self.label}/{SERIES}"
        if authored["evidence"] != "linked-output":
            message = f"{authored['evidence']} has no {SERIES}"
            self.problems.append(SERIES_PLACE.at(path, message))
            return {}
        names = (run["id"] for run in authored["runs"])
        series, problems = read_series(self.files[SERIES].data, path, names)
        self.problems += problems
        return series

    def run(
        self,
        index: int,
        facts: Mapping[str, Any],
        workloads: Mapping[str, Workload],
        rows: Mapping[str, Row],
    ) -> Run:
        row = rows.get(facts["id"], Row({}, {}))
        report = self.report(index, facts) if "file" in facts else None
        figures = figures_of(report) if report else row.figures
        return Run(
            facts["id"],
            facts["server"],
            facts["workload"],
            facts["threads"],
            facts["file"] if facts.get("file") in self.files else None,
            self.command(facts.get("command")) or workloads[facts["workload"]].command,
            facts.get("failed"),
            report,
            {} if facts.get("failed") else figures,
            facts,
            row.source,
            excerpt_of(self.text(facts["file"]), report) if report else (),
            self.series.get(facts["id"], ()),
        )

    def report(self, index: int, facts: Mapping[str, Any]) -> Report | None:
        reports = self.parsed(facts["file"])
        wanted: int = facts.get("report", 0)
        if reports is not None and wanted < len(reports):
            return reports[wanted]
        pointer = f"/runs/{index}/{'file' if reports is None else 'report'}"
        message = (
            got_expected("no such evidence file", facts["file"], "a file of this bundle")
            if reports is None
            else got_expected("no such report", wanted, f"below {len(reports)}")
        )
        line = self.document.line(pointer)
        self.problems.append(
            REPORT_ABSENT.at(self.document.path, message, pointer=pointer, line=line)
        )
        return None

    def text(self, path: str) -> list[str]:
        if path not in self.texts:
            self.texts[path] = self.files[path].data.decode("utf-8", "replace").splitlines()
        return self.texts[path]

    def parsed(self, path: str) -> tuple[Report, ...] | None:
        if path not in self.files:
            return None
        if path not in self.reports:
            self.reports[path] = parse_reports(self.files[path].data)
        return self.reports[path]


def _server(facts: Mapping[str, Any]) -> Server:
    return Server(
        facts["id"],
        facts["product"],
        facts["version"],
        facts.get("variant"),
        stated(facts["regime"]) or "unrecorded",
        facts["host"],
        facts,
    )


def _client(facts: Mapping[str, Any]) -> Client:
    return Client(
        facts["id"], facts["host"], stated(facts["sysbench"]), str(facts["placement"]), facts
    )


def _evidence(file: BundleFile) -> EvidenceFile:
    return EvidenceFile(file.path, len(file.data), file.sha256, file.sha1_git)
