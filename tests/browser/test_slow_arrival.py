"""A page that arrives in pieces: what a reader sees already stays where it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route
from reader import DESKTOP, PHONE, Tab, opened, visiting
from served import Served, Slow, serving

import built_sites

_LITTLE = 0.01
"""Columns of a table widen with rows that need more; the foot of a short page rises as it grows."""

_AFTER_A_KEY_MS = 600
"""What moves within half a second of a key is the reader's own doing."""


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


def test_nothing_moves_below_what_a_search_found_first(
    browser: Browser, slow_archive: Served
) -> None:
    """The rest of the search's files arrive while a reader stands at the end of the page."""
    with visiting(browser, "about:blank", viewport=DESKTOP) as visit:
        held: list[Route] = []
        visit.page.route("**/lists/*.json", lambda route: held.append(route))
        visit.page.goto(slow_archive.address + slow_archive.site.of_kind("search")[0])
        visit.page.locator(".search li").first.wait_for()
        visit.page.keyboard.press("End")
        visit.page.wait_for_timeout(_AFTER_A_KEY_MS)
        assert held
        for route in held:
            route.continue_()
        visit.page.get_by_role("heading", name="Lists of everything").wait_for()
        assert visit.shift() == (0, [])
