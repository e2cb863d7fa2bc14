"""The index of sitemaps, and the sitemaps of pages that bundles have.

A sitemap holds 50,000 addresses, which are much alike: those of bundles are compressed. Every other
page stands in one that Hugo writes, because pages of prose are known to it alone.
https://www.sitemaps.org/protocol.html
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from xml.sax.saxutils import escape

from sysbench_archive.ledger.comparisons import revision_page
from sysbench_archive.model.listing import PageIndex
from sysbench_archive.pages.history import BundleHistory

MOST_ADDRESSES = 50_000
FRONT = "sitemap-front.xml"
"""The sitemap of every page that no bundle has."""
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
_SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"
_Address = tuple[str, str]
"""Site-relative address; ISO day of the newest revision the page stands on, or nothing."""


def sitemaps(
    pages: PageIndex, histories: Mapping[str, BundleHistory], days: Mapping[str, str], base: str
) -> Iterator[tuple[str, bytes]]:
    """Site-relative path of each file with its bytes, the index last.

    `days` are those of the newest revision of each bundle, `base` is what addresses begin with.
    """
    names = [FRONT]
    addresses = _addresses(pages, histories, days)
    while some := list(islice(addresses, MOST_ADDRESSES)):
        names.append(f"sitemap-{len(names)}.xml.gz")
        yield f"/{names[-1]}", _sitemap(some, base)
    listed = "\n".join(f"<sitemap><loc>{base}/{name}</loc></sitemap>" for name in names)
    text = f'{_HEAD}<sitemapindex xmlns="{_SCHEMA}">\n{listed}\n</sitemapindex>\n'
    yield "/sitemap.xml", text.encode()


def _addresses(
    pages: PageIndex, histories: Mapping[str, BundleHistory], days: Mapping[str, str]
) -> Iterator[_Address]:
    for bundle, result in pages.results.items():
        parts = (f"all/{part}" for part in result.parts)
        yield from _result(bundle, chain(result.runs, parts), result.day)
    yield from _compared(pages)
    yield from _pinned(pages)
    for bundle, history in histories.items():
        if history.withdrawn:
            yield from _result(bundle, history.runs, days[bundle])
        for page in history.pages:
            yield page.path, ""
        for gone in history.comparisons:
            yield gone.path, days[bundle]


def _compared(pages: PageIndex) -> Iterator[_Address]:
    """The pages of the comparisons that results have of their own."""
    for slug, comparison in pages.comparisons.items():
        if comparison.kind == "matrix":
            own = [] if comparison.campaign else [""]
            for part in (*own, *(f"all/{name}/" for name in comparison.parts)):
                yield f"/comparisons/{slug}/{part}", comparison.day


def _pinned(pages: PageIndex) -> Iterator[_Address]:
    """The pinned addresses of results and of their own comparisons."""
    for bundle, result in pages.results.items():
        if result.revision:
            yield f"/results/{bundle}/revisions/{result.revision}/", ""
    for slug, comparison in pages.comparisons.items():
        if comparison.kind == "matrix":
            for number in range(comparison.revision):
                yield revision_page(slug, number + 1), ""


def _result(bundle: str, below: Iterable[str], day: str) -> Iterator[_Address]:
    """The page of a result and those below it: its runs, its long parts."""
    yield f"/results/{bundle}/", day
    for name in below:
        yield f"/results/{bundle}/{name}/", day


def _sitemap(addresses: Iterable[_Address], base: str) -> bytes:
    lines = (
        f"<url><loc>{escape(base + path)}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</url>"
        for path, day in addresses
    )
    text = "\n".join(lines)
    whole = f'{_HEAD}<urlset xmlns="{_SCHEMA}">\n{text}\n</urlset>\n'
    return gzip.compress(whole.encode(), mtime=0)
