"""What pages cost a browser: largest paint, long tasks, layout shift; and what a reader waits for.

Builds the whole archive, serves it on this machine, opens a page of each kind five times and
prints medians; types into the search, and works through a list of a hundred thousand runs. Reports,
and judges nothing: the targets stand beside the figures.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

from chromium import ARGUMENTS, find_chromium  # noqa: E402
from served import serving  # noqa: E402

import built_sites  # noqa: E402

TIMES = 5
DOCUMENTS = 2000
ROWS = 100_000
SETTLED_MS = 500
QUERY = "mysql 5.7 oltp read only"
PAGES = (
    "home",
    "results",
    "result",
    "run",
    "comparisons",
    "comparison",
    "campaign",
    "upgrade",
    "rules",
    "schema",
    "search",
    "explore",
    "compare",
)
MEASURE = """
window.cost = {paint: 0, task: 0, shift: 0};
const watch = (type, take) => {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
  observer.observe({type, buffered: true});
};
watch("largest-contentful-paint", (entry) => { cost.paint = entry.startTime; });
watch("longtask", (entry) => { cost.task = Math.max(cost.task, entry.duration); });
watch("layout-shift", (entry) => { cost.shift += entry.value; });
"""
KEYSTROKES = """
async (query) => {
  const box = document.querySelector("[role=search] input");
  const status = document.querySelector("[role=status]");
  const times = [];
  for (let at = 1; at <= query.length; at += 1) {
    box.value = query.slice(0, at);
    const drawn = new Promise((done) => {
      const seen = new MutationObserver(() => { seen.disconnect(); done(); });
      seen.observe(status, {childList: true, characterData: true, subtree: true});
    });
    const started = performance.now();
    box.form.requestSubmit();
    await drawn;
    times.push(performance.now() - started);
  }
  return times;
}
"""

# Each act of a reader on the list, repeated; times are up to when the list is laid out anew.
INTERACTIONS = """
async ({query, times}) => {
  const list = document.querySelector(".series");
  const control = (name) => document.getElementById(`explore-${name}`);
  const set = (element, value, event) => {
    element.value = value;
    element.dispatchEvent(new Event(event, {bubbles: true}));
  };
  const timed = async (act) => {
    const drawn = new Promise((done) => {
      const seen = new MutationObserver(() => { seen.disconnect(); done(); });
      seen.observe(list, {childList: true});
    });
    const started = performance.now();
    act();
    await drawn;
    list.getBoundingClientRect();
    return performance.now() - started;
  };
  const boxes = [...document.querySelectorAll(".facets input")];
  const next = [...document.querySelectorAll(".pages button")].at(-1);
  const found = {type: [], choose: [], sort: [], turn: []};
  for (let round = 0; round < times; round += 1) {
    for (let at = 1; at <= query.length; at += 1) {
      found.type.push(await timed(() => set(control("words"), query.slice(0, at), "input")));
    }
    await timed(() => set(control("words"), "", "input"));
    for (const box of boxes.filter((one, at) => at % 7 === round)) {
      if (box.closest("[hidden]")) continue;
      found.choose.push(await timed(() => box.click()));
      await timed(() => box.click());
    }
    for (const way of ["peak", "runs", "name", "new"]) {
      found.sort.push(await timed(() => set(control("sort"), way, "change")));
    }
    found.turn.push(await timed(() => next.click()));
  }
  return found;
}
"""


def cost(browser: Browser, address: str) -> dict[str, float]:
    """Open a page, stir, scroll through it; milliseconds, and shift as a score."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(MEASURE)
    page.goto(address, wait_until="networkidle")
    page.mouse.move(5, 5)
    page.mouse.wheel(0, 600)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)
    found: dict[str, float] = page.evaluate("cost")
    page.close()
    return found


def rows(browser: Browser, site: built_sites.Site, address: str) -> Iterator[str]:
    """A line of the table for each kind of page."""
    for kind in PAGES:
        name = site.of_kind(kind)[0]
        costs = [cost(browser, address + name) for _ in range(TIMES)]
        paint, task, shift = (
            statistics.median(c[m] for c in costs) for m in ("paint", "task", "shift")
        )
        yield f"| {kind} | {paint:.0f} | {task:.0f} | {shift:.3f} |"


def keystroke(browser: Browser, address: str) -> float:
    """Median milliseconds from a change of the query to what it finds, among many documents."""
    page = browser.new_page()

    def many(route: Any) -> None:
        answer = route.fetch()
        record = answer.json()
        own = record["documents"]
        record["documents"] = (own * (DOCUMENTS // len(own) + 1))[:DOCUMENTS]
        route.fulfill(response=answer, json=record)

    page.route("**/search/documents.json", many)
    page.goto(f"{address}search/")
    page.locator(".found li").first.wait_for()
    times: list[float] = page.evaluate(KEYSTROKES, QUERY)
    page.close()
    return statistics.median(times)


def exploring(browser: Browser, address: str, show: str) -> Iterator[str]:
    """A line for each act on a list of many rows: the median and the slowest, in milliseconds."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})

    def many(route: Any) -> None:
        answer = route.fetch()
        record = answer.json()
        times = ROWS // record["runs"]["rows"] + 1
        for kind in ("series", "runs"):
            own = record[kind]
            record[kind] = {"rows": own["rows"] * times, "pieces": own["pieces"] * times}
        for facet in record["facets"]:
            for value in facet["values"]:
                value |= {kind: value[kind] * times for kind in ("series", "runs")}
        route.fulfill(response=answer, json=record)

    page.route("**/explore/index.json", many)
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(f"{address}explore/?show={show}", wait_until="networkidle")
    page.locator(".series li").first.wait_for()
    said = page.locator(".explore .meta[role=status]").first.inner_text()
    said += f" First view: {sum(sizes) / 1000:.0f} kB before compression (300)."
    # The first word loads what it looks through.
    page.locator("#explore-words").fill("m")
    page.wait_for_load_state("networkidle")
    page.locator("#explore-words").fill("")
    page.wait_for_timeout(SETTLED_MS)
    found: dict[str, list[float]] = page.evaluate(INTERACTIONS, {"query": QUERY, "times": TIMES})
    page.close()
    yield f"\n{said}"
    for act, times in found.items():
        yield f"{act}: median {statistics.median(times):.0f} ms, slowest {max(times):.0f} ms (100)"


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Print the table."""
    found = find_chromium()
    if not found:
        sys.stderr.write("no Chromium: install it, or name it in CHROMIUM\n")
        return 1
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-pages-") as folder:
        site = built_sites.whole(Path(folder))
        with serving(site.parent) as root, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
            address = root + built_sites.BASE
            say("| page | largest paint, ms (target 1000) | longest task, ms (100) | shift (0) |")
            say("|---|---:|---:|---:|")
            for row in rows(browser, site, address):
                say(row)
            typed = keystroke(browser, address)
            say(f"\na keystroke among {DOCUMENTS} documents: {typed:.0f} ms (60)")
            for show in ("series", "runs"):
                for row in exploring(browser, address, show):
                    say(row)
            browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
