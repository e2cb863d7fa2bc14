"""The home page: answers to what people ask most, with their figures, and new results.

An answer whose bundles are not all there is left out: a preview has few. A new result is told by
the contrast that lies furthest from no difference among those that stand with an interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.bundle.home import AnswerDefinition, references_of
from sysbench_archive.bundle.prose import NoSuchContrastError, filled_text
from sysbench_archive.model.base import Record
from sysbench_archive.model.comparison import Comparison, ContrastRecord, EvidenceStatus
from sysbench_archive.model.curated import NamedContrast
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.prose import ContrastFinder, contrast_text
from sysbench_archive.problems import UsageError
from sysbench_archive.words.differences import is_too_wide
from sysbench_archive.words.phrases import threads_of


class HomeAnswer(Record):
    """A question with its answer in a line, or a new result with what it says."""

    title: str
    """Question, from and to, or the title of the result."""
    answer: str
    """Answer, with figures of the archive."""
    path: str
    """Where its evidence is."""
    month: str = ""
    """Month a result was published; else empty."""


class HomeRecord(Record):
    """What the home page shows."""

    upgrades: list[HomeAnswer]
    """Moves from one product to another that people ask for most."""
    questions: list[HomeAnswer]
    """Questions people ask most."""
    newest: list[HomeAnswer]
    """New results with a finding."""


MOST_NEW = 4
"""New results that are told."""
_STANDING = ("faster", "slower", "fewer", "more")


def answer_bundles(definitions: Iterable[AnswerDefinition]) -> list[str]:
    """Every bundle that answers refer to, each once."""
    named = (ref.bundle for one in definitions for ref in references_of(one) if ref.bundle)
    return list(dict.fromkeys(named))


def filled_answers(
    definitions: Iterable[AnswerDefinition], results: Mapping[str, ResultRecord]
) -> list[HomeAnswer]:
    """The answers with their figures. Raises UsageError where a reference leads to nothing."""
    finder = ContrastFinder("", results, [])

    def words_of(marked: str) -> str:
        try:
            return finder.words(marked)
        except NoSuchContrastError as error:
            message = f"an answer of the home page refers to {marked!r}: {error}"
            raise UsageError(f"{message} (expected {error.expected})") from error

    return [
        HomeAnswer(
            title=definition.title,
            answer=filled_text(definition.answer, words_of),
            path=definition.path,
        )
        for definition in definitions
        if all(name in results for name in answer_bundles([definition]))
    ]


def new_results(groups: Iterable[Sequence[Comparison]]) -> list[HomeAnswer]:
    """The first few results that have something to say; a group has the comparisons of one."""
    told: dict[tuple[str, str], HomeAnswer] = {}
    for comparisons in groups:
        if len(told) == MOST_NEW:
            break
        standing = sorted(
            _standing(comparisons),
            key=lambda t: (t.status != "measured", -abs(t.contrast.log), t.result.path),
        )
        if standing:
            told.setdefault(standing[0].sides, standing[0].result)
    return list(told.values())


@dataclass(frozen=True, slots=True)
class _Telling:
    """A contrast that stands, with the words of the result it belongs to."""

    contrast: ContrastRecord
    status: EvidenceStatus
    sides: tuple[str, str]
    result: HomeAnswer


def _standing(comparisons: Iterable[Comparison]) -> Iterator[_Telling]:
    for comparison in comparisons:
        (bundle,) = comparison.bundles
        labels = {side.id: side.label for side in comparison.sides}
        for panel in comparison.panels:
            for verdict in panel.verdicts:
                for contrast in verdict.headline:
                    interval = contrast.low, contrast.high
                    if contrast.direction not in _STANDING or None in interval:
                        continue
                    if is_too_wide((contrast.low or 0, contrast.high or 0)):
                        continue
                    sides = labels[verdict.candidate], labels[verdict.baseline]
                    words = contrast_text(_named(contrast, verdict.status), "")
                    place = f"{panel.title}, {threads_of([contrast.threads])}"
                    finding = f"{sides[0]} against {sides[1]}: {words} in {place}."
                    yield _Telling(
                        contrast,
                        verdict.status,
                        sides,
                        HomeAnswer(
                            title=bundle.title,
                            month=bundle.id[: len("2026-11")],
                            answer=finding,
                            path=comparison.path,
                        ),
                    )


def _named(contrast: ContrastRecord, status: EvidenceStatus) -> NamedContrast:
    return NamedContrast(
        name="",
        ratios=[math.exp(contrast.log)],
        low=contrast.low,
        high=contrast.high,
        direction=contrast.direction,
        status=status,
    )
