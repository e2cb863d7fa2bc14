"""The rows of comparisons and campaigns that `record`, `correct` and `withdraw` write.

A row of a campaign names its comparisons with the revision of each, and says what the page opened
with. What joins a campaign is only recorded where every bundle is, as `record` does without names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.campaigns import archive_campaigns, shown_by
from sysbench_archive.build.checking import curated_of
from sysbench_archive.build.comparison_records import (
    archive_states,
    campaign_states,
    read_comparison_records,
    there,
    write_comparison_records,
)
from sysbench_archive.build.git import Repository
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    ComparisonRows,
    file_of,
    read_comparison_rows,
    recorded_bundles,
    recorded_comparison,
    resting_on,
    says_the_same,
)
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.comparison_revision import ComparisonRow, RecordedView
from sysbench_archive.pages.campaign import Campaign, campaign_record


def record_resting(
    archive: Archive, names: Collection[str], work: Work, base: str | None = None
) -> list[str]:
    """Write the rows of all that rests on bundles whose record changed: changed files."""
    surveys = survey_archive(archive, work)
    records, _ = read_records(archive)
    return record_comparisons(archive, surveys, records, work, base=base, names=names)


def record_comparisons(
    archive: Archive,
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    work: Work,
    *,
    base: str | None = None,
    names: Collection[str] = (),
) -> list[str]:
    """Write a row of each comparison and campaign that says something else than its newest row:
    changed files. `base` is the commit that counts as published.

    With `names`, of those alone that rest on some of these bundles, or did; and of campaigns of
    which all bundles are here.
    """
    recorded, faults = read_comparison_records(archive)
    if faults:
        # `check` says which; nothing is written over what cannot be read.
        return []
    bundles = recorded_bundles(records)
    changed: set[str] = set()

    def is_said(state: ComparisonRow) -> bool:
        now = resting_on(state, bundles)
        return any(says_the_same(row, now) for row in recorded.get(state.comparison, ())[-1:])

    def add(state: ComparisonRow) -> None:
        slug, now = state.comparison, resting_on(state, bundles)
        rows = recorded.get(slug, ())
        fixed = _published(archive, base, slug, rows)
        recorded[slug] = recorded_comparison(rows, now, day=work.today.isoformat(), fixed=fixed)
        changed.add(file_of(slug))

    states = archive_states(surveys, curated_of(archive, surveys, records), records, work.store)
    for stated in states.values():
        rested = _rested(stated, *recorded.get(stated.comparison, ())[-1:])
        if not (is_said(stated) or (names and rested.isdisjoint(names))):
            add(stated)
    keys = {survey.id: survey.key for survey in surveys}
    campaigns = {campaign.slug: campaign for campaign in archive_campaigns(archive, surveys)}
    for slug, state in campaign_states(campaigns.values(), states).items():
        rested = _rested(*(row for row in recorded.get(slug, ())[-1:] if row.views))
        here = rested.intersection(names) and there(rested, records).issubset(keys)
        known = recorded.keys() >= set(campaigns[slug].slugs)
        if not is_said(state) and known and (here or not names):
            add(_with_views(state, campaigns[slug], keys, recorded, work.store))
    return write_comparison_records(archive, changed, recorded)


def _rested(*rows: ComparisonRow) -> set[str]:
    """The bundles that some rows rest on."""
    return {named.bundle for row in rows for named in row.bundles}


def _with_views(
    state: ComparisonRow,
    campaign: Campaign,
    keys: Mapping[str, str],
    recorded: ComparisonRows,
    store: Store,
) -> ComparisonRow:
    """What a campaign shows, with what its page opens with and the revisions of its comparisons."""
    comparisons = shown_by(campaign, [keys[name] for name in campaign.bundles], store)
    record = campaign_record(campaign, comparisons)
    views = [
        RecordedView(
            comparison=view.slug, revision=recorded[view.slug][-1].revision, label=view.label
        )
        for view in record.views
    ]
    return replace(state, says=" ".join(each.text for each in record.findings), views=views)


def _published(archive: Archive, base: str | None, slug: str, rows: Sequence[ComparisonRow]) -> int:
    """How many rows of a comparison are published; all of them where git cannot tell."""
    repository = Repository(archive.root)
    commit = repository.base(base) if rows else None
    if commit is None:
        return len(rows)
    stem = file_of(slug)
    data = repository.file_at(commit)(f"{COMPARISON_RECORDS}/{stem}.jsonl")
    return len(read_comparison_rows(data, stem)[0].get(slug, ()))
