"""What a chart shows: its axes, names, colours and words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import chart_records as records
import pytest
from drawn_charts import SVG, draw, drawn, lay, texts


def test_throughput_starts_at_zero_and_says_its_unit_in_words(tmp_path: Path) -> None:
    drawing, _ = drawn(tmp_path, records.chart("sweep"))
    assert {"0", "Transactions per second", "Client threads"} <= set(texts(drawing))


def test_latency_is_in_milliseconds_from_zero_or_logarithmic_where_it_spans_much(
    tmp_path: Path,
) -> None:
    near, far = records.chart("near", "latency"), records.chart("far", "latency")
    far["values"][-1] |= {"centre": 900.0, "low": 900.0, "high": 900.0}
    narrow, _ = drawn(tmp_path, near)
    assert {"0", "Latency, 95th percentile (milliseconds)"} <= set(texts(narrow))
    wide, _ = drawn(tmp_path, far)
    assert "Latency, 95th percentile (milliseconds, logarithmic)" in texts(wide)
    assert {"10", "100"} <= set(texts(wide))
    assert "0" not in texts(wide)


def test_loads_stand_from_zero_at_round_numbers(tmp_path: Path) -> None:
    chart = records.chart("loads", "load_p99", threads=(79, 397, 715))
    drawing, _ = drawn(tmp_path, chart)
    shown = set(texts(drawing))
    assert {"Offered load, 1/s", "Latency, 99th percentile (milliseconds)"} <= shown
    assert {"0", "200", "400", "600"} <= shown
    assert not {"79", "397", "715"} & shown
    words = (tmp_path / "out/loads.svg").read_text()
    assert "Latency, 99th percentile at offered loads per second." in words
    assert "MySQL 8.0: 6.44 at 79 to 46.19 at 715." in words


@pytest.mark.parametrize(
    ("factor", "ticks"),
    [
        (1.002, {"0 %", "+1 %", "\N{MINUS SIGN}1 %"}),
        (1.3, {"0 %", "+20 %"}),
        (40.0, {"1", "10", "20"}),
    ],
)
def test_ratios_are_differences_in_per_cent_or_in_times(
    tmp_path: Path, factor: float, ticks: set[str]
) -> None:
    chart = records.chart("ratio", "ratio", versions=("8.0", "8.4"))
    for row in chart["values"]:
        if row["side"] != "mysql-8-0":
            row |= dict.fromkeys(("centre", "low", "high"), factor)
    drawing, key = drawn(tmp_path, chart)
    shown = set(texts(drawing))
    assert len(ticks & shown) >= 2, shown
    assert "MySQL 8.0" in shown, "the rule at 1 carries the baseline's name"
    assert len(list(key.iter(f"{SVG}li"))) == 2


def test_products_have_their_hue_and_every_line_its_marker(tmp_path: Path) -> None:
    versions = tuple(f"8.{minor}" for minor in range(10))
    chart = records.chart("many", versions=versions)
    chart["sides"][0] |= {"product": "mariadb", "shade": 0}
    _, key = drawn(tmp_path, chart)
    colours = [svg.get("color") or "" for svg in key.iter(f"{SVG}svg")]
    hues = [colour.removeprefix("var(--s")[0] for colour in colours]
    assert hues == ["2", *"1" * 9]
    shapes = [use.get("href") for use in key.iter(f"{SVG}use")]
    assert len(set(shapes)) == len(versions)


def test_labels_at_the_ends_of_lines_keep_apart(tmp_path: Path) -> None:
    chart = records.chart("close", versions=tuple(f"8.{minor}" for minor in range(10)))
    for row in chart["values"]:
        row |= dict.fromkeys(("centre", "low", "high"), 100.0)
    drawing, _ = drawn(tmp_path, chart)
    ends = next(group for group in drawing.iter(f"{SVG}g") if _is_names(group))
    places = sorted(float(text.get("y", "")) for text in ends)
    assert len(places) == 10
    assert all(b - a >= 14 for a, b in itertools.pairwise(places))


def test_leaders_from_lines_to_their_labels_do_not_cross(tmp_path: Path) -> None:
    """Some lines end early; beyond the plot leaders stand in the order of the labels."""
    chart = records.chart("early", versions=tuple(f"8.{minor}" for minor in range(6)))
    for at, row in enumerate(chart["values"]):
        row |= dict.fromkeys(("centre", "low", "high"), 100.0 + at % 6)
    late = max(row["threads"] for row in chart["values"])
    chart["values"] = [
        row for row in chart["values"] if row["threads"] < late or row["side"] > "mysql-8-2"
    ]
    drawing, _ = drawn(tmp_path, chart)
    paths = [path.get("d") or "" for path in drawing.iter(f"{SVG}path") if path.get("class")]
    aslant = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", " ".join(paths))
    assert len(aslant) >= 5
    ends = sorted((float(y), float(y2)) for _, y, _, y2 in aslant)
    assert ends == sorted(ends, key=lambda leader: leader[1])
    assert len({x for x, _, _, _ in aslant}) == 1


def _is_names(group: ElementTree.Element) -> bool:
    return group.get("class") == "end" and bool(group.findall(f"{SVG}text"))


def test_many_labels_are_left_to_the_key(tmp_path: Path) -> None:
    versions = tuple(f"8.{minor}" for minor in range(25))
    drawing, key = drawn(tmp_path, records.chart("crowd", versions=versions))
    assert "ends-none" in (drawing.get("class") or "")
    assert len(list(key.iter(f"{SVG}li"))) == 25


WIDTHS = {"": 258, "wide": 374, "wider": 454, "widest": 614}
"""Pixels of the plot of a short label in the narrowest column that shows a class of ticks."""


@pytest.mark.parametrize(
    "counts",
    [
        (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 31, 68, 100, 810, 1000),
        (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024),
    ],
)
def test_every_thread_count_that_fits_has_its_label(
    tmp_path: Path, counts: tuple[int, ...]
) -> None:
    """At every width the first and the last, and none runs into another."""
    drawing, _ = drawn(tmp_path, records.chart("dense", threads=counts))
    ranks = list(WIDTHS)
    for rank, width in WIDTHS.items():
        shown = sorted(_ticks(drawing, ranks[: ranks.index(rank) + 1]))
        assert (shown[0][1], shown[-1][1]) == ("1", f"{counts[-1]:,}")
        for (at, text), (then, other) in itertools.pairwise(shown):
            assert (then - at) / 100 * width >= 3.5 * (len(text) + len(other)) + 4, (text, other)
    if len(counts) == 11:
        assert len(sorted(_ticks(drawing, ["", "wide", "wider"]))) == 11


def _ticks(drawing: ElementTree.Element, ranks: list[str]) -> Iterator[tuple[float, str]]:
    for group in drawing.iter(f"{SVG}g"):
        if group.get("text-anchor") != "middle" or (group.get("class") or "") not in ranks:
            continue
        for text in group.findall(f"{SVG}text"):
            if (text.text or "").replace(",", "").isdigit():
                yield float((text.get("x") or "").rstrip("%")), text.text or ""


def test_a_chart_of_ratios_has_the_axis_of_the_throughput_above_it(tmp_path: Path) -> None:
    """Also where runs have ranges, which stand beside each other."""
    places = []
    for kind in ("throughput", "ratio"):
        drawing, _ = drawn(tmp_path / kind, records.chart(kind, kind, spread=0.1))
        places.append(sorted(_ticks(drawing, list(WIDTHS))))
    assert places[0] == places[1]


def test_ranges_of_several_servers_stand_beside_each_other(tmp_path: Path) -> None:
    drawing, _ = drawn(tmp_path, records.chart("ranges", spread=0.1))
    bars = [path.get("d") or "" for path in drawing.iter(f"{SVG}path")]
    at = [re.findall(r"M([\d.]+) [\d.]+V", d) for d in bars]
    firsts = [float(found[0]) for found in at if len(found) == 8]
    assert len(firsts) == 3
    assert all(b - a >= 5 for a, b in itertools.pairwise(firsts))


def test_ranges_keep_apart_from_those_at_the_next_thread_count(tmp_path: Path) -> None:
    counts = tuple(range(1, 13))
    chart = records.chart("dense", spread=0.1, threads=counts, versions=("8.0", "8.4", "9.0"))
    drawing, _ = drawn(tmp_path, chart)
    bars = [path.get("d") or "" for path in drawing.iter(f"{SVG}path")]
    at = [[float(x) for x in re.findall(r"M([\d.]+) [\d.]+V", d)] for d in bars]
    first, *_, last = (places for places in at if len(places) == len(counts))
    assert all(b - a > 2 * 5 for a, b in zip(last, first[1:], strict=False))


def test_a_single_thread_count_has_bars_with_names_and_figures(tmp_path: Path) -> None:
    drawing, _ = drawn(tmp_path, records.chart("bars", threads=(4,)))
    assert len(list(drawing.iter(f"{SVG}rect"))) == 3
    assert {"MySQL 8.0", "MySQL 8.4", "MySQL 9.0", "0"} <= set(texts(drawing))


def test_bars_of_variants_of_one_release_name_the_variants_alone(tmp_path: Path) -> None:
    """Their full names would run off a phone."""
    chart = records.chart("bars", threads=(4,), versions=("8.0", "8.4"))
    for row, variant in zip(chart["values"], ("xfs", "ext4, 2 GB"), strict=True):
        row["label"] = f"MySQL 8.0 ({variant})"
    drawing, _ = drawn(tmp_path, chart)
    assert {"xfs", "ext4, 2 GB"} <= set(texts(drawing))


def test_a_summary_says_in_words_what_a_chart_shows(tmp_path: Path) -> None:
    chart = records.chart("summary", threads=(1, 2, 4), versions=("8.0", "8.4"))
    for row, centre in zip(chart["values"], (100, 110, 250, 220, 180, 330), strict=True):
        row |= dict.fromkeys(("centre", "low", "high"), centre)
    draw(lay(tmp_path / "in", chart), tmp_path / "out")
    assert (
        '<p class="unseen">Transactions per second at client threads. '
        "MySQL 8.0: 100 at 1 to 180 at 4, highest 250 at 2. "
        "MySQL 8.4: 110 at 1 to 330 at 4.</p>"
    ) in (tmp_path / "out" / "summary.svg").read_text(encoding="utf-8")
