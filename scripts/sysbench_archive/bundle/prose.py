"""The text of a curated comparison: references to contrasts, and what it says of them literally.

A reference stands in braces and names a contrast: `{oltp-read-write/mysql-8-0-33@4}`. A build
writes its number and direction. `{=25 %}` is written as it stands: a number that compares nothing.
A statement is a sentence, an entry of a list or a row of a table. Code, addresses of links and
quoted blocks state nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sysbench_archive.model.comparison import ContrastDirection
from sysbench_archive.model.curated import Prose


class NoSuchContrastError(ValueError):
    """A reference leads to no contrast, or asks for a form it does not have.

    The message says what is wrong, `expected` what there is instead.
    """

    def __init__(self, message: str, expected: str) -> None:
        """Say what is wrong, and what there is instead."""
        super().__init__(message)
        self.expected = expected


@dataclass(frozen=True, slots=True)
class ContrastReference:
    """A candidate over a baseline at a thread count, or at all from `first` to `last`.

    `bundle`, `metric`, `baseline` and `form` are "" where the text leaves them out.
    """

    bundle: str
    workload: str
    metric: str
    candidate: str
    baseline: str
    first: int
    last: int
    form: str


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number that is written out. `text` has its digits."""

    kind: Literal["ratio", "percentage"]
    text: str
    line: int

    def is_printed_as(self, ratio: float) -> bool:
        """Whether a ratio rounds to it, at the decimals it is written with."""
        value = ratio if self.kind == "ratio" else abs(ratio - 1) * 100
        decimals = len(self.text.partition(".")[2])
        return f"{value:.{decimals}f}" == self.text


@dataclass(frozen=True, slots=True)
class ComparingWord:
    """A word that compares, and the directions it may stand for."""

    text: str
    directions: tuple[ContrastDirection, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, an entry of a list or a row of a table."""

    references: Sequence[ContrastReference]
    numbers: Sequence[WrittenNumber]
    words: Sequence[ComparingWord]


_ID = r"[a-z0-9][a-z0-9-]*"
_REFERENCE = re.compile(
    rf"(?:(?P<bundle>{_ID})/)?(?P<workload>{_ID})(?:\.(?P<metric>[a-z][a-z0-9_]*))?"
    rf"/(?P<candidate>{_ID})(?::(?P<baseline>{_ID}))?"
    r"@(?P<first>[0-9]{1,6})(?:-(?P<last>[0-9]{1,6}))?(?:\s+(?P<form>[a-z]+))?"
)
_TOKEN = re.compile(r"(?P<code>(?P<ticks>`+).+?(?P=ticks))|\{(?P<marked>[^{}]*)\}", re.DOTALL)
_VERBATIM = "="


def reference_of(marked: str) -> ContrastReference:
    """What stands between braces as a reference. Raises NoSuchContrastError where it is none."""
    match = _REFERENCE.fullmatch(marked.strip())
    if match is None:
        raise NoSuchContrastError("no reference", "{workload/server@threads}")
    parts: dict[str, Any] = {name: text or "" for name, text in match.groupdict().items()}
    ends = {"first": int(match["first"]), "last": int(match["last"] or match["first"])}
    return ContrastReference(**parts | ends)


def filled_text(text: str, words_of: Callable[[str], str]) -> str:
    """The text with `words_of` each reference in its place."""

    def fill(match: re.Match[str]) -> str:
        marked = match["marked"]
        if marked is None:
            return match[0]
        return marked[1:] if marked.startswith(_VERBATIM) else words_of(marked)

    return _TOKEN.sub(fill, text)


_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*(?:\n|\Z))+", re.MULTILINE)


def parts_by_tables(text: str) -> Iterator[tuple[bool, str]]:
    """The text in parts, each with whether it is a table."""
    start = 0
    for match in _TABLE.finditer(text):
        yield False, text[start : match.start()]
        yield True, match[0]
        start = match.end()
    yield False, text[start:]


def marked_references(prose: Prose) -> Iterator[tuple[str, int]]:
    """What stands between braces and is not verbatim, with its line."""
    for match in _TOKEN.finditer(prose.text):
        marked = match["marked"]
        if marked is not None and not marked.startswith(_VERBATIM):
            yield marked, prose.line + prose.text.count("\n", 0, match.start())


_NUMBER = r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
_RANGE = rf"(?<![\w.,])(?:({_NUMBER})\s*(?:to|or|-|\u2013)\s*)?({_NUMBER})"
_UNITS = r"%|per\s?cent|ns|us|µs|ms|s|seconds?|minutes?|hours?|[kKMGT]i?[bB]|[kMG]Hz|W"
_NUMBERS: tuple[tuple[Literal["ratio", "percentage"], re.Pattern[str]], ...] = (
    ("percentage", re.compile(rf"{_RANGE}\s*(?:%|per\s?cent\b)")),
    ("ratio", re.compile(rf"{_RANGE}\s*(?:times\b|[x\u00d7](?!\w))")),
    ("ratio", re.compile(rf"\u00d7\s*({_NUMBER})")),
    ("ratio", re.compile(rf"\b(?:ratios?|factors?)\s+(?:of\s+|is\s+)?({_NUMBER})(?!\.?\w)")),
    ("ratio", re.compile(rf"(?<![\w.,])([0-9]\.[0-9]{{2,4}})(?!\.?\w)(?!\s*(?:{_UNITS})(?!\w))")),
)
"""What counts as a comparing number: a percentage; a number before `times` or `x`, after a
multiplication sign, `ratio` or `factor of`; and one below 10 with two to four decimals, no unit."""

_MORE, _FEWER = "more|higher|better|greater", "fewer|less|lower|worse|smaller"
_THROUGHPUT = r"(?:\w+\s+)?(?:throughput|transactions|queries|requests|connections)"
_BY = r"(?:\s+(?:about|nearly|just|well|far|slightly|clearly|still|even|[0-9.,]+|%|per\s?cent))*"
"""What may stand between `lies` and `below`; `stands in the table below` compares nothing."""
_WORDS: tuple[tuple[tuple[ContrastDirection, ...], str], ...] = (
    (("faster",), r"faster|quicker|outperform\w*|ahead|speed-?ups?"),
    (("faster",), rf"(?:stands?|stood|lies?|lay|comes|came|stays?|stayed){_BY}\s+above"),
    (("slower",), rf"(?:stands?|stood|lies?|lay|comes|came|stays?|stayed){_BY}\s+below"),
    (("faster",), rf"(?:{_MORE})\s+{_THROUGHPUT}|(?:twice|double)\s+(?:the|its)\s+{_THROUGHPUT}"),
    (("slower",), r"slower|regress\w*|(?:falls?|fell|lags?|lies|lay)\s+behind"),
    (("slower",), rf"(?:{_FEWER})\s+{_THROUGHPUT}|half\s+(?:the|its)\s+{_THROUGHPUT}"),
    (("more",), rf"(?:{_MORE})\s+instructions|(?:twice|double)\s+(?:the|its)\s+instructions"),
    (("fewer",), rf"(?:{_FEWER})\s+instructions|half\s+(?:the|its)\s+instructions"),
    (("equivalent",), r"equivalent|equally\s+(?:fast|slow)|on\s+(?:a\s+)?par"),
    (("faster", "slower", "equivalent"), r"as\s+(?:fast|slow|quick)"),
)
_COMPARING = tuple(
    (directions, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for directions, words in _WORDS
)

_SILENT = re.compile(r"^[ \t]*>[^\n]*|\]\([^)]*\)|\]:[^\n]*", re.MULTILINE)
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+]\s|[0-9]+\.\s|[|#]))|(?<=[.!?])[\"')”]*\s+")


def statements(prose: Prose) -> Iterator[Statement]:
    """The statements of a text, in their order; its faulty references are left out."""
    masked = _SILENT.sub(_blank, _TOKEN.sub(_blank, prose.text))
    ends = [*(match.end() for match in _BREAK.finditer(masked)), len(masked)]
    start = 0
    for end in ends:
        part = Prose(
            prose.pointer, prose.line + masked.count("\n", 0, start), prose.text[start:end]
        )
        yield _statement_of(part, masked[start:end])
        start = end


def _blank(match: re.Match[str]) -> str:
    """As long as what it hides, with its line ends."""
    return re.sub(r"[^\n]", " ", match[0])


def _statement_of(prose: Prose, masked: str) -> Statement:
    marked = [text for text, _ in marked_references(prose) if _REFERENCE.fullmatch(text.strip())]
    is_question = masked.rstrip().endswith("?")
    return Statement(
        references=[reference_of(text) for text in marked],
        numbers=_numbers_in(masked, prose.line),
        words=[] if is_question else list(_words_in(masked, prose.line)),
    )


def _numbers_in(masked: str, line: int) -> list[WrittenNumber]:
    found: dict[int, WrittenNumber] = {}
    for kind, pattern in _NUMBERS:
        for match in pattern.finditer(masked):
            for place, text in ((match.start(g), match[g]) for g in range(1, pattern.groups + 1)):
                if text is not None:
                    at = line + masked.count("\n", 0, place)
                    found.setdefault(place, WrittenNumber(kind, text, at))
    return [found[place] for place in sorted(found)]


def _words_in(masked: str, line: int) -> Iterator[ComparingWord]:
    for directions, pattern in _COMPARING:
        for match in pattern.finditer(masked):
            at = line + masked.count("\n", 0, match.start())
            yield ComparingWord(" ".join(match[0].split()), directions, at)
