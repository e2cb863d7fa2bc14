"""Every kind of page, as readers meet it: quiet, still, within its width, and open to everyone."""

from __future__ import annotations

from typing import Any

import built_sites
import pytest
from playwright.sync_api import Browser, Page
from reader import DESKTOP, PHONE, SCHEMES, SIZES, visiting
from served import Served

AXE = (built_sites.ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
AXE_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RUN_AXE = """
async (tags) => {
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  const {violations} = await axe.run({runOnly: tags, resultTypes: ["violations"]});
  const about = (node) => `${node.target} ${node.failureSummary}`;
  return violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(about).join("; ")}`);
}
"""


@pytest.fixture(params=built_sites.KINDS)
def page_address(request: pytest.FixtureRequest, archive: Served) -> str:
    """The page of a kind that has the most to show."""
    found = archive.site.of_kind(request.param)
    assert found, f"the archive has no page of the kind: {request.param}"
    return archive.address + found[0]


def complaints_of(page: Page) -> list[str]:
    """What axe finds on a page, in either theme."""
    page.evaluate(f"(() => {{ {AXE} }})()")
    found = []
    for scheme in SCHEMES:
        # Colours on their way from one theme to the other are nobody's choice.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {text}" for text in page.evaluate(RUN_AXE, AXE_TAGS)]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_a_page_is_quiet_still_and_accessible(
    browser: Browser, archive: Served, page_address: str, size: str
) -> None:
    with visiting(browser, page_address, viewport=SIZES[size]) as visit:
        assert visit.page.locator("h1").inner_text()
        visit.stir()
        visit.scroll()
        width: int = visit.page.evaluate("document.documentElement.scrollWidth")
        shift, moved = visit.shift()
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.strangers(archive.address) == []
        assert width <= SIZES[size]["width"]
        assert shift == 0, moved
        assert complaints_of(visit.page) == []


def test_a_page_is_whole_without_programs(
    browser: Browser, archive: Served, page_address: str
) -> None:
    options: dict[str, Any] = {"java_script_enabled": False, "viewport": PHONE}
    with visiting(browser, page_address, **options) as visit:
        assert visit.page.locator("h1").is_visible()
        assert visit.page.locator("main").inner_text().strip()
        assert visit.complaints == []
        assert visit.strangers(archive.address) == []
        assert [url for url in visit.requests if url.endswith(".js")] == []


# Marks what has had the focus, and says whether a reader can see that it has.
STEP = """
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const again = round.has(focused);
  round.add(focused);
  walked.add(focused);
  const style = getComputedStyle(focused);
  const box = focused.getBoundingClientRect();
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const seen = (outlined || style.boxShadow !== "none") && (box.width > 1 || box.height > 1);
  return {again, seen, text: focused.outerHTML.slice(0, 150)};
}
"""
MISSED = """
() => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((control) => !control.disabled && control.checkVisibility({visibilityProperty: true}))
  .filter((control) => control.tabIndex >= 0 && !walked.has(control))
  // Arrows lead from the radio button that is chosen to the others.
  .filter(({type, name}) => type !== "radio"
    || !walked.has(document.querySelector(`[name="${name}"]:checked`)))
  .map((control) => control.outerHTML.slice(0, 150))
"""


def walk(page: Page) -> list[dict[str, Any]]:
    """Press Tab until the focus leaves the page or comes round; what had it, in order."""
    steps: list[dict[str, Any]] = []
    page.evaluate("() => { window.walked ??= new Set(); window.round = new Set(); }")
    while len(steps) < 2000:
        page.keyboard.press("Tab")
        step = page.evaluate(STEP)
        if step is None or step["again"]:
            return steps
        steps.append(step)
    raise AssertionError("the focus never came to an end")


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_the_keyboard_reaches_everything(browser: Browser, archive: Served, kind: str) -> None:
    smallest = archive.site.of_kind(kind)[-1]
    with visiting(browser, archive.address + smallest, viewport=DESKTOP) as visit:
        steps = walk(visit.page)
        assert 'href="#main"' in steps[0]["text"]
        assert [step["text"] for step in steps if not step["seen"]] == []
        # What comes alive during a walk is reached by the next one.
        for _ in range(4):
            visit.settle()
            visit.page.wait_for_function("!document.querySelector('[data-live=loading]')")
            walk(visit.page)
            if not visit.page.evaluate(MISSED):
                break
        assert visit.page.evaluate(MISSED) == []


def test_the_skip_link_leads_past_the_masthead(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address + "results/", viewport=DESKTOP) as visit:
        page = visit.page
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


@pytest.mark.parametrize("kind", ["home", "comparison", "result"])
def test_nothing_moves_for_those_who_ask_for_less(
    browser: Browser, archive: Served, kind: str
) -> None:
    address = archive.address + archive.site.of_kind(kind)[0]
    with visiting(browser, address, viewport=DESKTOP, reduced_motion="reduce") as visit:
        visit.stir()
        moving = visit.page.evaluate(
            """() => [...document.querySelectorAll("*")].filter((element) => {
              const {transitionDuration, animationDuration} = getComputedStyle(element);
              return `${transitionDuration},${animationDuration}`.split(",")
                .some((time) => parseFloat(time) > 0.01);
            }).map((element) => element.tagName)"""
        )
        assert moving == []


def test_marks_of_a_chart_are_seen_in_forced_colours(browser: Browser, archive: Served) -> None:
    address = archive.address + archive.site.of_kind("comparison")[0]
    with visiting(browser, address, viewport=DESKTOP, forced_colors="active") as visit:
        page = visit.page
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        paints = page.locator(".chart-drawing g[fill]").evaluate_all(
            "marks => marks.map((mark) => getComputedStyle(mark).fill)"
        )
        words = page.evaluate("getComputedStyle(document.querySelector('h1')).color")
        assert words != ground
        assert paints
        assert ground not in paints
