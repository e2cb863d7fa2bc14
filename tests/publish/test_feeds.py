"""The feeds: read by a library for feeds, and stable as the archive grows and moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import feedparser
import pytest
from msgspec.structs import replace as changed
from works import BASE, BUNDLE, FIRST, HOSTILE, SECOND, WITHDRAWN

from derived_records import listed_result
from derived_records import plain as record
from sysbench_archive.model.base import ListedServer
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    RecordedBundle,
    RecordedPanel,
    RecordedVerdict,
)
from sysbench_archive.pages.site import METHODOLOGY
from sysbench_archive.publish.feeds import MOST, Topic, feeds

RESULT = listed_result(
    BUNDLE,
    title="A title",
    runs=2,
    servers=[
        ListedServer(label=f"MySQL {version}", product="mysql", version=version, series=version[:3])
        for version in ("8.0.36", "8.4.0")
    ],
)
RECORDS = {
    BUNDLE: [FIRST, SECOND],
    "2026-02-later": [replace(FIRST, date="2026-02-01", title="Later")],
    "2026-03-gone": [replace(FIRST, date="2026-03-01"), replace(WITHDRAWN, revision=2)],
}
TOPICS = [
    Topic("/settings/sync_binlog/", "sync_binlog", {BUNDLE}),
    Topic("/versions/a/1/", "A 1", set()),
]
RESULTS, CORRECTIONS, ANSWERS = (f"/feeds/{n}.xml" for n in ("results", "corrections", "answers"))


def answer(revision: int, direction: str, says: str, **others: Any) -> ComparisonRow:
    """A revision of a comparison of two servers."""
    verdict = record(RecordedVerdict, candidate="B", direction=direction, status="measured")
    return record(
        ComparisonRow,
        comparison=f"{BUNDLE}--read-only",
        revision=revision,
        date=f"2026-05-0{revision}",
        title="B against A",
        says=says,
        reason="version 8 of the methodology",
        panels=[RecordedPanel("Read-only", "A", [verdict])],
        bundles=[RecordedBundle(BUNDLE, 1)],
        **others,
    )


def read(name: str, records: Any = None, rows: Any = (), base: str = BASE) -> Any:
    """A feed without any complaint of the library that reads it."""
    recorded = {rows[0].comparison: rows} if rows else {}
    found = feedparser.parse(feeds(records or RECORDS, [RESULT], recorded, TOPICS, base)[name])
    assert not found.bozo, found.bozo_exception
    assert found.version == "atom10"
    return found


def test_new_results_are_listed_newest_first() -> None:
    found = read(RESULTS)
    names = ["2026-03-gone", "2026-02-later", BUNDLE]
    assert [entry.link for entry in found.entries] == [f"{BASE}/results/{name}/" for name in names]
    assert [entry.updated[:10] for entry in found.entries] == [
        "2026-03-01", "2026-02-01", "2026-01-05",
    ]  # fmt: skip
    assert found.feed.updated == "2026-03-01T00:00:00Z"
    last = found.entries[-1]
    assert last.summary == "2 runs of MySQL 8.0.36, MySQL 8.4.0. Evidence: raw output."
    assert [author.name for author in last.authors] == ["Bob of Example & Sons", "Ada Example"]
    assert found.entries[0].summary == "Withdrawn: a broken disk"


def test_corrections_are_the_rows_that_change_what_was_published() -> None:
    found = read(CORRECTIONS)
    assert [(entry.link, entry.title, entry.summary) for entry in found.entries] == [
        (f"{BASE}/results/2026-03-gone/#revision-2", f"Withdrawn: {FIRST.title}", "a broken disk"),
        (f"{BASE}/results/{BUNDLE}/#revision-2", f"Corrected: {FIRST.title}", "a typo"),
    ]
    assert found.feed.updated == "2027-04-01T00:00:00Z"


def test_a_changed_answer_is_told_with_the_one_before() -> None:
    rows = [
        answer(1, "faster", "B is faster."),
        answer(2, "faster", "B is faster: +8 %."),
        answer(3, "too-noisy", "Too noisy to tell."),
    ]
    (told,) = read(ANSWERS, rows=rows).entries
    assert told.link == f"{BASE}/comparisons/{BUNDLE}--read-only/revisions/3/"
    assert (told.title, told.updated) == ("B against A", "2026-05-03T00:00:00Z")
    assert told.summary == (
        "Before: B is faster: +8 %. Now: Too noisy to tell. Reason: version 8 of the methodology."
    )
    assert [e.id for e in read("/settings/sync_binlog/feed.xml", rows=rows).entries][1] == told.id


def test_the_feed_of_a_setting_has_what_concerns_its_results() -> None:
    found = read("/settings/sync_binlog/feed.xml")
    assert [entry.title for entry in found.entries] == [f"Corrected: {FIRST.title}", FIRST.title]
    assert found.feed.title == "Sysbench Archive: sync_binlog"
    assert found.feed.link == f"{BASE}/settings/sync_binlog/"


def test_versions_of_the_methodology_are_told_newest_first() -> None:
    found = read("/feeds/methodology.xml")
    newest = METHODOLOGY[-1]
    assert found.entries[0].title == f"Version {newest.version}"
    assert found.entries[0].summary == newest.changed
    assert [e.title for e in found.entries] == [
        f"Version {n}" for n in range(newest.version, 0, -1)
    ]


def test_ids_are_made_of_the_address_without_its_host() -> None:
    """Readers know an entry by its id: another would be shown as new."""
    names = list(feeds(RECORDS, [RESULT], {}, TOPICS, BASE))
    for name in names:
        here, there = read(name), read(name, base="https://elsewhere.example/below")
        assert [here.feed.id, *(e.id for e in here.entries)] == [
            there.feed.id, *(e.id for e in there.entries),
        ]  # fmt: skip
    found = read(RESULTS)
    assert found.feed.id == uuid5(NAMESPACE_URL, "sysbench-archive:/feeds/results.xml").urn
    assert found.entries[-1].id == "urn:uuid:8dbea47e-37ee-582d-b498-e6f3f085952d"


@pytest.mark.parametrize("name", [CORRECTIONS, "/versions/a/1/feed.xml"])
def test_a_feed_without_entries_is_valid_and_as_old_as_the_archive(name: str) -> None:
    found = read(name, {BUNDLE: [FIRST]})
    assert found.entries == []
    assert found.feed.updated == "2026-01-05T00:00:00Z"


def test_a_later_event_changes_no_entry_there_was() -> None:
    before = read(CORRECTIONS, {BUNDLE: [FIRST, SECOND]}).entries
    after = read(CORRECTIONS, {BUNDLE: [FIRST, SECOND, WITHDRAWN]}).entries
    assert [entry.id for entry in after[1:]] == [entry.id for entry in before]
    assert after[1].updated == before[0].updated


def test_a_feed_is_bounded() -> None:
    many = {f"2026-01-b{n:03}": [replace(FIRST, date="2026-01-05")] for n in range(MOST + 5)}
    found = read(RESULTS, many)
    assert len(found.entries) == MOST
    assert found.entries[0].link.endswith(f"b{MOST + 4:03}/")


@pytest.mark.parametrize("text", [HOSTILE, "]]> <!-- \x00\x0b\ufffe & <b>"])
def test_hostile_text_is_text(text: str) -> None:
    rows = [replace(FIRST, title=text), replace(SECOND, title=text, reason=text)]
    compared = [
        changed(answer(n, way, text), title=text) for n, way in ((1, "faster"), (2, "slower"))
    ]
    for name in (CORRECTIONS, ANSWERS):
        (entry,) = read(name, {BUNDLE: rows}, compared).entries
        assert entry.title_detail.type == entry.summary_detail.type == "text/plain"
        assert "<" in entry.title_detail.value
        assert "<" in entry.summary_detail.value


def test_an_archive_without_a_record_has_no_feed() -> None:
    assert feeds({}, [], {}, TOPICS, BASE) == {}
