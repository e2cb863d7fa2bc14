"""What a log is by itself, of every report that a run is made of, and of every command.

The judge is `sysbench/results.py`; a run that is marked failed may be no result.
"""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, Run, stated
from sysbench_archive.problems import Problem
from sysbench_archive.rules.places import in_document, in_file, numbered_reports
from sysbench_archive.sysbench.results import NONE, OTHER, Fault, other_database, report_faults


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every command, and at every report that a run is made of."""
    yield from _commands(bundle)
    named = {file: other_database(bundle.files[file].data) for file in bundle.reports}
    for pointer, run in numbered_reports(bundle):
        if run.report is None or run.file is None:
            continue
        if named.get(run.file):
            message = f"run {run.id!r} is a result of {named[run.file]}"
            yield in_document(bundle, OTHER, f"{pointer}/file", message)
        for fault in report_faults(run.report):
            yield from _problem(bundle, run, pointer, fault)


def _commands(bundle: Bundle) -> Iterator[Problem]:
    places = [("workloads", index, w.facts) for index, w in enumerate(bundle.workloads.values())]
    places += [("runs", index, run.facts) for index, run in enumerate(bundle.runs)]
    for group, index, facts in places:
        for field in ("prepare", "command"):
            text = stated(facts.get(field))
            name = other_database(text.encode()) if isinstance(text, str) else ""
            if name:
                message = f"the command is one for {name}"
                yield in_document(bundle, OTHER, f"/{group}/{index}/{field}", message)


def _problem(bundle: Bundle, run: Run, pointer: str, fault: Fault) -> Iterator[Problem]:
    if run.failed and fault.rule.severity == "error":
        return
    message = f"run {run.id!r}{' ' if fault.rule is NONE else ': '}{fault.message}"
    if fault.line and run.file is not None:
        yield in_file(bundle, fault.rule, run.file, message, line=fault.line)
    else:
        yield in_document(bundle, fault.rule, f"{pointer}/file", message)
