"""The home page: answer, chart and question in one screen, and charts drawn for every width."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from reader import visiting
from served import Served

# Words of a chart that are shown, those told of a line that is pointed at apart; nothing of them
# reaches beyond the page.
WORDS = """
() => [...document.querySelectorAll(".lines-chart > svg")].filter((svg) => svg.checkVisibility())
  .map((svg) => [...svg.querySelectorAll("text")].filter((text) => text.checkVisibility())
    .map((text) => {
      const {left, right, top, bottom} = text.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(text).fontSize);
      return {text: text.textContent, size, left, right, top: top + 1, bottom: bottom - 1};
    }))
"""


def collisions(words: list[dict[str, Any]]) -> list[str]:
    """Words that lie over each other, or over the edge of the page."""
    return [
        f"{one['text']} meets {other['text']}"
        for at, one in enumerate(words)
        for other in words[:at]
        if one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    ]


def choose(page: Page, words: str) -> None:
    page.locator(".lines-choice label", has_text=words).click()
    expect(page.get_by_role("radio", name=words)).to_be_checked()


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
def test_a_chart_is_drawn_for_its_width_and_switched_without_programs(
    browser: Browser, archive: Served, width: int
) -> None:
    size = {"width": width, "height": 900}
    with visiting(browser, archive.address, java_script_enabled=False, viewport=size) as visit:
        seen = []
        for data in ("Data in memory", "Data larger than the pool"):
            choose(visit.page, data)
            charts = visit.page.evaluate(WORDS)
            seen.append(charts)
            assert len(charts) == 4, data
            assert min(word["size"] for words in charts for word in words) >= 12
            assert [found for words in charts for found in collisions(words)] == []
            assert all(word["left"] >= 0 and word["right"] <= width for w in charts for word in w)
            assert all(any("%" in word["text"] for word in words) for words in charts)
        assert seen[0] != seen[1]


def test_the_first_screen_has_a_sentence_a_chart_and_the_question(
    browser: Browser, archive: Served
) -> None:
    with visiting(browser, archive.address, viewport={"width": 1280, "height": 900}) as visit:
        for name in ("h1", ".lines-chart", "form.question"):
            boxes = [part.bounding_box() for part in visit.page.locator(name).all()]
            feet = [box["y"] + box["height"] for box in boxes if box]
            assert feet
            assert max(feet) <= 900, name


def test_a_line_is_named_where_it_has_the_focus(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport={"width": 1280, "height": 900}) as visit:
        line = visit.page.locator(".lines-chart a.named:visible").first
        told = line.locator(".told")
        expect(told).to_be_hidden()
        line.focus()
        expect(told).to_be_visible()
        expect(told).to_contain_text("Ryzen")
