"""Whether the colours of servers can be told apart, on both grounds and by all readers."""

from __future__ import annotations

import itertools
import re
from math import dist
from pathlib import Path

import pytest
from colour_vision import VISIONS, contrast, lab

from sysbench_archive.words.phrases import DIRECTIONS

CSS = Path(__file__).resolve().parents[2] / "static/css"
THEMES = ("light", "dark")
NAMED = ("1", "2", "3")
"""Hues of the three products that have one of their own."""
LEAST_CONTRAST = 3.0
LEAST_STEP = {1: 4.5, 2: 10.0, 4: 21.0}
"""Steps that two versions lie apart to the least difference between them."""
LEAST_BETWEEN_PRODUCTS = 16.0


def palette(theme: str) -> dict[str, list[str]]:
    """The colours of a theme by hue, oldest version first."""
    sheet = (CSS / "palette.css").read_text(encoding="utf-8")
    light, dark = sheet.split("@media screen and (prefers-color-scheme: dark)")
    found: dict[str, list[str]] = {}
    part = light if theme == "light" else dark
    for hue, step, colour in re.findall(r"--s(\d)(\d): (#[0-9a-f]{6});", part):
        assert len(found.setdefault(hue, [])) == int(step), "steps stand in their order"
        found[hue].append(colour)
    return found


def ground(theme: str) -> str:
    """The colour of the page."""
    first, second = re.findall(
        r"--ground: (#[0-9a-f]{6});", (CSS / "tokens.css").read_text(encoding="utf-8")
    )
    return str(first if theme == "light" else second)


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_stands_out_from_its_ground(theme: str) -> None:
    found = palette(theme)
    assert {hue: len(colours) for hue, colours in found.items()} == dict.fromkeys("123456", 9)
    for colour in itertools.chain.from_iterable(found.values()):
        assert contrast(colour, ground(theme)) >= LEAST_CONTRAST, colour


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_versions_of_a_product_differ_at_sight(theme: str, vision: str) -> None:
    for hue, colours in palette(theme).items():
        seen = [lab(colour, vision) for colour in colours]
        lights = [light for light, _, _ in seen]
        assert lights == sorted(lights, reverse=theme == "light"), hue
        for apart, least in LEAST_STEP.items():
            for one, other in zip(seen, seen[apart:], strict=False):
                assert dist(one, other) >= least, (hue, apart)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_products_differ_whatever_their_versions(theme: str, vision: str) -> None:
    found = palette(theme)
    for one, other in itertools.combinations(NAMED, 2):
        for first, second in itertools.product(found[one], found[other]):
            apart = dist(lab(first, vision), lab(second, vision))
            assert apart >= LEAST_BETWEEN_PRODUCTS, (first, second)


def test_every_direction_of_a_verdict_has_its_colour() -> None:
    sheet = (CSS / "components.css").read_text(encoding="utf-8")
    rules = dict(re.findall(r"^([^\n{]*) \{ color: var\(--(\w+)\); \}$", sheet, re.MULTILINE))
    coloured = {
        direction: colour
        for selector, colour in ((s, c) for s, c in rules.items() if s.startswith(".strip "))
        for direction in re.findall(r"\.strip-([a-z-]+)", selector)
    }
    assert coloured == {
        "faster": "good",
        "fewer": "good",
        "slower": "bad",
        "more": "bad",
        "equivalent": "link",
    }
    badges = {
        outcome: colour
        for selector, colour in rules.items()
        for outcome in re.findall(r"\.outcome-([a-z-]+)", selector)
    }
    assert badges.keys() >= DIRECTIONS.keys()
    assert all(badges[direction] == colour for direction, colour in coloured.items())
