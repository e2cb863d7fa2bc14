"""Whether the colours of servers can be told apart, on both grounds and by all readers.

Two lines of one chart lie 20 apart, in both themes: for usual sight by CIEDE2000, which counts dark
and vivid colours less than CIELAB does, for protanopia and deuteranopia in CIELAB (CIE76). Where a
product has more servers than colours, their dashes differ.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import chart_records as records
import pytest
from colour_vision import VISIONS, ciede2000, contrast, lab
from drawn_charts import SVG, drawn, rooted

from built_sites import Site
from sysbench_archive.words.phrases import DIRECTIONS

CSS = Path(__file__).resolve().parents[2] / "static/css"
THEMES = ("light", "dark")
LEAST_CONTRAST = 3.0
LEAST_DISTANCE = 20.0
BY_COLOUR_ALONE = (
    {"mysql": 8},
    {"mariadb": 5},
    {"percona-server": 3},
    {"mysql": 5, "mariadb": 5, "percona-server": 3},
)
"""Servers of each product that a chart tells apart without dashes."""
BY_DASHES = ({"mariadb": 15}, {"percona-server": 10}, {"mysql": 8, "mariadb": 8})
Line = tuple[str, str]
"""Colour, as `--s10`, and dash."""


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by name."""
    sheet = (CSS / "palette.css").read_text(encoding="utf-8")
    light, dark = sheet.split("@media screen and (prefers-color-scheme: dark)")
    return dict(re.findall(r"(--s\d\d): (#[0-9a-f]{6});", light if theme == "light" else dark))


def ground(theme: str) -> str:
    """The colour of the page."""
    first, second = re.findall(
        r"--ground: (#[0-9a-f]{6});", (CSS / "tokens.css").read_text(encoding="utf-8")
    )
    return str(first if theme == "light" else second)


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_stands_out_from_its_ground(theme: str) -> None:
    found = palette(theme)
    assert found.keys() == palette("light").keys()
    for colour in found.values():
        assert contrast(colour, ground(theme)) >= LEAST_CONTRAST, colour


def lines_of(key: ElementTree.Element) -> list[Line]:
    """How the lines of a chart look, by its key."""
    entries = [entry.find(f"{SVG}svg") for entry in key.iter(f"{SVG}li")]
    return [
        ((svg.get("color") or "")[4:-1], path.get("stroke-dasharray") or "")
        for svg in entries
        if svg is not None and (path := svg.find(f"{SVG}path")) is not None
    ]


def assert_told_apart(lines: Iterable[Line], where: object) -> None:
    """Any two lines differ in their colours, or else in their dashes."""
    for (one, dash), (other, another) in itertools.combinations(lines, 2):
        if dash == another:
            for theme, vision in itertools.product(THEMES, VISIONS):
                colours = (palette(theme)[name] for name in (one, other))
                seen = [lab(colour, vision) for colour in colours]
                apart = ciede2000(*seen) if vision == "usual" else dist(*seen)
                assert apart >= LEAST_DISTANCE, (where, theme, vision, one, other)


@pytest.mark.parametrize("servers", [*BY_COLOUR_ALONE, *BY_DASHES], ids=str)
def test_any_two_lines_of_a_chart_are_told_apart(tmp_path: Path, servers: dict[str, int]) -> None:
    count = sum(servers.values())
    chart = records.chart("lines", versions=tuple(f"8.{minor}" for minor in range(count)))
    own = [(product, at) for product, of_it in servers.items() for at in range(of_it)]
    for side, (product, shade) in zip(chart["sides"], own, strict=True):
        side |= {"product": product, "shade": shade}
    _, key = drawn(tmp_path, chart)
    found = lines_of(key)
    assert len(found) == count
    assert_told_apart(found, servers)
    if servers in BY_COLOUR_ALONE:
        assert {dash for _, dash in found} == {""}


def test_the_lines_of_every_chart_of_the_archive_are_told_apart(real_site: Site) -> None:
    drawings = sorted((real_site.derived / "assets/charts").glob("*.svg"))
    looks: dict[tuple[Line, ...], str] = {}
    for path in drawings:
        text = path.read_text(encoding="utf-8")
        if "chart-key" in text:
            looks[tuple(lines_of(ElementTree.fromstring(rooted(text))))] = path.name
    assert len(looks) > 10
    for lines, name in looks.items():
        assert_told_apart(lines, name)


def test_differences_are_those_of_the_published_data() -> None:
    """Pairs 1, 17 and 25 of Sharma, Wu and Dalal (2005)."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    first = (60.2574, -34.0099, 36.2677)
    assert ciede2000(first, (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


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
