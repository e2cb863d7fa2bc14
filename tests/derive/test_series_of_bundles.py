"""Which comparisons share a page, and that the page keeps its address whatever joins or leaves."""

from __future__ import annotations

from typing import Any

import pytest

from derived_records import listed_comparison
from sysbench_archive.build.campaigns import page_entries
from sysbench_archive.bundle.campaigns import SeriesDefinition
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger.addresses import (
    CampaignRow,
    read_campaigns,
    write_campaigns,
)
from sysbench_archive.model.base import ListedServer
from sysbench_archive.pages.campaign import (
    Campaign,
    CampaignMember,
    campaign_rows,
    campaigns_of,
    moved_campaigns,
)
from sysbench_archive.problems import UsageError

FOUR, TWELVE = (
    CampaignMember(name, (f"{name}--insert", f"{name}--point-select"), (value,))
    for name, value in (("vm-4gb", "4 GB buffer pool"), ("vm-12gb", "12 GB buffer pool"))
)
BUNDLES = {each.bundle: (f"VM, {each.values[0]}", each.slugs) for each in (FOUR, TWELVE)}
POOLS = SeriesDefinition(
    title="Small VM",
    question="Does the pool matter?",
    dimensions={"pool": "Buffer pool"},
    members={each.bundle: {"pool": each.values[0]} for each in (FOUR, TWELVE)},
)
SHARED = Campaign("vm", POOLS.title, (FOUR, TWELVE), POOLS.question, ("Buffer pool",))
APART = campaigns_of(BUNDLES, {})
KNOWN = (FOUR.bundle, TWELVE.bundle, "x", "y")


def test_bundles_share_a_page_where_a_file_says_so() -> None:
    assert campaigns_of(BUNDLES, {"vm": POOLS}) == [SHARED]
    assert [(each.slug, each.title) for each in APART] == [
        ("vm-12gb", "VM, 12 GB buffer pool"),
        ("vm-4gb", "VM, 4 GB buffer pool"),
    ]


def test_what_is_left_of_a_campaign_keeps_its_address_unless_one_comparison_is_left() -> None:
    only = campaigns_of({FOUR.bundle: BUNDLES[FOUR.bundle]}, {"vm": POOLS})
    assert only == [Campaign("vm", POOLS.title, (FOUR,), POOLS.question, ("Buffer pool",))]
    assert campaigns_of({FOUR.bundle: ("VM", FOUR.slugs[:1])}, {"vm": POOLS}) == []


def test_a_campaign_as_it_was_has_the_members_it_had() -> None:
    assert SHARED.only(FOUR.slugs) == Campaign(
        "vm", POOLS.title, (FOUR,), POOLS.question, ("Buffer pool",)
    )


def test_addresses_of_campaigns_that_became_one_lead_to_it() -> None:
    recorded = campaign_rows(APART, [])
    both = campaign_rows([SHARED], recorded)
    assert both == [*recorded, CampaignRow("vm", ("vm-12gb", "vm-4gb"))]
    led = "/comparisons/vm/"
    assert moved_campaigns([SHARED], both, KNOWN) == {"vm-12gb": led, "vm-4gb": led}
    assert moved_campaigns(APART, both, KNOWN) == {"vm": "/comparisons/vm-12gb/"}


def test_the_address_of_a_campaign_that_is_gone_leads_to_its_first_bundle() -> None:
    recorded = [CampaignRow("gone", ("x", "y")), CampaignRow("vm", (FOUR.bundle, TWELVE.bundle))]
    assert moved_campaigns([SHARED], recorded, KNOWN) == {"gone": "/results/x/"}
    assert moved_campaigns([SHARED], recorded, ["y"]) == {"gone": "/results/y/"}
    assert moved_campaigns([SHARED], recorded, []) == {}
    assert moved_campaigns([], recorded, KNOWN)["vm"] == f"/results/{FOUR.bundle}/"


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


def compared(slug: str, **facts: Any) -> ComparisonEntry:
    server = ListedServer(label="MySQL 8.0.1", product="mysql", version="8.0.1", series="8.0")
    known = {
        "kind": "matrix",
        "title": "A title",
        "label": "A label",
        "direction": "slower",
        "status": "measured",
        "finding": "A finding of its own.",
        "runs": 4,
        "year": "2025",
        "servers": [server],
        "tests": {"insert": "Insert"},
        "bundles": [slug.partition("--")[0]],
        "threads": [1, 4],
    }
    return listed_comparison(slug, **known | facts)


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
    alone, listed = page_entries([SHARED], ["Found."], entries)
    assert alone == entries[0]
    assert (listed.path, listed.title, listed.finding) == (SHARED.path, "Small VM", "Found.")
    assert (listed.direction, listed.question, listed.runs, listed.year) == ("", "", 16, "2026")
    assert [server.label for server in listed.servers] == ["MySQL 8.0.1", "MySQL 8.4.0"]
    assert listed.tests == {"insert": "insert", "reads": "Reads"}
    assert listed.threads == [1, 2, 4]
    assert listed.bundles == [FOUR.bundle, TWELVE.bundle]
    assert listed.evidence == ["raw-output", "published-table"]
