"""From the text of an issue to the answers of the form.

Owns how the forge writes a filled-in form: a heading for each field, the answer below it, program
text in a fence. Refuses what is no such form; all complaints at once, in plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sysbench_archive.intake.form import CONSENT, FIELDS, MAX_BODY, NO_ANSWER, Field

_FENCE = re.compile(r"(`{3,})[a-z]{0,20}\n(.*?)\n?\1\Z", re.DOTALL)
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with an answer. `heading` is the field's, "" for the whole issue."""

    heading: str
    message: str


def answers_in(body: str) -> tuple[dict[str, str], list[Complaint]]:
    """The answer to each field by its id, choices as their values; and what is wrong."""
    if len(body) > MAX_BODY:
        return {}, [Complaint("", f"the issue is longer than {MAX_BODY} characters")]
    lines = _UNSEEN.sub("", body.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    places = _places(lines)
    if missing := [f.heading for f in FIELDS if f.id not in places]:
        listed = ", ".join(missing[:5])
        message = f"headings of the form are missing or out of order: {listed}"
        return {}, [Complaint("", f"{message}; please open a new issue with the form")]
    ends = [*list(places.values())[1:], len(lines)]
    answers: dict[str, str] = {}
    complaints: list[Complaint] = []
    for field, start, end in zip(FIELDS, places.values(), ends, strict=True):
        text = _plain("\n".join(lines[start + 1 : end]))
        answers[field.id] = field.choices.get(text, text)
        complaints += _faults(field, text)
    return answers, complaints


def _places(lines: list[str]) -> dict[str, int]:
    """Field to the line of its heading, each below the one before."""
    found: dict[str, int] = {}
    start = 0
    for field in FIELDS:
        heading = f"### {field.heading}"
        at = next((n for n in range(start, len(lines)) if lines[n].rstrip() == heading), None)
        if at is not None:
            found[field.id] = at
            start = at + 1
    return found


def _plain(text: str) -> str:
    """The answer without blank lines around it and without its fence; "" where there is none."""
    text = text.strip("\n").rstrip()
    fence = _FENCE.fullmatch(text)
    text = fence[2] if fence else text
    return "" if text.strip() in ("", NO_ANSWER) else text


def _faults(field: Field, text: str) -> Iterator[Complaint]:
    if field.required and not text:
        yield Complaint(field.heading, "there is no answer")
    elif len(text) > field.most:
        yield Complaint(field.heading, f"the answer is longer than {field.most} characters")
    elif text and field.choices and text not in field.choices:
        listed = ", ".join(field.choices)
        yield Complaint(field.heading, f"the answer is none of the choices: {listed}")
    elif field.id == "consent":
        yield from _unticked(field, text)


def _unticked(field: Field, text: str) -> Iterator[Complaint]:
    ticked = {line[5:].strip() for line in text.split("\n") if line[:5].lower() == "- [x]"}
    for sentence in CONSENT:
        if sentence not in ticked:
            yield Complaint(field.heading, f"please tick: {sentence}")
