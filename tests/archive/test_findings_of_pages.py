"""No finding of the archive says what its contrasts do not: neither a sign nor a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.build.campaigns import campaign_pages
from sysbench_archive.build.write_archive import curated_records
from sysbench_archive.model.comparison import Comparison, ContrastRecord, Finding, Panel
from sysbench_archive.pages.campaign import campaign_record
from sysbench_archive.pages.comparison.findings import MOST_FINDINGS
from sysbench_archive.words.numbers import signed_number, times_text

SIGNS = {"slower": "slower", "faster": "faster"}
NOISE = re.compile(r"two runs of the same thing differ by (?:up to|a factor of) [\d.]+(?: %)?")
"""A reason, and no statement about what was compared."""
COUNTS = re.compile(r"\b\d+ verdicts|\bverdicts? on \d")
NUMBER = r"([+\N{MINUS SIGN}]?[0-9]+(?:\.[0-9]+)?)"
PERCENTS = re.compile(rf"(?<![\w.]){NUMBER}(?: to {NUMBER})? %")
TIMES = re.compile(rf"(?<![\w.]){NUMBER}(?: to {NUMBER})? times")
Contrasts = dict[tuple[str, str, int], ContrastRecord]


def contrasts_of(panels: Iterable[Panel]) -> Contrasts:
    return {
        (panel.id, verdict.candidate, contrast.threads): contrast
        for panel in panels
        for verdict in panel.verdicts
        for contrast in verdict.headline
    }


def labels_of(panels: Iterable[Panel]) -> list[str]:
    """Labels and titles, the longest first: what they have in them is no statement."""
    named = {side.label for panel in panels for side in panel.sides}
    named |= {panel.title for panel in panels}
    return sorted(named, key=len, reverse=True)


def statement(finding: Finding, labels: Iterable[str]) -> str:
    text = finding.text
    for label in labels:
        text = text.replace(label, "X")
    return NOISE.sub("", text)


def numbers_in(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for match in pattern.finditer(text):
        yield from (group for group in match.groups() if group)


def assert_follows(finding: Finding, panels: list[Panel], where: str) -> None:
    """Its words have the sign of a contrast it names, and its numbers are those of contrasts."""
    known = contrasts_of(panels)
    named = [known[c.panel, c.candidate, c.threads] for c in finding.contrasts]
    text = statement(finding, labels_of(panels))
    assert not COUNTS.search(finding.text), where
    if not named:
        return
    directions = {contrast.direction for contrast in named}
    # `the fastest` is said of a baseline: all that is named lies behind it.
    if "the fastest of" in text:
        assert directions == {"slower"}, where
        text = text.replace("fastest", "")
    for word, direction in SIGNS.items():
        assert (f" {word}" in text) <= (direction in directions), f"{where}: {finding.text}"
    ends = [e for c in named for e in (c.ratio, c.low, c.high) if e is not None]
    shares = {signed_number(e - 1, more) for e in ends for more in range(4)}
    for number in numbers_in(PERCENTS, text):
        assert number in shares, f"{where}: {number} % in {finding.text}"
    factors = {times_text(e, more) for e in ends for more in range(4)}
    for number in numbers_in(TIMES, text):
        assert number in factors, f"{where}: {number} times in {finding.text}"


def assert_all_follow(comparisons: Iterable[Comparison]) -> int:
    count = 0
    for comparison in comparisons:
        assert len(comparison.findings) <= MOST_FINDINGS
        assert comparison.findings or not comparison.verdicts, comparison.slug
        for finding in comparison.findings:
            assert_follows(finding, comparison.panels, comparison.slug)
            count += 1
    return count


def test_findings_of_every_matrix_comparison_follow(surveyed: Surveyed) -> None:
    assert sum(assert_all_follow(outcome.matrix) for outcome in surveyed.outcomes()) > 900


def test_findings_of_every_result_follow(surveyed: Surveyed) -> None:
    count = 0
    for outcome in surveyed.outcomes():
        panels = [panel for comparison in outcome.matrix for panel in comparison.panels]
        for finding in outcome.result.findings if outcome.result else []:
            assert_follows(finding, panels, outcome.result.id if outcome.result else "")
            count += 1
    assert count > 150


def test_findings_of_curated_comparisons_follow(surveyed: Surveyed) -> None:
    keys = {survey.id: survey.key for survey in surveyed.surveys}
    definitions = {c.slug: c.definition for c in surveyed.checked.curated if c.definition}
    assert assert_all_follow(curated_records(definitions, keys, surveyed.store)) > 15


def test_findings_of_every_campaign_follow(surveyed: Surveyed) -> None:
    campaigns = campaign_pages(ARCHIVE, surveyed.surveys, surveyed.checked.records).campaigns
    assert len(campaigns) > 60
    keys = {survey.id: survey.key for survey in surveyed.surveys}
    for campaign in campaigns:
        outcomes = [surveyed.store.need(keys[name]) for name in campaign.bundles]
        found = {c.slug: c for outcome in outcomes for c in outcome.matrix}
        record = campaign_record(campaign, [found[slug] for slug in campaign.slugs])
        panels = [found[slug].panels[0] for slug in campaign.slugs]
        titled = {view.slug: view.label for view in record.views}
        shown = [
            replace(panel, title=titled[slug])
            for panel, slug in zip(panels, campaign.slugs, strict=True)
        ]
        for finding in record.findings:
            assert_follows(finding, shown, campaign.slug)
