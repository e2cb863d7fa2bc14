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
from sysbench_archive.pages.comparison.besides import FAR, MATURITIES
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


def assert_lawful(finding: Finding, panels: Iterable[Panel], where: str) -> None:
    """No direction of a release that its twin reverses, that is none, or that is too large to be
    believed once; nothing alike that was found elsewhere; no word left out.
    """
    text, by_id = finding.text, {panel.id: panel for panel in panels}
    assert "  " not in text, where
    is_signed = bool(re.search(r" (?:slower|faster|fewer|more instructions)\b", text))
    places: dict[str, set[tuple[str, int]]] = {}
    for named in finding.contrasts:
        panel = by_id[named.panel]
        at = [side.id for side in panel.sides].index(named.candidate)
        entry = contrasts_of([panel])[named.panel, named.candidate, named.threads]
        if entry.direction not in ("slower", "faster", "fewer", "more"):
            continue
        places.setdefault(panel.sides[at].label, set()).add((panel.id, entry.threads))
        young = [side for side in (panel.sides[0], panel.sides[at]) if side.maturity]
        for side in young:
            words = f"{side.label}, {MATURITIES[side.maturity or '']}"
            assert (words in text) or side.label not in text, f"{where}: {text}"
        if is_signed:
            assert not _is_reversed(panel, at, entry), f"{where}: {text}"
            assert not _is_large(panel, at, entry), f"{where}: {text}"
    said, likewise, _ = text.partition(" likewise: ")
    names = _labels_in(said, sorted(places, key=len, reverse=True)) if likewise else []
    for name in names[1:]:
        baselines = {panel.sides[0].label for panel in by_id.values()}
        if name not in baselines and len(by_id) == 1:
            assert places[name] == places[names[0]], f"{where}: {text}"


def _labels_in(text: str, labels: Iterable[str]) -> list[str]:
    """The labels in a text, as they stand there; the longest come first."""
    found = {}
    for label in labels:
        if (at := text.find(label)) >= 0:
            found[at] = label
            text = text.replace(label, "\0" * len(label))
    return [found[at] for at in sorted(found)]


def _is_reversed(panel: Panel, at: int, entry: ContrastRecord) -> bool:
    """Whether the same base of the other product, the only one of its series, shows the opposite,
    beside a baseline of neither and of another series.
    """
    products = {"mysql", "percona-server"}
    base, side = panel.sides[0], panel.sides[at]
    others = [
        (other, verdict)
        for other, verdict in zip(panel.sides[1:], panel.verdicts, strict=True)
        if other.series == side.series and {other.product, side.product} == products
    ]
    has_twin = any(
        {other.product, base.product} == products and other.series == base.series
        for other in panel.sides[1:]
    )
    if len(others) != 1 or has_twin or base.series == side.series:
        return False
    return any(
        each.threads == entry.threads and (each.ratio - 1) * (entry.ratio - 1) < 0
        for each in others[0][1].headline
        if not each.held and each.window != "never"
    )


def _is_large(panel: Panel, at: int, entry: ContrastRecord) -> bool:
    if panel.sides[0].version == panel.sides[at].version:
        return False
    is_repeated = panel.verdicts[at - 1].status == "measured" or any(
        other.agrees for other in entry.campaigns or ()
    )
    return not is_repeated and not 1 / FAR <= entry.ratio <= FAR


def assert_all_follow(comparisons: Iterable[Comparison]) -> int:
    count = 0
    for comparison in comparisons:
        assert len(comparison.findings) <= MOST_FINDINGS
        assert comparison.findings or not comparison.verdicts, comparison.slug
        for finding in comparison.findings:
            assert_follows(finding, comparison.panels, comparison.slug)
            assert_lawful(finding, comparison.panels, comparison.slug)
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
            assert_lawful(finding, panels, outcome.result.id if outcome.result else "")
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
            assert_lawful(finding, shown, campaign.slug)
