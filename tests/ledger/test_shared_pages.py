"""Pages that span bundles: their record only grows, and is read strictly."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from published_archive import commit, published
from sysbench_archive.build.archive import read_addresses, read_comparison_records, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.store import Work
from sysbench_archive.build.write_lists import recorded_pages
from sysbench_archive.commands.record import record
from sysbench_archive.ledger.addresses import (
    SHARED_PAGES,
    read_shared_pages,
    write_shared_pages,
)
from sysbench_archive.ledger.agreement import index_of
from sysbench_archive.problems import UsageError

PAIR, SETTING = "/upgrades/mysql-5.6-to-mysql-5.7/", "/settings/sync_binlog/"
PAGES = {PAIR: "From 5.6, to 5.7", SETTING: "sync_binlog"}


def test_what_is_written_is_read() -> None:
    assert read_shared_pages(write_shared_pages(PAGES).encode()) == PAGES
    assert read_shared_pages(b"") == {}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"path,name\n", "expected path,title"),
        (b"path,title\n/about/,About\n", "expected a path and its title"),
        (b"path,title\n/settings/../x/,x\n", "expected a path and its title"),
        (b"path,title\n/settings/a/\n", "expected a path and its title"),
        (b"path,title\n/settings/a/,a\n/settings/a/,a\n", "has a row above"),
        (b"\xff", "no CSV file in UTF-8"),
    ],
)
def test_what_is_no_such_file_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_shared_pages(data)


def test_a_page_once_published_is_missed_where_nothing_answers(tmp_path: Path, work: Work) -> None:
    archive = published(tmp_path / "archive", work)
    pages = recorded_pages(archive)
    assert "/workloads/oltp_read_only/" in pages
    records, compared = read_records(archive)[0], read_comparison_records(archive)[0]
    known = read_addresses(archive).values()
    index = tmp_path / "addresses.json"
    index.write_bytes(msgspec.json.encode(index_of(records, known, (), compared, [*pages, PAIR])))
    (lost,) = check_archive(archive, work, published=index)
    assert (lost.code, lost.path) == ("published-vanished", SHARED_PAGES)
    with pytest.raises(UsageError, match="name none"):
        record(archive, ["x"], work, published=index)
    record(archive, (), work, published=index)
    assert recorded_pages(archive) == pages | {PAIR: "mysql-5.6-to-mysql-5.7"}
    assert check_archive(archive, work, published=index) == []
    (archive.root / SHARED_PAGES).write_text(write_shared_pages(pages | PAGES))
    assert check_archive(archive, work, published=index) == []
    # A row stays when its page is not made any more.
    commit(archive)
    record(archive, (), work)
    assert recorded_pages(archive) == pages | PAGES
    (archive.root / SHARED_PAGES).write_text(write_shared_pages(pages))
    found = check_archive(archive, work, base="HEAD")
    assert [problem.code for problem in found] == ["published-vanished"] * 2
    index.write_text("{}")
    with pytest.raises(UsageError, match=r"is not the addresses\.json"):
        record(archive, (), work, published=index)
