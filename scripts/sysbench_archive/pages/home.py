"""The home page: answers to what people ask most, with their figures, and new results.

An answer whose bundles are not all there is left out: a preview has few. A new result is told by
the contrast that lies furthest from no difference among those that stand with an interval and that
its own page speaks of. None leads with a release that is not general, or with more than 2.5 times,
unless another campaign found it too.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import field
from msgspec.structs import replace

from sysbench_archive.bundle.curated import front_matter
from sysbench_archive.bundle.prose import (
    NoSuchContrastError,
    filled_text,
    marked_references,
    reference_of,
)
from sysbench_archive.model.base import Record, as_record, narrowed
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.curated import NamedContrast, Prose
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.besides import FAR, besides_of
from sysbench_archive.pages.comparison.prose import ContrastFinder, contrast_text
from sysbench_archive.pages.kinds import SearchDocument
from sysbench_archive.problems import UsageError
from sysbench_archive.words.phrases import threads_of

FILE = "content/_index.md"


class HomeAnswer(Record):
    """A question with its answer in a line, or a new result with what it says."""

    title: str
    """Question, from and to, or the title of the result."""
    answer: str
    """Answer, with figures of the archive; as it is written, with references to them as in curated
    comparisons, each with its bundle and its baseline.
    """
    path: str
    """Where its evidence is."""
    month: str = ""
    """Month a result was published; else empty."""


class HomeRecord(Record):
    """The front matter of the home page, with its answers filled in, and what is new."""

    title: str
    """Name of the site."""
    tagline: str
    """What it is, for previews of links."""
    finding: str = ""
    """What the page opens with, with figures of the archive as an answer has them."""
    questions: list[HomeAnswer] = field(default_factory=list)
    newest: list[HomeAnswer] = field(default_factory=list)
    """New results with a finding; nobody writes them."""


MOST_NEW = 4
"""New results that are told."""


def read_home(root: Path) -> HomeRecord:
    """The definition in a checkout. Raises UsageError with a sentence where it is none."""
    if not (root / FILE).is_file():
        return HomeRecord(title="", tagline="")
    document = front_matter((root / FILE).read_bytes(), FILE)
    try:
        return as_record(document.value, HomeRecord)
    except msgspec.ValidationError as error:
        told = f"{FILE}: {error}; ARCHITECTURE.md says what its front matter holds"
        raise UsageError(told) from error


def texts_of(home: HomeRecord) -> list[str]:
    """What the page states, as it is written."""
    return [home.finding, *(answer.answer for answer in home.questions)]


def bundles_of(texts: Iterable[str]) -> list[str]:
    """Every bundle that texts refer to, each once."""
    marked = (found for text in texts for found, _ in marked_references(Prose("", 1, text)))
    return list(dict.fromkeys(filter(None, (reference_of(one).bundle for one in marked))))


def filled_home(home: HomeRecord, results: Mapping[str, ResultRecord]) -> HomeRecord:
    """The page with its figures. Raises UsageError where a reference leads to nothing."""
    finder = ContrastFinder("", results, [])

    def words_of(marked: str) -> str:
        try:
            return finder.words(marked)
        except NoSuchContrastError as error:
            message = f"an answer of the home page refers to {marked!r}: {error}"
            raise UsageError(f"{message} (expected {error.expected})") from error

    def filled(text: str) -> str:
        known = all(name in results for name in bundles_of([text]))
        return filled_text(text, words_of) if known else ""

    answers = (replace(answer, answer=filled(answer.answer)) for answer in home.questions)
    return replace(
        home, finding=filled(home.finding), questions=[its for its in answers if its.answer]
    )


def home_documents(home: HomeRecord, results: Collection[str]) -> Iterator[SearchDocument]:
    """The questions for the search; `results` are the ids of those there are."""
    for asked in home.questions:
        if all(name in results for name in bundles_of([asked.answer])):
            yield SearchDocument(kind="question", path=asked.path, title=asked.title)


def new_results(groups: Iterable[Sequence[Comparison]]) -> list[HomeAnswer]:
    """The first few results that have something to say; a group has the comparisons of one."""
    told: dict[tuple[str, str], HomeAnswer] = {}
    for comparisons in groups:
        if len(told) == MOST_NEW:
            break
        first = min(_standing(comparisons), key=lambda found: found[0], default=None)
        if first:
            told.setdefault(first[1], first[2])
    return list(told.values())


_Standing = tuple[tuple[bool, float, str], tuple[str, str], HomeAnswer]
"""What is told first, the names of both sides, and what is told."""


def _standing(comparisons: Iterable[Comparison]) -> Iterator[_Standing]:
    """Every contrast that stands, with the words of the result it belongs to."""
    for comparison in comparisons:
        (bundle,) = comparison.bundles
        for beside in (each for panel in comparison.panels for each in besides_of(panel)):
            panel, status = beside.panel, beside.verdict.status
            is_general = not (beside.side.maturity or panel.sides[0].maturity)
            for contrast in beside.decided if is_general else ():
                is_found = any(other.agrees for other in contrast.campaigns or ())
                may_lead = is_found or abs(contrast.log) <= math.log(FAR)
                if not (contrast.low and contrast.high and may_lead):
                    continue
                sides = beside.side.label, panel.sides[0].label
                named = narrowed(
                    contrast,
                    NamedContrast,
                    name="",
                    ratios=[contrast.ratio],
                    status=status,
                    open=False,
                    silent="",
                )
                said = f"{contrast_text(named, '')} in {panel.title}"
                answer = HomeAnswer(
                    title=bundle.title,
                    month=bundle.id[: len("2026-11")],
                    answer=f"{' against '.join(sides)}: {said}, {threads_of([contrast.threads])}.",
                    path=comparison.path,
                )
                yield (status != "measured", -abs(contrast.log), comparison.path), sides, answer
