"""A reader looks for something: the box, what is found, and what the address keeps of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from reader import DESKTOP, Visit, visiting
from served import Served


@pytest.fixture
def search(browser: Browser, archive: Served) -> Iterator[Visit]:
    with visiting(browser, f"{archive.address}search/", viewport=DESKTOP) as visit:
        found(visit.page).first.wait_for()
        yield visit
        assert visit.complaints == []
        assert visit.violations() == []


def found(page: Page) -> Locator:
    """The results."""
    return page.locator(".found > li")


def ask(page: Page, query: str) -> list[str]:
    """Type a query; the titles that are found."""
    page.get_by_role("searchbox").first.fill(query)
    expect(page.get_by_role("status")).not_to_contain_text("in the archive")
    page.wait_for_function("(q) => new URLSearchParams(location.search).get('q') === q", arg=query)
    return page.locator(".found h2").all_inner_texts()


FINDS = {
    "5.6": "MySQL 5.6",
    "mysql 5.7": "MySQL 5.7",
    "mysql5.7": "MySQL 5.7",
    "mariadb 10.11": "MariaDB 10.11",
    "read only": "OLTP read-only",
    "oltp_read_only": "OLTP read-only",
    "point selct": "Point select",
    "yaml dup": "yaml-duplicate-key",
}


def test_words_as_readers_type_them_find_pages(search: Visit) -> None:
    assert {query: ask(search.page, query)[0] for query in FINDS} == FINDS


HELD = """
const plain = fetch;
window.fetch = async (...asked) => {
  await new Promise((go) => { window.arrive = go; });
  return plain(...asked);
};
"""
"""Holds back what a page fetches until the test lets it arrive."""


def test_what_is_typed_while_documents_arrive_is_not_lost(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, f"{archive.address}search/?q=mariadb", HELD, viewport=DESKTOP) as visit:
        page = visit.page
        page.wait_for_function("() => Boolean(window.arrive)")
        box = page.get_by_role("searchbox").first
        box.fill("mysql 5.6")
        page.evaluate("arrive()")
        expect(page.locator(".found h2").first).to_have_text("MySQL 5.6")
        expect(box).to_have_value("mysql 5.6")
        assert page.url.endswith("?q=mysql+5.6")


def test_versions_are_never_misspelt(search: Visit) -> None:
    assert ask(search.page, "mysql 5.9")[0].startswith("No run of MySQL 5.9; 5.7")
    expect(search.page.get_by_role("status")).to_contain_text("with some of these words")
    assert ask(search.page, "99.98") == []
    expect(search.page.get_by_role("status")).to_contain_text("No page has these words.")


def test_what_matched_is_marked_and_leads_to_its_page(search: Visit, archive: Served) -> None:
    ask(search.page, "mysql 5.6")
    first = found(search.page).first
    assert first.locator("h2 mark").all_inner_texts() == ["MySQL", "5.6"]
    first.get_by_role("link").click()
    assert search.page.url == f"{archive.address}versions/mysql/5.6/"
    assert search.page.locator("h1").inner_text() == "MySQL 5.6"


def test_facets_narrow_and_count(search: Visit) -> None:
    page = search.page
    ask(page, "mysql")
    kind = page.get_by_role("group", name="Kind")
    counted = int(kind.locator("label", has_text="Result").locator("small").inner_text())
    kind.get_by_label("Result").check()
    expect(page.get_by_role("status")).to_have_text(f"{counted} pages found.")
    assert "kind=result" in page.url
    assert page.evaluate("document.activeElement.id") == "facet-kind-result"
    more = page.get_by_role("button", name="Show more")
    while more.count():
        more.click()
    assert found(page).count() == counted


def test_the_address_holds_the_search(browser: Browser, archive: Served) -> None:
    address = f"{archive.address}search/?q=mysql&kind=version&product=mysql"
    with visiting(browser, address, viewport=DESKTOP) as visit:
        found(visit.page).first.wait_for()
        assert visit.page.get_by_role("searchbox").first.input_value() == "mysql"
        titles = visit.page.locator(".found h2").all_inner_texts()
        assert titles
        assert all(title.startswith("MySQL ") for title in titles)
        visit.page.get_by_label("Version").uncheck()
        expect(visit.page.locator(".found h2")).not_to_have_text(titles)
        visit.page.go_back()
        expect(visit.page.locator(".found h2")).to_have_text(titles)
        assert visit.page.get_by_label("Version").is_checked()


def test_long_lists_open_a_part_at_a_time(search: Visit) -> None:
    page = search.page
    before = found(page).count()
    page.get_by_role("button", name="Show more").click()
    assert found(page).count() > before
    assert page.evaluate("document.activeElement.closest('li').previousElementSibling") is not None


@pytest.mark.parametrize("javascript", [True, False])
def test_the_box_leads_to_the_search_from_any_page(
    browser: Browser, archive: Served, javascript: bool
) -> None:
    with visiting(browser, archive.address, java_script_enabled=javascript) as visit:
        box = visit.page.get_by_role("searchbox").first
        box.fill("read only")
        visit.settle()
        box.press("Enter")
        visit.page.wait_for_url("**/search/?q=read+only")
        if javascript:
            expect(visit.page.locator(".found h2").first).to_have_text("OLTP read-only")
        else:
            assert "needs JavaScript" in visit.page.locator("main noscript").inner_html()
            assert visit.page.locator("main a").count() >= 4
        assert visit.complaints == []


def test_the_search_is_loaded_only_when_its_box_is_used(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        visit.stir()
        visit.scroll()
        assert not [url for url in visit.requests if "search" in url]
        visit.page.get_by_role("searchbox").first.focus()
        visit.settle()
        assert [url for url in visit.requests if url.endswith("documents.json")]


@pytest.fixture
def result(browser: Browser, archive: Served) -> Iterator[Visit]:
    """A result whose servers dumped their variables."""
    address = next(
        address
        for address in archive.site.of_kind("result")
        if (archive.site.public / address / "variables.json").exists()
    )
    with visiting(browser, archive.address + address, viewport=DESKTOP) as visit:
        yield visit
        assert visit.complaints == []
        assert visit.violations() == []


def test_all_variables_of_two_servers_are_searched_and_compared(result: Visit) -> None:
    section = result.page.locator("[data-variables]")
    assert not [url for url in result.requests if url.endswith("variables.json")]
    section.get_by_role("searchbox").fill("innodb buffer pool size")
    rows = section.locator("tbody tr")
    expect(section.get_by_role("status")).to_contain_text("variables")
    assert "innodb_buffer_pool_size" in section.locator("tbody code").all_inner_texts()
    section.get_by_role("searchbox").fill("")
    every = rows.count()
    section.get_by_label("Only those that differ").check()
    differing = rows.count()
    assert 0 < differing < every
    section.get_by_role("combobox").nth(1).select_option("0")
    expect(section.get_by_role("status")).to_contain_text("0 of")


def test_variables_are_opened_once_however_fast_a_reader_types(result: Visit) -> None:
    """Every letter asks for them; only the first may fetch them and add the choice of servers."""
    held: list[Route] = []
    result.page.route("**/variables.json", lambda route: held.append(route))
    section = result.page.locator("[data-variables]")
    section.get_by_role("searchbox").press_sequentially("innodb")
    expect(section.get_by_role("status")).to_have_text("Loading…")
    for route in held:
        route.continue_()
    expect(section.get_by_role("status")).to_contain_text("variables")
    result.settle()
    assert section.get_by_role("combobox").count() == 2


def refuse(route: Route) -> None:
    """Answer as a server does that is down."""
    route.fulfill(status=503, body="")


def test_variables_that_cannot_be_loaded_are_said_and_asked_for_again(result: Visit) -> None:
    section = result.page.locator("[data-variables]")
    result.page.route("**/variables.json", refuse)
    section.get_by_role("searchbox").fill("innodb")
    expect(section.get_by_role("status")).to_contain_text("Try again later")
    result.page.unroute("**/variables.json")
    section.get_by_role("searchbox").fill("innodb buffer")
    expect(section.get_by_role("status")).to_contain_text("of")
    result.complaints.clear()


def cut_in_pieces(page: Page, archive: Served, answer: Callable[[Route, bytes], None]) -> str:
    """Give the search the rows of results as `answer` does; the title of one of them."""
    rest = (archive.site.public / "lists" / "results-0.json").read_bytes()
    page.route("**/results-0.json", lambda route: answer(route, rest))
    return str(json.loads(rest)["rows"][0]["title"])


def test_what_is_in_pieces_is_searched_when_it_arrives(browser: Browser, archive: Served) -> None:
    held: list[tuple[Route, bytes]] = []
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        page = visit.page
        title = cut_in_pieces(page, archive, lambda route, rest: held.append((route, rest)))
        page.goto(f"{archive.address}search/?q={quote(title)}")
        status = page.locator("[data-search] [role=status]")
        expect(status).to_contain_text("The rest of the archive is being searched")
        assert page.get_by_role("link", name=title, exact=True).count() == 0
        # The words may be there before the request is.
        for _ in range(100):
            if held:
                break
            page.wait_for_timeout(100)
        for route, rest in held:
            route.fulfill(body=rest, content_type="application/json")
        expect(page.get_by_role("link", name=title, exact=True).first).to_be_visible()
        expect(status).not_to_contain_text("The rest")
        assert visit.complaints == []


def test_pieces_that_cannot_be_loaded_are_said_and_the_others_stay(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        cut_in_pieces(visit.page, archive, lambda route, _: refuse(route))
        visit.page.goto(f"{archive.address}search/?q=mysql")
        status = visit.page.locator("[data-search] [role=status]")
        expect(status).to_contain_text("The rest of the archive could not be loaded")
        assert found(visit.page).count() > 1


def test_a_search_that_cannot_be_loaded_is_said(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        visit.page.route("**/documents.json", refuse)
        visit.page.goto(f"{archive.address}search/")
        expect(visit.page.locator("[data-search]")).to_contain_text("could not be loaded")


def test_a_command_is_copied(browser: Browser, archive: Served) -> None:
    address = archive.address + archive.site.of_kind("run")[0]
    options = {"viewport": DESKTOP, "permissions": ["clipboard-read", "clipboard-write"]}
    with visiting(browser, address, **options) as visit:
        block = visit.page.locator(".copyable:visible").first
        said = block.locator(":scope > :not(button)").inner_text().strip()
        block.get_by_role("button").click()
        expect(block.get_by_role("button")).to_have_text("Copied")
        assert visit.page.evaluate("navigator.clipboard.readText()") == said
