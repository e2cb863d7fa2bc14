"""A reader meets a chart: still without a program, alive with one, always in the same place."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect
from reader import SCHEMES, SIZES, Visit, visiting
from served import Served

Json = dict[str, Any]
PAGE = "comparisons/mysql-5-7-vs-5-6-vs-5-5-read-only-local/"
BARS = "comparisons/connections-per-second-2012/"
LIVE = "figure.chart[data-live=on]"
HOSTILE = "=cmd|' /C calc'!A1<img src=x onerror=alert(1)></title><script>alert(1)</script>"


@contextmanager
def live_chart(
    browser: Browser, address: str, size: str = "desktop", **options: Any
) -> Iterator[tuple[Visit, Locator]]:
    """The first chart of a page after the reader has stirred, and the visit around it."""
    options = {"viewport": SIZES[size], **options}
    with visiting(browser, address, **options) as visit:
        chart = visit.page.locator("figure.chart").first
        chart.scroll_into_view_if_needed()
        visit.stir()
        visit.page.wait_for_selector(LIVE)
        yield visit, chart
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.dialogs == []


def lines(chart: Locator) -> int:
    """How many lines a live chart shows."""
    return chart.locator(".chart-picture .mark-line path").count()


def texts(chart: Locator) -> list[str]:
    """The texts in a live chart's picture."""
    return sorted(chart.locator(".chart-picture text").all_text_contents())


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_a_chart_comes_alive_in_its_own_place(
    browser: Browser, archive: Served, size: str, scheme: str
) -> None:
    measure = "f => { const r = f.getBoundingClientRect(); return [r.width, r.height] }"
    with visiting(browser, archive.address + PAGE, viewport=SIZES[size]) as still:
        before = still.page.locator("figure.chart").first.evaluate(measure)
    with live_chart(browser, archive.address + PAGE, size, color_scheme=scheme) as (visit, chart):
        assert chart.evaluate(measure) == before
        assert lines(chart) == 3
        stroke = chart.locator(".mark-line path").first.evaluate("e => getComputedStyle(e).stroke")
        assert stroke.startswith("rgb(")
        assert visit.shift() == (0, [])
        assert visit.strangers(archive.address) == []


@pytest.mark.parametrize("size", SIZES)
def test_letters_keep_their_size_on_every_screen(
    browser: Browser, archive: Served, size: str
) -> None:
    with visiting(
        browser, archive.address + PAGE, viewport=SIZES[size], java_script_enabled=False
    ) as visit:
        text = visit.page.locator(".chart-drawing text").first
        box = text.bounding_box()
        assert text.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 11
        assert text.evaluate("e => e.getScreenCTM().a") == 1
        assert box is not None
        assert box["height"] >= 11


def test_servers_are_switched_by_keyboard(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        shown = chart.get_by_role("button", name="Servers")
        switch = chart.locator(".chart-key button").first
        assert not switch.is_visible(), "lines carry their names"
        shown.focus()
        visit.page.keyboard.press("Enter")
        assert shown.get_attribute("aria-expanded") == "true"
        assert switch.get_attribute("aria-pressed") == "true"
        switch.focus()
        visit.page.keyboard.press("Space")
        assert switch.get_attribute("aria-pressed") == "false"
        assert lines(chart) == 2
        visit.page.keyboard.press("Enter")
        assert lines(chart) == 3


def test_escape_closes_what_a_button_opened(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        keyboard = visit.page.keyboard
        servers, key = chart.get_by_role("button", name="Servers"), chart.locator(".chart-key")
        servers.focus()
        keyboard.press("Enter")
        key.locator("button").first.focus()
        keyboard.press("Escape")
        assert not key.is_visible()
        expect(servers).to_be_focused()
        assert servers.get_attribute("aria-expanded") == "false"
        save = chart.locator(".chart-save summary")
        save.focus()
        keyboard.press("Enter")
        keyboard.press("Tab")
        keyboard.press("Escape")
        assert not chart.get_by_role("button", name="Save as SVG").is_visible()
        expect(save).to_be_focused()


def test_an_axis_is_linear_or_logarithmic(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (_, chart):
        assert "Transactions per second" in texts(chart)
        chart.get_by_role("button", name="Log scale").click()
        assert "Transactions per second (logarithmic)" in texts(chart)
        assert "0" not in texts(chart)


def test_zoom_by_keys_by_dragging_and_back(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        mouse, whole = visit.page.mouse, texts(chart)
        chart.locator(".chart-live").focus()
        visit.page.keyboard.press("+")
        assert texts(chart) != whole
        visit.page.keyboard.press("Escape")
        assert texts(chart) == whole
        box = chart.locator(".chart-live").bounding_box()
        assert box is not None
        mouse.move(box["x"] + 150, box["y"] + 200)
        mouse.down()
        mouse.move(box["x"] + 230, box["y"] + 200, steps=4)
        mouse.up()
        assert texts(chart) != whole
        assert visit.page.url.endswith(PAGE), "a drag is no click"
        chart.get_by_role("button", name="Reset zoom").click()
        assert texts(chart) == whole


def test_a_point_tells_about_itself_and_leads_to_its_run(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        chart.locator(".chart-live").focus()
        visit.page.keyboard.press("ArrowRight")
        visit.page.keyboard.press("ArrowRight")
        told = chart.locator(".chart-tip").inner_text().splitlines()
        rows = _data(visit, chart)["values"]
        row = [row for row in rows if row["side"] == rows[0]["side"]][1]
        assert told[:2] == [row["label"], f"{row['threads']} client threads"]
        assert told[2] == f"Transactions per second: {row['centre']:,.2f}"
        assert told[-1] == "1 run"
        assert chart.get_by_role("status").inner_text() == ", ".join(told)
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url(f"**{row['path']}")
        assert visit.page.url.startswith(archive.address)


def _data(visit: Visit, chart: Locator) -> Json:
    """The file of a chart."""
    address = chart.evaluate("figure => new URL(figure.dataset.chart, document.baseURI).href")
    found: Json = json.loads(visit.page.request.get(address).text())
    return found


@pytest.mark.parametrize("size", SIZES)
def test_bars_are_alive_too(browser: Browser, archive: Served, size: str) -> None:
    with live_chart(browser, archive.address + BARS, size) as (visit, chart):
        assert chart.locator(".chart-picture .mark-rect path").count() == 5
        box = chart.locator(".chart-live").bounding_box()
        assert box is not None
        visit.page.mouse.move(box["x"] + 40, box["y"] + 30)
        assert "100 client threads" in chart.locator(".chart-tip").inner_text()
        assert visit.shift() == (0, [])


def saved(visit: Visit, chart: Locator, name: str) -> bytes:
    """What a chart is saved as."""
    chart.locator(".chart-save summary").click()
    with visit.page.expect_download() as download:
        chart.get_by_role("button", name=f"Save as {name}").click()
    assert download.value.suggested_filename.endswith(f".{name.lower()}")
    return Path(download.value.path()).read_bytes()


def test_a_chart_is_saved_as_pictures_that_stand_alone(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        svg = saved(visit, chart, "SVG").decode()
        assert svg.startswith("<svg")
        assert "var(" not in svg
        assert "MySQL 5.7" in svg
        assert "Sysbench Archive, https://" in svg
        assert saved(visit, chart, "PNG").startswith(b"\x89PNG")


def test_a_chart_is_saved_as_its_data(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        marks = _data(visit, chart)["values"]
        rows = list(csv.DictReader(io.StringIO(saved(visit, chart, "CSV").decode())))
        assert len(rows) == len(marks) > 50
        for row, value in zip(rows, marks, strict=True):
            assert row["server"] == value["label"]
            assert float(row["tps"]) == value["centre"]
            assert row["run"] == archive.address + value["path"].lstrip("/")


def test_hostile_labels_are_text_on_the_page_and_in_files(
    browser: Browser, archive: Served
) -> None:
    def poison(route: Route) -> None:
        chart = route.fetch().json()
        for side in (*chart["sides"], *chart["values"]):
            side["label"] = HOSTILE
        chart["title"] = chart["metric"]["label"] = HOSTILE
        route.fulfill(json=chart)

    with visiting(browser, archive.address + PAGE, viewport=SIZES["desktop"]) as visit:
        visit.page.route("**/charts/*.json", poison)
        visit.stir()
        chart = visit.page.locator("figure.chart").first
        chart.scroll_into_view_if_needed()
        visit.page.wait_for_selector(LIVE)
        chart.locator(".chart-live").focus()
        visit.page.keyboard.press("ArrowRight")
        assert chart.locator(".chart-tip strong").inner_text() == HOSTILE
        assert chart.locator("img, script").count() == 0
        rows = list(csv.reader(io.StringIO(saved(visit, chart, "CSV").decode())))
        assert {row[0] for row in rows[1:]} == {f"'{HOSTILE}"}
        assert b"<img" not in saved(visit, chart, "SVG")
        assert (visit.dialogs, visit.violations()) == ([], [])


@pytest.mark.parametrize("what", ["**/charts/*.json", "**/charts/specs/*", "**/js/chart.*"])
def test_a_chart_that_cannot_come_alive_stays_as_it_is(
    browser: Browser, archive: Served, what: str
) -> None:
    with visiting(browser, archive.address + PAGE, viewport=SIZES["desktop"]) as visit:
        visit.page.route(what, lambda route: route.abort())
        chart = visit.page.locator("figure.chart").first
        chart.scroll_into_view_if_needed()
        visit.stir()
        visit.page.wait_for_timeout(300)
        assert chart.locator(".chart-drawing").is_visible()
        assert chart.locator(".chart-live").count() == 0
        assert visit.shift() == (0, [])


def test_full_screen_gives_the_chart_the_screen_and_back(browser: Browser, archive: Served) -> None:
    with live_chart(browser, archive.address + PAGE) as (visit, chart):
        box = chart.locator(".chart-live")
        before = box.bounding_box()
        button = chart.get_by_role("button", name="Full screen")
        button.click()
        visit.page.wait_for_function("() => document.fullscreenElement")
        visit.page.wait_for_function(
            "(width) => document.querySelector('.chart-live').offsetWidth > width",
            arg=(before or {}).get("width", 0),
        )
        assert button.get_attribute("aria-pressed") == "true"
        button.click()
        visit.page.wait_for_function("() => !document.fullscreenElement")
        visit.page.wait_for_timeout(200)
        assert box.bounding_box() == before
