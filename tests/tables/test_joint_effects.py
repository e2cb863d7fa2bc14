"""Effects over a series: what they find in the archive, and how often in what chance made."""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import permutations, product
from pathlib import Path
from statistics import NormalDist

import pytest
import yaml
from scipy import stats

from derived_records import plain
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.derive.settings import (
    RatioAt,
    ResultSettings,
    SettingContrast,
    result_settings,
)
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.effects import effect_chart, effect_text
from sysbench_archive.statistics import (
    joint_share,
    known_shares,
    mean_share,
    order_share,
    sign_shares,
)
from sysbench_archive.tables.cells import cell_rows
from sysbench_archive.tables.effects import ALPHA, LEAST_POINTS, Effect, effects_of
from sysbench_archive.verdicts.noise import NOISE_TABLES

DATA = Path(__file__).parents[2] / "data"
SERIES = (
    "2018-05-percona-tpcc-binlog-filesystem-pool",
    "2018-05-percona-tpcc-binlog-mysql-8-pool",
    "2026-06-percona-pgo-mysql-9-7-0",
)
HOMES = {
    bundle: name
    for name in SERIES
    for bundle in yaml.safe_load((DATA / f"series/{name}.yaml").read_text())["members"]
}
OF_A_SESSION = 0.0124 * math.sqrt(2)
OF_A_CAMPAIGN = 0.05 / math.sqrt(2)
OF_ANY_CAMPAIGN = NOISE_TABLES.campaigns["any"].deviation / math.sqrt(2)


@cache
def result_of(bundle: str) -> ResultRecord:
    loaded = load_bundle(DATA / "results" / bundle, bundle).bundle
    assert loaded
    return result_record(loaded)


@cache
def real_effects() -> tuple[Effect, ...]:
    return tuple(effects_of([result_settings(result_of(name)) for name in HOMES], HOMES))


def contrast(ratios: list[float], **fields: object) -> SettingContrast:
    points = [
        RatioAt(threads=2**n, ratio=ratio, runs=1, settled="whole")
        for n, ratio in enumerate(ratios)
    ]
    known = {"servers": ["a", "b"], "session_error": OF_A_SESSION, "campaign_error": 0.0}
    return plain(SettingContrast, points=points, **known | fields)


def effect_of(ratios: list[float], **fields: object) -> Effect | None:
    own = ResultSettings(uses=[], contrasts=[contrast(ratios, **fields)])
    return next(iter(effects_of([own], {})), None)


@pytest.mark.parametrize(
    ("changed", "campaign", "trend", "ratios"),
    [
        (
            *("log_bin", SERIES[1], "falls"),
            [0.970, 0.936, 0.913, 0.882, 0.859, 0.837, 0.814, 0.800, 0.766],
        ),
        (
            *("innodb_doublewrite", SERIES[1], "rises"),
            [0.788, 0.749, 0.746, 0.759, 0.790, 0.821, 0.894, 0.980, 1.053],
        ),
        (
            *("build.pgo", SERIES[2], "rises"),
            [
                *(1.055, 1.045, 1.037, 1.005, 1.016, 1.040, 1.010),
                *(1.086, 1.063, 1.054, 1.040, 0.969, 1.044, 1.000),
                *(1.139, 1.127, 1.122, 1.103, 1.111, 1.117, 1.117),
            ],
        ),
    ],
)
def test_what_the_archive_shows_is_found(
    changed: str, campaign: str, trend: str, ratios: list[float]
) -> None:
    (effect,) = (
        each
        for each in real_effects()
        if (each.said.changed, each.said.campaign) == (changed, campaign)
    )
    assert [round(point.ratio, 3) for point in effect.points] == ratios
    assert (effect.said.dimension, effect.said.trend) == ("pool", trend)
    assert effect.said.p <= ALPHA


def test_a_sentence_has_the_finding_first_and_a_chart_the_longer_dimension() -> None:
    by_change = {(each.said.changed, each.said.campaign): each for each in real_effects()}
    log, pgo = by_change["log_bin", SERIES[1]], by_change["build.pgo", SERIES[2]]
    assert effect_text(log) == (
        "log_bin=ON, sync_binlog=1: \N{MINUS SIGN}3 % with a pool of 5 GiB,"
        " \N{MINUS SIGN}23 % with a pool of 80 GiB; it falls with the pool"
        " (p = 0.004; TPC-C-like, MySQL 8.0.11)."
    )
    assert effect_text(pgo).startswith(
        "Profile-guided optimisation: +0.5 to +5.5 % with a pool of 2 GiB,"
        " +10 to +14 % with a pool of 32 GiB; it rises with the pool (p = "
    )
    doublewrite = by_change["innodb_doublewrite", SERIES[1]]
    assert "; on the whole it rises with the pool" in effect_text(doublewrite), "it falls first"
    charts = effect_chart(log), effect_chart(pgo)
    assert [chart.x for chart in charts] == ["pool", "threads"]
    assert [mark.threads for mark in charts[0].values][:2] == [5 * 1024, 10 * 1024]
    assert [side.label for side in charts[1].sides] == ["no", "2 GiB", "12 GiB", "32 GiB"]


def test_every_ratio_is_that_of_the_cells_of_its_servers() -> None:
    cells = {
        (cell.bundle, cell.workload, cell.server, cell.threads): cell
        for bundle in HOMES
        for cell in cell_rows(result_of(bundle))
    }
    seen = 0
    for point in (point for effect in real_effects() for point in effect.points):
        sides = [
            cells[point.bundle, point.workload, server, point.threads]
            for server in (point.candidate_server, point.baseline_server)
        ]
        one, other = (
            {
                "whole": side.log_mean,
                "last-three-quarters": side.log_mean_last_three_quarters,
                "last-half": side.log_mean_last_half,
            }[point.settled]
            for side in sides
        )
        ratio = math.exp((one or 0) - (other or 0))
        assert "never" not in {side.settled for side in sides}
        assert math.isclose(point.ratio, ratio, rel_tol=1e-9)
        assert not any(side.held for side in sides)
        assert {side.pool_mib for side in sides} == {point.pool_mib}
        seen += 1
    assert seen >= 48


@pytest.mark.parametrize("are_shuffled", [False, True], ids=["sides", "sides and servers"])
@pytest.mark.parametrize("place", range(3))
def test_shuffled_labels_give_one_finding_in_twenty_at_most(
    place: int, *, are_shuffled: bool
) -> None:
    """Either side of each point is the baseline in turn, of servers in any order."""
    effect = [each for each in real_effects() if len(each.points) == 9][place]
    chance = random.Random(8)
    ratios, ways = [point.ratio for point in effect.points], [*product((1, -1), repeat=9)]
    found = 0
    for signs in ways:
        if are_shuffled:
            chance.shuffle(ratios)
        turned = [ratio**sign for ratio, sign in zip(ratios, signs, strict=True)]
        shuffled = effect_of(turned, session_error=0.0)
        assert shuffled
        found += shuffled.found
    assert found / len(ways) <= ALPHA


def of_pools(ratios: list[list[float]], **fields: object) -> list[Effect]:
    """Effects of pools, each with ratios at some thread counts."""
    pools = [
        contrast(own, pool_mib=1024 * (place + 1), servers=[f"a{place}", "b"], **fields)
        for place, own in enumerate(ratios)
    ]
    return effects_of([ResultSettings(uses=[], contrasts=pools)], {})


@pytest.mark.parametrize("run", [0.005, 0.05])
@pytest.mark.parametrize(
    ("pools", "counts", "campaigns"),
    [
        (1, 8, OF_A_CAMPAIGN),
        (1, 7, OF_ANY_CAMPAIGN),
        (8, 1, OF_A_CAMPAIGN),
        (3, 4, OF_A_CAMPAIGN),
    ],
)
def test_noise_of_runs_sessions_and_campaigns_gives_one_finding_in_twenty_at_most(
    pools: int, counts: int, campaigns: float, run: float
) -> None:
    """A campaign has its own, a pool its session, each point its runs."""
    chance = random.Random(pools)
    known = {"session_error": OF_A_SESSION, "campaign_error": campaigns}
    found = 0
    for _ in range(120):
        campaign = chance.gauss(0, campaigns)
        sessions = [campaign + chance.gauss(0, OF_A_SESSION) for _ in range(pools)]
        ratios = [
            [math.exp(session + chance.gauss(0, run)) for _ in range(counts)]
            for session in sessions
        ]
        (effect,) = of_pools(ratios, **known)
        found += effect.found
    assert found / 120 <= ALPHA


def test_what_campaigns_differ_by_leaves_the_level_open_and_a_trend_as_it_is() -> None:
    steady = [1.03, 1.05, 1.04, 1.06, 1.03, 1.05, 1.04, 1.06]
    known = effect_of(steady, session_error=0.0)
    unknown = effect_of(steady, session_error=0.0, campaign_error=0.2)
    assert known
    assert unknown
    assert (known.said.level, unknown.said.level) == ("faster", "none")
    rising = [[ratio + place / 50] for place, ratio in enumerate(steady)]
    (effect,) = of_pools(rising, campaign_error=0.2)
    assert (effect.said.level, effect.said.trend) == ("none", "rises")


def test_a_sweep_is_found_beyond_what_campaigns_of_its_machine_differ_by() -> None:
    """All thread counts of log_bin share one session: seven of seven below 1 are one such case."""
    sweep = [0.773, 0.533, 0.528, 0.541, 0.644, 0.824, 0.887]
    ways = (OF_A_CAMPAIGN, OF_ANY_CAMPAIGN)
    found = [effect_of(sweep, campaign_error=error) for error in ways]
    assert [each.said.level for each in found if each] == ["slower", "none"]
    (of_one_pool,) = [each for each in real_effects() if each.said.changed == "build.pgo"]
    alone = [point.ratio for point in of_one_pool.points[:7]]
    assert min(alone) > 1
    effect = effect_of(alone, campaign_error=OF_A_CAMPAIGN)
    assert effect
    assert not effect.found


def test_what_lies_within_the_margin_is_no_effect() -> None:
    effect = effect_of([1.01 + 0.001 * place for place in range(9)], session_error=0.0)
    assert effect
    assert effect.said.p <= ALPHA
    assert not effect.found


def test_few_points_are_no_series() -> None:
    assert effect_of([1.1] * (LEAST_POINTS - 1)) is None


def test_a_pool_that_stands_twice_makes_no_series() -> None:
    falling = [[0.9 - place / 100] for place in range(8)]
    (effect,) = of_pools(falling)
    assert (effect.said.dimension, effect.said.trend) == ("pool", "falls")
    pools = [contrast(own, pool_mib=1024, alike="x") for own in falling]
    assert effects_of([ResultSettings(uses=[], contrasts=pools)], {}) == []


def test_pools_are_compared_at_thread_counts_that_all_have() -> None:
    (effect,) = of_pools([[0.99, 0.98], [0.9, 0.89, 0.88], [0.8, 0.79]])
    assert [point.threads for point in effect.points] == [1, 2] * 3
    assert of_pools([[0.99, 0.98], [0.9, 0.89]]) == []
    assert of_pools([[0.99, 0.98], [0.9, 0.89], [0.8, 0.79]], session_error=None) == []


def test_a_switch_is_told_by_what_it_does_when_it_is_on() -> None:
    effect = effect_of([1.25] * 6, baseline="ON", candidate="OFF", servers=["on", "off"])
    assert effect
    assert {point.ratio for point in effect.points} == {0.8}
    assert (effect.said.baseline_server, effect.said.candidate_server) == ("off", "on")


def test_shares_are_those_of_tables() -> None:
    values = [-0.1, 0.3, 0.2, 0.5, 0.1]
    assert math.isclose(mean_share(values), stats.ttest_1samp(values, 0).pvalue, rel_tol=1e-6)
    (known,) = {mean_share([0.02] * 3, 0.01)}
    assert math.isclose(known, 2 * NormalDist().cdf(-2), rel_tol=1e-6)
    ways = list(permutations(values))
    kendall = [stats.kendalltau(range(5), way).statistic for way in ways]
    own = stats.kendalltau(range(5), values).statistic
    share = sum(abs(tau) >= abs(own) - 1e-9 for tau in kendall) / len(ways)
    assert order_share(values) == (pytest.approx(share), True)
    assert order_share([3, 2, 1]) == (pytest.approx(1 / 3), False)
    assert sign_shares([[0.2], [0.3], [0.4], [0.5]]) == (2 / 16, 4 / 16, 2 / 16)
    twice = [[0.02, 0.04], [0.03, 0.05]]
    assert sign_shares(twice) == sign_shares([line[::-1] for line in twice])
    mean_p, slope_p, rises = known_shares([0.1, 0.2, 0.3], 0.1, 0.0, 9)
    assert math.isclose(mean_p, 2 * stats.t.sf(2 * math.sqrt(3), 9))
    assert math.isclose(slope_p, 2 * stats.t.sf(math.sqrt(2), 9))
    assert rises
    pooled = stats.combine_pvalues([0.03, 0.2]).pvalue
    assert math.isclose(joint_share(0.03, 0.2), pooled, rel_tol=1e-9)
