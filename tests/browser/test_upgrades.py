"""Upgrades as readers meet them: choices, and tables that scroll by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from reader import DESKTOP, PHONE, Visit, visiting
from served import Served

LINE = 30
"""Height of a line of text, in CSS pixels."""


@pytest.fixture(params=[True, False], ids=["programs", "no-programs"])
def upgrades(browser: Browser, archive: Served, request: pytest.FixtureRequest) -> Iterator[Visit]:
    options = {"viewport": DESKTOP, "java_script_enabled": request.param}
    with visiting(browser, f"{archive.address}upgrades/", **options) as visit:
        yield visit
        assert visit.complaints == []


def shown(page: Page) -> set[str]:
    """The regimes, datasets and bands of the tables that can be seen."""
    classes: list[str] = page.locator(".view").evaluate_all(
        """views => views
          .filter((view) => view.checkVisibility({visibilityProperty: true}))
          .filter((view) => view.getClientRects().length)
          .map((view) => view.className)"""
    )
    return set(classes)


def test_one_regime_and_dataset_is_shown_at_a_time(upgrades: Visit) -> None:
    page = upgrades.page
    before = shown(page)
    assert len(before) == 1
    page.locator("input[name=regime]:not(:checked)").first.check()
    after = shown(page)
    assert len(after) == 1
    assert after != before


def test_every_choice_is_a_table_or_a_sentence(upgrades: Visit) -> None:
    page = upgrades.page
    for regime in page.locator("input[name=regime]").all():
        regime.check()
        for residency in page.locator("input[name=residency]").all():
            residency.check()
            for band in page.locator("input[name=band]").all():
                band.check()
                assert len(shown(page)) == 1


def test_a_cell_leads_to_its_pair(upgrades: Visit) -> None:
    page = upgrades.page
    head = page.locator(".view:visible thead a").first
    older, newer = head.inner_text().split(" → ")
    head.click()
    assert f" {older} to " in page.locator("h1").inner_text()
    assert page.locator("h1").inner_text().endswith(newer)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_pair_begins_with_what_was_found(
    browser: Browser, archive: Served, viewport: dict[str, int]
) -> None:
    """On the first screen, a line for each band of concurrency begins."""
    address = f"{archive.address}upgrades/mysql-5.6-to-mysql-9.7/"
    with visiting(browser, address, viewport=viewport) as visit:
        lines = visit.page.locator(".findings li")
        assert lines.first.inner_text().startswith("At 1 thread: ")
        assert lines.count() > 1
        box = lines.last.bounding_box()
        assert box
        # It begins there: how long a line is depends on the font of the machine.
        assert box["y"] + LINE < viewport["height"]


def test_the_first_column_stays_in_view_on_a_phone(browser: Browser, archive: Served) -> None:
    with visiting(browser, f"{archive.address}upgrades/", viewport=PHONE) as visit:
        frame = visit.page.locator(".view:visible .scroll").first
        frame.scroll_into_view_if_needed()
        before = frame.locator("tbody th").first.bounding_box()
        frame.evaluate("frame => { frame.scrollLeft = 200; }")
        after = frame.locator("tbody th").first.bounding_box()
        assert before
        assert after
        assert frame.evaluate("frame => frame.scrollLeft") > 0
        assert after["x"] == pytest.approx(before["x"], abs=1)
