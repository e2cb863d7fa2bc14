"""sysbench's output among the files of a bundle.

Owns which report of which file a run's figures come from. Reads each file once, however many
runs it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.bundle.excerpt import Excerpt, excerpt_of
from sysbench_archive.bundle.files import BundleFile
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines

REPORT_ABSENT = Rule(
    "report-missing",
    "A run names an evidence file, or a report in it, that is not there.",
    "The run's figures would have no evidence.",
    "correct `file` and `report`; `sysbench-archive parse FILE` lists the reports, from 0",
)
RULES = (REPORT_ABSENT,)


@dataclass(frozen=True, slots=True)
class Output:
    """The output that runs name: reports by file, and what is wrong with the names."""

    document: Document
    files: Mapping[str, BundleFile]
    problems: list[Problem] = field(default_factory=list)
    reports: dict[str, tuple[Report, ...]] = field(default_factory=dict)
    _texts: dict[str, list[str]] = field(default_factory=dict)

    def report(self, index: int, facts: Mapping[str, Any]) -> Report | None:
        """The report that the run at `index` names, None where it names none that is there."""
        if "file" not in facts:
            return None
        reports = self._parsed(facts["file"])
        wanted: int = facts.get("report", 0)
        if reports is None:
            message = got_expected("no such evidence file", facts["file"], "a file of this bundle")
            self._complain(f"/runs/{index}/file", message)
            return None
        if wanted >= len(reports):
            message = got_expected("no such report", wanted, f"below {len(reports)}")
            self._complain(f"/runs/{index}/report", message)
            return None
        return reports[wanted]

    def excerpt(self, path: str, report: Report) -> Excerpt:
        """The lines behind a report's figures."""
        if path not in self._texts:
            self._texts[path] = readable_lines(self.files[path].data)
        return excerpt_of(self._texts[path], report)

    def _parsed(self, path: str) -> tuple[Report, ...] | None:
        if path not in self.files:
            return None
        if path not in self.reports:
            self.reports[path] = parse_reports(self.files[path].data)
        return self.reports[path]

    def _complain(self, pointer: str, message: str) -> None:
        line = self.document.line(pointer)
        self.problems.append(
            REPORT_ABSENT.at(self.document.path, message, pointer=pointer, line=line)
        )
