"""Campaigns of an archive: which there are, at which addresses, and what is written of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.build.archive import Archive, plain_files, recorded_campaigns
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.build.write_bundles import Pinned, Works, write_citation
from sysbench_archive.bundle.campaigns import SeriesDefinition, read_series
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.bundle.schema import Definition
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger.addresses import CAMPAIGNS
from sysbench_archive.ledger.addresses import write_campaigns as rows_text
from sysbench_archive.ledger.comparisons import revision_page
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.pages.campaign import (
    Campaign,
    campaign_entry,
    campaign_page,
    campaign_record,
    campaign_rows,
    campaigns_of,
    moved_campaigns,
)
from sysbench_archive.pages.effects import found_effects
from sysbench_archive.pages.sources import ArchiveTerms
from sysbench_archive.publish.citation import Imprint, citation_record, comparison_work, pinned_work
from sysbench_archive.publish.comparison_revisions import revision_briefs
from sysbench_archive.publish.head import page_head
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.structured import compared_record, license_addresses
from sysbench_archive.tables.effects import Effect


@dataclass(frozen=True, slots=True)
class CampaignPages:
    """The campaigns, and what the addresses that had one lead to, by the last part of each."""

    campaigns: Sequence[Campaign]
    moved: Mapping[str, str]

    def addresses(self) -> list[str]:
        """Every address that answers."""
        names = [*(campaign.slug for campaign in self.campaigns), *self.moved]
        return [f"/comparisons/{name}/" for name in names]


def series_files(archive: Archive) -> list[Definition[SeriesDefinition]]:
    """The files of `data/series/`, by name."""
    paths = plain_files(archive.series, "*.yaml")
    return [read_series(path, archive.label(path)) for path in paths]


def archive_campaigns(archive: Archive, surveys: Iterable[Survey]) -> list[Campaign]:
    """The campaigns of surveyed bundles of an archive."""
    own = {
        survey.id: (survey.entry.title, slugs)
        for survey in surveys
        if survey.entry
        and (slugs := tuple(entry.slug for entry in survey.comparisons if not entry.alone))
    }
    definitions = {file.id: file.record for file in series_files(archive) if file.record}
    return campaigns_of(own, definitions)


def campaign_pages(
    archive: Archive,
    surveys: Iterable[Survey],
    records: Mapping[str, Sequence[Row]],
    *,
    is_whole: bool = True,
) -> CampaignPages:
    """The campaigns of an archive with this publication record of bundles.

    A part of an archive has no pages for what is not in it.
    """
    recorded = recorded_campaigns(archive)
    campaigns = archive_campaigns(archive, surveys)
    moved = moved_campaigns(campaigns, recorded, records) if is_whole else {}
    return CampaignPages(campaigns, moved)


def record_campaigns(archive: Archive, surveys: Iterable[Survey]) -> list[str]:
    """Write a row for each campaign that has none: the path of the file where it changed."""
    recorded = recorded_campaigns(archive)
    rows = campaign_rows(archive_campaigns(archive, surveys), recorded)
    if rows == recorded:
        return []
    replace_file(archive.root / CAMPAIGNS, rows_text(rows).encode())
    return [CAMPAIGNS]


def shown_by(campaign: Campaign, keys: Iterable[str], store: Store) -> list[Comparison]:
    """The comparisons of a campaign, from the outcomes of its bundles."""
    found = {comparison.slug: comparison for key in keys for comparison in store.need(key).matrix}
    return [found[slug] for slug in campaign.slugs]


@dataclass(frozen=True, slots=True)
class WrittenCampaigns:
    """The files of all campaigns; in their order the first finding of each, empty where it has
    none; and by slug the ids of the pages that continue those which have any.
    """

    output: Output
    findings: list[str]
    parts: dict[str, list[str]]


def write_campaigns(
    gathered: CampaignPages,
    surveys: Sequence[Survey],
    works: Works,
    terms: ArchiveTerms,
    imprint: Imprint,
    pinned: Mapping[str, Pinned],
    effects: Sequence[Effect],
    store: Store,
    executor: Executor,
    derived: Path,
) -> WrittenCampaigns:
    """Let workers write the campaigns; `pinned` are the recorded revisions of comparisons."""
    newest = {
        slug: revision_page(slug, own.rows[-1].revision)
        for slug, own in pinned.items()
        if own.holds
    }
    keys = {survey.id: survey.key for survey in surveys}
    work = partial(write_campaign, store=store, derived=derived, imprint=imprint, pinned=newest)
    made = executor.map(
        work,
        gathered.campaigns,
        [{name: keys[name] for name in campaign.bundles} for campaign in gathered.campaigns],
        [{name: works[name] for name in campaign.bundles} for campaign in gathered.campaigns],
        [terms.of(campaign.bundles) for campaign in gathered.campaigns],
        [pinned.get(campaign.slug) for campaign in gathered.campaigns],
        [
            [each for each in found_effects(effects) if each.path == campaign.path]
            for campaign in gathered.campaigns
        ],
    )
    written = WrittenCampaigns(Output(derived), [], {})
    for campaign, (output, finding, parts) in zip(gathered.campaigns, made, strict=True):
        written.output.include(output)
        written.findings.append(finding)
        if parts:
            written.parts[campaign.slug] = parts
    return written


def write_campaign(
    campaign: Campaign,
    keys: Mapping[str, str],
    works: Works,
    terms: DataTerms,
    own: Pinned | None = None,
    effects: Sequence[Effect] = (),
    *,
    store: Store,
    derived: Path,
    imprint: Imprint,
    pinned: Mapping[str, str],
) -> tuple[Output, str, list[str]]:
    """Write the record of a campaign's page and how it is cited, from its bundles' outcomes; its
    first finding, and the ids of the pages that continue it.

    `own` are its recorded revisions, `effects` what was found over its bundles, `pinned` addresses
    of the newest revisions of its comparisons.
    """
    comparisons = shown_by(campaign, keys.values(), store)
    record = campaign_record(campaign, comparisons, effects)
    views = [replace(view, pinned=pinned.get(view.slug, "")) for view in record.views]
    record = replace(
        record,
        views=views,
        revisions=revision_briefs(own.rows) if own else UNSET,
        is_recorded=bool(own and own.holds),
    )
    rested = list(works.values())
    work = comparison_work(record.title, record.path, rested)
    cited = pinned_work(work, own.rows[-1]) if own and own.holds else work
    head = page_head(cited, imprint, license_addresses(terms), ())
    cite = replace(citation_record(cited, imprint), head=head)
    output = Output(derived)
    sides = [side for comparison in comparisons for side in comparison.sides]
    page = campaign_page(record, cite, compared_record(record, sides, work, rested, terms, imprint))
    path = f"records/campaigns/{campaign.slug}.json"
    output.json(path, page)
    write_citation(output, campaign.path, cite)
    finding = record.findings[0].text if record.findings else ""
    return output, finding, [part.id for part in page.parts]


def page_entries(
    campaigns: Iterable[Campaign],
    findings: Iterable[str],
    comparisons: Sequence[ComparisonEntry],
) -> list[ComparisonEntry]:
    """What has a page of its own: campaigns in place of the comparisons they show."""
    by_slug = {entry.slug: entry for entry in comparisons}
    entries = [
        campaign_entry(campaign, [by_slug.pop(slug) for slug in campaign.slugs], finding)
        for campaign, finding in zip(campaigns, findings, strict=True)
    ]
    return sorted([*by_slug.values(), *entries], key=lambda entry: (entry.kind, entry.slug))
