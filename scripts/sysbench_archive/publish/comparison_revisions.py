"""Pages of pinned addresses: what a comparison said at each revision, from its rows alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from sysbench_archive.ledger import REMOVED, ComparisonRows, Row, is_withdrawn, revision_page
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    PinnedBundle,
    PinnedChange,
    PinnedComparison,
    PinnedPanel,
    PinnedRevision,
    PinnedVerdict,
    PinnedView,
    RecordedRatio,
    RecordedVerdict,
    RecordedView,
)
from sysbench_archive.model.history import ComparisonRevisionBrief, WithdrawnComparison
from sysbench_archive.publish.citation import Work, citation_record, comparison_work, pinned_work
from sysbench_archive.verdicts.words import (
    DIRECTIONS,
    STATUSES,
    factor_text,
    is_too_wide,
    span_text,
    threads_of,
)

MOST_CHANGES = 40
"""Ratios of two revisions that a page puts side by side."""


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
        comparison, says=_said(newest), text=_written(newest), revisions=revision_briefs(rows)
    )


def pinned_comparison(
    rows: Sequence[ComparisonRow],
    *,
    records: Mapping[str, Sequence[Row]],
    works: Mapping[str, Work],
    base: str,
    notices: Sequence[str] = (),
    recorded: ComparisonRows | None = None,
) -> PinnedComparison:
    """The pages of the revisions of a comparison or campaign; there must be a row.

    `works` are the bundles as they are cited now, `base` is what citations begin with, `recorded`
    has the rows of the comparisons that a campaign shows.
    """
    shown = recorded or {}
    before: list[ComparisonRow | None] = [None, *rows]
    after = [*rows[1:], None]
    return PinnedComparison(
        slug=rows[0].comparison,
        now=f"/comparisons/{rows[0].comparison}/",
        notices=list(notices),
        revisions=[
            replace(
                _revision(row, later, records),
                views=[_view(view, shown) for view in row.views],
                changes=[] if earlier is None else list(changes_of(earlier, row, shown)),
                cite=_cited(row, works, base),
            )
            for earlier, row, later in zip(before, rows, after, strict=False)
        ],
    )


_GONE = "What it said was removed."


def _said(row: ComparisonRow) -> str:
    """The answer in words, or that it is there no more."""
    return _GONE if row.says == REMOVED else row.says


def _written(row: ComparisonRow) -> str:
    return "" if row.text == REMOVED else row.text


def _revision(
    row: ComparisonRow, later: ComparisonRow | None, records: Mapping[str, Sequence[Row]]
) -> PinnedRevision:
    return PinnedRevision(
        number=row.revision,
        date=row.date,
        path=revision_page(row.comparison, row.revision),
        reason=row.reason,
        standing=row.standing,
        title=row.title,
        superseded=""
        if later is None
        else f"Revision {later.revision} of {later.date} took its place: {later.reason}.",
        says=_said(row),
        panels=[
            PinnedPanel(
                title=f"{panel.title}, against {panel.baseline}",
                rows=[
                    PinnedVerdict(candidate=verdict.candidate, figures=figures_of(verdict))
                    for verdict in panel.verdicts
                ],
            )
            for panel in row.panels
        ],
        text=_written(row),
        changes=[],
        bundles=[
            PinnedBundle(
                path=f"/results/{bundle.bundle}/revisions/{bundle.revision}/",
                title=_title_of(bundle.bundle, bundle.revision, records),
                swhid=bundle.swhid,
            )
            for bundle in row.bundles
        ],
        methodology=row.methodology,
        verdicts=row.verdicts,
    )


_NOTHING = PinnedView(path="", label="", says="")


def _view(view: RecordedView, recorded: ComparisonRows) -> PinnedView:
    """A comparison as it was shown; without address and words where its rows are not here."""
    rows = recorded.get(view.comparison, ())
    if len(rows) < view.revision:
        return replace(_NOTHING, label=view.label)
    row = rows[view.revision - 1]
    return PinnedView(
        path=revision_page(row.comparison, row.revision), label=view.label, says=_said(row)
    )


def _title_of(bundle: str, number: int, records: Mapping[str, Sequence[Row]]) -> str:
    rows = records.get(bundle, ())
    title = next((row.title for row in rows if row.revision == number), bundle)
    gone = ", withdrawn" if is_withdrawn(rows) else ""
    return f"{title}, revision {number}{gone}"


def _cited(row: ComparisonRow, works: Mapping[str, Work], base: str) -> str:
    rested = [works[bundle.bundle] for bundle in row.bundles if bundle.bundle in works]
    if not rested:
        return ""
    whole = comparison_work(row.title, f"/comparisons/{row.comparison}/", rested)
    cite = citation_record(pinned_work(whole, row), base)
    # The page is to be light: every format stands on that of the comparison.
    return "".join(cite.formats[0].parts)


def figures_of(verdict: RecordedVerdict) -> list[str]:
    """What a verdict found at each headline thread count; without figures what it says at all."""
    if not verdict.ratios:
        return [f"{DIRECTIONS[verdict.direction]} ({STATUSES[verdict.status].lower()})"]
    return [f"{threads_of([each.threads])}: {ratio_words(each)}" for each in verdict.ratios]


def ratio_words(each: RecordedRatio) -> str:
    """A ratio with its interval and what it says."""
    interval = None if each.low is None or each.high is None else (each.low, each.high)
    told = DIRECTIONS[each.direction].lower()
    if interval and each.direction == "no-clear-difference" and is_too_wide(interval):
        told = "too noisy to tell"
    behind = f" ({span_text(*map(factor_text, interval))})" if interval else ""
    return f"{factor_text(each.ratio)} times{behind}, {told}"


def changes_of(
    before: ComparisonRow, after: ComparisonRow, recorded: ComparisonRows | None = None
) -> Iterator[PinnedChange]:
    """What differs between two revisions: bundles, methodology, sentences, ratios.

    Of a campaign also what the comparisons say that it shows, whose rows are in `recorded`.
    """
    old = {bundle.bundle: bundle.revision for bundle in before.bundles}
    new = {bundle.bundle: bundle.revision for bundle in after.bundles}
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield PinnedChange(
                what=f"Revision of {name}",
                before=str(old.get(name, "")),
                after=str(new.get(name, "")),
            )
    for what, was, now in (
        ("Version of the methodology", str(before.methodology), str(after.methodology)),
        ("Title", before.title, after.title),
        ("Answer", before.says, after.says),
    ):
        if was != now:
            yield PinnedChange(what=what, before=was, after=now)
    yield from islice(_changed_ratios(before, after), MOST_CHANGES)
    yield from islice(_changed_views(before, after, recorded or {}), MOST_CHANGES)


def _changed_ratios(before: ComparisonRow, after: ComparisonRow) -> Iterator[PinnedChange]:
    old, new = dict(_ratios_of(before)), dict(_ratios_of(after))
    for place in dict.fromkeys((*old, *new)):
        if old.get(place) != new.get(place):
            yield PinnedChange(what=place, before=old.get(place, ""), after=new.get(place, ""))


def _changed_views(
    before: ComparisonRow, after: ComparisonRow, recorded: ComparisonRows
) -> Iterator[PinnedChange]:
    """Comparisons that joined or left a campaign, and those that say something else."""
    old = {view.comparison: _view(view, recorded) for view in before.views}
    new = {view.comparison: _view(view, recorded) for view in after.views}
    for slug in dict.fromkeys((*old, *new)):
        was, now = old.get(slug), new.get(slug)
        if was is None or now is None or was.says != now.says:
            label = (now or was or _NOTHING).label
            yield PinnedChange(
                what=label, before=was.says if was else "", after=now.says if now else ""
            )


def _ratios_of(row: ComparisonRow) -> Iterator[tuple[str, str]]:
    for panel in row.panels:
        for verdict in panel.verdicts:
            for each in verdict.ratios:
                place = f"{panel.title}, {verdict.candidate}, {threads_of([each.threads])}"
                yield place, ratio_words(each)
