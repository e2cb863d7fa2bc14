"""Lines of campaigns over releases: one machine each, never joined, one named."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cell_samples import cell, pairs
from sysbench_archive.pages.home import may_lead
from sysbench_archive.pages.release_lines import (
    HEIGHT,
    NamedLines,
    ReleaseLines,
    campaign_lines,
    release_lines,
)
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.release_pairs import release_pairs

SPEEDS = {"5.6.51": 100, "5.7.44": 80, "8.0.45": 50}


def campaign(name: str, speeds: dict[str, float] = SPEEDS, **more: Any) -> list[Cell]:
    own = {"bundle": name, "machine": name, "threads": 1} | more
    return [cell(version, tps, **own) for version, tps in speeds.items()]


def drawn(*campaigns: list[Cell]) -> ReleaseLines:
    cells = [one for own in campaigns for one in own]
    return release_lines(release_pairs(cells, []), {one.bundle: one.bundle for one in cells})


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    own = NamedLines(
        title="MySQL, one client",
        product="mysql",
        clients="one",
        bundle="named",
        workloads=["oltp-read-only", "nobody-ran"],
    )
    monkeypatch.setattr(
        "sysbench_archive.pages.release_lines.read_record", lambda *_: [own, own_of_others()]
    )


def own_of_others() -> NamedLines:
    return NamedLines(title="", product="mysql", clients="one", bundle="not here", workloads=["w"])


def test_a_line_is_one_campaign_over_its_oldest_release() -> None:
    cells = [*campaign("a"), *campaign("b", {"5.7.44": 100, "8.0.45": 90})]
    (line,) = campaign_lines(release_pairs(cells, []))
    assert line.ratios == {"5.6": 1.0, "5.7": pytest.approx(0.8), "8.0": pytest.approx(0.5)}
    other = campaign("a", {"8.4.8": 40}, host="another")
    (line,) = campaign_lines(release_pairs([*cells, *other], []))
    assert "8.4" not in line.ratios, "another machine"


def test_candidates_stand_on_a_line_and_neither_make_one_nor_are_said() -> None:
    few = campaign("a", {"5.6.51": 100, "5.7.44": 80})
    early = cell("8.0.45", 50, bundle="a", machine="a", threads=1, maturity="rc")
    assert campaign_lines(release_pairs([*few, early], [])) == []
    last = cell("8.4.0", 10, bundle="named", machine="named", threads=1, maturity="unrecorded")
    (group,) = drawn([*campaign("named"), last]).groups
    (chart,) = group.charts
    assert [point.general for point in chart.points] == [True, True, True, False]
    assert chart.finding == "8.0.45 over 5.6.51: \N{MINUS SIGN}50 %."


def test_one_line_is_named_and_others_of_its_kind_and_clients_stand_behind() -> None:
    page = drawn(
        campaign("named"),
        campaign("b"),
        campaign("many", threads=4),
        campaign("writes", workload="w", load="insert", family="write"),
    )
    (group,) = page.groups
    (chart,) = group.charts
    assert (group.campaign.path, chart.lines) == ("/results/named/", "1 line")
    assert chart.behind.count("M") == 1
    assert chart.points[0].y == chart.one
    assert [point.short for point in chart.points] == ["5.6", "5.7", "8.0"]
    assert all(0 <= point.y <= HEIGHT for point in chart.points)


@pytest.mark.parametrize(
    ("ratio", "known", "leads"),
    [
        (1.2, None, True),
        (3.0, None, False),
        (0.3, None, False),
        (1.2, {}, True),
        (3.0, {"repeated": True}, True),
        (3.0, {"repeated": False}, False),
        (1.2, {"general": False}, False),
        (1.2, {"twin": "disagrees"}, False),
    ],
)
def test_what_leads_the_home_page_is_general_borne_out_and_near_or_found_again(
    ratio: float, known: dict[str, Any] | None, leads: bool
) -> None:
    (pair,) = pairs()
    assert may_lead(ratio, None if known is None else replace(pair, **known)) == leads
