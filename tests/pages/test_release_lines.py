"""Lines of machines over releases: one machine each, never joined, one named."""

from __future__ import annotations

from typing import Any

import pytest

from cell_samples import cell, pairs
from sysbench_archive.pages.release_lines import (
    HEIGHT,
    NamedLines,
    NamedView,
    ReleaseLines,
    data_of,
    machine_lines,
    release_lines,
)
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.release_pairs import release_pairs

SPEEDS = {"5.5.62": 110, "5.6.51": 100, "5.7.44": 80, "8.0.45": 50}


def campaign(name: str, speeds: dict[str, float] = SPEEDS, **more: Any) -> list[Cell]:
    own = {"bundle": name, "machine": name, "threads": 1} | more
    return [cell(version, tps, **own) for version, tps in speeds.items()]


def drawn(*campaigns: list[Cell]) -> ReleaseLines:
    cells = [one for own in campaigns for one in own]
    return release_lines(release_pairs(cells, []), {one.bundle: one.bundle for one in cells})


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    charts = {"Read-only": "oltp-read-only", "Nothing": "nobody-ran"}
    views = [
        NamedView(clients="one", data="in-memory", bundle="named", charts=charts),
        NamedView(clients="about-cores", data="larger", bundle="big", charts=charts),
        NamedView(clients="one", data="larger", bundle="not here", charts=charts),
    ]
    own = NamedLines(product="mysql", since="5.6", marks=["5.6", "5.7", "8.0"], views=views)
    monkeypatch.setattr("sysbench_archive.pages.release_lines.read_record", lambda *_: [own])


def test_a_line_is_one_campaign_over_one_release() -> None:
    cells = [*campaign("a"), *campaign("b", {"5.7.44": 100, "8.0.45": 90, "8.4.8": 80})]
    (line,) = machine_lines(release_pairs(cells, []), "mysql", "5.6")
    assert line.ratios == {"5.6": 1.0, "5.7": pytest.approx(0.8), "8.0": pytest.approx(0.5)}
    other = campaign("a", {"8.4.8": 40}, host="another")
    (line,) = machine_lines(release_pairs([*cells, *other], []), "mysql", "5.6")
    assert "8.4" not in line.ratios, "another machine"


def test_candidates_stand_on_a_line_and_neither_make_one_nor_are_said() -> None:
    few = campaign("a", {"5.6.51": 100, "5.7.44": 80})
    early = cell("8.0.45", 50, bundle="a", machine="a", threads=1, maturity="rc")
    assert machine_lines(release_pairs([*few, early], []), "mysql", "5.6") == []
    last = cell("8.4.0", 10, bundle="named", machine="named", threads=1, maturity="unrecorded")
    (chart,) = drawn([*campaign("named"), last]).products[0].views[0].charts
    assert [point.general for point in chart.points] == [True, True, True, False]
    assert chart.named.label
    assert chart.named.label.text == "8.0: \N{MINUS SIGN}50 %"
    assert chart.named.label.x <= chart.points[2].x, "at the release it names"


def test_one_line_of_each_other_campaign_stands_behind_with_as_many_clients_and_such_data() -> None:
    """Of a campaign with several that of the same load."""
    page = drawn(
        campaign("named"),
        campaign("b"),
        campaign("b", workload="w", load="range"),
        campaign("many", threads=4),
        campaign("writes", workload="w", load="insert", family="write"),
        campaign("big", data_mib=9000),
        campaign("big", data_mib=9000, threads=4),
    )
    (product,) = page.products
    assert [(v.clients, v.data, len(v.charts)) for v in product.views] == [
        ("one", "in-memory", 1),
        ("one", "larger", 0),
        ("about-cores", "in-memory", 0),
        ("about-cores", "larger", 1),
    ]
    (chart,) = product.views[0].charts
    assert [thread.path for thread in chart.behind] == ["/comparisons/b--oltp-read-only/"]
    assert [(mark.text, mark.at) for mark in product.views[0].releases] == [
        ("5.6", 0),
        ("5.7", 50),
        ("8.0", 100),
    ]
    one = next(mark.at for mark in product.views[0].marks if mark.text == "5.6")
    assert chart.points[0].y == one
    assert all(0 <= point.y <= HEIGHT for point in chart.points)


def test_labels_meet_neither_each_other_nor_the_line_that_is_named() -> None:
    """Where another ends as the named one does, and where ends lie close, one gives way."""
    alike = [campaign(name, cpus=cpus) for name, cpus in (("named", 4), ("b", 8), ("c", 16))]
    (chart,) = drawn(*alike).products[0].views[0].charts
    labels = [thread.label for thread in (chart.named, *chart.behind) if thread.label]
    assert labels
    places = [label.y for label in labels]
    assert len(labels) == 1 or min(abs(a - b) for a in places for b in places if a != b) >= 14
    apart = campaign("d", {"5.6.51": 100, "5.7.44": 110, "8.0.45": 120})
    (chart,) = drawn(campaign("named"), apart).products[0].views[0].charts
    assert [thread.label.text for thread in chart.behind if thread.label] == ["Xeon X1, 4 CPUs"]


@pytest.mark.parametrize(
    ("data", "pool", "memory", "told"),
    [
        (80, 100, 1000, "in-memory"),
        (100, 100, 1000, None),
        (200, 100, 1000, "larger"),
        (400, None, 300, "larger"),
        (400, None, 800, "unrecorded"),
        (None, None, 800, "unrecorded"),
    ],
)
def test_data_are_larger_than_a_pool_nobody_recorded_where_they_exceed_the_memory(
    data: int | None, pool: int | None, memory: int, told: str | None
) -> None:
    (pair,) = pairs(data_mib=data, pool_mib=pool, memory_mib=memory)
    assert data_of(pair) == told
