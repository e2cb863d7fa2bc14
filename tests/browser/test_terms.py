"""What a term means is beside it while it is pointed at or has the focus; Escape hides it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from reader import DESKTOP, PHONE, visiting
from served import Served

SHOWN = """(term) => {
  const { display, content } = getComputedStyle(term, "::after");
  return display === "none" ? "" : content;
}"""


def shown(term: Locator) -> str:
    """The text beside a term; empty where there is none."""
    found = str(term.evaluate(SHOWN))
    return "" if found in ("none", "normal") else found.strip('"')


def first_term(page: Page) -> Locator:
    return page.locator("main a.term:visible").first


@pytest.mark.parametrize(("viewport", "scripts"), [(PHONE, False), (DESKTOP, True)])
def test_a_term_tells_its_meaning(
    browser: Browser, archive: Served, viewport: dict[str, int], scripts: bool
) -> None:
    address = archive.address + archive.site.of_kind("comparison")[0]
    with visiting(browser, address, viewport=viewport, java_script_enabled=scripts) as visit:
        term = first_term(visit.page)
        meaning = term.get_attribute("data-tip")
        assert meaning
        assert shown(term) == ""
        term.focus()
        visit.page.keyboard.press("Shift+Tab")
        visit.page.keyboard.press("Tab")
        expect(term).to_be_focused()
        assert shown(term) == meaning
        term.blur()
        assert shown(term) == ""
        term.hover()
        assert shown(term) == meaning


def test_escape_puts_the_meaning_away_until_another_term_is_pointed_at(
    browser: Browser, archive: Served
) -> None:
    address = archive.address + archive.site.of_kind("comparison")[0]
    with visiting(browser, address, viewport=DESKTOP) as visit:
        term = first_term(visit.page)
        term.hover()
        assert shown(term) == term.get_attribute("data-tip")
        visit.page.keyboard.press("Escape")
        assert shown(term) == ""
        visit.page.mouse.move(0, 0)
        term.hover()
        assert shown(term) == term.get_attribute("data-tip")


def test_a_term_leads_to_its_entry(browser: Browser, archive: Served) -> None:
    address = archive.address + archive.site.of_kind("comparison")[0]
    with visiting(browser, address, viewport=DESKTOP) as visit:
        term = first_term(visit.page)
        meaning = term.get_attribute("data-tip") or ""
        term.click()
        expect(visit.page.locator(".glossary > :target")).to_contain_text(meaning)
