"""Every address that was published is promised, and a published site is held to its index."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from sysbench_archive.build.archive import read_index
from sysbench_archive.ledger.agreement import (
    index_of,
    pages_of,
    promised_pages,
    published_problems,
    retired,
)
from sysbench_archive.ledger.events import corrected, recorded, withdrawn
from sysbench_archive.ledger.record import Identity, Row
from sysbench_archive.model.base import read_record
from sysbench_archive.model.history import AddressIndex
from sysbench_archive.problems import UsageError

ONE = Identity("swh:1:dir:" + "0" * 40, "0" * 64, "T", "r1", "Ada", "reads writes")
TWO = replace(ONE, swhid="swh:1:dir:" + "1" * 40, figures_sha256="1" * 64, comparisons="reads")
CURATED = [{"/comparisons/q/", "/comparisons/old/"}]


def first() -> tuple[Row, ...]:
    return recorded((), ONE, "2026-01-01")


def test_a_record_promises_runs_revisions_and_comparisons_for_ever() -> None:
    rows = withdrawn(corrected(first(), TWO, "2026-01-02", "why"), "2026-01-03", "why")
    assert pages_of("b", rows) == [
        "/results/b/",
        "/results/b/r1/",
        "/results/b/revisions/1/",
        "/results/b/revisions/2/",
        "/comparisons/b--reads/",
        "/comparisons/b--writes/",
    ]
    assert retired(rows[:2], ["reads"]) == ["writes"]
    assert retired(rows, []) == ["reads", "writes"]


def test_pages_below_a_result_are_named_from_there_and_those_of_earlier_indexes_are_read() -> None:
    rows = corrected(first(), TWO, "2026-01-02", "why")
    index = index_of({"b": rows}, CURATED)
    assert index.results[0].pages == [
        "./",
        "r1/",
        "revisions/1/",
        "revisions/2/",
        "/comparisons/b--reads/",
        "/comparisons/b--writes/",
    ]
    assert promised_pages(index.results[0]) == pages_of("b", rows)
    earlier = json.loads(msgspec.json.encode(index))
    earlier["results"][0]["pages"] = [*pages_of("b", rows), "/results/b/r2/"]
    read = read_record(json.dumps(earlier), AddressIndex)
    problems = [str(p.message) for p in published_problems(read, index, {"b": rows})]
    assert problems == ["nothing answers any more to /results/b/r2/"]


def told(
    before: tuple[Row, ...], after: tuple[Row, ...], curated: list[set[str]] = CURATED
) -> list[str]:
    index = index_of({"b": before}, CURATED)
    records = {"b": after} if after else {}
    now = index_of(records, curated)
    return [p.code for p in published_problems(index, now, records)]


def test_what_only_grows_is_published() -> None:
    two = corrected(first(), TWO, "2026-01-02", "why")
    assert told(first(), first()) == told(first(), two) == told(two, two) == []
    assert told(first(), withdrawn(first(), "2026-01-02", "why")) == []


def test_lost_addresses_and_other_figures_are_told() -> None:
    other = (replace(first()[0], figures_sha256="2" * 64),)
    fewer = (replace(first()[0], runs="", comparisons="reads"),)
    two = corrected(first(), TWO, "2026-01-02", "why")
    assert told(first(), ()) == ["published-vanished"]
    assert told(first(), fewer) == ["published-vanished"]
    assert told(first(), other) == ["published-changed"]
    assert told(two, first()) == ["published-vanished", "published-changed"]
    assert told(first(), first(), [{"/comparisons/q/"}]) == ["published-vanished"]


def test_an_index_of_another_program_is_read(tmp_path: Path) -> None:
    now = index_of({"b": first()}, CURATED)
    index = json.loads(msgspec.json.encode(now))
    index["version"] = index["results"][0]["place"] = "new"
    del index["campaigns"]
    path = tmp_path / "addresses.json"
    path.write_text(json.dumps(index))
    read = read_index(path)
    assert list(published_problems(read, now, {"b": first()})) == []
    assert [p.code for p in published_problems(read, now, {})] == ["published-vanished"]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"results": [{}]}', b'{"results": 3}', b'{"\xff": 3}']
)
def test_what_is_no_index_is_wrong_usage(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "addresses.json"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=r"is not the addresses\.json"):
        read_index(path)
