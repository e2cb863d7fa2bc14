"""The rows of comparisons and campaigns that `record`, `correct` and `withdraw` write.

A row of a campaign names its comparisons with the revision of each, and says what the page opened
with. What joins a campaign is only recorded where every bundle is, as `record` does without names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from sysbench_archive.build.archive import Archive, read_comparison_records, read_records
from sysbench_archive.build.campaigns import archive_campaigns, shown_by
from sysbench_archive.build.comparison_records import (
    archive_states,
    campaign_states,
    curated_of,
    there,
    write_comparison_records,
)
from sysbench_archive.build.git import Repository
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.build.write_lists import record_former_pages
from sysbench_archive.bundle.curated import Curated
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
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    RecordedBundle,
    RecordedView,
)
from sysbench_archive.pages.campaign import Campaign, campaign_record
from sysbench_archive.problems import UsageError


def record_resting(
    archive: Archive, names: Collection[str], work: Work, base: str | None = None
) -> list[str]:
    """Write the rows of all that rests on bundles whose record changed, and of pages that nothing
    is left for: changed files.
    """
    surveys = survey_archive(archive, work)
    records, _ = read_records(archive)
    changed = record_comparisons(archive, surveys, records, work, base=base, names=names)
    if commit := Repository(archive.root).base(base):
        changed += record_former_pages(archive, surveys, names, commit, work)
    return changed


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
    which all bundles are here. Raises UsageError where a file of the record cannot be read.
    """
    recorded, faults = read_comparison_records(archive)
    if faults:
        # Nothing is written over what cannot be read.
        raise UsageError("\n".join(problem.text() for problem in faults))
    repository = Repository(archive.root)
    writing = _Writing(recorded, repository, repository.base(base), dict(recorded))
    curated = curated_of(archive, surveys, records)
    said, day = stated_now(archive, surveys, curated, records, work.store), work.today.isoformat()
    for slug, state in said.states.items():
        if not names or not _rested(state, *writing.rows(slug)[-1:]).isdisjoint(names):
            writing.add(slug, said, day)
    keys = {survey.id for survey in surveys}
    for slug in said.campaigns.keys() - said.states.keys():
        rested = _rested(*(row for row in writing.rows(slug)[-1:] if row.views))
        here = rested.intersection(names) and there(rested, records).issubset(keys)
        if here or not names:
            writing.add(slug, said, day)
    return write_comparison_records(archive, writing.changed, recorded)


@dataclass(frozen=True, slots=True)
class Stated:
    """What every comparison says now, by slug, and the campaigns that show some of them."""

    states: Mapping[str, ComparisonRow]
    campaigns: Mapping[str, Campaign]
    bundles: Mapping[str, RecordedBundle]
    keys: Mapping[str, str]
    store: Store

    def beyond(
        self, newest: Sequence[ComparisonRow], slug: str, recorded: ComparisonRows
    ) -> ComparisonRow | None:
        """What a comparison or a campaign says now, without revision, day and reason; None where
        its newest row, if it has one, says the same, or nothing is compared under this name.

        A campaign names the newest of the `recorded` revisions of its comparisons; it says nothing
        before each of them has one.
        """
        campaign = None if slug in self.states else self.campaigns.get(slug)
        shown = campaign_states([campaign], self.states) if campaign else self.states
        if slug not in shown or (campaign and not recorded.keys() >= set(campaign.slugs)):
            return None
        state = resting_on(shown[slug], self.bundles)
        if any(says_the_same(row, state) for row in newest):
            return None
        return _with_views(state, campaign, self.keys, recorded, self.store) if campaign else state


def stated_now(
    archive: Archive,
    surveys: Sequence[Survey],
    curated: Sequence[Curated],
    records: Mapping[str, Sequence[Row]],
    store: Store,
) -> Stated:
    """What an archive with this publication record says."""
    return Stated(
        archive_states(surveys, curated, records, store),
        {campaign.slug: campaign for campaign in archive_campaigns(archive, surveys)},
        recorded_bundles(records),
        {survey.id: survey.key for survey in surveys},
        store,
    )


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


@dataclass(slots=True)
class _Writing:
    """The rows of comparisons as they come to be written, and those of them that are published:
    all that were `here` where git knows no `commit`. `changed` are files.
    """

    recorded: dict[str, tuple[ComparisonRow, ...]]
    repository: Repository
    commit: str | None
    here: ComparisonRows
    files: dict[str, ComparisonRows] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def rows(self, slug: str) -> Sequence[ComparisonRow]:
        """Those of a comparison; those published where its file was removed."""
        if self.commit and not self.recorded.get(slug) and self.published(slug):
            stem = file_of(slug)
            for other, known in self.files[stem].items():
                self.recorded.setdefault(other, tuple(known))
            self.changed.add(stem)
        return self.recorded.get(slug, ())

    def published(self, slug: str) -> Sequence[ComparisonRow]:
        """Those of a comparison that are published."""
        stem = file_of(slug)
        if self.commit is None:
            return self.here.get(slug, ())
        if stem not in self.files:
            data = self.repository.file_at(self.commit)(f"{COMPARISON_RECORDS}/{stem}.jsonl")
            self.files[stem] = read_comparison_rows(data, stem)[0]
        return self.files[stem].get(slug, ())

    def add(self, slug: str, said: Stated, day: str) -> None:
        """Add a row, or replace one that is not published, where something else is said now."""
        rows = self.rows(slug)
        if (now := said.beyond(rows[-1:], slug, self.recorded)) is not None:
            fixed = len(self.published(slug))
            self.recorded[slug] = recorded_comparison(rows, now, day=day, fixed=fixed)
            self.changed.add(file_of(slug))
