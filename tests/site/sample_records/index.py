"""The record of the whole sample site, and every record that lists pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from sysbench_archive.derive.glossary import glossary
from sysbench_archive.model.base import ListedServer, Picture, Record, Reference
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.campaign import CampaignIndex, CampaignRecord
from sysbench_archive.model.comparison import ComparisonRecord, Direction, EvidenceStatus
from sysbench_archive.model.list_rows import ListFacts, ListMachine, MachineUse
from sysbench_archive.model.listing import (
    Catalog,
    ComparisonEntry,
    ComparisonPageEntry,
    EvidenceKind,
    GonePages,
    Label,
    PageIndex,
    PinnedIndex,
    ResultEntry,
    ResultPageEntry,
    SiteRecord,
)
from sysbench_archive.model.result_page import ResultPage
from sysbench_archive.model.setting import SettingAddresses
from sysbench_archive.publish.cards import cards
from sysbench_archive.publish.lists import list_table

from .campaigns import campaign
from .counted import path_lengths
from .documentation import api, fields, questions, rules, schema, sources
from .listings import versions, workloads
from .outward import citation, structured
from .settings import settings
from .shared import SIDES, TEST, Text, metric
from .upgrades import SMALL, hardware, upgrades

GONE_PAGE = "/upgrades/mysql-0.1-to-mysql-0.2/"
FORMER_CAMPAIGN = "sample-campaign-of-before"


def lists(
    results: Sequence[ResultPage], comparisons: Sequence[ComparisonRecord], text: Text
) -> dict[str, Record | dict[str, Picture]]:
    """Every record that lists pages, by the name of its file."""
    entries = [result_entry(result, text) for result in results]
    compared = [comparison_entry(entry, text) for entry in comparisons]
    facts = {entry.id: list_facts(text) for entry in entries}
    return {
        "site": site(text),
        "lists": list_table(entries, compared, facts),
        "pages": pages(results, comparisons),
        "cards": cards(),
        "catalog": Catalog(
            structured=structured("DataCatalog", "/", text), cite=citation("/", text)
        ),
        "versions": versions(results, comparisons, text),
        "workloads": workloads(results, comparisons, text),
        "upgrades": upgrades(text),
        "hardware": hardware(entries, comparisons, text),
        "settings": settings(text),
        "setting_addresses": SettingAddresses(paths={"kernel": "/settings/sync_binlog/"}),
        "api": api(text),
        "questions": questions(results[0].id, text),
        "sources": sources(results[0].id, text),
        "rules": rules(text),
        "schema": schema(text),
        "fields": fields(text),
        "glossary": glossary(),
        "path_lengths": path_lengths(results[0], text),
        "gone": GonePages(pages={GONE_PAGE: text("A pair of before")}),
        "pinned": PinnedIndex(
            comparisons={entry.slug: 2 for entry in comparisons if entry.kind == "curated"}
        ),
        "campaigns": campaign_index(campaign(comparisons, text), text),
    }


def campaign_index(shown: CampaignRecord, text: Text) -> CampaignIndex:
    """A campaign, and an address that leads to it."""
    place = Reference(path=shown.path, title=text("Where the campaign is now"))
    return CampaignIndex(
        campaigns={shown.slug: shown.title},
        days={shown.slug: shown.cite.day} if shown.cite else {},
        parts={shown.slug: [part.id for part in shown.parts]},
        moved={FORMER_CAMPAIGN: place},
    )


def pages(results: Sequence[ResultPage], comparisons: Sequence[ComparisonRecord]) -> PageIndex:
    """The record of every page's address."""
    return PageIndex(
        results={
            result.id: ResultPageEntry(
                title=result.title,
                day=result.cite.day,
                runs=[run.id for run in result.runs],
                parts=[part.id for part in result.parts],
                revision=result.revision.number if result.revision else 0,
            )
            for result in results
        },
        comparisons={
            comparison.slug: ComparisonPageEntry(
                title=comparison.title,
                kind=comparison.kind,
                day=comparison.cite.day,
                revisions=2,
            )
            for comparison in comparisons
            if comparison.cite
        },
    )


def site(text: Text) -> SiteRecord:
    """The words of the whole site, each the sample's own."""
    return SiteRecord(
        metrics={"tps": metric("tps", text), "queries": metric("queries", text, "1", 0)},
        evidence={
            name: EvidenceKind(label=text(name), description=text(f"Meaning of {name}"))
            for name in get_args(Evidence)
        },
        directions={name: Label(label=text(name)) for name in get_args(Direction)},
        statuses={name: Label(label=text(name)) for name in get_args(EvidenceStatus)},
    )


def result_entry(result: ResultPage, text: Text) -> ResultEntry:
    """A result in a list."""
    return ResultEntry(
        id=result.id,
        path=result.path,
        title=result.title,
        submitted=result.submitted,
        evidence=result.evidence,
        runs=len(result.runs),
        servers=[listed_server(*side, text) for side in SIDES],
        tests={TEST: text("OLTP read-only")},
        classes=[SMALL.id],
    )


def comparison_entry(comparison: ComparisonRecord, text: Text) -> ComparisonEntry:
    """A comparison in a list."""
    return ComparisonEntry(
        slug=comparison.slug,
        path=comparison.path,
        kind=comparison.kind,
        title=comparison.title,
        label=comparison.label,
        direction="faster",
        status="",
        finding=text("Of two servers."),
        question=comparison.question,
        summary=comparison.summary,
        evidence=comparison.evidence,
        runs=comparison.runs,
        year="2026",
        servers=[
            ListedServer(
                label=side.label, product=side.product, version=side.version, series=side.series
            )
            for side in comparison.sides
        ],
        tests={TEST: text("OLTP read-only")},
        bundles=[bundle.path.split("/")[2] for bundle in comparison.bundles],
        threads=[1, 4],
    )


def list_facts(text: Text) -> ListFacts:
    """What lists know of a result."""
    return ListFacts(
        by=text("Somebody"),
        machines=[
            ListMachine(
                title=text("A machine"),
                text=text("2 cores, 24 GB, NVMe"),
                cores=2,
                memory=32,
                storage=["nvme"],
                names=[text("A machine"), text("A processor")],
                class_path=SMALL.path,
            )
        ],
        uses=[
            MachineUse(
                runs=8,
                servers=[listed_server("a", "mysql", "8.0.36", text)],
                tests={"oltp_read_only": text("OLTP read-only")},
                families=["range"],
                threads=[1, 4],
            )
        ],
        threads=[1, 4],
        families=["range"],
        settings={"sync_binlog": [text("0")]},
        points="0,16 30,8 60,0",
        drawn="threads",
    )


def listed_server(name: str, product: str, version: str, text: Text) -> ListedServer:
    """A server of a result in a list."""
    return ListedServer(
        label=text(f"Label {name}"),
        product=text(product),
        version=version,
        series=version.rpartition(".")[0],
    )
