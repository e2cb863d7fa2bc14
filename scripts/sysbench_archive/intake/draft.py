"""Make a bundle out of dropped reports and the answers of a short form, private parts replaced.

What the form does not ask is `unrecorded`. A bundle is handed out only once `check` finds no error
in it; before its facts are there, its reports are judged among facts that stand in for them.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.intake.document import (
    HEADINGS,
    PLAIN_NUMBER,
    bundle_document,
    client_entry,
    command_on_one_line,
    figures_of_reports,
    redactor_for,
    run_entries,
    server_id,
    workload_entry,
    workload_id,
)
from sysbench_archive.intake.dropped import bundle_problems
from sysbench_archive.intake.form import FIELDS, Field
from sysbench_archive.model.base import Record
from sysbench_archive.problems import Problem
from sysbench_archive.redaction.findings import findings
from sysbench_archive.sysbench.command import parse_command
from sysbench_archive.sysbench.command.workloads import SQL_TESTS
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines

ASKED = (
    "product",
    "version",
    "regime",
    "kind",
    "cpu",
    "cpu_threads",
    "memory_gib",
    "storage",
    "os",
    "machine",
    "placement",
    "name",
    "disclosure",
    "license",
    "prepare",
)
"""Fields of the issue form that a draft asks for as well, in order; the commands are apart."""
_HELP = {
    "version": "as SELECT VERSION() states it",
    "cpu": "lscpu names it",
    "cpu_threads": "as the server sees them: nproc",
    "storage": "model or kind of the disk that holds the data",
    "machine": "or the instance type",
    "name": "shown with the result",
    "disclosure": "employer, funding, lent hardware; or none",
    "license": "CC0-1.0 asks nothing of readers",
    "prepare": "empty if nobody knows it any more",
}
COMMAND = "command"
MAX_REPORTS = 500
_SAMPLE = {
    "product": "mysql",
    "version": "8.0.11",
    "regime": "unrecorded",
    "kind": "unrecorded",
    "cpu": "unrecorded",
    "placement": "unrecorded",
    "name": "unrecorded",
    "disclosure": "none",
    "license": "CC0-1.0",
}
"""What stands for the required facts until they are stated; no bundle is handed out with them."""
_TESTS = sorted((name for name in SQL_TESTS if "_" in name), key=len, reverse=True)
_IN_NAMES = re.compile(r"(?<![a-z])(" + "|".join(_TESTS) + r")(?![a-z])", re.IGNORECASE)
_COMMAND_LINE = re.compile(r"(?:^|[\s$#>/])(sysbench\s[^\n]{3,2000}?\srun)\b")
_NUMBERS = ("cpu_threads", "memory_gib")


class AskedField(Record):
    """A field of the form."""

    id: str
    """Its id."""
    heading: str
    """What it asks."""
    help: str
    """Where the answer is found; may be empty."""
    required: bool
    """Whether it has to be answered."""
    choices: list[tuple[str, str]]
    """Value and words of each choice; empty where any text will do."""
    most: int
    """Characters it takes at most."""
    answer: str
    """What is filled in already."""


class Draft(Record):
    """What stands between dropped output and its bundle."""

    fields: list[AskedField]
    """The form."""
    problems: list[Problem]
    """What `check` finds."""
    bundle: str
    """Id of the bundle; empty while something required is missing or wrong."""
    title: str
    """Title of the bundle."""
    redactions: int
    """How many places were replaced."""
    tests: list[str]
    """Tests the reports are of, as far as a name or a command says."""


@dataclass(frozen=True, slots=True)
class Made:
    """A draft, and the files of its bundle by path, none where it is not complete."""

    draft: Draft
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _Group:
    """Reports of one workload: how the form names its command, and its files by number."""

    field: str
    test: str
    files: Mapping[int, str]


def draft_of(texts: Mapping[str, bytes], answers: Mapping[str, str], today: date) -> Made:
    """The bundle of these logs, in the order given, and what is still missing or wrong."""
    read = {path: "\n".join(readable_lines(data)) for path, data in texts.items()}
    groups = _groups(read)
    fields = [_asked(field, answers) for field in _form() if field.id in ASKED]
    fields += [_asked_command(group, read, answers) for group in groups]
    stated = {field.id: field.answer for field in fields}
    missing = [field for field in fields if field.required and not field.answer]
    faults = [*_faults(stated), *_flood(read)]
    whole = dict.fromkeys((field.id for field in FIELDS), "") | stated
    standing = {name: whole[name] or sample for name, sample in _SAMPLE.items()}
    whole |= standing | {name: "" for name in _NUMBERS if faults}
    if any(fault.pointer == "" for fault in faults):
        return Made(
            Draft(fields=fields, problems=faults, bundle="", title="", redactions=0, tests=[]), {}
        )
    files, title, redactions, lost = _bundle_files(read, groups, whole, today)
    name = _bundle_id(files, whole, groups, today)
    problems = [*faults, *lost]
    found = bundle_problems(name, files, today)
    # Of facts that nobody stated yet nothing is said.
    shown = [p for p in found if not missing or p.pointer.startswith("/runs") or not p.pointer]
    problems += shown
    ready = not missing and not any(p.severity == "error" for p in problems)
    draft = Draft(
        fields=fields,
        problems=problems,
        bundle=name if ready else "",
        title=title if ready else "",
        redactions=redactions,
        tests=sorted({group.test for group in groups if group.test}),
    )
    return Made(draft, files if ready else {})


def _form() -> Iterator[Field]:
    known = {field.id: field for field in FIELDS}
    return (known[name] for name in ASKED)


def _asked(field: Field, answers: Mapping[str, str]) -> AskedField:
    return AskedField(
        id=field.id,
        heading=field.heading,
        help=_HELP.get(field.id, ""),
        required=field.required,
        choices=[(value, words) for words, value in field.choices.items()],
        most=field.most,
        answer=answers.get(field.id, "").strip()[: field.most],
    )


def _asked_command(
    group: _Group, read: Mapping[str, str], answers: Mapping[str, str]
) -> AskedField:
    of_test = f" {group.test}" if group.test else " the test"
    names = list(read)
    stated = answers.get(group.field)
    found = next((_command_in(read[names[at]]) for at in group.files), "")
    return AskedField(
        id=group.field,
        heading=f"Command that ran{of_test}",
        help="as it was typed; where runs differ in threads, that of any of them",
        required=True,
        choices=[],
        most=4000,
        answer=(found if stated is None else stated).strip()[:4000],
    )


def _command_in(text: str) -> str:
    """A command line that stands in the log itself, as a shell or a script wrote it there."""
    match = _COMMAND_LINE.search(text)
    return match[1] if match and parse_command(match[1]).verb == "run" else ""


def _groups(read: Mapping[str, str]) -> list[_Group]:
    """Files by the workload they are of: by what their reports, a command or a name says."""
    tests: dict[str, dict[int, str]] = {}
    for at, (path, text) in enumerate(read.items()):
        tests.setdefault(_test_of(path, text), {})[at] = f"raw/output-{at + 1}.txt"
    return [
        _Group(f"{COMMAND}-{number}", test, files)
        for number, (test, files) in enumerate(tests.items(), 1)
    ]


def _test_of(path: str, text: str) -> str:
    if command := _command_in(text):
        return parse_command(command).test or ""
    printed = {report.test for report in parse_reports(text.encode()) if report.test}
    named = _IN_NAMES.findall(path.lower())
    # "oltp" alone says less than the name of a file may.
    if len(printed) == 1 and not (printed == {"oltp"} and named):
        return str(printed.pop())
    return str(named[-1]) if named else ""


def _faults(stated: Mapping[str, str]) -> Iterator[Problem]:
    for name in _NUMBERS:
        if stated[name] and not PLAIN_NUMBER.fullmatch(stated[name]):
            told = f"{HEADINGS[name]}: it has to be a number"
            yield _fault(name, told, "write a number and nothing else")
    for name, text in stated.items():
        typed = name.startswith(COMMAND) and text
        if typed and parse_command(command_on_one_line(text)).verb != "run":
            told = f"{HEADINGS[COMMAND]}: it has to end with `run`"
            yield _fault(name, told, "copy the command as it was typed")


def _flood(read: Mapping[str, str]) -> Iterator[Problem]:
    reports = sum(len(parse_reports(text.encode())) for text in read.values())
    if reports > MAX_REPORTS:
        told = f"these are {reports} reports; a bundle made here takes at most {MAX_REPORTS}"
        yield _fault("", told, "use `sysbench-archive import`, which takes whole folders")


def _fault(name: str, message: str, hint: str) -> Problem:
    return Problem("", 0, name, "form", message, hint, "error")


_Files = tuple[dict[str, bytes], str, int, list[Problem]]


def _bundle_files(
    read: Mapping[str, str], groups: Sequence[_Group], answers: Mapping[str, str], today: date
) -> _Files:
    """The files of the bundle, its title, how much was replaced, and what could not be."""
    typed = [text for name, text in answers.items() if text]
    redactor = redactor_for(*read.values(), *typed)
    clean = {name: redactor.clean(text) for name, text in answers.items()}
    outputs: dict[str, bytes] = {}
    entries: dict[str, list[Any]] = {"clients": [], "workloads": [], "runs": []}
    ids = Counter[str]()
    lost: list[Problem] = []
    texts = list(read.values())
    for group in groups:
        command = parse_command(command_on_one_line(clean[group.field]))
        workload = workload_id(command) if command.test else group.test or "workload"
        workload = workload.replace("_", "-")
        ids[workload] += 1
        if ids[workload] > 1:
            workload = f"{workload}-{ids[workload]}"
        every: list[Report] = []
        seen = Counter[int]()
        for at, file in group.files.items():
            text = redactor.clean(texts[at])
            outputs[file] = f"{text.rstrip()}\n".encode()
            reports = parse_reports(outputs[file])
            every += reports
            before = parse_reports(texts[at].encode())
            if figures_of_reports(reports) != figures_of_reports(before):
                lost.append(_lost(file))
            if any(findings(text)):
                lost.append(_too_many(file))
            entries["runs"] += run_entries(
                reports, server_id(clean), workload, file=file, seen=seen
            )
        entries["workloads"].append(workload_entry(clean, workload, command, every))
        entries["clients"] = entries["clients"] or [client_entry(clean, every, command)]
    document = bundle_document(
        clean,
        entries,
        day=today.isoformat(),
        redactions=redactor.count,
        notes="Made from output and facts as they were given, private parts replaced.",
    )
    files = {"bundle.yaml": as_yaml(document).encode(), **outputs}
    return files, document["title"], redactor.count, lost


def _lost(file: str) -> Problem:
    told = f"a name in {file} is also a word of sysbench's output"
    return _fault(COMMAND, told, "replace it by <host-1> in the log, and drop it again")


def _too_many(file: str) -> Problem:
    told = f"{file} names more hosts and accounts than can be replaced"
    return _fault(COMMAND, told, "remove the prompts from the log, and drop it again")


def _bundle_id(
    files: Mapping[str, bytes], answers: Mapping[str, str], groups: Sequence[_Group], today: date
) -> str:
    """Month, server, test and a few digits of the output, so that no two are called the same."""
    total = hashlib.sha256()
    for path, data in sorted(files.items()):
        if path != "bundle.yaml":
            total.update(data)
    test = (groups[0].test or "sysbench").replace("_", "-") if len(groups) == 1 else "sysbench"
    month = today.isoformat()[:7]
    return f"{month}-{server_id(answers, 2)}-{test}-{total.hexdigest()[:8]}"
