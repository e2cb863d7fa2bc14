"""The issue form: its fields, how its answers are read, and the replies to its author.

A test compares it with `.github/ISSUE_TEMPLATE/result.yml`. GitHub writes a
filled-in form as a heading for each field with the answer below it, program text in a fence. Text
of an issue passes through `review.untrusted.code` before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import UNRECORDED
from sysbench_archive.problems import Problem
from sysbench_archive.review.untrusted import code

LICENCES = {
    name: name
    for name in ("CC0-1.0", "PDDL-1.0", "CC-BY-4.0", "ODC-By-1.0", "CC-BY-SA-4.0", "ODbL-1.0")
}
FACTS: dict[str, dict[str, str] | None] = {
    "settings": {"defaults": "defaults", "changed": "pinned", UNRECORDED: UNRECORDED},
    "placement": {name: name for name in ("same-host", "other-host", UNRECORDED)},
    "fork": None,
    "source": None,
    "license": LICENCES,
    "notes": None,
}
"""What can be stated as `name: value`; where only some values are known, what a bundle says."""
CONSENT = (
    "I may publish this under CC0-1.0, or under the licence that I named.",
    "There is no password in it.",
)
NO_ANSWER = "_No response_"
MAX_BODY = 70_000
"""Characters of an issue; GitHub allows 65,536."""
_FENCE = re.compile(r"(`{3,})[a-z]{0,20}\n(.*?)\n?\1\Z", re.DOTALL)
_CONTROL_CHARACTERS = re.compile(r"\x1b\[[0-9;?]{0,40}[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
MARK = "<!-- sysbench-archive intake -->"
MAX_WARNINGS = 10
MAX_PROBLEMS = 50
_BUNDLE = r"\A[0-9]{4}-(0[1-9]|1[0-2])(-[a-z0-9]+)+-issue-[0-9]+\Z"


class IntakeRecord(Record, kw_only=True):
    """What became of an issue form; its names of bundles can be paths."""

    intake: Literal[2] = 2
    """Version of its form."""
    issue: int
    """Number of the issue."""
    bundle: Annotated[str, Meta(max_length=80, pattern=_BUNDLE)] | None
    """Id of the bundle; null where something is wrong."""
    title: str
    """Its title; else empty."""
    files: dict[str, str]
    """Texts of the files of the bundle by their paths below the checkout."""
    problems: Annotated[list[Problem], Meta(max_length=MAX_PROBLEMS)]
    """What is wrong with the answers, which they point at, or what the checks warn of."""


class FormField(Record):
    """A field of the form."""

    id: str
    heading: str
    """What it asks; the heading over the answer."""
    required: bool = False
    """Whether it has to be answered."""
    most: int = 300
    """Characters it takes at most."""
    help: str = ""
    """Where the answer is found; may be empty."""
    answer: str = ""
    """What is filled in already."""


def _field(name: str, heading: str, **more: Any) -> FormField:
    return FormField(id=name, heading=heading, **more)


FIELDS = (
    _field("name", "Your name, or a pseudonym", required=True, most=120,
           help="shown with the result"),
    _field("server", "Product and version of the server", required=True, most=120,
           help="MariaDB, MySQL or Percona Server, and what SELECT VERSION() says"),
    _field("machine", "The machine", required=True, most=16_000,
           help="what `sysbench-archive host-facts` prints on it; or as far as you know, one on a"
           " line: kind: (bare-metal, vm, container or cloud-instance), machine:, cpu:,"
           " cpu_threads:, memory_gib:, storage:, os:"),
    _field("commands", "Commands that loaded the tables and ran the test", most=4000,
           help="as they were typed; empty where the log has them; where runs differ in threads,"
           " that of any of them"),
    _field("output", "What sysbench printed", required=True, most=65_000),
    _field("facts", "What else is known", most=16_000,
           help="one on a line: settings: (defaults or changed), those changed as in my.cnf,"
           " placement: (sysbench on same-host or other-host), fork:, source: (package, image or"
           " build), license: (CC0-1.0 where there is none), notes:"),
    _field("disclosure", "What could colour the result", required=True,
           help="employer, funding, lent hardware; or none"),
    _field("consent", "Before you send this", required=True, most=1000),
)  # fmt: skip
HEADINGS = {field.id: field.heading for field in FIELDS}


def answer_fault(field: str, message: str, hint: str) -> Problem:
    """What is wrong with an answer; "" is that of the whole form."""
    return Problem("", 0, field, "form", message, hint)


def answers_in(body: str) -> tuple[dict[str, str], list[Problem]]:
    """The answer to each field by its id; and what is wrong."""
    if len(body) > MAX_BODY:
        return {}, [_whole(f"the issue is longer than {MAX_BODY} characters")]
    lines = _CONTROL_CHARACTERS.sub("", body.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    places = _heading_lines(lines)
    if missing := [f.heading for f in FIELDS if f.required and f.id not in places]:
        listed = ", ".join(missing[:5])
        return {}, [_whole(f"headings of the form are missing or out of order: {listed}")]
    starts = [*places.values(), len(lines)]
    ends = dict(zip(places, starts[1:], strict=False))
    answers: dict[str, str] = {}
    problems: list[Problem] = []
    for asked in FIELDS:
        inside = lines[places[asked.id] + 1 : ends[asked.id]] if asked.id in places else []
        answers[asked.id] = _answer_text("\n".join(inside))
        problems += _answer_problems(asked, answers[asked.id])
    return answers, problems


def _whole(message: str) -> Problem:
    return answer_fault("", message, "please open a new issue with the form")


def _heading_lines(lines: list[str]) -> dict[str, int]:
    """FormField to the line of its heading, each below the one before."""
    found: dict[str, int] = {}
    start = 0
    for asked in FIELDS:
        heading = f"### {asked.heading}"
        at = next((n for n in range(start, len(lines)) if lines[n].rstrip() == heading), None)
        if at is not None:
            found[asked.id] = at
            start = at + 1
    return found


def _answer_text(text: str) -> str:
    """The answer without blank lines around it and without its fence; "" where there is none."""
    text = text.strip("\n").rstrip()
    fence = _FENCE.fullmatch(text)
    text = fence[2] if fence else text
    return "" if text.strip() in ("", NO_ANSWER) else text


def _answer_problems(field: FormField, text: str) -> Iterator[Problem]:
    if field.required and not text:
        yield answer_fault(field.id, "there is no answer", "answer it")
    elif len(text) > field.most:
        told = f"the answer is longer than {field.most} characters"
        yield answer_fault(field.id, told, "shorten it")
    elif field.id == "consent":
        ticked = {line[5:].strip() for line in text.split("\n") if line[:5].lower() == "- [x]"}
        for sentence in CONSENT:
            if sentence not in ticked:
                yield answer_fault(field.id, "it is not ticked", sentence)


_REFUSED = "Thank you. Some answers have to be corrected before this can become a bundle:"
_EDIT = "Edit the issue and say so in a comment; a maintainer then sets the label `intake` again."
_MADE = (
    "It was made from the form of issue {issue} by this project's own parser, and the checks were"
    " run on it before it was proposed: they find no error."
)
_UNASKED = (
    "What the form has no field for is `unrecorded`. Whoever measured can add it: comment here, or"
    " edit `bundle.yaml` in the pull request."
)


def message(record: IntakeRecord) -> str:
    """The answer to an issue, or the opening words of its pull request."""
    listed = [f"- {_place(p)}{code(f'{p.message}; {p.hint}', 300)}" for p in record.problems]
    if record.bundle is None:
        lines = [_REFUSED, "", *listed, "", _EDIT]
    else:
        lines = [f"Thank you. This is bundle {code(record.bundle)}: {code(record.title)}.", ""]
        lines += [_MADE.format(issue=record.issue), ""]
        if listed:
            told = f"What they warn of ({len(listed)}), which refuses nothing:"
            lines += [told, "", *listed[:MAX_WARNINGS], ""]
        lines.append(_UNASKED)
    return "\n".join([MARK, *lines, ""])


def _place(problem: Problem) -> str:
    heading = HEADINGS.get(problem.pointer)
    place = f"**{heading}**" if heading else code(problem.pointer)
    return f"{place}: " if problem.pointer else ""
