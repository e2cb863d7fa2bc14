"""The record of what campaigns showed: rows beside those of the comparisons they are made of.

A row names the comparisons with the revision of each, and says what the page opened with; verdicts
and ratios are in the rows of the comparisons. What joins a campaign is only known where every
bundle is looked at, as `record` does without names; what it showed may not change without a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from datetime import date

from msgspec.structs import replace as with_fields

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.campaigns import archive_campaigns, shown_by
from sysbench_archive.build.comparison_recording import ComparisonRecorder
from sysbench_archive.build.comparison_records import read_comparison_records, revisions_that_hold
from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.ledger import (
    COMPARISON_RECORDS,
    UNRECORDED,
    ComparisonRows,
    Row,
    file_of,
    is_withdrawn,
)
from sysbench_archive.model.comparison_revision import ComparisonState, RecordedView
from sysbench_archive.pages.campaign import Campaign, campaign_state
from sysbench_archive.problems import Problem

States = Mapping[str, ComparisonState]
"""Slug to what a comparison says."""
Records = Mapping[str, Sequence[Row]]


def campaign_states(campaigns: Iterable[Campaign], states: States) -> dict[str, ComparisonState]:
    """What each campaign shows, by slug, without its sentences."""
    return {
        campaign.slug: campaign_state(campaign, states)
        for campaign in campaigns
        if states.keys() >= set(campaign.slugs)
    }


def unrecorded_campaigns(
    archive: Archive,
    surveys: Sequence[Survey],
    records: Records,
    recorded: ComparisonRows,
    states: States,
) -> Iterator[Problem]:
    """Campaigns that do not show any more what their newest row names, as it was then.

    Left out are those with a bundle that has errors, which is told of the bundle.
    """
    sound = {survey.id for survey in surveys if survey.entry}
    for campaign in archive_campaigns(archive, surveys):
        row = next(reversed(recorded.get(campaign.slug, ())), None)
        if row is None or not sound >= _there([bundle.bundle for bundle in row.bundles], records):
            continue
        named = tuple(view.comparison for view in row.views)
        # As it was when the row was written, without what joined since.
        then = [campaign.only(named)] if set(named) <= set(campaign.slugs) else []
        now = campaign_states(then, states)
        if not revisions_that_hold(records, {campaign.slug: [row]}, now):
            yield UNRECORDED.at(
                f"{COMPARISON_RECORDS}/{file_of(campaign.slug)}.jsonl",
                f"{campaign.slug} shows something else than revision {row.revision}",
            )


def _there(bundles: Iterable[str], records: Records) -> set[str]:
    """Bundles without those that were withdrawn."""
    return {name for name in bundles if name in records and not is_withdrawn(records[name])}


def record_shown(
    archive: Archive,
    recorder: ComparisonRecorder,
    campaigns: Iterable[Campaign],
    keys: Mapping[str, str],
    records: Records,
    states: States,
    store: Store,
) -> list[str]:
    """Write a row for each campaign that does not show what its newest row says: changed files.

    The comparisons have to be recorded. `keys` finds the outcome of each bundle.
    """
    recorded, _ = read_comparison_records(archive)
    now = campaign_states(campaigns, states)
    standing = revisions_that_hold(records, recorded, now)
    found = []
    for campaign in campaigns:
        state = now.get(campaign.slug)
        if state is None or not all(slug in recorded for slug in campaign.slugs):
            continue
        if campaign.slug not in standing:
            shown = shown_by(campaign, [keys[name] for name in campaign.bundles], store)
            state = with_fields(
                state,
                says=" ".join(finding.text for finding in shown.findings),
                views=[
                    RecordedView(
                        comparison=view.slug,
                        revision=recorded[view.slug][-1].revision,
                        label=view.label,
                    )
                    for view in shown.views
                ],
            )
        found.append(state)
    return recorder.record(found, records)


def record_shown_with(
    archive: Archive,
    recorder: ComparisonRecorder,
    name: str,
    *,
    records: Records,
    store: Store,
    today: date,
    executor: Executor,
) -> list[str]:
    """The same of recorded campaigns that show comparisons of one bundle.

    Nothing is written where not all of their bundles are in this checkout.
    """
    recorded, _ = read_comparison_records(archive)
    showing = {
        slug: {bundle.bundle for bundle in rows[-1].bundles}
        for slug, rows in recorded.items()
        if any(bundle.bundle == name for bundle in rows[-1].bundles) and rows[-1].views
    }
    wanted = _there(set().union(*showing.values()), records)
    folders = [folder for folder in archive.bundles() if folder.name in wanted]
    if len(folders) < len(wanted):
        return []
    places = [Place(folder, archive.label(folder)) for folder in folders]
    surveys = list(survey_all(places, store, today, executor))
    campaigns = [c for c in archive_campaigns(archive, surveys) if c.slug in showing]
    keys = {survey.id: survey.key for survey in surveys}
    states = {state.comparison: state for survey in surveys for state in survey.compared}
    return record_shown(archive, recorder, campaigns, keys, records, states, store)
