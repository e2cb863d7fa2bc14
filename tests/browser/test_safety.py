"""No page runs, loads or shows anything but what this site made, whoever wrote the texts on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import planted
import pytest
from page_elements import Page, read
from playwright.sync_api import Browser
from reader import DESKTOP, Tab, Visit, opened, visiting
from served import Served, serving

import built_sites
from shared_builds import made_apart

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
POLICY_OF_A_RUN = (
    "default-src 'self';object-src 'none';base-uri 'none';form-action 'none';"
    "require-trusted-types-for 'script';trusted-types 'none'"
)
"""It has no form."""


POLICY_OF_CHECK = POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:"
).replace("trusted-types 'none'", "trusted-types check")
"""It alone runs WebAssembly, in the one worker it starts."""


def is_check(page: Page) -> bool:
    """Whether it is the page that judges what is dropped on it."""
    return any("data-judge" in attributes for _, attributes in page.elements)


def is_run(page: Page) -> bool:
    """Whether it is the page of a run, which has no room for some of what others have."""
    return "data-base" not in page.all("html")[0]


def has_the_policy_first(page: Page) -> bool:
    """Whether a page has the one policy of its kind, before it loads anything."""
    policies = [a["content"] for a in page.all("meta") if "http-equiv" in a]
    first = next((at for at, (_, a) in enumerate(page.elements) if "http-equiv" in a), 0)
    before = {tag for tag, _ in page.elements[:first]}
    policy = POLICY_OF_A_RUN if is_run(page) else POLICY_OF_CHECK if is_check(page) else POLICY
    return policies == [policy] and not before & {"script", "link", "img"}


def needs_no_exception(page: Page) -> bool:
    """Whether a page has no style or handler of its own, and one program that it vouches for,
    unless it is the page of a run, which has no room for that.
    """
    styled = page.all("style") or [a for _, a in page.elements if "style" in a]
    handled = [key for _, a in page.elements for key in a if key.startswith("on")]
    programs = [a for a in page.all("script") if a.get("type") != "application/ld+json"]
    vouched = all(
        a.get("type") == "module" and (is_run(page) or a.get("integrity")) for a in programs
    )
    return not styled and not handled and vouched and len(programs) == 1


def loads_from_its_base_path(page: Page) -> bool:
    """Whether everything a page loads lies below its base path."""
    loads = page.loads()
    return bool(loads) and all(url.startswith(built_sites.BASE) for url in loads)


ASKED = (has_the_policy_first, needs_no_exception, loads_from_its_base_path)


@pytest.fixture(scope="session")
def faulty(walked_site: built_sites.Site) -> dict[str, list[str]]:
    """Pages of the real archive, by the question they answer with no; each is read once."""
    found: dict[str, list[str]] = {question.__name__: [] for question in ASKED}
    assert len(walked_site.files()) > 800
    for address in walked_site.addresses():
        # What only leads to a campaign loads nothing.
        if walked_site.holds(address) == "moved":
            continue
        page = read(walked_site.file(address).read_text(encoding="utf-8"))
        for question in ASKED:
            if not question(page):
                found[question.__name__].append(address)
    return found


@pytest.mark.parametrize("question", [question.__name__ for question in ASKED])
def test_every_page_keeps_to_the_policy(faulty: dict[str, list[str]], question: str) -> None:
    assert faulty[question] == []


@pytest.mark.parametrize(
    ("damage", "question"),
    [
        ((POLICY, "default-src 'self'"), has_the_policy_first),
        (("<head>", '<head><link rel="x" href="/some/base/path/x">'), has_the_policy_first),
        (("<main", '<main style="color: red"'), needs_no_exception),
        (("<main", '<main onclick="x()"'), needs_no_exception),
        (("</head>", "<style>p {}</style></head>"), needs_no_exception),
        (("</body>", "<script>x()</script></body>"), needs_no_exception),
        (("</body>", '<img src="https://e.example/x.png"></body>'), loads_from_its_base_path),
    ],
)
def test_a_page_that_does_not_is_noticed(
    real_site: built_sites.Site, damage: tuple[str, str], question: Callable[[Page], bool]
) -> None:
    html = real_site.file("about/").read_text(encoding="utf-8")
    assert question(read(html))
    assert damage[0] in html
    assert not question(read(html.replace(*damage, 1)))


@pytest.mark.parametrize(
    "program", ["main", "search", "explore", "compare", "check", "check-judge"]
)
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


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The attacker's archive, served."""
    # A crash of what reads hostile text is told with its stack.
    site = made_apart(planted.hostile, Path(tmp_path_factory.mktemp("hostile")))
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
TELLING = ("results", "result", "run", "comparisons", "comparison")


@pytest.fixture(scope="module")
def hostile_tab(browser: Browser) -> Iterator[Tab]:
    with opened(browser, **HOSTILE) as tab:
        yield tab


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_hostile_text_is_only_text(hostile_tab: Tab, hostile: Served, kind: str) -> None:
    for address in (found := hostile.site.of_kind(kind))[:3]:
        with hostile_tab.visiting(hostile.address + address) as visit:
            visit.stir()
            visit.scroll()
            assert_inert(visit, hostile.address)
            shown = visit.page.evaluate("document.body.textContent")
            assert kind not in TELLING or planted.MARK in shown
    # The planted result is too short to have parts, and its campaigns have few tables.
    assert found or kind in ("part", "figures")


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
