"""Every kind of page, as readers meet it: quiet, still, within its width, and open to everyone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from reader import DESKTOP, PHONE, Tab, opened, visiting
from served import Served

import built_sites

AXE = (built_sites.ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
AXE_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RUN_AXE = """
async (rules) => {
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  const {violations} = await axe.run({
    runOnly: rules,
    resultTypes: ["violations"],
    // Looked at with every heading in its place.
    rules: {"heading-order": {enabled: false}},
  });
  const about = (node) => `${node.target} ${node.failureSummary}`;
  return violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(about).join("; ")}`);
}
"""
COLOUR_RULES = """
(tags) => axe.getRules(tags).filter((rule) => rule.tags.includes("cat.color"))
  .map((rule) => rule.ruleId)
"""
# axe's own rules about frames that scroll and about the order of headings, asked before anything is
# taken out. Sizes are asked for with everything opened, or each that is folded is laid out by
# itself, and before styles, which are worked out one by one.
STUCK = """
() => {
  const folded = document.querySelectorAll("details:not([open])");
  folded.forEach((details) => { details.open = true; });
  const stuck = [...document.querySelectorAll("body *")].filter((frame) => {
    const [moreX, moreY] = [frame.scrollWidth - frame.clientWidth,
      frame.scrollHeight - frame.clientHeight];
    if (moreX <= 13 && moreY <= 13) return false;
    const {overflowX, overflowY} = getComputedStyle(frame);
    const scrolls = (overflow, more) => /auto|scroll/.test(overflow) && more > 13;
    return (scrolls(overflowX, moreX) || scrolls(overflowY, moreY))
      && ![frame, ...frame.querySelectorAll("*")].some(({tabIndex}) => tabIndex >= 0);
  });
  folded.forEach((details) => { details.open = false; });
  return stuck.map((frame) => `cannot be scrolled by keyboard: ${frame.outerHTML.slice(0, 150)}`);
}
"""
LEAPS = """
() => {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((heading) => heading.checkVisibility({visibilityProperty: true}));
  const level = (heading) => Number(heading?.localName[1] ?? 1);
  return headings.filter((heading, at) => level(heading) > level(headings[at - 1]) + 1)
    .map((heading) => `leaves out a level of headings: ${heading.outerHTML.slice(0, 150)}`);
}
"""
# Takes out what a page repeats, so that a page with a thousand rows costs what one with ten does.
# What a rule or a style can look at is an element's own name and attributes, those of all it lies
# in, whether it has text, the names of its children, and where there is little in it all of that.
# An element goes when everything in it stands three times before it, of what stays. Attributes with
# content of their own count as there or empty. First and last children stay, and cells stay in
# their row. Returns how much is nowhere any more.
THIN_OUT = """
() => {
  const content = new Set(["aria-describedby", "aria-label", "aria-labelledby", "d", "data-chart",
    "datetime", "for", "headers", "height", "href", "id", "name", "title", "transform", "value",
    "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2"]);
  const [most, little] = [3, 6];
  const everything = [...document.body.querySelectorAll("*")];
  const [own, shape, size] = [new Map(), new Map(), new Map()];
  for (const element of [document.body, ...everything].reverse()) {
    const children = [...element.children];
    const attributes = [...element.attributes].map(({name, value}) =>
      content.has(name) ? `${name} ${value !== ""}` : `${name}=${value}`).sort();
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    own.set(element, JSON.stringify([element.localName, attributes, text]));
    size.set(element, children.reduce((sum, child) => sum + size.get(child), 1));
    const within = children.map((child) =>
      size.get(element) <= little ? shape.get(child) : child.localName);
    shape.set(element, JSON.stringify([own.get(element), ...new Set(within)]));
  }
  const numbers = new Map();
  const numbered = (...parts) => {
    const text = parts.join(" ");
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const [place, sign] = [new Map([[document.body, 0]]), new Map()];
  for (const element of everything) {
    const around = place.get(element.parentElement);
    place.set(element, numbered("in", around, own.get(element)));
    sign.set(element, numbered("is", around, shape.get(element)));
  }
  const kept = new Map();
  const thin = (parent) => {
    const children = [...parent.children];
    for (const child of children) {
      const within = [child, ...child.querySelectorAll("*")];
      if (child !== children[0] && child !== children.at(-1) && !child.matches("td, th")
          && within.every((element) => kept.get(sign.get(element)) >= most)) {
        child.remove();
      } else {
        kept.set(sign.get(child), (kept.get(sign.get(child)) ?? 0) + 1);
        thin(child);
      }
    }
  };
  thin(document.body);
  const left = new Set([...document.body.querySelectorAll("*")].map((e) => sign.get(e)));
  return new Set([...sign.values()].filter((one) => !left.has(one))).size;
}
"""


@pytest.fixture(params=built_sites.KINDS)
def page_address(request: pytest.FixtureRequest, archive: Served) -> str:
    """The page of a kind that has the most to show."""
    found = archive.site.of_kind(request.param)
    assert found, f"the archive has no page of the kind: {request.param}"
    return archive.address + found[0]


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    with opened(browser, viewport=DESKTOP) as tab:
        yield tab


@pytest.fixture(scope="module")
def phone_tab(browser: Browser) -> Iterator[Tab]:
    with opened(browser, viewport=PHONE) as tab:
        yield tab


@pytest.fixture(scope="module")
def plain_tab(browser: Browser) -> Iterator[Tab]:
    """A tab of a phone that runs no programs."""
    with opened(browser, java_script_enabled=False, viewport=PHONE) as tab:
        yield tab


def complaints_of(page: Page) -> list[str]:
    """What axe finds on a page: everything in one theme, in the other what colours can change.

    It changes the page: what is repeated is left out.
    """
    found: list[str] = [*page.evaluate(STUCK), *page.evaluate(LEAPS)]
    assert page.evaluate(THIN_OUT) == 0, "a shape is lost"
    page.evaluate(f"(() => {{ {AXE} }})()")
    colours = page.evaluate(COLOUR_RULES, AXE_TAGS)
    assert "color-contrast" in colours
    for scheme, rules in (("light", AXE_TAGS), ("dark", colours)):
        # Colours on their way from one theme to the other are nobody's choice.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {text}" for text in page.evaluate(RUN_AXE, rules)]
    return found


def test_the_dark_theme_changes_colours_and_nothing_else() -> None:
    """So that only rules about colours can tell one theme from the other."""
    declared = []
    for path in sorted((built_sites.ROOT / "static" / "css").rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        dark = re.findall(r"prefers-color-scheme: dark\) \{(.*?)\n\}", text, re.DOTALL)
        assert len(dark) == text.count("prefers-color-scheme"), path.name
        declared += re.findall(r"[{;]\s*([\w-]+):", "".join(dark))
    assert declared
    assert [name for name in declared if not name.startswith("--")] == []


def test_a_page_is_quiet_still_and_accessible(
    archive: Served, page_address: str, tab: Tab, phone_tab: Tab
) -> None:
    """Rules of accessibility are asked on a phone, where marks are smallest and most is folded."""
    for size, reused in ((DESKTOP, tab), (PHONE, phone_tab)):
        with reused.visiting(page_address) as visit:
            assert visit.page.locator("h1").inner_text()
            visit.stir()
            visit.scroll()
            width: int = visit.page.evaluate("document.documentElement.scrollWidth")
            shift, moved = visit.shift()
            assert visit.complaints == []
            assert visit.violations() == []
            assert visit.strangers(archive.address) == []
            assert width <= size["width"]
            assert shift == 0, moved
            if size is PHONE:
                assert complaints_of(visit.page) == []


LONG = {"about", "contribute", "data", "glossary", "methodology", "schema"}
"""Prose and reference."""
BEHIND = {"differences", "figures", "part", "rounds", "verdicts"}
"""Pages that are the long part of another."""


@pytest.mark.parametrize("kind", sorted(built_sites.KINDS.keys() - LONG - BEHIND))
def test_a_page_takes_few_screens_of_a_phone_before_it_is_unfolded(
    phone_tab: Tab, archive: Served, kind: str
) -> None:
    for address in archive.site.of_kind(kind)[:LARGEST]:
        with phone_tab.visiting(archive.address + address) as visit:
            visit.settle()
            height: int = visit.page.evaluate("document.documentElement.scrollHeight")
            assert height <= 8 * PHONE["height"], address


LARGEST = 3
"""Pages of a kind that are measured: the largest is not always the longest."""


@pytest.mark.parametrize("kind", ["home", "run", "comparison", "upgrade", "compare"])
def test_a_wide_face_keeps_a_page_within_its_width(
    browser: Browser, archive: Served, kind: str
) -> None:
    """DejaVu Sans, the widest of the usual faces and the only one of a bare Debian, on a phone."""
    address = archive.address + archive.site.of_kind(kind)[0]
    with visiting(browser, address, viewport=PHONE) as visit:
        visit.stir()
        visit.page.evaluate(
            "document.documentElement.style.setProperty('--sans', '\"DejaVu Sans\"')"
        )
        visit.scroll()
        width: int = visit.page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"]


def test_a_page_is_whole_without_programs(
    archive: Served, page_address: str, plain_tab: Tab
) -> None:
    with plain_tab.visiting(page_address) as visit:
        assert visit.page.locator("h1").is_visible()
        assert visit.page.locator("main").inner_text().strip()
        assert visit.complaints == []
        assert visit.strangers(archive.address) == []
        assert [url for url in visit.requests if url.endswith(".js")] == []


# Notes what gets the focus, whether a reader can see that it has, and where it stands.
RECORD = """
() => {
  window.walked ??= new Set();
  window.round = new Set();
  window.steps = [];
  window.ended = false;
  if (window.recording) return;
  window.recording = true;
  addEventListener("focusin", ({target}) => {
    if (ended || round.has(target)) { ended = true; return; }
    round.add(target);
    walked.add(target);
    const style = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    const seen = (outlined || style.boxShadow !== "none") && (box.width > 1 || box.height > 1);
    const framed = Boolean(target.closest("body > header, .foot"));
    steps.push({seen, framed, text: target.outerHTML.slice(0, 150),
      left: box.left, top: box.top + scrollY, bottom: box.bottom + scrollY});
  });
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


AT_ONCE = 15
"""Tabs pressed before a look at where they led."""


def walk(page: Page) -> list[dict[str, Any]]:
    """Press Tab until the focus comes round; what had it, in order."""
    page.evaluate(RECORD)
    known = -1
    while known < 2000:
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        ended, count = page.evaluate("[ended, steps.length]")
        if ended or count == known:
            return list(page.evaluate("steps"))
        known = count
    raise AssertionError("the focus never came to an end")


def backwards(steps: list[dict[str, Any]]) -> list[str]:
    """Steps that go up, or left in the same line, where lines are all there is."""
    pairs = [(one, next_) for one, next_ in pairwise(steps) if one["framed"] and next_["framed"]]
    return [
        next_["text"]
        for one, next_ in pairs
        if next_["bottom"] <= one["top"]
        or (next_["top"] < one["bottom"] and next_["left"] < one["left"])
    ]


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_the_keyboard_reaches_everything(tab: Tab, archive: Served, kind: str) -> None:
    smallest = archive.site.of_kind(kind)[-1]
    with tab.visiting(archive.address + smallest) as visit:
        steps = walk(visit.page)
        # In a frame there is nothing to skip.
        assert ('href="#main"' in steps[0]["text"]) == (kind != "embed")
        assert [step["text"] for step in steps if not step["seen"]] == []
        # The skip link lies above the page until it has the focus.
        assert backwards(steps[1:]) == []
        assert visit.page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0
        # What comes alive during a walk is reached by the next one.
        for _ in range(5):
            visit.settle()
            visit.page.wait_for_function("!document.querySelector('[data-live=loading]')")
            if not visit.page.evaluate(MISSED):
                break
            walk(visit.page)
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
