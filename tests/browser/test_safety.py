"""No page runs, loads or shows anything but what this site made, whoever wrote the texts on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import built_sites
import planted
import pytest
from page_elements import Page, read
from playwright.sync_api import Browser
from reader import DESKTOP, Visit, visiting
from served import Served, serving

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


@pytest.fixture(scope="session")
def pages(real_site: built_sites.Site) -> dict[str, Page]:
    """Every page of the real archive, read."""
    files = real_site.files()
    assert len(files) > 800
    return {str(f.relative_to(real_site.public)): read(f.read_text("utf-8")) for f in files}


def test_every_page_has_the_one_policy_before_it_loads_anything(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        policies = [a["content"] for a in page.all("meta") if "http-equiv" in a]
        assert policies == [POLICY], name
        first = next(at for at, (tag, a) in enumerate(page.elements) if "http-equiv" in a)
        assert not {tag for tag, _ in page.elements[:first]} & {"script", "link", "img"}, name


def test_no_page_needs_an_exception_from_the_policy(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert not page.all("style"), name
        assert not [a for _, a in page.elements if "style" in a], name
        assert not [key for _, a in page.elements for key in a if key.startswith("on")], name
        programs = [a for a in page.all("script") if a.get("type") != "application/ld+json"]
        assert all(a.get("type") == "module" and a.get("integrity") for a in programs)
        assert len(programs) == 1, name


def test_every_page_loads_only_from_under_its_base_path(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.loads(), name
        assert [url for url in page.loads() if not url.startswith(built_sites.BASE)] == [], name


@pytest.mark.parametrize("program", ["main", "search", "explore", "compare"])
def test_small_programs_make_neither_code_nor_markup_from_text(
    real_site: built_sites.Site, program: str
) -> None:
    """Vega's parser holds a `Function` that it never calls beside its interpreter."""
    paths = list(real_site.public.glob(f"js/{program}.*.js"))
    assert paths
    for path in paths:
        found = re.findall(
            r"\beval\(|\bFunction\(|innerHTML|outerHTML|insertAdjacent", path.read_text("utf-8")
        )
        assert found == [], path.name


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The attacker's archive, served."""
    with pytest.MonkeyPatch.context() as patch:
        site = planted.hostile(Path(tmp_path_factory.mktemp("hostile")), patch)
    with serving(site.parent) as root:
        yield Served(site, root + built_sites.BASE)


# Everything an attack would leave behind, besides requests and dialogs. The head's block of data
# is none; no browser runs it, and `tests/site/test_metadata.py` looks at its bytes.
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
TELLING = ("home", "results", "result", "run", "comparisons", "comparison")


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_hostile_text_is_only_text(browser: Browser, hostile: Served, kind: str) -> None:
    for address in (found := hostile.site.of_kind(kind))[:3]:
        with visiting(browser, hostile.address + address, **HOSTILE) as visit:
            visit.stir()
            visit.scroll()
            assert_inert(visit, hostile.address)
            shown = visit.page.evaluate("document.body.textContent")
            assert kind not in TELLING or planted.MARK in shown
    assert found


def test_hostile_text_is_only_text_without_programs(browser: Browser, hostile: Served) -> None:
    for kind in TELLING:
        address = hostile.address + hostile.site.of_kind(kind)[0]
        with visiting(browser, address, java_script_enabled=False) as visit:
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
