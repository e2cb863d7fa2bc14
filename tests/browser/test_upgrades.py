"""The pages of upgrades as readers meet them: forms, tables, and what a program adds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from reader import DESKTOP, PHONE, Visit, visiting
from reader_answers import upgrade_cost
from served import Served

PAIR = "upgrades/mysql-5.7-to-mysql-8.0/"


@pytest.fixture
def pair(browser: Browser, archive: Served) -> Iterator[Visit]:
    with visiting(browser, archive.address + PAIR, viewport=DESKTOP) as visit:
        visit.page.locator(".narrow form").wait_for()
        yield visit
        assert visit.complaints == []
        assert visit.violations() == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_pair_begins_with_its_answer(
    browser: Browser, archive: Served, viewport: dict[str, int]
) -> None:
    with visiting(browser, archive.address + PAIR, viewport=viewport) as visit:
        answer = visit.page.locator(".answer-sentence")
        assert " machines that ran both, with " in answer.inner_text()
        box = answer.bounding_box()
        assert box
        assert box["y"] + box["height"] < viewport["height"]


def test_a_chosen_load_and_number_of_clients_are_in_the_address(pair: Visit) -> None:
    page = pair.page
    page.locator("select[name=load]").select_option("read-write")
    page.locator("select[name=clients]").select_option("one")
    assert page.url.endswith("?load=read-write&clients=one")
    shown = page.locator("section.load:visible").evaluate_all(
        "sections => sections.map((one) => one.dataset.load)"
    )
    assert shown
    assert {*shown} == {"read-write"}
    clients = page.locator(".clients:visible").evaluate_all(
        "parts => parts.map((one) => one.dataset.clients)"
    )
    assert {*clients} == {"one"}
    page.reload()
    assert page.locator("section.load:visible").count() == len(shown)


def test_a_machine_is_remembered_and_the_nearest_is_marked(pair: Visit, archive: Served) -> None:
    page = pair.page
    page.get_by_label("Cores").fill("8")
    page.get_by_label("Cores").blur()
    assert page.locator(".nearest").inner_text().startswith("The machine nearest to yours: AMD ")
    assert "8 cores" in page.locator("tr#nearest th").inner_text()
    page.goto(f"{archive.address}upgrades/mysql-5.7-to-mysql-8.4/")
    assert page.get_by_label("Cores").input_value() == "8"
    page.goto(f"{archive.address}explore/")
    page.locator(".machine-said").wait_for()
    assert page.locator(".machine-said").inner_text().startswith("Yours: 8 cores.")


def test_a_machine_with_the_readers_storage_is_nearer(pair: Visit, archive: Served) -> None:
    page = pair.page
    page.get_by_label("Storage").select_option("nvme")
    assert "NVMe" in page.locator("tr#nearest th").inner_text()
    page.goto(f"{archive.address}hardware/")
    page.locator(".listing-found tbody tr").first.wait_for()
    assert page.locator("#list-storage").input_value() == "nvme"
    assert "Same storage" in page.locator(".listing-found .near").first.inner_text()


def test_a_pair_nobody_ran_is_said_to_be(browser: Browser, archive: Served) -> None:
    with visiting(browser, f"{archive.address}upgrades/", viewport=DESKTOP) as visit:
        page = visit.page
        page.locator("select[name=to]").select_option("mysql-5.5")
        page.get_by_role("button", name="Show").click()
        assert page.get_by_role("status").inner_text().startswith("No machine ran both.")


def test_the_form_leads_to_the_machine_in_one_click(browser: Browser, archive: Served) -> None:
    with visiting(browser, f"{archive.address}upgrades/", viewport=DESKTOP) as visit:
        page = visit.page
        page.locator("select[name=from]").select_option("mysql-5.7")
        page.locator("select[name=to]").select_option("mysql-8.0")
        page.get_by_label("Cores").fill("8")
        page.locator("select[name=load]").select_option("read-write")
        page.get_by_role("button", name="Show").click()
        page.locator(".nearest a").wait_for()
        nearest = page.locator(".nearest").inner_text().replace("\N{NO-BREAK SPACE}", " ")
        assert upgrade_cost(archive.site, "8.0") in nearest
        assert page.url.endswith("/mysql-5.7-to-mysql-8.0/?load=read-write&cores=8")


def test_the_axis_hides_no_row_that_has_the_focus(pair: Visit) -> None:
    """Going back by keyboard, to a row that was scrolled below the axis."""
    page = pair.page
    tables = page.locator(".forest:visible").all()
    links = max((table.locator("tbody a") for table in tables), key=Locator.count)
    before, last = links.nth(links.count() - 2), links.last
    last.focus()
    before.evaluate("link => scrollBy(0, link.getBoundingClientRect().top - 16)")
    page.keyboard.press("Shift+Tab")
    expect(before).to_be_focused()
    axis = "link.closest('.forest').querySelector('thead th').getBoundingClientRect().bottom"
    assert before.evaluate(f"link => link.getBoundingClientRect().top >= {axis}")
