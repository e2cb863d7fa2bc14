"""Sitemaps hold what a sitemap may hold, and every page of every bundle once."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest

from sysbench_archive.model.base import ComparisonKind
from sysbench_archive.model.listing import PageEntry, PageIndex
from sysbench_archive.publish.sitemap import sitemaps

HOME = "https://archive.example"
NAMES = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
DAY = "2026-01-02"


KINDS: tuple[ComparisonKind, ...] = ("matrix", "curated")


def index(bundles: int, runs: int) -> PageIndex:
    names = [f"2026-01-{number}" for number in range(bundles)]
    ids = [f"r{number}" for number in range(runs)]
    return PageIndex(
        results={name: PageEntry(title=name, day=DAY, runs=ids) for name in names},
        comparisons={
            f"{names[0]}--{kind}": PageEntry(title=kind, kind=kind, day=DAY) for kind in KINDS
        },
    )


def test_a_sitemap_holds_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysbench_archive.publish.sitemap.MOST_ADDRESSES", 10)
    written = dict(sitemaps(index(6, 3), {}, {}, HOME))
    assert [*written] == [*(f"/sitemap-{n}.xml.gz" for n in (1, 2, 3)), "/sitemap.xml"]
    texts = [gzip.decompress(written[f"/sitemap-{n}.xml.gz"]).decode() for n in (1, 2, 3)]
    listed = [re.findall("<loc>(.*?)</loc>", text) for text in texts]
    assert [len(addresses) for addresses in listed] == [10, 10, 5]
    addresses = {address for some in listed for address in some}
    assert len(addresses) == 25
    assert f"{HOME}/results/2026-01-5/r2/" in addresses
    assert f"{HOME}/comparisons/2026-01-0--matrix/" in addresses


def test_the_index_names_every_sitemap() -> None:
    written = dict(sitemaps(index(2, 1), {}, {}, HOME))
    for path, data in written.items():
        ElementTree.fromstring(gzip.decompress(data) if path.endswith(".gz") else data)
    root = ElementTree.fromstring(written["/sitemap.xml"])
    assert root.tag == f"{NAMES}sitemapindex"
    named = [entry.findtext(f"{NAMES}loc") for entry in root]
    assert named == [f"{HOME}/sitemap-front.xml", f"{HOME}/sitemap-1.xml.gz"]


def test_an_archive_without_bundles_has_the_sitemap_of_the_rest() -> None:
    ((path, data),) = sitemaps(PageIndex(), {}, {}, HOME)
    assert path == "/sitemap.xml"
    assert data.count(b"<loc>") == 1
