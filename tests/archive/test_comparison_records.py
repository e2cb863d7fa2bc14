"""The record of comparisons of this checkout says what they say."""

from __future__ import annotations

from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.build.campaigns import archive_campaigns
from sysbench_archive.build.comparison_records import (
    archive_states,
    campaign_states,
    read_comparison_records,
    revisions_that_hold,
    unrecorded_campaigns,
)
from sysbench_archive.build.write_lists import recorded_pages, shared_pages
from sysbench_archive.ledger.comparisons import recorded_bundles, unrecorded_problems


def test_every_comparison_is_what_its_newest_row_says(surveyed: Surveyed) -> None:
    recorded, faults = read_comparison_records(ARCHIVE)
    assert faults == []
    checked = surveyed.checked
    states = archive_states(surveyed.surveys, checked.curated, checked.records, surveyed.store)
    assert len(states) > 900
    found = unrecorded_problems(recorded, states.values(), recorded_bundles(checked.records))
    assert [problem.text() for problem in found] == []


def test_every_campaign_shows_what_its_newest_row_says(surveyed: Surveyed) -> None:
    recorded, _ = read_comparison_records(ARCHIVE)
    records = surveyed.checked.records
    states = archive_states(surveyed.surveys, surveyed.checked.curated, records, surveyed.store)
    found = unrecorded_campaigns(ARCHIVE, surveyed.surveys, records, recorded, states)
    assert [problem.text() for problem in found] == []
    campaigns = archive_campaigns(ARCHIVE, surveyed.surveys)
    standing = revisions_that_hold(records, recorded, campaign_states(campaigns, states))
    assert len(campaigns) > 60
    assert {campaign.slug for campaign in campaigns} - standing.keys() == set()
    for campaign in campaigns:
        views = standing[campaign.slug].views
        assert {view.comparison for view in views} == set(campaign.slugs)
        assert all(recorded[v.comparison][-1].revision == v.revision for v in views)


def test_recorded_ratios_are_those_of_the_cells(surveyed: Surveyed) -> None:
    """Candidate over baseline, from the centres of the cells a comparison shows."""
    recorded, _ = read_comparison_records(ARCHIVE)
    looked_at = 0
    for outcome in surveyed.outcomes():
        for comparison in outcome.matrix:
            row = recorded[comparison.slug][-1]
            for panel, told in zip(comparison.panels, row.panels, strict=True):
                centres = {
                    line.threads: [c and c.centre for c in line.cells] for line in panel.rows
                }
                for place, verdict in enumerate(told.verdicts, 1):
                    for each in verdict.ratios:
                        base, own = centres[each.threads][0], centres[each.threads][place]
                        if panel.design or base is None or own is None:
                            # Slices are judged by the trimmed mean of their rounds.
                            continue
                        looked_at += 1
                        assert abs(each.ratio / (own / base) - 1) < 0.03, (row.comparison, each)
    assert looked_at > 5_000


def test_pages_that_span_bundles_are_recorded(surveyed: Surveyed) -> None:
    assert shared_pages(surveyed.surveys).keys() - recorded_pages(ARCHIVE).keys() == set()
