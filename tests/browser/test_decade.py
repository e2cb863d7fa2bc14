"""The home page as a reader meets it: the finding, the chart, its table, answers that lead on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from reader import DESKTOP, PHONE, visiting
from served import Served

from sysbench_archive.model.columns import rows_of_columns

SCREEN = {"width": 1280, "height": 800}
SEEN_BELOW = 800


def home_of(archive: Served) -> dict[str, Any]:
    """What was derived for the page."""
    home: dict[str, Any] = json.loads((archive.site.derived / "data" / "home.json").read_bytes())
    return home


@pytest.mark.parametrize("javascript", [True, False], ids=["programs", "no-programs"])
def test_home_opens_with_the_finding_and_the_chart(
    browser: Browser, archive: Served, *, javascript: bool
) -> None:
    home = home_of(archive)
    options = {"viewport": SCREEN, "java_script_enabled": javascript}
    with visiting(browser, archive.address, **options) as visit:
        page = visit.page
        expect(page.locator("h1")).to_contain_text(home["finding"] or "benchmarks")
        expect(page.locator(".decade h2")).to_have_text(home["title"])
        marks = sum(len(t["marks"]) for r in home["rows"] for p in r["panels"] for t in p["traces"])
        assert marks > 20
        expect(page.locator(".decade figure a")).to_have_count(marks)
        for panel in page.locator(".decade figure svg").all():
            box = panel.bounding_box()
            assert box
            assert box["y"] + box["height"] <= SEEN_BELOW
        assert page.locator("main").inner_text().count("verdict") == 0
        assert visit.complaints == []


def test_panels_stand_below_each_other_on_a_phone(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=PHONE) as visit:
        boxes = [one.bounding_box() for one in visit.page.locator(".decade figure svg").all()]
        assert len(boxes) >= 4
        assert {round(box["x"]) for box in boxes if box} == {
            round(boxes[0]["x"] if boxes[0] else 0)
        }
        width: int = visit.page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"]


def test_every_point_leads_to_its_evidence_and_stands_in_the_table(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        page = visit.page
        addresses = page.locator(".decade figure a").evaluate_all(
            "links => links.map((link) => link.href.baseVal)"
        )
        site = archive.site
        known = {f"/some/base/path/{address}" for address in site.addresses()}
        assert set(addresses) <= known
        titles = page.locator(".decade figure a title").all_text_contents()
        assert all(titles)
        page.locator("#decade-table summary").click()
        rows = page.locator("#decade-table tbody a")
        listed = rows.evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        assert sorted(listed) == sorted(addresses)
        page.locator("#decade-table tbody a", has_text="MySQL 8.0").first.click()
        expect(page.locator("h1")).to_contain_text("MySQL")


def test_weak_points_look_weak(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        fills = visit.page.evaluate(
            """() => ["weak", "strong"].map((kind) => {
              const selector = kind === "weak" ? "a.weak circle" : "a:not(.weak) circle";
              return [...document.querySelectorAll(`.decade figure ${selector}`)]
                .map((mark) => getComputedStyle(mark).fill);
            })"""
        )
        ground = visit.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        weak, strong = fills
        assert set(weak) == {ground}
        assert ground not in strong


def test_the_points_can_be_downloaded(browser: Browser, archive: Served) -> None:
    home = home_of(archive)
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        for name in ("CSV", "JSON"):
            expect(
                visit.page.locator(".decade .more").get_by_role("link", name=name)
            ).to_be_visible()
    files = [archive.site.public / path.lstrip("/") for path in home["files"]]
    table, document = (file.read_text(encoding="utf-8") for file in files)
    points = list(rows_of_columns(json.loads(document)["points"]))
    assert {"row", "kind", "product", "series", "ratio", "path"} <= points[0].keys()
    assert len(table.splitlines()) == len(points) + 1 == len(home["table"]) + 1


def test_upgrades_and_questions_lead_to_their_pages(browser: Browser, archive: Served) -> None:
    home = home_of(archive)
    assert home["upgrades"]
    assert home["questions"]
    for answer in (*home["upgrades"], *home["questions"], *home["newest"]):
        with visiting(browser, archive.address, viewport=DESKTOP) as visit:
            visit.page.locator("main").get_by_role("link", name=answer["title"]).first.click()
            # A comparison that stands on the page of its campaign leads there, to its view.
            view = answer["path"].strip("/").rpartition("/")[2]
            wanted = f"{answer['path']}$|/comparisons/[^/]+/#.*{view}$"
            visit.page.wait_for_url(re.compile(wanted))
            expect(visit.page.locator("h1")).not_to_have_text("Not found")


def test_the_chart_can_be_skipped_by_keyboard(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        page = visit.page
        page.locator(".decade .skip").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator("#decade-table summary")).to_be_focused()
