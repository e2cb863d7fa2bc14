"""The home page of a build, with the files of the decade for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.derive.decade import counted_lengths, decade_points
from sysbench_archive.derive.decade_words import finding_text, pair_answers, title_text
from sysbench_archive.derive.home import answer_bundles, filled_answers, new_results
from sysbench_archive.model.comparison import DerivedComparison
from sysbench_archive.model.home import HomeDefinition, HomeRecord
from sysbench_archive.publish.cards import card_inputs, cards
from sysbench_archive.publish.decade import (
    CSV,
    HEIGHT,
    JSON,
    WIDTH,
    decade_csv,
    decade_file,
    decade_keys,
    decade_rows,
    decade_table,
)
from sysbench_archive.publish.output import Output

MOST_LOOKED_AT = 40
"""Results whose contrasts are looked at for something to say."""


def write_home(
    output: Output, definition: HomeDefinition, surveys: Sequence[Survey], store: Store
) -> None:
    """Write what the home page shows, and the decade as JSON and CSV."""
    measured = [point for survey in surveys for point in survey.points]
    points = decade_points(
        measured, counted_lengths(release for s in surveys for release in s.counted)
    )
    authored = (*definition.pairs, *definition.asked)
    named = {survey.id: survey.key for survey in surveys}
    outcomes = {b: store.need(named[b]) for b in answer_bundles(authored) if b in named}
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    home = HomeRecord(
        finding=finding_text(points),
        title=title_text(points),
        width=WIDTH,
        height=HEIGHT,
        keys=decade_keys(points),
        rows=decade_rows(points),
        table=decade_table(points),
        files=[CSV, JSON],
        upgrades=[*pair_answers(measured), *filled_answers(definition.pairs, results)],
        questions=filled_answers(definition.asked, results),
        newest=new_results(_newest(surveys, store)),
    )
    output.json("data/home.json", home)
    output.json("data/cards.json", cards())
    for path, words in card_inputs(home):
        output.json(path, words)
    output.json(f"static{JSON}", decade_file(points))
    output.bytes(f"static{CSV}", decade_csv(points))


def _newest(surveys: Sequence[Survey], store: Store) -> Iterator[Sequence[DerivedComparison]]:
    """The comparisons of the newest results; their ids begin with the month of publication."""
    compared = (survey for survey in surveys if survey.entry and survey.comparisons)
    newest = sorted(compared, key=lambda survey: survey.id, reverse=True)
    newest.sort(key=lambda survey: survey.id[: len("2026-11")], reverse=True)
    for survey in newest[:MOST_LOOKED_AT]:
        yield store.need(survey.key).matrix
