"""Which comparisons share a page, and that the page keeps its address whatever joins or leaves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from sysbench_archive.build.campaigns import WrittenCampaign, page_entries
from sysbench_archive.derive.campaigns import (
    BundleComparisons,
    Campaign,
    campaign_rows,
    campaigns_of,
    moved_campaigns,
)
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger import (
    CampaignRow,
    read_campaigns,
    vanished_campaigns,
    write_campaigns,
)
from sysbench_archive.model.base import ListedServer
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.output import Output


def measured(size: str, *, servers: str = "8.0 8.4", title: str = "Small VM") -> BundleComparisons:
    """A bundle of a campaign in which the size of the buffer pool differs."""
    name = f"2025-01-vm-{size}gb-pool"
    return BundleComparisons(
        bundle=name,
        title=f"{title}, {size} GB buffer pool",
        source="https://example.org/a",
        servers=frozenset(servers.split()),
        slugs=(f"{name}--insert", f"{name}--point-select"),
        cells=8,
    )


FOUR, TWELVE = measured("4"), measured("12")
KNOWN = (FOUR.bundle, TWELVE.bundle, "2025-01-x", "2025-01-y")


def only(*bundles: BundleComparisons, recorded: list[CampaignRow]) -> Campaign:
    (campaign,) = campaigns_of(bundles, recorded)
    return campaign


def test_a_campaign_is_named_after_what_its_bundles_share() -> None:
    assert only(FOUR, recorded=[]).slug == "2025-01-vm-4gb-pool"
    both = only(FOUR, TWELVE, recorded=[])
    assert (both.slug, both.title) == ("2025-01-vm-pool", "Small VM")
    assert both.bundles == (FOUR.bundle, TWELVE.bundle)


@pytest.mark.parametrize("size", ["1", "12", "512"])
def test_an_address_stays_when_another_bundle_joins(size: str) -> None:
    """Sorted before or after, though the names of all share something else now."""
    before = only(FOUR, recorded=[])
    recorded = campaign_rows([before], [])
    other = replace(measured(size), bundle=f"2025-01-a-{size}", slugs=("a--insert",))
    assert only(FOUR, other, recorded=[]).slug != before.slug
    after = only(FOUR, other, recorded=recorded)
    assert after.path == before.path == "/comparisons/2025-01-vm-4gb-pool/"
    assert set(after.slugs) == {*FOUR.slugs, "a--insert"}
    assert campaign_rows([after], recorded) == recorded


def test_an_address_stays_when_a_bundle_leaves_or_is_given_another_title() -> None:
    recorded = campaign_rows([only(FOUR, TWELVE, recorded=[])], [])
    assert only(TWELVE, recorded=recorded).slug == "2025-01-vm-pool"
    apart = campaigns_of([FOUR, replace(TWELVE, title="Large VM, 12 GB buffer pool")], recorded)
    assert [campaign.slug for campaign in apart] == ["2025-01-vm-pool", FOUR.bundle]
    assert moved_campaigns(apart, recorded, KNOWN) == {}


def test_addresses_of_campaigns_that_became_one_lead_to_it() -> None:
    recorded = [CampaignRow("four", (FOUR.bundle,)), CampaignRow("twelve", (TWELVE.bundle,))]
    campaign = only(FOUR, TWELVE, recorded=recorded)
    assert (campaign.slug, campaign.aliases) == ("four", ("twelve",))
    assert moved_campaigns([campaign], recorded, KNOWN) == {"twelve": "/comparisons/four/"}


def test_the_address_of_a_campaign_that_is_gone_leads_to_its_first_bundle() -> None:
    recorded = [
        CampaignRow("gone", ("2025-01-x", "2025-01-y")),
        CampaignRow("four", (FOUR.bundle,)),
    ]
    campaigns = campaigns_of([FOUR], recorded)
    assert moved_campaigns(campaigns, recorded, KNOWN) == {"gone": "/results/2025-01-x/"}
    assert moved_campaigns(campaigns, recorded, ["2025-01-y"]) == {"gone": "/results/2025-01-y/"}
    assert moved_campaigns(campaigns, recorded, []) == {}
    single = campaigns_of([replace(FOUR, slugs=FOUR.slugs[:1])], recorded)
    assert single == []
    assert moved_campaigns(single, recorded, KNOWN)["four"] == f"/results/{FOUR.bundle}/"


def test_a_new_campaign_takes_no_recorded_address() -> None:
    recorded = [CampaignRow(FOUR.bundle, ("2025-01-x",))]
    assert only(FOUR, recorded=recorded).slug == f"{FOUR.bundle}-2"


def test_rows_are_read_as_they_were_written() -> None:
    rows = [CampaignRow("four", (FOUR.bundle, TWELVE.bundle)), CampaignRow("a", ("b",))]
    assert read_campaigns(write_campaigns(rows).encode()) == rows
    assert read_campaigns(b"") == read_campaigns(write_campaigns([]).encode()) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("slug,bundles\n", ":1: got ['slug', 'bundles'], expected campaign,bundles"),
        ("campaign,bundles\na\n", ":2: got ['a'], expected"),
        ("campaign,bundles\na,\n", ":2: got ['a', ''], expected"),
        ("campaign,bundles\n../a,b\n", ":2: got ['../a', 'b'], expected"),
        ("campaign,bundles\na,b\na,c\n", ":3: a has a row above"),
        ('campaign,bundles\n"a,b\n', ": is no CSV file"),
    ],
)
def test_what_is_no_record_of_campaigns_is_wrong_usage(text: str, where: str) -> None:
    with pytest.raises(UsageError) as told:
        read_campaigns(text.encode())
    assert str(told.value).startswith(f"data/campaigns.csv{where}")


def test_a_row_that_is_gone_or_changed_is_told() -> None:
    before = [CampaignRow("a", ("x",)), CampaignRow("b", ("y",))]
    assert not list(vanished_campaigns(before, [*before, CampaignRow("c", ("z",))]))
    told = [str(p.message) for p in vanished_campaigns(before, [CampaignRow("a", ("y",))])]
    assert told == [
        "the row of /comparisons/a/ names other bundles than it did",
        "nothing answers to /comparisons/b/ any more",
    ]


def compared(slug: str, **facts: object) -> ComparisonEntry:
    entry = ComparisonEntry(
        slug=slug,
        path=f"/comparisons/{slug}/",
        kind="matrix",
        title="A title",
        label="A label",
        direction="slower",
        status="measured",
        finding="A finding of its own.",
        question="?",
        summary="",
        evidence=["raw-output"],
        runs=4,
        year="2025",
        servers=[ListedServer(label="MySQL 8.0.1", product="mysql", version="8.0.1", series="8.0")],
        tests={"insert": "Insert"},
        bundles=[slug.partition("--")[0]],
        threads=[1, 4],
        points="",
        drawn="",
    )
    return msgspec.structs.replace(entry, **facts)


def test_lists_have_a_campaign_in_place_of_its_comparisons() -> None:
    other = ListedServer(label="MySQL 8.4.0", product="mysql", version="8.4.0", series="8.4")
    entries = [
        compared("2024-01-alone--insert"),
        compared(FOUR.slugs[0]),
        compared(
            FOUR.slugs[1],
            servers=[other],
            tests={"insert": "Insert after updates", "reads": "Reads"},
        ),
        compared(TWELVE.slugs[0], threads=[2], evidence=["published-table"], year="2026"),
        compared(TWELVE.slugs[1]),
    ]
    campaign = only(FOUR, TWELVE, recorded=[])
    alone, listed = page_entries(
        [campaign], [WrittenCampaign(Output(Path()), "Found.", [])], entries
    )
    assert alone == entries[0]
    assert (listed.path, listed.title, listed.finding) == (campaign.path, "Small VM", "Found.")
    assert (listed.direction, listed.question, listed.runs, listed.year) == ("", "", 16, "2026")
    assert [server.label for server in listed.servers] == ["MySQL 8.0.1", "MySQL 8.4.0"]
    assert listed.tests == {"insert": "insert", "reads": "Reads"}
    assert listed.threads == [1, 2, 4]
    assert listed.bundles == [FOUR.bundle, TWELVE.bundle]
    assert listed.evidence == ["raw-output", "published-table"]
