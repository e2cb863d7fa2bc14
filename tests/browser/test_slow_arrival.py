"""A page that arrives in pieces: what a reader sees already stays where it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from reader import PHONE, Tab, opened
from served import Served, Slow, serving

import built_sites

_LITTLE = 0.01
"""Columns of a table widen with rows that need more; the foot of a short page rises as it grows."""


@pytest.fixture(scope="module")
def slow_archive(real_site: built_sites.Site) -> Iterator[Served]:
    """The real archive over a poor connection."""
    with serving(real_site.parent, Slow) as root:
        yield Served(real_site, root + built_sites.BASE)


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    """Of a phone, where what arrives late has the most below it to move."""
    with opened(browser, viewport=PHONE) as tab:
        yield tab


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_nothing_moves_while_a_page_arrives(tab: Tab, slow_archive: Served, kind: str) -> None:
    address = slow_archive.address + slow_archive.site.of_kind(kind)[0]
    with tab.visiting(address) as visit:
        visit.settle()
        shift, moved = visit.shift()
        assert shift < _LITTLE, moved
