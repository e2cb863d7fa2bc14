"""A reader on the page of a campaign: old addresses, switches, charts that point together."""

from __future__ import annotations

import re

from page_elements import read
from playwright.sync_api import Browser, expect
from reader import DESKTOP, visiting
from served import Served

CAMPAIGN = "comparisons/2017-10-intel-nuc-i5-io-bound/"
VIEW = "2017-10-intel-nuc-i5-io-bound--random-points"
INSERT = "2017-10-intel-nuc-i5-io-bound--insert"
TITLE = "[data-slot=throughput] figcaption"
FAINT = "[stroke^=color-mix], [fill^=color-mix]"
LIVE = "[data-linked] figure.chart[data-live=on]"


def test_an_old_address_leads_to_its_view_with_the_switch_set(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, f"{archive.address}comparisons/{VIEW}/", viewport=DESKTOP) as visit:
        page = visit.page
        page.wait_for_url(f"{archive.address}{CAMPAIGN}#{VIEW}")
        current = page.locator(".switch a[aria-current]")
        expect(current).to_have_text("Random points, after the write tests")
        expect(page.locator(TITLE)).to_contain_text("MySQL 5.0.96")
        page.wait_for_selector(LIVE)
        assert visit.violations() == []


def test_a_switch_exchanges_the_charts_and_the_address(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address + CAMPAIGN, viewport=DESKTOP) as visit:
        page = visit.page
        before = page.locator(TITLE).inner_text()
        page.locator(".switch").first.hover()
        visit.settle()
        page.get_by_role("link", name="Insert", exact=True).click()
        # A chart of the view before may be live still.
        expect(page.locator(TITLE)).not_to_contain_text(before.splitlines()[0])
        page.wait_for_selector(LIVE)
        assert page.url.endswith("#" + INSERT)
        expect(page.locator("[data-files] a").first).to_have_attribute(
            "href", re.compile(f"#{INSERT}$")
        )
        page.go_back()
        expect(page.locator(TITLE)).to_contain_text(before.splitlines()[0])
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
        expect(second.locator(".chart-tip")).to_contain_text("Against MySQL 5.0.96: ")


def test_every_view_is_readable_without_a_program(browser: Browser, archive: Served) -> None:
    address = f"{archive.address}comparisons/{VIEW}/"
    with visiting(browser, address, viewport=DESKTOP, java_script_enabled=False) as visit:
        page = visit.page
        page.wait_for_url(re.compile(f"#{VIEW}$"))
        assert page.locator("details.view").count() == 16
        # Of a view whose table does not stand on the page itself.
        leading = page.locator("details.view a[href*='all/']", has_text="Table").first
        page.goto(leading.evaluate("link => link.href"))
        view = page.url.partition("#")[2]
        section = page.locator(f'section[aria-labelledby="{view}"]')
        expect(section.locator("img")).to_be_visible()
        expect(section.locator("table")).to_be_visible()


def test_the_key_shows_a_server_in_front_and_hides_it_in_every_chart(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, f"{archive.address}{CAMPAIGN}#{VIEW}", viewport=DESKTOP) as visit:
        page = visit.page
        page.wait_for_selector(f"{LIVE} >> nth=1")
        pictures = page.locator(f"{LIVE} .chart-picture").all()[:2]
        assert page.locator(".chart-key:visible").count() == 0
        page.get_by_role("button", name="Servers").first.click()
        assert page.locator(".chart-key:visible").count() == 1
        server = page.locator(".chart-key:visible button", has_text="MySQL 5.7.17")
        server.hover()
        for picture in pictures:
            expect(picture.locator(FAINT).first).to_be_attached()
            expect(picture).to_contain_text("MySQL 5.7.17")
        server.press("Enter")
        for picture in pictures:
            expect(picture).not_to_contain_text("MySQL 5.7.17")
            expect(picture).to_contain_text("MySQL 8.0.3")
        expect(server).to_have_attribute("aria-pressed", "false")
        page.locator("h1").hover()
        page.get_by_role("link", name="Insert", exact=True).click()
        page.wait_for_url(f"**#{INSERT}")
        page.wait_for_selector(f"{LIVE} >> nth=1")
        # It stays hidden in the charts of another view.
        expect(page.locator(f"{LIVE} .chart-picture").first).not_to_contain_text("MySQL 5.7.17")
        again = page.locator(".chart-key button", has_text="MySQL 5.7.17").first
        expect(again).to_have_attribute("aria-pressed", "false")
        assert visit.complaints == []
        assert visit.violations() == []


def test_the_table_of_a_view_opens_below_its_charts(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address + CAMPAIGN, viewport=DESKTOP) as visit:
        page = visit.page
        page.locator(".switch").first.hover()
        visit.settle()
        shown = page.locator("[data-shown]").get_attribute("data-shown")
        page.locator("[data-files] [data-table]").first.click()
        view = page.locator(f'details[data-view="{shown}"]')
        expect(view.locator("table")).to_be_visible()
        expect(page.locator("#cite ~ details summary")).to_have_text("Other formats")


def test_a_table_on_another_page_is_a_link_away_and_leads_back(
    browser: Browser, archive: Served
) -> None:
    """Without a program, from the view of an old address."""
    part = archive.site.of_kind("figures")[0]
    html = archive.site.file(part).read_text(encoding="utf-8")
    view = read(html).all("section")[0]["aria-labelledby"]
    address = f"{archive.address}comparisons/{view}/"
    with visiting(browser, address, viewport=DESKTOP, java_script_enabled=False) as visit:
        page = visit.page
        page.wait_for_url(re.compile(f"#{view}$"))
        shown = page.locator(f'[id="{view}"]')
        assert shown.locator("table").count() == 0
        shown.get_by_role("link", name="Table", exact=True).click()
        page.wait_for_url(f"{archive.address}{part}#{view}")
        section = page.locator(f'section[aria-labelledby="{view}"]')
        assert section.locator("tbody tr").count() == section.locator("tbody a").count() > 1
        section.get_by_role("link", name="Charts").click()
        page.wait_for_url(re.compile(f"/comparisons/[^/]+/#{view}$"))
