"""What private things look like in text, and which words give nothing away: three tables as files.

`kinds.tsv` has a kind of private thing a line, `spellings.tsv` a spelling, `words.txt` lists of
words; each says how it is read.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sysbench_archive.problems import RULES, Rule

_FRAGMENT = re.compile(r"\{([A-Z]+)\}")


class Kind(NamedTuple):
    """A kind of private thing: the rule it breaks, what stands in its place, what messages call it
    and whether they repeat it.
    """

    name: str
    rule: Rule
    instead: str
    noun: str
    shown: bool

    @property
    def numbered(self) -> bool:
        """Whether each thing of the kind has a placeholder of its own."""
        return self.instead.endswith("-")


class Spelling(NamedTuple):
    """A spelling of one kind; a text without one of its `marks`, in small letters, has none.

    It names the private part `value`; `exact` says whether small letters and capitals differ,
    `long` whether what it finds may reach further than two lines behind a mark.
    """

    kind: Kind
    marks: tuple[str, ...]
    text: str
    exact: bool
    long: bool

    @property
    def expression(self) -> re.Pattern[str]:
        """Compiled when first asked for: most texts have the marks of few of three hundred."""
        return _compiled(self.text, self.exact)


@cache
def _compiled(text: str, exact: bool) -> re.Pattern[str]:
    return re.compile(text, re.MULTILINE if exact else re.MULTILINE | re.IGNORECASE)


def _lines(name: str) -> list[str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _read_kinds() -> dict[str, Kind]:
    found = {}
    for line in _lines("kinds.tsv"):
        name, code, instead, noun, unshown = line.split("\t")
        found[name] = Kind(name, RULES[code], instead, noun, not unshown)
    return found


KINDS = _read_kinds()
"""By name."""


def read_spellings() -> tuple[Spelling, ...]:
    """Every spelling. Of two that find the same place the first counts."""
    parts: dict[str, str] = {}
    found = []
    for line in _lines("spellings.tsv"):
        *cells, text = line.split("\t")
        text = _FRAGMENT.sub(lambda match: parts[match[1]], text)
        if len(cells) == 1:
            parts[cells[0]] = text
        else:
            kind, flags, marks = cells
            each = tuple(marks.replace(r"\t", "\t").split("|"))
            found.append(Spelling(KINDS[kind], each, text, "exact" in flags, "long" in flags))
    return tuple(found)


def _read_words() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _lines("words.txt"):
        if line.startswith("["):
            words = found.setdefault(line.strip("[]"), set())
        else:
            words.update(line.split())
    return {name: frozenset(words) for name, words in found.items()}


WORDS = _read_words()
"""By the name of a list, in small letters, words that give nothing away."""
