"""What a page may weigh, before compression, and how much a browser has to lay out."""

from __future__ import annotations

import pytest
from page_elements import read

from built_sites import Site, kind_of

BYTES, ELEMENTS = 120_000, 3_000


@pytest.fixture(scope="module")
def pages(walked_site: Site) -> list[str]:
    """All but those of runs, of which each is small by itself."""
    found = [address for address in walked_site.addresses() if kind_of(address) != "run"]
    assert len(found) > 100
    return found


def test_no_page_is_heavy(walked_site: Site, pages: list[str]) -> None:
    sizes = {address: walked_site.file(address).stat().st_size for address in pages}
    assert {address: size for address, size in sizes.items() if size > BYTES} == {}


def test_no_page_has_many_elements(walked_site: Site, pages: list[str]) -> None:
    files = {address: walked_site.file(address).read_text(encoding="utf-8") for address in pages}
    counts = {address: len(read(html).elements) for address, html in files.items()}
    assert {address: count for address, count in counts.items() if count > ELEMENTS} == {}
