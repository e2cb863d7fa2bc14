"""A reader narrows, sorts and chooses from every series and run, near their own machine first."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from exploring import HOSTILE, SHOWN, count, entries, exploring, ready, said
from playwright.sync_api import Browser, Route, expect
from reader import DESKTOP, SIZES, Visit, visiting
from served import Served
from test_every_page import complaints_of


def index(archive: Served) -> dict[str, Any]:
    """The index as it is published."""
    path = archive.site.public / "explore" / "index.json"
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def test_the_list_has_everything_and_shows_a_page_of_it(explore: Visit, archive: Served) -> None:
    page = explore.page
    assert count(page) == index(archive)["series"]
    assert entries(page).count() == SHOWN
    first = entries(page).first.inner_text()
    page.get_by_role("button", name="Next page").click()
    expect(said(page)).to_contain_text(f"{SHOWN + 1} to {2 * SHOWN} shown")
    assert entries(page).first.inner_text() != first
    assert "page=2" in page.url
    page.go_back()
    expect(said(page)).to_contain_text(f"1 to {SHOWN} shown")
    assert entries(page).first.inner_text() == first


def pieces_asked_for(visit: Visit) -> list[str]:
    """The numbers of the pieces that were loaded."""
    found = (re.search(r"/explore/series-(\d+)[.]json$", url) for url in visit.requests)
    return [match[1] for match in found if match]


def test_the_first_view_loads_the_first_piece_only(explore: Visit, archive: Served) -> None:
    assert pieces_asked_for(explore) == ["0"]
    product = explore.page.get_by_role("group", name="Product")
    counts = {
        value["label"]: value["series"]
        for facet in index(archive)["facets"]
        if facet["name"] == "product"
        for value in facet["values"]
    }
    for label, series in counts.items():
        count = product.locator("label", has_text=label).locator("small").first
        assert count.inner_text() == f"{series:,}"


def test_a_page_or_a_choice_loads_what_it_shows(explore: Visit, archive: Served) -> None:
    pieces = index(archive)["pieces"]
    last = len(pieces) - 1
    assert last > 1
    explore.page.goto(f"{archive.address}explore/?page=1000")
    ready(explore)
    assert count(explore.page) == index(archive)["series"]
    assert set(pieces_asked_for(explore)) == {"0", str(last)}
    explore.page.get_by_role("searchbox", name="Words").fill("mysql")
    expect(explore.page).to_have_url(re.compile("q=mysql"))
    explore.settle()
    assert len(set(pieces_asked_for(explore))) == len(pieces)


def test_facets_narrow_count_and_are_kept_in_the_address(
    explore: Visit, browser: Browser, archive: Served
) -> None:
    page = explore.page
    product = page.get_by_role("group", name="Product")
    counted = product.locator("label", has_text="MariaDB").locator("small").inner_text()
    product.get_by_label("MariaDB").check()
    expect(said(page)).to_contain_text(f"{counted} series")
    labels = page.locator(".series h3").all_inner_texts()
    assert all(label.startswith("MariaDB") for label in labels)
    assert page.url.endswith("?product=mariadb")
    assert page.evaluate("document.activeElement.name") == "product", "the focus stays"
    releases = page.get_by_role("group", name="Release series").locator("label:visible")
    assert all(text.startswith("MariaDB") for text in releases.all_inner_texts())
    with exploring(browser, archive, "?product=mariadb") as again:
        assert again.page.locator(".series h3").all_inner_texts() == labels
        assert again.page.get_by_label("MariaDB", exact=False).first.is_checked()
    page.go_back()
    expect(product.get_by_label("MariaDB")).not_to_be_checked()


def test_single_runs_are_listed_when_they_are_asked_for(explore: Visit, archive: Served) -> None:
    page = explore.page
    page.get_by_label("Show").select_option("runs")
    expect(said(page)).to_contain_text("runs")
    explore.settle()
    assert count(page) == index(archive)["runs"]
    entries(page).first.get_by_role("link").first.click()
    page.wait_for_url(re.compile(r"/results/[^/]+/[^/]+/$"))
    assert page.locator("h1").inner_text()


def test_chosen_sides_lead_to_their_comparison(explore: Visit) -> None:
    page = explore.page
    tray = page.get_by_role("region", name="Chosen for a comparison")
    assert tray.is_hidden()
    entries(page).nth(0).get_by_role("checkbox").check()
    expect(tray).to_contain_text("Choose one more")
    entries(page).nth(1).get_by_role("checkbox").check()
    expect(tray.get_by_role("status")).to_contain_text("2 of at most 8 sides")
    assert tray.get_by_role("listitem").count() == 2
    assert page.url.count("s=") == 2, "a reload keeps the choice"
    page.reload()
    ready(explore)
    assert entries(page).nth(1).get_by_role("checkbox").is_checked()
    tray.get_by_role("link", name="Compare").click()
    page.wait_for_url(re.compile(r"/compare/\?s=[^&]+&s=[^&]+$"))
    assert page.locator(".answer-sentence").inner_text()


def test_no_more_sides_than_can_be_compared_are_chosen(explore: Visit) -> None:
    page = explore.page
    boxes = entries(page).get_by_role("checkbox")
    for at in range(8):
        boxes.nth(at).check()
    assert boxes.nth(8).is_disabled()
    page.get_by_role("button", name=re.compile("^Remove ")).first.click()
    assert boxes.nth(8).is_enabled()
    assert not boxes.nth(0).is_checked()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("region", name="Chosen for a comparison")).to_be_hidden()


def test_a_hostile_address_asks_for_nothing(browser: Browser, archive: Served) -> None:
    asked = f"?q={HOSTILE}&product={HOSTILE}&sort={HOSTILE}&show=x&page=-1&s={HOSTILE}&r=../../x"
    with exploring(browser, archive, asked) as visit:
        assert visit.page.locator("main img").count() == 0
        assert visit.dialogs == []
        assert visit.page.get_by_role("region", name="Chosen for a comparison").is_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_it_is_still_and_accessible_while_in_use(
    browser: Browser, archive: Served, size: str
) -> None:
    # All of it is on the screen: of what its edge cuts off, axe measures what is left.
    with exploring(browser, archive, viewport=SIZES[size] | {"height": 3000}) as visit:
        page = visit.page
        page.get_by_label("A class on file").select_option(index=1)
        if size == "phone":
            page.get_by_text("Narrow the list").click()
        page.get_by_text("Or paste what lscpu prints").click()
        entries(page).first.get_by_role("checkbox").check()
        page.wait_for_timeout(100)
        assert complaints_of(page) == []
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SIZES[size]["width"]
        assert visit.shift()[0] == 0, visit.shift()[1]


@pytest.mark.parametrize("what", ["**/explore/index.json", "**/explore/series-0.json"])
def test_a_list_that_cannot_be_loaded_is_said_in_a_sentence(
    browser: Browser, archive: Served, what: str
) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=500, body="")

    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        visit.page.route(what, fail)
        visit.page.goto(f"{archive.address}explore/")
        expect(visit.page.locator(".program")).to_contain_text("could not be loaded")
        assert visit.page.locator("main .card a").count() >= 4


def test_a_rest_that_cannot_be_loaded_is_said_and_asked_for_again(
    browser: Browser, archive: Served
) -> None:
    with exploring(browser, archive) as visit:
        page = visit.page
        page.route("**/explore/series-1.json", lambda route: route.fulfill(status=500, body=""))
        page.get_by_label("Sort").select_option("peak")
        expect(said(page)).to_contain_text("could not be loaded")
        assert entries(page).count() == SHOWN, "what was there stays"
        page.unroute("**/explore/series-1.json")
        page.get_by_label("Sort").select_option("name")
        expect(said(page)).to_contain_text("series")


def test_a_reader_who_changes_their_mind_is_not_overtaken(
    browser: Browser, archive: Served
) -> None:
    held: list[Route] = []
    with exploring(browser, archive) as visit:
        page = visit.page
        page.route("**/explore/series-1.json", lambda route: held.append(route))
        page.get_by_label("Sort").select_option("peak")
        expect(said(page)).to_contain_text("Loading")
        page.get_by_label("Sort").select_option("new")
        expect(said(page)).to_contain_text("series")
        for route in held:
            route.continue_()
        visit.settle()
        assert page.get_by_label("Sort").input_value() == "new"


def test_the_lowest_99th_percentile_comes_first_where_that_is_asked(
    browser: Browser, archive: Served
) -> None:
    with exploring(browser, archive, "?show=runs&sort=p99&percentile=p99") as visit:
        told = [
            re.search(r"p99 ([\d,.]+) ms", text) for text in entries(visit.page).all_inner_texts()
        ]
        figures = [float(found[1].replace(",", "")) for found in told if found]
        assert len(figures) == SHOWN
        assert figures == sorted(figures)
