"""What a comparison said: at each revision, from its rows alone, and once it is drawn no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from sysbench_archive.csv_files import csv_text
from sysbench_archive.ledger.comparisons import ComparisonRows, revision_page
from sysbench_archive.ledger.redaction import REMOVED
from sysbench_archive.model.base import narrowed
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    PinnedComparison,
    PinnedEntry,
    PinnedRevision,
    RecordedRatio,
    RecordedView,
)
from sysbench_archive.model.history import ComparisonRevisionBrief
from sysbench_archive.pages.history import WithdrawnComparison
from sysbench_archive.publish.citation import (
    Imprint,
    Work,
    citation_record,
    comparison_work,
    pinned_work,
    plain,
)
from sysbench_archive.publish.pictures import NO_LONGER
from sysbench_archive.words.differences import difference_text, interval_of, interval_text
from sysbench_archive.words.phrases import DIRECTIONS, STATUSES, threads_of


def revision_briefs(rows: Sequence[ComparisonRow]) -> list[ComparisonRevisionBrief]:
    """The revisions of a comparison, newest first."""
    return [
        ComparisonRevisionBrief(
            number=row.revision,
            date=row.date,
            path=revision_page(row.comparison, row.revision),
            reason=row.reason,
        )
        for row in reversed(rows)
    ]


def with_last_words(
    comparison: WithdrawnComparison, rows: Sequence[ComparisonRow]
) -> WithdrawnComparison:
    """A comparison that is not drawn any more, with what its newest row says."""
    if not rows:
        return comparison
    newest = rows[-1]
    return replace(
        comparison, says=said_by(newest), text=_written(newest), revisions=revision_briefs(rows)
    )


def pinned_comparison(
    rows: Sequence[ComparisonRow],
    *,
    works: Mapping[str, Work],
    imprint: Imprint,
    notices: Sequence[str] = (),
    recorded: ComparisonRows = MappingProxyType({}),
) -> PinnedComparison:
    """The pages of the revisions of a comparison or campaign.

    `works` are the bundles as they are cited now, `imprint` is what citations state of the archive,
    `recorded` has the rows of the comparisons that a campaign shows.
    """
    return PinnedComparison(
        notices=list(notices),
        revisions=[
            narrowed(
                row,
                PinnedRevision,
                says=said_by(row),
                text=_written(row),
                number=row.revision,
                path=revision_page(row.comparison, row.revision),
                bundles=[
                    PinnedEntry(
                        label=f"{each.bundle}, revision {each.revision}",
                        path=f"/results/{each.bundle}/revisions/{each.revision}/",
                        text=each.swhid,
                    )
                    for each in row.bundles
                ],
                found=[*_found(row), *(_shown(view, recorded) for view in row.views)],
                cite=_cited(row, works, imprint),
            )
            for row in rows
        ],
    )


def said_by(row: ComparisonRow) -> str:
    """The answer in words, or that it is there no more."""
    return "What it said was removed." if row.says == REMOVED else row.says


def _written(row: ComparisonRow) -> str:
    return "" if row.text == REMOVED else row.text


def _found(row: ComparisonRow) -> Iterator[PinnedEntry]:
    for panel in row.panels:
        for verdict in panel.verdicts:
            told = f"{DIRECTIONS[verdict.direction]} ({STATUSES[verdict.status].lower()})"
            ratios = [f"{threads_of([r.threads])}: {_ratio_words(r)}" for r in verdict.ratios]
            yield PinnedEntry(
                label=f"{panel.title}: {verdict.candidate} against {panel.baseline}",
                path="",
                text="; ".join(ratios) or told,
            )


def _ratio_words(each: RecordedRatio) -> str:
    """A ratio with its interval and what it says."""
    interval = interval_of(each.low, each.high)
    behind = interval_text(interval) if interval else ""
    said = f"{DIRECTIONS[each.direction].lower()}, {difference_text(each.ratio)}"
    return f"{said} ({behind})" if behind else said


def _shown(view: RecordedView, recorded: ComparisonRows) -> PinnedEntry:
    """A comparison as it was shown; without address and words where its rows are not here."""
    rows = recorded.get(view.comparison, ())
    if len(rows) < view.revision:
        return PinnedEntry(label=view.label, path="", text="")
    path = revision_page(view.comparison, view.revision)
    return PinnedEntry(label=view.label, path=path, text=said_by(rows[view.revision - 1]))


def _cited(row: ComparisonRow, works: Mapping[str, Work], imprint: Imprint) -> str:
    rested = [works[bundle.bundle] for bundle in row.bundles if bundle.bundle in works]
    if not rested:
        return ""
    whole = comparison_work(row.title, f"/comparisons/{row.comparison}/", rested)
    cite = citation_record(pinned_work(whole, row), imprint)
    # The page is to be light: every format stands on that of the comparison.
    return "".join(cite.formats[0].parts)


def withdrawn_csv(comparison: WithdrawnComparison) -> bytes:
    """A table of one column: what happened, a row each."""
    rows = [["notice"], [NO_LONGER], *([plain(text)] for text in comparison.notices)]
    return csv_text(rows).encode()
