"""A reader compares sides of their own choice: answer, figures, what differs, what to take."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from reader import DESKTOP, SIZES, Visit, visiting
from served import Served
from test_every_page import complaints_of

HOSTILE = "=1+<img src=x onerror=alert(1)>|[x](javascript:alert(1))"
REPEATED = "2026-11-mariadb-11-8-and-10-11-debian-vm"
SINGLE = "2016-04-mysql-5-7-5-6-5-5-read-only-network"


def published(archive: Served, bundle: str) -> dict[str, Any]:
    """A result as comparing finds it."""
    path = archive.site.public / "results" / bundle / "compare.json"
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def panel(archive: Served, bundle: str) -> dict[str, Any]:
    """The panel of the first matrix comparison of a result."""
    folder = archive.site.public / "comparisons"
    path = next(iter(sorted(folder.glob(f"{bundle}--*/index.json"))))
    found: dict[str, Any] = json.loads(path.read_bytes())["panels"][0]
    return found


def series(bundle: str, shown: Mapping[str, Any], most: int = 8) -> str:
    """The part of an address that names the sides of a panel."""
    names = [side["id"] for side in shown["sides"][:most]]
    workload = shown["workload"]["id"]
    return "?" + "&".join(f"s={bundle}/{name}/{workload}" for name in names)


@contextmanager
def comparing(browser: Browser, archive: Served, asked: str, **options: Any) -> Iterator[Visit]:
    """Visit a comparison and wait until all of it is there."""
    address = f"{archive.address}compare/{asked}"
    with visiting(browser, address, **{"viewport": DESKTOP, **options}) as visit:
        settle(visit)
        yield visit


def settle(visit: Visit) -> None:
    expect(visit.page.locator(".program")).not_to_contain_text("Loading…")
    visit.settle()
    expect(visit.page.locator("[data-live=loading]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bundle", [REPEATED, SINGLE])
def test_it_says_what_the_page_of_the_build_says(
    browser: Browser, archive: Served, bundle: str, size: str
) -> None:
    shown = panel(archive, bundle)
    with comparing(browser, archive, series(bundle, shown), viewport=SIZES[size]) as visit:
        page = visit.page
        sentences = page.locator(".answer-sentence").all_inner_texts()
        assert sentences == [verdict["sentence"] for verdict in shown["verdicts"]]
        entries = page.locator(".answer .strip b").all_inner_texts()
        assert entries == [e["text"] for verdict in shown["verdicts"] for e in verdict["headline"]]
        assert (
            shown["comparability"]["sentence"] in page.locator(".comparability-line").inner_text()
        )
        assert page.locator(".chart-live").is_visible()
        assert page.locator("tbody tr").count() >= len(shown["rows"])
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.strangers(archive.address) == []
        assert visit.shift() == (0, [])
        assert complaints_of(page) == []


def test_another_side_becomes_the_baseline_or_is_removed(browser: Browser, archive: Served) -> None:
    shown = panel(archive, SINGLE)
    first, second = (side["label"] for side in shown["sides"][:2])
    with comparing(browser, archive, series(SINGLE, shown, 2)) as visit:
        page = visit.page
        expect(page.locator(".sides li").first).to_contain_text(first)
        page.get_by_role("link", name=f"make it the baseline: {second}").click()
        settle(visit)
        expect(page.locator(".sides li").first).to_contain_text(second)
        page.get_by_role("link", name=f"remove {first}").click()
        settle(visit)
        expect(page.locator(".notice")).to_contain_text("This is one side")
        page.get_by_role("link", name="Choose another side").click()
        page.wait_for_url(re.compile(r"/explore/\?s="))


def test_single_runs_are_sides_too(browser: Browser, archive: Served) -> None:
    cells = published(archive, REPEATED)["cells"]
    cell = next(c for c in cells if len(c["runs"]) > 1)
    asked = "?" + "&".join(f"r={REPEATED}/{run}" for run in cell["runs"][:2])
    with comparing(browser, archive, asked) as visit:
        page = visit.page
        assert page.locator(".sides li").count() == 2
        assert "run " in page.locator(".sides").inner_text()
        assert page.locator(".answer-sentence").count() == 1
        page.locator(".fixed-first td a").first.click()
        page.wait_for_url(f"**/results/{REPEATED}/{cell['runs'][0]}/")


CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def copied(page: Page, name: str) -> str:
    page.get_by_role("button", name=name).click()
    expect(page.get_by_role("group", name="Take along")).to_contain_text("Copied.")
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def test_it_is_taken_along_as_markdown_csv_and_link(browser: Browser, archive: Served) -> None:
    shown = panel(archive, SINGLE)
    with comparing(browser, archive, series(SINGLE, shown), **CLIPBOARD) as visit:
        page = visit.page
        markdown = copied(page, "Copy as Markdown")
        assert markdown.count("\n| ") >= len(shown["rows"]) + 1
        assert f"<{page.url}>" in markdown
        rows = list(csv.DictReader(io.StringIO(copied(page, "Copy as CSV"))))
        cells = [cell for row in shown["rows"] for cell in row["cells"] if cell]
        assert [float(row["figure"]) for row in rows] == pytest.approx([c["centre"] for c in cells])
        assert all(row["first run"].startswith(archive.address) for row in rows)
        assert copied(page, "Copy link") == page.url


def test_hostile_names_are_text_here_and_in_what_is_taken_along(
    browser: Browser, archive: Served
) -> None:
    def poison(route: Route) -> None:
        record = route.fetch().json()
        if "title" in record:
            record["title"] = HOSTILE
            for part in (*record["servers"], *record["workloads"]):
                part |= {"label": HOSTILE, "title": HOSTILE}
        else:
            for part in record["conditions"].values():
                for conditions in part.values():
                    for name, value in conditions.items():
                        if not (name.startswith("identity") or isinstance(value, dict)):
                            conditions[name] = HOSTILE
        route.fulfill(json=record)

    shown = panel(archive, SINGLE)
    with visiting(browser, archive.address, viewport=DESKTOP, **CLIPBOARD) as visit:
        page = visit.page
        page.route(re.compile(r"/results/.*/(index|compare)\.json"), poison)
        page.goto(f"{archive.address}compare/{series(SINGLE, shown)}")
        settle(visit)
        assert HOSTILE in page.locator(".sides").inner_text()
        assert page.locator("main img, main script").count() == 0
        assert (visit.dialogs, visit.violations()) == ([], [])
        markdown = copied(page, "Copy as Markdown")
        assert "<img" not in markdown.replace("\\<img", "")
        assert "[x](" not in markdown
        rows = list(csv.reader(io.StringIO(copied(page, "Copy as CSV"))))
        assert {row[0] for row in rows[1:]} == {f"'{HOSTILE}"}


COMPLAINTS = {
    "": "names no sides",
    "?s=2001-01-no-such/a/b": "No result is called 2001-01-no-such",
    f"?s={SINGLE}/none/none": f"The result {SINGLE} has no figures of none under none",
    f"?r={SINGLE}/none": f"The result {SINGLE} has no run none with figures",
    "?" + urlencode({"s": HOSTILE}): "is not written as sides are",
    "?" + "&".join(f"r={SINGLE}/none-{n}" for n in range(12)): "More than 8 sides",
}


@pytest.mark.parametrize("asked", COMPLAINTS)
def test_an_address_that_cannot_be_had_is_complained_of(
    browser: Browser, archive: Served, asked: str
) -> None:
    with comparing(browser, archive, asked) as visit:
        expect(visit.page.locator(".notice")).to_contain_text(COMPLAINTS[asked])
        assert visit.page.get_by_role("link", name="Choose sides").is_visible()
        assert visit.page.locator("main img").count() == 0
        assert visit.dialogs == []


@pytest.mark.parametrize("what", ["**/policy.json", "**/compare.json"])
def test_what_cannot_be_loaded_is_said(browser: Browser, archive: Served, what: str) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=503, body="")

    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        visit.page.route(what, fail)
        asked = series(SINGLE, panel(archive, SINGLE))
        visit.page.goto(f"{archive.address}compare/{asked}")
        expect(visit.page.locator(".notice")).to_contain_text("Try again later")


def test_a_comparison_without_its_chart_is_whole(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        visit.page.route("**/js/chart.*", lambda route: route.abort())
        asked = series(SINGLE, panel(archive, SINGLE))
        visit.page.goto(f"{archive.address}compare/{asked}")
        expect(visit.page.locator(".program")).not_to_contain_text("Loading…")
        visit.settle()
        assert visit.page.locator(".answer-sentence").count() >= 1
        assert visit.page.locator("#comparability").is_visible()
        assert visit.page.locator(".notice").count() == 0
