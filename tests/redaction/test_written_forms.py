"""Private things as people who run servers write them, line by line, with each part marked.

The lines of `written_forms.txt` were written by somebody who had not seen what is searched for:
data source names, command lines, logs, configuration of proxies, clusters and clouds. `[[x]]` marks
what must not be published.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from pathlib import Path

from planted_secrets import Planted
from sysbench_archive.redaction.findings import findings
from sysbench_archive.redaction.redactor import Redactor

FORMS = Path(__file__).with_name("written_forms.txt").read_text(encoding="utf-8").splitlines()
_MARKED = re.compile(r"\[\[([^\[\]]+)\]\]")
_NAME = re.compile(r"[A-Za-z]{2,12}[_.]?[A-Za-z0-9]{0,12}[!#]?")
"""Secrets that are drawn anew; others have a form of their own, as addresses and keys have."""


def planted() -> Iterator[Planted]:
    for form in FORMS:
        yield Planted("written", _MARKED.sub(r"\1", form), tuple(_MARKED.findall(form)))


def test_nothing_that_is_marked_survives() -> None:
    survived = [
        form.line
        for form in planted()
        if any(secret in Redactor().clean(form.line) for secret in form.secrets)
    ]
    assert survived == []


def test_every_form_keeps_a_text_from_being_accepted() -> None:
    assert [form.line for form in planted() if not any(findings(form.line))] == []


def test_other_names_in_the_same_places_go_as_well() -> None:
    """The spelling is what is found, not the name that happens to stand in it."""
    chance = random.Random(20261123)
    survived = []
    for form in FORMS:
        drawn: dict[str, str] = {}

        def anew(match: re.Match[str], drawn: dict[str, str] = drawn) -> str:
            if not _NAME.fullmatch(match[1]):
                return match[1]
            drawn.setdefault(match[1], _redrawn(match[1], chance))
            return drawn[match[1]]

        text = Redactor().clean(_MARKED.sub(anew, form))
        survived += [(form, name) for name in drawn.values() if name in text]
    assert survived == []


def _redrawn(name: str, chance: random.Random) -> str:
    """A name of the same shape, without vowels, so that it is no word."""
    letters, capitals, digits = "bcdfghjklmnprstvwz", "BCDFGHJKLMNPRSTVWZ", "23456789"
    kinds = ((string.ascii_lowercase, letters), (string.ascii_uppercase, capitals),
             (string.digits, digits))  # fmt: skip
    of = {c: others for those, others in kinds for c in those}
    return "".join(chance.choice(of[c]) if c in of else c for c in name)
