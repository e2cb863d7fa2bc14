"""The rows of comparisons and campaigns that `record`, `correct` and `withdraw` write.

A row of a campaign names its comparisons with the revision of each, and says what the page opened
with. What joins a campaign is only recorded where every bundle is, as `record` does without names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import date

from msgspec.structs import replace

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.campaigns import archive_campaigns, shown_by
from sysbench_archive.build.checking import curated_of
from sysbench_archive.build.comparison_records import (
    archive_states,
    campaign_states,
    read_comparison_records,
    there,
)
from sysbench_archive.build.git import Repository
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    file_of,
    read_comparison_rows,
    recorded_bundles,
    recorded_comparison,
    resting_on,
    says_the_same,
    write_comparison_rows,
)
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.comparison_revision import ComparisonRow, RecordedBundle, RecordedView
from sysbench_archive.pages.campaign import Campaign, campaign_record


def record_resting(
    archive: Archive,
    names: Collection[str],
    store: Store,
    *,
    today: date,
    executor: Executor,
    base: str | None = None,
) -> list[str]:
    """Write the rows of all that rests on bundles whose record changed: changed files."""
    surveys = list(survey_archive(archive, store, today, executor))
    records, _ = read_records(archive)
    return record_comparisons(
        archive, surveys, records, store, day=today.isoformat(), base=base, names=names
    )


def record_comparisons(
    archive: Archive,
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    store: Store,
    *,
    day: str,
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
    rows = _ComparisonRows(archive, recorded, recorded_bundles(records), day, base)
    states = archive_states(surveys, curated_of(archive, surveys, records), records, store)
    for stated in states.values():
        if not names or rows.bundles_of(stated).intersection(names):
            rows.add(stated)
    keys = {survey.id: survey.key for survey in surveys}
    campaigns = archive_campaigns(archive, surveys)
    shown = campaign_states(campaigns, states)
    for campaign in campaigns:
        state = shown.get(campaign.slug)
        if state is None or (names and not rows.is_shown(campaign, names, records, keys)):
            continue
        if rows.says(state) or not all(slug in recorded for slug in campaign.slugs):
            continue
        comparisons = shown_by(campaign, [keys[name] for name in campaign.bundles], store)
        record = campaign_record(campaign, comparisons)
        views = [
            RecordedView(
                comparison=view.slug, revision=recorded[view.slug][-1].revision, label=view.label
            )
            for view in record.views
        ]
        says = " ".join(finding.text for finding in record.findings)
        rows.add(replace(state, says=says, views=views))
    return rows.write()


@dataclass(frozen=True, slots=True)
class _ComparisonRows:
    """The rows of comparisons while they are added to; `changed` are their files."""

    archive: Archive
    recorded: dict[str, tuple[ComparisonRow, ...]]
    bundles: Mapping[str, RecordedBundle]
    day: str
    base: str | None
    changed: set[str] = field(default_factory=set)

    def bundles_of(self, state: ComparisonRow) -> set[str]:
        """What a comparison rests on, and rested on when it was recorded last."""
        newest = self.recorded.get(state.comparison, ())[-1:]
        return {named.bundle for row in (state, *newest) for named in row.bundles}

    def is_shown(
        self,
        campaign: Campaign,
        names: Collection[str],
        records: Mapping[str, Sequence[Row]],
        here: Collection[str],
    ) -> bool:
        """Whether the newest row of a campaign shows one of the bundles, and all are here."""
        newest = self.recorded.get(campaign.slug, ())[-1:]
        shown = {named.bundle for row in newest if row.views for named in row.bundles}
        return bool(shown.intersection(names)) and there(shown, records).issubset(here)

    def says(self, state: ComparisonRow) -> bool:
        """Whether the newest row says what a comparison does."""
        now = resting_on(state, self.bundles)
        return any(says_the_same(row, now) for row in self.recorded.get(state.comparison, ())[-1:])

    def add(self, state: ComparisonRow) -> None:
        """Add what a comparison says, unless its newest row does."""
        if self.says(state):
            return
        slug = state.comparison
        rows = self.recorded.get(slug, ())
        self.recorded[slug] = recorded_comparison(
            rows,
            resting_on(state, self.bundles),
            day=self.day,
            fixed=self._published(slug) if rows else 0,
        )
        self.changed.add(file_of(slug))

    def _published(self, slug: str) -> int:
        """How many rows of a comparison are published; all of them where git cannot tell."""
        repository = Repository(self.archive.root)
        commit = repository.base(self.base)
        if commit is None:
            return len(self.recorded[slug])
        stem = file_of(slug)
        data = repository.file_at(commit)(f"{COMPARISON_RECORDS}/{stem}.jsonl")
        return len(read_comparison_rows(data, stem)[0].get(slug, ()))

    def write(self) -> list[str]:
        """Write the files that changed: their paths."""
        paths = []
        for stem in sorted(self.changed):
            path = self.archive.root / COMPARISON_RECORDS / f"{stem}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            own = [row for s, rows in self.recorded.items() if file_of(s) == stem for row in rows]
            path.write_text(write_comparison_rows(own), encoding="utf-8")
            paths.append(self.archive.label(path))
        return paths
