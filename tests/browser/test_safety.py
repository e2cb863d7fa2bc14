"""No page runs, loads or shows anything but what this site made, whoever wrote the texts on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import planted
import pytest
from playwright.sync_api import Browser
from reader import DESKTOP, Tab, Visit, opened, visiting
from served import Served, serving

import built_sites
from shared_builds import made_apart

BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The attacker's archive, served."""
    # A crash of what reads hostile text is told with its stack.
    site = made_apart(planted.hostile, Path(tmp_path_factory.mktemp("hostile")))
    with serving(site.parent) as root:
        yield Served(site, root + built_sites.BASE)


# Everything an attack would leave behind, besides requests and dialogs. The head's block of data
# is none: no browser runs it, and its bytes are looked at below.
GROWN = """
() => [...document.querySelectorAll(
    "x-planted, #planted, iframe, [onerror], [onload], "
    + "script:not([src], head > [type='application/ld+json'])")]
  .map((element) => element.outerHTML.slice(0, 150))
  .concat([...document.querySelectorAll("a, area, form")]
    .flatMap((link) => ["href", "xlink:href", "action"].map((name) => link.getAttribute(name)))
    .filter((target) => /^\\s*(javascript|data|vbscript):/i.test(target ?? "")))
"""


def assert_inert(visit: Visit, address: str) -> None:
    """Nothing ran, nothing was asked for, no element came of a text."""
    assert visit.page.evaluate("window.ran") == 0
    assert visit.page.evaluate(GROWN) == []
    assert visit.dialogs == []
    assert visit.strangers(address) == []
    assert visit.violations() == []
    assert visit.complaints == []


# What the payloads call, with a count of its calls.
PLANTED = "window.ran = 0; window.planted = () => { ran += 1; };"
HOSTILE: dict[str, Any] = {"before": PLANTED, "viewport": DESKTOP}


# Kinds whose pages show texts of bundles.
TELLING = ("results", "result", "run", "comparisons", "comparison")


@pytest.fixture(scope="module")
def hostile_tab(browser: Browser) -> Iterator[Tab]:
    with opened(browser, **HOSTILE) as tab:
        yield tab


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_hostile_text_is_only_text(hostile_tab: Tab, hostile: Served, kind: str) -> None:
    for address in (found := hostile.site.of_kind(kind))[:1]:
        with hostile_tab.visiting(hostile.address + address) as visit:
            visit.stir()
            visit.scroll()
            assert_inert(visit, hostile.address)
            shown = visit.page.evaluate("document.body.textContent")
            assert kind not in TELLING or planted.MARK in shown
    # The planted result is too short for parts, its campaigns few tables, its pair one load.
    few = ("part", "figures", "rounds", "verdicts", "differences", "load of an upgrade")
    assert found or kind in few


def test_hostile_text_is_only_text_in_an_answer(browser: Browser, hostile: Served) -> None:
    """Machines, and what the address says."""
    pair = hostile.site.of_kind("upgrade")[0]
    asked = f"?clients=4&processor=2&storage=<img src=x onerror=planted()>{planted.MARK}"
    with visiting(browser, hostile.address + pair + asked, **HOSTILE) as visit:
        visit.page.locator(".nearest a").first.wait_for()
        visit.settle()
        assert_inert(visit, hostile.address)
        assert planted.MARK in visit.page.locator(".upgrade-answer").inner_text()


def test_hostile_text_ends_no_block_of_data(hostile: Served) -> None:
    """As bytes, because a parser of pages would hide an escape that does not hold."""
    blocks = [b for f in hostile.site.files() for b in BLOCK.findall(f.read_text("utf-8"))]
    assert len(blocks) > 3
    assert not [block for block in blocks if "<" in block]
    assert any("planted" in block for block in blocks)


def test_hostile_text_is_only_text_without_programs(browser: Browser, hostile: Served) -> None:
    with opened(browser, java_script_enabled=False) as tab:
        for kind in TELLING:
            with tab.visiting(hostile.address + hostile.site.of_kind(kind)[0]) as visit:
                assert visit.page.locator("x-planted").count() == 0
                assert visit.dialogs == visit.complaints == visit.strangers(hostile.address) == []


@pytest.mark.parametrize("query", ["planted", f"<img src=x onerror=planted()>{planted.MARK}"])
def test_hostile_text_is_only_text_in_the_search(
    browser: Browser, hostile: Served, query: str
) -> None:
    with visiting(browser, hostile.address + "search/", **HOSTILE) as visit:
        box = visit.page.get_by_role("searchbox").first
        box.fill(query)
        visit.page.locator(".found li").first.wait_for()
        visit.settle()
        assert_inert(visit, hostile.address)
        assert planted.MARK in visit.page.locator(".found").inner_text()
        visit.page.locator(".found mark").first.wait_for()


def test_a_hostile_address_of_the_search_is_only_text(browser: Browser, hostile: Served) -> None:
    marked = "%3Cx-planted%20id=planted%3E"
    asked = f"?q={marked}&kind={marked}&product={marked}&evidence={marked}&year={marked}"
    with visiting(browser, f"{hostile.address}search/{asked}", **HOSTILE) as visit:
        visit.page.locator(".facets input").first.wait_for()
        assert_inert(visit, hostile.address)


def test_hostile_variables_are_only_text(browser: Browser, hostile: Served) -> None:
    (address, *_) = hostile.site.of_kind("result")
    with visiting(browser, hostile.address + address, **HOSTILE) as visit:
        section = visit.page.locator("[data-variables]")
        section.get_by_role("button").click()
        section.get_by_role("combobox").first.wait_for()
        assert planted.MARK in section.get_by_role("table").inner_text()
        assert_inert(visit, hostile.address)
