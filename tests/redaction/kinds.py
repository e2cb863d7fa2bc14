"""Secrets of the kinds of `kinds.tsv`, drawn from a seed and put where people leave them."""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

_SYLLABLES = ("bra", "cor", "dul", "fen", "gim", "hox", "jar", "kel", "lum", "nov", "pyx", "quo",
              "rid", "sil", "tov", "ulm", "vex", "wyr", "zam")  # fmt: skip
_LETTERS = {
    "A": string.ascii_uppercase + string.digits,
    "a": string.ascii_lowercase + string.digits,
    "m": string.ascii_letters + string.digits,
    "x": "0123456789abcdef",
    "X": "0123456789ABCDEF",
    "d": "23456789",
}
_RECIPE = re.compile(r"\{(?:([AamxXd])([0-9]+)|([nuw]))\}")
_MARKED = re.compile(r"\[\[(.+?)\]\](?!\])")

Around = Callable[[str], str]
AROUND: tuple[Around, ...] = (
    "{}".format,
    "2026-11-20T10:12:13.123456Z 12 [Note] {}".format,
    "# {}".format,
    "+ {}".format,
    "    - {}".format,
    "We ran it again; {} (as before).".format,
    "  {}  \r".format,
    lambda line: json.dumps({"message": line}),
)
"""A log, a comment, a trace of a shell, YAML, prose, and JSON that quotes the line."""


class Form(NamedTuple):
    """A line of the table."""

    kind: str
    line: str


class Hidden(NamedTuple):
    """A text and the parts of it that must not be published."""

    kind: str
    text: str
    secrets: tuple[str, ...]


def forms() -> list[Form]:
    lines = Path(__file__).with_name("kinds.tsv").read_text(encoding="utf-8").splitlines()
    return [Form(*line.split("\t", 1)) for line in lines if line and not line.startswith("#")]


def hidden(count: int, seed: int) -> Iterator[Hidden]:
    """That many, every form before any comes again; each in other surroundings."""
    chance = random.Random(seed)
    known = forms()
    order: list[Form] = []
    for _ in range(count):
        order = order or chance.sample(known, len(known))
        form = order.pop()
        line = _RECIPE.sub(lambda match: _drawn(match, chance), form.line)
        line = line.replace("\\n", "\n").replace("\\\n", "\\n").replace("\\\\", "\\")
        text = _MARKED.sub(r"\1", line)
        around = AROUND[0] if "\n" in text else chance.choice(AROUND)
        yield Hidden(form.kind, around(text), tuple(_MARKED.findall(line)))


def _drawn(match: re.Match[str], chance: random.Random) -> str:
    if match[3] == "w":
        return "".join(chance.choice(_SYLLABLES) for _ in range(3))
    if match[3] == "n":
        return str(chance.randrange(13, 250))
    if match[3] == "u":
        parts = (_text("x", count, chance) for count in (8, 4, 4, 4, 12))
        return "-".join(parts)
    return _text(match[1], int(match[2]), chance)


def _text(letters: str, count: int, chance: random.Random) -> str:
    return "".join(chance.choice(_LETTERS[letters]) for _ in range(count))
