"""Make a bundle out of dropped reports and the answers of a short form, private parts replaced.

What the form does not ask is `unrecorded`. A bundle is handed out only once `check` finds no error
in it; before its facts are there, its reports are judged among facts that stand in for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from msgspec.structs import replace as changed

from sysbench_archive.intake.document import (
    COMMANDS,
    Group,
    Made,
    made_of,
    problems_in,
)
from sysbench_archive.intake.dropped import bundle_problems
from sysbench_archive.intake.form import FIELDS, FormField
from sysbench_archive.intake.stated import commands_of_log
from sysbench_archive.model.base import Record
from sysbench_archive.problems import Problem, has_errors
from sysbench_archive.sysbench.command import parse_command
from sysbench_archive.sysbench.command.workloads import SQL_TESTS
from sysbench_archive.sysbench.report import parse_reports, readable_lines

_OF_ISSUES = (COMMANDS, "output", "consent")
"""Fields of the issue form that a draft does not ask; the commands are apart."""
_SAMPLE = {
    "name": "unrecorded",
    "server": "MySQL 8.0.11",
    "machine": "kind: unrecorded",
    "facts": "",
    "disclosure": "none",
}
"""What stands for the facts until they are stated; no bundle is handed out with them."""
_TESTS = sorted((name for name in SQL_TESTS if "_" in name), key=len, reverse=True)
_IN_NAMES = re.compile(r"(?<![a-z])(" + "|".join(_TESTS) + r")(?![a-z])", re.IGNORECASE)


class Draft(Record):
    """What stands between dropped output and its bundle."""

    fields: list[FormField]
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


def draft_of(
    texts: Mapping[str, bytes], answers: Mapping[str, str], today: date
) -> tuple[Draft, Mapping[str, bytes]]:
    """The draft of these logs, in the order given, with what is still missing or wrong; and the
    files of its bundle by path, none where it is not complete.
    """
    draft, made = drafted(texts, answers, today)
    return draft, made.files if draft.bundle else {}


def drafted(
    texts: Mapping[str, bytes], answers: Mapping[str, str], today: date
) -> tuple[Draft, Made]:
    """The same with the bundle as far as it is made, where words stand in for required facts."""
    logs = {path: "\n".join(readable_lines(data)) for path, data in texts.items()}
    groups = _groups_of(logs)
    fields = [_answered(field, answers) for field in _asked(groups, logs)]
    headings = {field.id: f"{field.heading}: " for field in fields}
    stated = dict.fromkeys((field.id for field in FIELDS), "")
    stated |= {field.id: field.answer for field in fields}
    missing = any(field.required and not field.answer for field in fields)
    problems = [
        replace(fault, message=f"{headings.get(fault.pointer, '')}{fault.message}")
        for fault in problems_in(logs, stated)
    ]
    draft = Draft(fields=fields, problems=problems, bundle="", title="", redactions=0, tests=[])
    if not all(problem.pointer for problem in problems):
        return draft, Made()
    told = "Made from output and facts as they were given, private parts replaced."
    wrong = {problem.pointer for problem in problems}
    whole = stated | {
        name: sample for name, sample in _SAMPLE.items() if name in wrong or not stated[name]
    }
    made = made_of(logs, whole, groups, day=today.isoformat(), notes=told)
    # Of facts that nobody stated yet nothing is said.
    found = bundle_problems(made.bundle, made.files, today)
    sound = not (missing or wrong)
    shown = [p for p in found if sound or p.pointer.startswith("/runs") or not p.pointer]
    problems += [*made.problems, *shown]
    ready = not missing and not has_errors(problems)
    draft = changed(
        draft,
        bundle=made.bundle if ready else "",
        title=made.title if ready else "",
        redactions=made.redactions,
        tests=sorted(filter(None, (group.test for group in groups))),
    )
    return draft, made


def stand_in_bundle(texts: Mapping[str, bytes], today: date) -> Made:
    """A bundle of the reports in these logs among facts that stand in, to derive figures from and
    never to keep; without files where there is no report.
    """
    logs = {
        path: "\n".join(readable_lines(data)) for path, data in texts.items() if parse_reports(data)
    }
    if not logs:
        return Made()
    groups = _groups_of(logs)
    stated = dict.fromkeys((field.id for field in FIELDS), "")
    stated |= {field.id: field.answer for field in _asked(groups, logs)}
    return made_of(logs, stated | _SAMPLE, groups, day=today.isoformat(), notes="Logs alone.")


def _groups_of(logs: Mapping[str, str]) -> list[Group]:
    """The logs by test, as far as it is known."""
    tests: dict[str, dict[str, str]] = {}
    for number, (path, text) in enumerate(logs.items(), 1):
        tests.setdefault(_test_of(path, text), {})[path] = f"raw/output-{number}.txt"
    return [Group(f"{COMMANDS}-{n}", *group) for n, group in enumerate(tests.items(), 1)]


def _asked(groups: list[Group], logs: Mapping[str, str]) -> Iterator[FormField]:
    """The fields of the form, and a command for each test with what a log says of it."""
    yield from (field for field in FIELDS if field.id not in _OF_ISSUES)
    (commands,) = (field for field in FIELDS if field.id == COMMANDS)
    for group in groups:
        heading = f"Commands that loaded the tables and ran {group.test or 'the test'}"
        found = next(filter(any, (commands_of_log(logs[path]) for path in group.files)), ())
        answer = "\n".join(filter(None, found))
        yield changed(commands, id=group.field, heading=heading, required=True, answer=answer)


def _answered(field: FormField, answers: Mapping[str, str]) -> FormField:
    return changed(field, answer=answers.get(field.id, field.answer).strip()[: field.most])


def _test_of(path: str, text: str) -> str:
    if typed := commands_of_log(text).run:
        return parse_command(typed).test or ""
    printed = {report.test for report in parse_reports(text.encode()) if report.test}
    named = _IN_NAMES.findall(path.lower())
    # "oltp" alone says less than the name of a file may.
    if len(printed) == 1 and not (printed == {"oltp"} and named):
        return str(printed.pop())
    return str(named[-1]) if named else ""
