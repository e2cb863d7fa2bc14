"""A reader on the page of a campaign: old addresses, switches, charts that point together."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from reader import DESKTOP, visiting
from served import Served

CAMPAIGN = "comparisons/2017-10-intel-nuc-i5-io-bound/"
VIEW = "2017-10-intel-nuc-i5-io-bound--random-points"
LIVE = "[data-linked] figure.chart[data-live=on]"


def test_an_old_address_leads_to_its_view_with_the_switch_set(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, f"{archive.address}comparisons/{VIEW}/", viewport=DESKTOP) as visit:
        page = visit.page
        page.wait_for_url(f"{archive.address}{CAMPAIGN}#{VIEW}")
        current = page.locator(".switch a[aria-current]")
        expect(current).to_have_text("Random points, after the write tests")
        expect(page.locator("[data-finding]")).to_contain_text("MySQL 5.0.96")
        page.wait_for_selector(LIVE)
        assert visit.violations() == []


def test_a_switch_exchanges_the_charts_and_the_address(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address + CAMPAIGN, viewport=DESKTOP) as visit:
        page = visit.page
        before = page.locator("[data-finding]").inner_text()
        page.locator(".switch").first.hover()
        visit.settle()
        page.get_by_role("link", name="Insert", exact=True).click()
        page.wait_for_selector(LIVE)
        assert page.url.endswith("#2017-10-intel-nuc-i5-io-bound--insert")
        assert page.locator("[data-finding]").inner_text() != before
        page.go_back()
        expect(page.locator("[data-finding]")).to_have_text(before)
        assert visit.complaints == []
        assert visit.violations() == []


def test_charts_that_stand_together_point_at_the_same_server(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, f"{archive.address}{CAMPAIGN}#{VIEW}", viewport=DESKTOP) as visit:
        page = visit.page
        page.wait_for_selector(f"{LIVE} >> nth=1")
        first, second = page.locator(LIVE).all()
        first.locator(".chart-live").focus()
        page.keyboard.press("ArrowRight")
        # The first is the baseline, which has no ratio to itself.
        page.keyboard.press("ArrowDown")
        tips = [chart.locator(".chart-tip strong").inner_text() for chart in (first, second)]
        assert len(set(tips)) == 1
        expect(second.locator(".chart-tip")).to_contain_text("Ratio")


def test_every_view_is_readable_without_a_program(browser: Browser, archive: Served) -> None:
    address = f"{archive.address}comparisons/{VIEW}/"
    with visiting(browser, address, viewport=DESKTOP, java_script_enabled=False) as visit:
        page = visit.page
        page.wait_for_url(re.compile(f"#{VIEW}$"))
        view = page.locator(f'[id="{VIEW}"]')
        assert view.locator("table tbody tr").count() == 2
        assert view.locator("table a").first.get_attribute("href")
        assert page.locator("details.view").count() == 16
