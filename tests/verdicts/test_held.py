"""Which cells are held, each by figures small enough to check by hand, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from samples import STEADY, blocks, times, verdict

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import Bundle, Stretch
from sysbench_archive.verdicts.held import held_cells

FOLDER = Path(__file__).parents[1] / "rules" / "held-run" / "pass" / "2026-01-published-table"
Figures = dict[str, list[float]]


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    """MySQL and Percona Server 8.0.40 and MariaDB 11.4.5 at 1, 2, 4 and 8 threads."""
    found = load_bundle(FOLDER, FOLDER.name).bundle
    assert found
    return found


def with_figures(bundle: Bundle, metric: str, figures: Figures) -> Bundle:
    """The bundle with other figures of a metric, by server in the order of threads."""
    runs = []
    for run in bundle.runs:
        value = figures.get(run.server, [])
        place = (1, 2, 4, 8).index(run.threads)
        own = {metric: FigureValue(value=value[place], line=None)} if value else {}
        runs.append(replace(run, figures={**run.figures, **own}))
    return replace(bundle, runs=tuple(runs))


def held(bundle: Bundle) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for cell in held_cells(bundle):
        found.setdefault(cell.reason, []).append((cell.server, cell.threads))
    return found


def test_nothing_is_held_where_all_agree(bundle: Bundle) -> None:
    assert held_cells(bundle) == []


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        # Siblings rise 1.7 times from 4 to 8 threads, so that 3.4 is the bound.
        ({"mariadb": [480, 930, 850, 2950]}, {"jump": [("mariadb", n) for n in (1, 2, 4)]}),
        ({"mariadb": [480, 930, 870, 2900]}, {}),
        # Whatever siblings do, as many times as there are more threads is no jump.
        ({"mysql": [500, 600, 700, 800], "mariadb": [480, 490, 500, 1090]}, {}),
        ({"percona": [249, 500, 950, 1600]}, {"twin": [("percona", 1)]}),
        ({"mysql": [500, 950, 300, 1200]}, {"dip": [("mysql", 4)]}),
    ],
)
def test_jumps_twins_and_dips(
    bundle: Bundle, figures: Figures, expected: dict[str, list[tuple[str, int]]]
) -> None:
    found = held(with_figures(bundle, "tps", figures))
    assert {name: cells for name, cells in found.items() if name in expected} == expected
    if not expected:
        assert "jump" not in found


def test_latency_with_one_client_is_that_of_the_best_beside_it(bundle: Bundle) -> None:
    own = {"percona": [25.0, 4.8, 4.6, 6.0]}
    assert held(with_figures(bundle, "latency_p95_ms", own)) == {"latency": [("percona", 1)]}


@pytest.mark.parametrize(
    ("means", "climbs"),
    [
        ([20, 22, 25, 30], True),
        ([20, 22, 25, 29.9], False),
        ([20, 19, 25, 40], False),
        # Quarters are means of as many lines each.
        ([20, 22, 24, 23, 30, 33], True),
        ([20, 25, 40], False),
    ],
)
def test_a_climb_goes_through_every_quarter(
    bundle: Bundle, means: list[float], climbs: bool
) -> None:
    series = tuple(
        Stretch("mean", 10 * n, 10 * n + 10, 1, mean, mean, mean, None, n + 1, n + 1)
        for n, mean in enumerate(means)
    )
    first = replace(bundle.runs[0], series=series)
    found = held(replace(bundle, runs=(first, *bundle.runs[1:])))
    assert found == ({"climb": [(first.server, first.threads)]} if climbs else {})


def test_a_held_side_has_no_direction_and_says_so() -> None:
    base = {1: blocks(*STEADY), 4: blocks(*STEADY)}
    cold = {1: times(1.2), 4: replace(times(0.2), held=True)}
    found = verdict(base, cold)
    assert [entry.direction for entry in found.headline] == ["faster", "cannot-tell"]
    assert found.direction == "faster"
    whole = {n: replace(sample, held=True) for n, sample in cold.items()}
    assert verdict(base, whole).direction == "cannot-tell"
