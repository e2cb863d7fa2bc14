"""Path length by release: which counts make a line, what stands at 1, and what is said of it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from derived_records import plain
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.pages.path_length import HEIGHT, PathLength, path_length, path_length_page


def count(
    version: str, instructions: float, product: str = "mysql", **fields: Any
) -> CountedRelease:
    """A counted run of a release in one session."""
    known = {
        "series": ".".join(version.split(".")[:2]),
        "label": f"{product} {version}",
        "plain": True,
        "bundle": "decade",
        "path": f"/results/decade/{product}-{version}/",
        "test": "oltp_point_select",
        "tool": "callgrind",
        "setting": "defaults",
    }
    known |= {"product": product, "version": version}
    return plain(CountedRelease, instructions=instructions, **known | fields)


DECADE = [
    count("9.7.4", 60_000),
    count("5.5.34", 34_000),
    count("5.6.14", 39_000),
    count("5.6.24", 40_000),
    count("8.0.33", 56_000),
]


def panel_of(releases: list[CountedRelease]) -> PathLength:
    panel = path_length(releases)
    assert panel is not None
    return panel


def test_a_line_joins_releases_in_order_with_the_newest_of_its_series_as_one() -> None:
    (line,) = panel_of(DECADE).lines
    assert [point.label.split()[1] for point in line.points] == [
        "5.5.34",
        "5.6.14",
        "5.6.24",
        "8.0.33",
        "9.7.4",
    ]
    assert [point.ratio for point in line.points] == [0.85, 0.975, 1.0, 1.4, 1.5]
    assert [point.short for point in line.points] == ["5.5", "5.6", "", "8.0", "9.7"]
    assert line.reference == "mysql 5.6.24"
    assert line.points[0].path == "/results/decade/mysql-5.5.34/"


def test_a_variant_is_not_what_others_are_measured_by() -> None:
    variant = count("5.6.51", 90_000, plain=False)
    (line,) = panel_of([*DECADE, variant]).lines
    assert line.reference == "mysql 5.6.24"
    (line,) = panel_of([r for r in DECADE if r.series != "5.6"] + [variant]).lines
    assert line.reference == "mysql 5.5.34"


def test_two_releases_make_no_line() -> None:
    assert path_length(DECADE[:2]) is None


def test_counts_of_other_sessions_are_not_joined_to_a_line() -> None:
    other = count("8.4.1", 99_000, bundle="another")
    assert panel_of([*DECADE, other]) == panel_of(DECADE)


def test_counts_with_other_settings_have_panels_of_their_own() -> None:
    pinned = [
        count(r.version, r.instructions * 2, setting="pinned", regime="pinned") for r in DECADE
    ]
    page = path_length_page([*DECADE, *pinned], {"decade": "A decade"})
    assert [len(panel.lines) for panel in page.panels] == [1, 1]
    assert len({panel.id for panel in page.panels}) == 2
    assert [bundle.title for bundle in page.bundles] == ["A decade"]


def test_of_the_same_settings_the_machine_with_most_releases_is_shown() -> None:
    fewer = [count(r.version, r.instructions * 2, setting="other machine") for r in DECADE[:3]]
    page = path_length_page([*fewer, *DECADE], {"decade": "A decade"})
    (panel,) = page.panels
    assert panel == panel_of(DECADE)


def test_settings_of_one_release_are_no_releases() -> None:
    settings = [
        count("8.4.1", 50_000 + n, label=f"mysql 8.4.1 ({n})", bundle="settings") for n in range(9)
    ]
    assert path_length(settings) is None
    assert panel_of([*DECADE, *settings]) == panel_of(DECADE)
    beside = [count("8.4.1", 50_000, label=f"mysql 8.4.1 ({n})") for n in range(2)]
    assert panel_of([*DECADE, *beside]) == panel_of(DECADE)


def test_products_share_an_axis_on_which_one_is() -> None:
    others = [
        count(version, instructions, "mariadb")
        for version, instructions in (("10.2.11", 37_000), ("10.6.12", 47_000), ("11.4.5", 48_000))
    ]
    panel = panel_of([*others, *DECADE])
    assert [line.product for line in panel.lines] == ["mysql", "mariadb"]
    ones = [point.y for line in panel.lines for point in line.points if point.ratio == 1]
    (one,) = [mark.at for mark in panel.marks if mark.text == "1"]
    assert ones == [one, one]
    for line in panel.lines:
        assert all(0 < point.y < HEIGHT and 0 < point.x < 100 for point in line.points)
        for low, high in itertools.combinations(line.points, 2):
            assert (low.ratio < high.ratio) == (low.y > high.y) or low.ratio == high.ratio


@pytest.mark.parametrize(
    ("newest", "sentence"),
    [
        (60_000, "mysql 9.7.4 executes more instructions than mysql 5.6.24: +50 %."),
        (30_000, "mysql 9.7.4 executes fewer instructions than mysql 5.6.24: \N{MINUS SIGN}25 %."),
        (140_000, "mysql 9.7.4 executes more instructions than mysql 5.6.24: 3.5 times."),
        (
            41_000,
            (
                "mysql 9.7.4 and mysql 5.6.24: no clear difference"
                " (two runs of the same thing differ by up to 9.1 %)."
            ),
        ),
    ],
)
def test_what_is_said_of_the_newest_has_the_noise_of_counts(newest: int, sentence: str) -> None:
    (line,) = panel_of([count("9.7.4", newest), *DECADE[1:]]).lines
    assert line.finding == sentence


def test_what_is_said_of_counts_on_copies_has_their_noise() -> None:
    copies = [count("9.7.4", 41_000, start="copy"), *DECADE[1:]]
    (line,) = panel_of(copies).lines
    assert line.finding == "mysql 9.7.4 executes more instructions than mysql 5.6.24: +2.5 %."


@pytest.mark.parametrize("factor", [1.0, 1.001, 1.5, 8.0, 90.0])
def test_an_axis_has_a_few_marks_apart_from_each_other(factor: float) -> None:
    panel = panel_of([count("9.7.4", 40_000 * factor), *DECADE[1:]])
    heights = [mark.at for mark in panel.marks]
    assert 2 <= len(heights) <= 6
    assert all(low - high >= 11 for low, high in itertools.pairwise(heights))
