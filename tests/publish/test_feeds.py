"""The feeds: read by a library for feeds, and stable as the archive grows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import feedparser
import pytest
from works import BASE, BUNDLE, FIRST, HOSTILE, SECOND, WITHDRAWN

from derived_records import listed_result
from sysbench_archive.model.base import ListedServer
from sysbench_archive.publish.feeds import MOST, feeds

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


def read(name: str, records: Any = RECORDS) -> Any:
    """A feed without any complaint of the library that reads it."""
    found = feedparser.parse(feeds(records, [RESULT], BASE)[f"/feeds/{name}.xml"])
    assert not found.bozo, found.bozo_exception
    assert found.version == "atom10"
    return found


def test_new_results_are_listed_newest_first() -> None:
    found = read("results")
    names = ["2026-03-gone", "2026-02-later", BUNDLE]
    assert [entry.id for entry in found.entries] == [f"{BASE}/results/{name}/" for name in names]
    assert [entry.link for entry in found.entries] == [entry.id for entry in found.entries]
    assert [entry.updated[:10] for entry in found.entries] == [
        "2026-03-01", "2026-02-01", "2026-01-05",
    ]  # fmt: skip
    assert found.feed.updated == "2026-03-01T00:00:00Z"
    assert found.feed.id == f"{BASE}/feeds/results.xml"
    last = found.entries[-1]
    assert last.summary == "2 runs of MySQL 8.0.36, MySQL 8.4.0. Evidence: raw output."
    assert [author.name for author in last.authors] == ["Bob of Example & Sons", "Ada Example"]
    assert found.entries[0].summary == "Withdrawn: a broken disk"


def test_corrections_are_the_rows_that_change_what_was_published() -> None:
    found = read("corrections")
    assert [(entry.id, entry.title, entry.summary) for entry in found.entries] == [
        (f"{BASE}/results/2026-03-gone/#revision-2", f"Withdrawn: {FIRST.title}", "a broken disk"),
        (f"{BASE}/results/{BUNDLE}/#revision-2", f"Corrected: {FIRST.title}", "a typo"),
    ]
    assert found.feed.updated == "2027-04-01T00:00:00Z"


def test_a_feed_without_entries_is_valid_and_as_old_as_the_archive() -> None:
    found = read("corrections", {BUNDLE: [FIRST]})
    assert found.entries == []
    assert found.feed.updated == "2026-01-05T00:00:00Z"


def test_a_later_event_changes_no_entry_there_was() -> None:
    before = read("corrections", {BUNDLE: [FIRST, SECOND]}).entries
    after = read("corrections", {BUNDLE: [FIRST, SECOND, WITHDRAWN]}).entries
    assert [entry.id for entry in after[1:]] == [entry.id for entry in before]
    assert after[1].updated == before[0].updated


def test_a_feed_is_bounded() -> None:
    many = {f"2026-01-b{n:03}": [replace(FIRST, date="2026-01-05")] for n in range(MOST + 5)}
    found = read("results", many)
    assert len(found.entries) == MOST
    assert found.entries[0].id.endswith(f"b{MOST + 4:03}/")


@pytest.mark.parametrize("text", [HOSTILE, "]]> <!-- \x00\x0b\ufffe & <b>"])
def test_hostile_text_is_text(text: str) -> None:
    rows = [replace(FIRST, title=text), replace(SECOND, title=text, reason=text)]
    titles = [entry.title_detail for entry in read("corrections", {BUNDLE: rows}).entries]
    assert [title.type for title in titles] == ["text/plain"]
    assert "<" in titles[0].value


def test_an_archive_without_a_record_has_no_feed() -> None:
    assert feeds({}, [], BASE) == {}
