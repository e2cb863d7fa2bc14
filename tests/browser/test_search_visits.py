"""What readers type is found, and the lists that searching leads to are narrowed and sorted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from reader import DESKTOP, PHONE, Visit, visiting
from served import Served
from test_every_page import complaints_of


@pytest.fixture
def home(browser: Browser, archive: Served) -> Iterator[Visit]:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        yield visit
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.strangers(archive.address) == []


def ask(visit: Visit, question: str) -> None:
    """Type a question into the box of the masthead and send it: one click."""
    box = visit.page.get_by_role("searchbox").first
    box.fill(question)
    visit.settle()
    box.press("Enter")
    visit.page.wait_for_url("**/search/?q=*")
    visit.page.locator(".found li").first.wait_for()
    visit.settle()


def rows(page: Page) -> list[str]:
    """Titles of the rows that a narrowed list shows, all of them."""
    page.locator(".listing-found tbody tr").first.wait_for()
    more = page.get_by_role("button", name="Show more")
    while more.count():
        more.click()
    return page.locator(".listing-found tbody th a").all_inner_texts()


def test_machines_like_mine_are_one_click_and_a_form_away(home: Visit, archive: Served) -> None:
    page = home.page
    link = page.get_by_role("navigation", name="Sections").get_by_role("link", name="Hardware")
    link.hover()
    home.settle()
    link.click()
    page.wait_for_url("**/hardware/")
    assert page.locator(".listing-all tbody tr").count() == machines(archive)["rows"]
    page.get_by_label("Cores", exact=True).fill("2")
    page.get_by_label("Memory in GB").fill("24")
    expect(page).to_have_url(re.compile("cores=2&memory=24"))
    assert rows(page)
    near = page.locator(".listing-found .near").all_inner_texts()
    assert near[0] == "About as many cores, about as much memory"
    unknown = [at for at, words in enumerate(near) if "ores not recorded" in words]
    assert all(at >= near.count(near[0]) for at in unknown)


def machines(archive: Served) -> Any:
    return json.loads((archive.site.public / "lists" / "machines.json").read_bytes())


FOUND = {
    "Mark Callaghan": "Mark Callaghan",
    "i5-7260U": "Kaby Lake",
    "two axes verdict": "Methodology: The two axes",
    "sync_binlog": "sync_binlog",
}


def test_authors_hardware_prose_and_settings_are_found(home: Visit) -> None:
    for question, title in FOUND.items():
        ask(home, question)
        titles = home.page.locator(".found h2").all_inner_texts()[:5]
        assert any(found.startswith(title) for found in titles), titles


def test_an_author_leads_to_their_results(home: Visit) -> None:
    ask(home, "Callaghan")
    home.page.get_by_role("link", name="Mark Callaghan", exact=True).click()
    home.page.wait_for_url("**/results/?by=Mark+Callaghan")
    cells = home.page.locator(".listing-found tbody td:nth-child(2)")
    cells.first.wait_for()
    assert {text.split("\n")[0] for text in cells.all_inner_texts()} == {"Mark Callaghan"}


def test_a_list_is_narrowed_sorted_and_kept_in_the_address(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, f"{archive.address}results/", viewport=DESKTOP) as visit:
        page = visit.page
        assert not [url for url in visit.requests if "/lists/" in url], "only once it is used"
        page.get_by_label("Product").focus()
        visit.settle()
        page.get_by_label("Product").select_option("mariadb")
        expect(page).to_have_url(re.compile(r"\?product=mariadb$"))
        narrowed = rows(page)
        count = len(narrowed)
        option = page.get_by_label("Product").locator("option[value=mariadb]")
        assert option.inner_text() == f"MariaDB ({count})"
        page.get_by_label("Sort").select_option("title")
        expect(page).to_have_url(re.compile("sort=title"))
        assert sorted(rows(page)) == sorted(narrowed)
        assert page.locator(".listing-all").is_hidden()
        page.go_back()
        page.go_back()
        expect(page.locator(".listing-all")).to_be_visible()
        page.get_by_label("Words").fill("no such words at all")
        expect(page.get_by_role("status")).to_have_text("No result fits all of this.")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".listing-all")).to_be_visible()
        assert visit.complaints == []
    address = f"{archive.address}results/?product=mariadb&nonsense=<b>&sort=__proto__"
    with visiting(browser, address, viewport=DESKTOP) as visit:
        assert sorted(rows(visit.page)) == sorted(narrowed)
        assert visit.complaints == []


@pytest.mark.parametrize("name", ["results", "comparisons", "hardware"])
def test_heads_of_columns_sort_both_ways(browser: Browser, archive: Served, name: str) -> None:
    with visiting(browser, f"{archive.address}{name}/", viewport=DESKTOP) as visit:
        page = visit.page
        page.locator(".listing-all th[data-sort=cores] button").first.press("Enter")
        most = page.locator(".listing-found th[aria-sort=descending] button")
        expect(most).to_be_focused()
        expect(page).to_have_url(re.compile(r"\?sort=cores$"))
        sizes = cores(page)
        assert sizes == sorted(sizes, reverse=True)
        assert len(set(sizes)) > 1
        most.press("Enter")
        expect(page.locator(".listing-found th[aria-sort=ascending] button")).to_be_focused()
        expect(page).to_have_url(re.compile(r"\?sort=-cores$"))
        sizes = cores(page)
        assert sizes == sorted(sizes)
        page.reload()
        assert cores(page) == sizes
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".listing-all")).to_be_visible()
        assert visit.complaints == []


def cores(page: Page) -> list[int]:
    """The doublings that hold the most cores of each row, of those that say so first."""
    page.locator(".listing-found tbody tr").first.wait_for()
    texts = page.locator(".listing-found tbody td:nth-child(4)").all_inner_texts()
    found = [re.findall(r"(\d+) (?:core|CPU)", text) for text in texts]
    named = [max(map(int, counts)) for counts in found if counts]
    assert all(found[: len(named)]) or any("more" in text for text in texts)
    return [1 << (size - 1).bit_length() for size in named]


@pytest.mark.parametrize("name", ["results", "comparisons", "hardware"])
def test_lists_are_whole_without_javascript(browser: Browser, archive: Served, name: str) -> None:
    with visiting(browser, f"{archive.address}{name}/", java_script_enabled=False) as visit:
        page = visit.page
        assert page.locator(".listing-form").is_hidden()
        assert page.locator(".listing tbody tr").first.is_visible()
        assert page.locator("thead button").count() == 0
        assert re.search(r"^[\d,]+ \w+, \w", page.get_by_role("status").inner_text())


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("asked", ["results/?product=mysql", "hardware/?cores=16"])
def test_a_narrowed_list_is_accessible_and_fits(
    browser: Browser, archive: Served, asked: str, size: dict[str, int]
) -> None:
    with visiting(browser, archive.address + asked, viewport={**size, "height": 3000}) as visit:
        assert rows(visit.page)
        visit.settle()
        assert complaints_of(visit.page) == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_run_leads_to_more_threads_and_to_its_repetitions(
    browser: Browser, archive: Served
) -> None:
    address = next(
        page
        for page in archive.site.of_kind("run")
        if re.search(
            r"[0-9] threads?</a>.*repetition 2</a>",
            archive.site.file(page).read_text(encoding="utf-8"),
        )
    )
    with visiting(browser, archive.address + address, viewport=DESKTOP) as visit:
        title = visit.page.locator("h1").inner_text()
        visit.page.get_by_role("link", name="repetition 2").click()
        expect(visit.page.locator("h1 + p")).to_contain_text("repetition 2")
        assert visit.page.locator("h1").inner_text() == title
        visit.page.get_by_role("link", name=re.compile("^[0-9]+ threads?$")).first.click()
        expect(visit.page.locator("h1")).not_to_have_text(title)
        assert visit.complaints == []


def test_a_list_that_cannot_be_loaded_leaves_the_table(browser: Browser, archive: Served) -> None:
    with visiting(browser, f"{archive.address}results/", viewport=DESKTOP) as visit:
        page = visit.page
        page.route("**/lists/*.json", lambda route: route.fulfill(status=503, body=""))
        page.get_by_label("Words").fill("mysql")
        expect(page.get_by_role("status")).to_contain_text("could not be loaded")
        assert page.locator(".listing-all tbody tr").first.is_visible()
