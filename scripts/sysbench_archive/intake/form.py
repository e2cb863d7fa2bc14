"""The issue form: its fields, how its answers are read, and the replies to its author.

A test compares headings and choices with `.github/ISSUE_TEMPLATE/result.yml`. GitHub writes a
filled-in form as a heading for each field with the answer below it, program text in a fence. Text
of an issue passes through `review.untrusted.code` before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta

from sysbench_archive.model.base import Record
from sysbench_archive.review.untrusted import code

UNKNOWN = "I do not know"
_UNKNOWN_CHOICE = {UNKNOWN: "unrecorded"}
PRODUCTS = {"MariaDB": "mariadb", "MySQL": "mysql", "Percona Server": "percona-server"}
REGIMES = {
    "The version's defaults": "defaults",
    "Some settings were changed": "pinned",
    **_UNKNOWN_CHOICE,
}
KINDS = {
    "A physical machine": "bare-metal",
    "A virtual machine": "vm",
    "A container": "container",
    "A cloud instance": "cloud-instance",
    **_UNKNOWN_CHOICE,
}
PLACEMENTS = {
    "On the same machine as the server": "same-host",
    "On another machine": "other-host",
    **_UNKNOWN_CHOICE,
}
LICENCES = {
    name: name
    for name in ("CC0-1.0", "PDDL-1.0", "CC-BY-4.0", "ODC-By-1.0", "CC-BY-SA-4.0", "ODbL-1.0")
}
CONSENT = (
    "I may publish this under the licence above.",
    "There is no password in it.",
)
NO_ANSWER = "_No response_"
MAX_BODY = 70_000
"""Characters of an issue; GitHub allows 65,536."""
_FENCE = re.compile(r"(`{3,})[a-z]{0,20}\n(.*?)\n?\1\Z", re.DOTALL)
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
MARK = "<!-- sysbench-archive intake -->"
MAX_WARNINGS = 10
MAX_COMPLAINTS = 50
_BUNDLE = r"\A[0-9]{4}-(0[1-9]|1[0-2])(-[a-z0-9]+)+-issue-[0-9]+\Z"


class IntakeFile(Record):
    """A file of the bundle."""

    path: str
    """Path below the checkout."""
    text: str
    """Its text."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with an answer. `heading` is the field's, "" for the whole issue."""

    heading: str
    message: str


class IntakeRecord(Record, kw_only=True):
    """What became of an issue form; its names of bundles can be paths."""

    intake: Literal[1] = 1
    """Version of its form."""
    issue: int
    """Number of the issue."""
    bundle: Annotated[str, Meta(max_length=80, pattern=_BUNDLE)] | None
    """Id of the bundle; null where there are complaints."""
    title: str
    """Its title; else empty."""
    files: list[IntakeFile]
    """Files of the bundle."""
    complaints: Annotated[list[Complaint], Meta(max_length=MAX_COMPLAINTS)]
    """What is wrong with the answers."""
    warnings: list[str]
    """What the checks warn of."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its id, the heading over the answer, its choices, and most characters."""

    id: str
    heading: str
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    most: int = 300


FIELDS = (
    Field("name", "Your name, or a pseudonym", required=True, most=120),
    Field("product", "Product", required=True, choices=PRODUCTS),
    Field("version", "Version of the server", required=True, most=60),
    Field("source", "Where the server came from"),
    Field("regime", "Settings of the server", required=True, choices=REGIMES),
    Field("options", "Settings that were changed", most=8000),
    Field("kind", "Kind of machine", required=True, choices=KINDS),
    Field("machine", "Maker and model of the machine"),
    Field("cpu", "Model of the CPU", required=True),
    Field("cpu_threads", "CPU threads", most=8),
    Field("memory_gib", "Memory in GiB", most=12),
    Field("storage", "Storage"),
    Field("os", "Operating system"),
    Field("placement", "Where sysbench ran", required=True, choices=PLACEMENTS),
    Field("prepare", "Command that loaded the tables", most=4000),
    Field("command", "Command that ran the test", required=True, most=4000),
    Field("output", "What sysbench printed", required=True, most=65_000),
    Field("license", "Licence of the data", required=True, choices=LICENCES),
    Field("disclosure", "What could colour the result", required=True),
    Field("notes", "What else a reader should know", most=8000),
    Field("consent", "Before you send this", required=True, most=1000),
)


def answers_in(body: str) -> tuple[dict[str, str], list[Complaint]]:
    """The answer to each field by its id, choices as their values; and what is wrong."""
    if len(body) > MAX_BODY:
        return {}, [Complaint("", f"the issue is longer than {MAX_BODY} characters")]
    lines = _CONTROL_CHARACTERS.sub("", body.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    places = _heading_lines(lines)
    if missing := [f.heading for f in FIELDS if f.id not in places]:
        listed = ", ".join(missing[:5])
        message = f"headings of the form are missing or out of order: {listed}"
        return {}, [Complaint("", f"{message}; please open a new issue with the form")]
    ends = [*list(places.values())[1:], len(lines)]
    answers: dict[str, str] = {}
    complaints: list[Complaint] = []
    for asked, start, end in zip(FIELDS, places.values(), ends, strict=True):
        text = _answer_text("\n".join(lines[start + 1 : end]))
        answers[asked.id] = asked.choices.get(text, text)
        complaints += _answer_complaints(asked, text)
    return answers, complaints


def _heading_lines(lines: list[str]) -> dict[str, int]:
    """Field to the line of its heading, each below the one before."""
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


def _answer_complaints(field: Field, text: str) -> Iterator[Complaint]:
    if field.required and not text:
        yield Complaint(field.heading, "there is no answer")
    elif len(text) > field.most:
        yield Complaint(field.heading, f"the answer is longer than {field.most} characters")
    elif text and field.choices and text not in field.choices:
        listed = ", ".join(field.choices)
        yield Complaint(field.heading, f"the answer is none of the choices: {listed}")
    elif field.id == "consent":
        yield from _consent_complaints(field, text)


def _consent_complaints(field: Field, text: str) -> Iterator[Complaint]:
    ticked = {line[5:].strip() for line in text.split("\n") if line[:5].lower() == "- [x]"}
    for sentence in CONSENT:
        if sentence not in ticked:
            yield Complaint(field.heading, f"please tick: {sentence}")


_HEADINGS = frozenset(field.heading for field in FIELDS)


def message(record: IntakeRecord) -> str:
    """The answer to an issue, or the opening words of its pull request."""
    lines = _accepted_lines(record) if record.bundle else _refused_lines(record)
    return "\n".join([MARK, *lines, ""])


def _accepted_lines(record: IntakeRecord) -> Iterator[str]:
    yield f"Thank you. This is bundle {code(record.bundle or '')}: {code(record.title)}."
    yield ""
    yield (
        f"It was made from the form of issue {record.issue} by this project's own parser, and"
        " the checks were run on it before it was proposed: they find no error."
    )
    if record.warnings:
        yield ""
        yield f"What they warn of ({len(record.warnings)}), which refuses nothing:"
        yield ""
        yield from (f"- {code(warning)}" for warning in record.warnings[:MAX_WARNINGS])
    yield ""
    yield (
        "What the form has no field for is `unrecorded`. Whoever measured can add it: comment here,"
        " or edit `bundle.yaml` in the pull request."
    )


def _refused_lines(record: IntakeRecord) -> Iterator[str]:
    yield "Thank you. Some answers have to be corrected before this can become a bundle:"
    yield ""
    for complaint in record.complaints:
        known = complaint.heading in _HEADINGS
        place = f"**{complaint.heading}**: " if known else ""
        yield f"- {place}{code(complaint.message, 300)}"
    yield ""
    yield "Edit the issue and say so in a comment; a maintainer then sets the label `intake` again."
