"""The methodology page says what the policy does: its tables and examples are computed again.

Rates are where they are computed: `test_error_rates.py`, `test_real_groups.py`.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from pathlib import Path

from methodology_page import TEXT, rows, section
from samples import half_of

from real_results import result
from sysbench_archive.derive.cells import cells_of
from sysbench_archive.derive.judging import count_start, samples_by_threads, server_noise
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.site import METHODOLOGY
from sysbench_archive.pages.upgrade_question import upgrade_question
from sysbench_archive.verdicts.contrasts import Sample, contrast_of
from sysbench_archive.verdicts.counted import DEVIATIONS
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.noise import NOISE_TABLES, noise_of
from sysbench_archive.verdicts.policy import (
    MIN_POOL_BLOCKS,
    MIN_POOL_SERVERS,
    POLICY,
    VERSION,
    VerdictContext,
    student_quantile,
)

NOISE_OF_VM = noise_of(kind="vm", residency="in-memory", test="")
ROOT = Path(__file__).parents[2]


def samples(name: str, workload: str, server: str) -> dict[int, Sample]:
    """The runs of a server of a bundle, by thread count."""
    runs = [run for run in result(name).runs if run.workload.id == workload]
    return samples_by_threads(cells_of(runs, [server], "tps")[server])


def holds(heading: str, phrases: Sequence[str]) -> None:
    text = section(heading)
    assert not [phrase for phrase in phrases if phrase not in text]


def test_the_version_is_the_policys() -> None:
    assert f"This is version {VERSION} of the methodology" in TEXT
    assert METHODOLOGY[-1].version == VERSION


def test_the_numbers_of_an_answer() -> None:
    question = upgrade_question([], [])
    shares = [str(one.most).removesuffix(".0") for one in question.residencies if one.most]
    assert shares == ["0.85", "1.25", "3"]
    holds(
        "The answer of an upgrade",
        [
            "up to 0.85 of it, to 1.25, to three times",
            f"within a factor of {question.within}",
            f"taken to have {100 * question.pool_share:.0f} %",
        ],
    )


def test_the_numbers_of_the_policy() -> None:
    policy = POLICY
    assert (policy.margin, policy.alpha, policy.power) == (0.03, 0.04, 0.8)
    holds("The equivalence margin", ["from 1/1.03 to 1.03"])
    levels = [f"{100 * (1 - 0.04 / k):.4g} %" for k in (1, 2, 3)]
    holds("Headline contrasts", [*levels, "err in 4 % at most"])
    holds("What makes evidence indicative", [f"differ by {100 * policy.repeats:.0f} % at most"])
    assert (MIN_POOL_SERVERS, MIN_POOL_BLOCKS) == (6, 5)
    holds("How a contrast is computed", ["at least six servers", "at least five blocks"])


def distance(log: float) -> str:
    """How far apart, as a percentage, and as a factor from 2 on."""
    return f"{100 * math.expm1(log):.1f} %" if log < math.log(2) else f"{math.exp(log):.1f} times"


def test_the_tables_of_noise_are_the_file() -> None:
    tables = NOISE_TABLES
    assert rows("Single runs and published figures") == [
        [
            name,
            *map(distance, (regime.threshold, regime.median_machine, regime.widest_machine)),
            *(f"{100 * d:.1f} %" for d in (regime.median_deviation, regime.ninth_deviation)),
            *map(str, (regime.machines, regime.groups, regime.runs)),
        ]
        for name, regime in tables.single_runs.items()
    ]
    assert rows("Sessions") == [
        [name, f"{100 * session.deviation:.2f} %", str(session.df), str(session.machines)]
        for name, session in tables.sessions.items()
    ]
    assert rows("Campaigns") == [
        [name, f"{100 * math.expm1(found.deviation):.1f} %", str(found.df), str(found.pairs)]
        for name, found in tables.campaigns.items()
    ]
    quiet, loud = (tables.single_runs[name].median_deviation for name in ("physical", "virtual"))
    phrases = [f"than {100 * quiet:.1f} % on physical machines, and by {100 * loud:.0f} % on the"]
    holds("What the noise is", phrases)


def test_the_example_of_a_contrast() -> None:
    name = "2026-11-mariadb-10-11-noise-floor-small-vm"
    sides = [samples(name, "oltp-point-select", f"mariadb-10-11-5-side-{side}") for side in "ab"]
    context = VerdictContext("raw-output", 2, NOISE_OF_VM)
    alone = contrast_of(1, sides[0][1], sides[1][1]).log.standard_error
    assert alone is not None
    found = judge(*sides, context)
    one, over = found.headline
    assert (found.direction, one.n, one.paired) == (
        "too-noisy",
        [10, 10],
        True,
    )
    half = half_of(one)
    below, above = ({run.block: run.figure for run in side[1].runs} for side in sides)
    ratios = sorted(above[block] / below[block] for block in below)
    holds(
        "How a contrast is computed",
        [
            f"from {ratios[0]:.2f} to {ratios[-1]:.2f}",
            f"geometric mean is {one.ratio:.2f}",
            f"scatter by {alone * math.sqrt(10):.3f}",
            f"ten, {alone:.3f}",
            f"bring an error of {one.session_error:.3f}",
            f"is {student_quantile(2, 9):.2f} on nine degrees of freedom",
            f"{student_quantile(2, math.inf):.2f} on many. Half",
            f"which is {half:.3f}.",
            f"multiplied by {math.exp(half):.2f}: from {one.low:.2f} to {one.high:.2f}.",
        ],
    )
    shown = [math.ceil(100 * (judged.resolvable or 0)) for judged in (one, over)]
    holds(
        "What the runs would have shown {#the-smallest-resolvable-difference}",
        [f"it is {shown[0]} % at one thread and {shown[1]} % at four"],
    )


def test_the_example_of_published_figures() -> None:
    name = "2013-02-mysql-5-6-and-5-5-default-settings"
    found = result(name)
    ratios, directions = [], []
    for workload in found.workloads:
        context = VerdictContext(
            found.evidence, None, server_noise(found, workload, "mysql-5-5-30")
        )
        old, new = (
            samples(name, workload.id, server) for server in ("mysql-5-5-30", "mysql-5-6-10")
        )
        verdict = judge(old, new, context)
        assert verdict.status == "reported"
        ratios.append(f"{verdict.headline[0].ratio:.2f}")
        directions.append(verdict.direction)
    assert directions == ["cannot-tell", "cannot-tell"]
    holds(
        "Single runs and published figures",
        [
            f"{ratios[0]} and {ratios[1]} times the throughput",
            f"the bound of {distance(context.noise.threshold)}",
        ],
    )


def test_a_series_has_to_lie_beyond_what_campaigns_differ_by() -> None:
    for kind, words in (("physical", "below 1 on a physical machine"), ("any", "on one of which")):
        error = NOISE_TABLES.campaigns[kind].deviation / math.sqrt(2)
        least = -math.expm1(-1.96 * math.hypot(error, 0.0175))
        holds("Effects over a series {#effects-over-a-series}", [f"by {100 * least:.0f} % {words}"])


def test_the_noise_of_counts_is_the_policys() -> None:
    copy, server = DEVIATIONS["copy"], DEVIATIONS["server"]
    stated = [(test, copy[test], server[test]) for test in sorted(server, key=server.__getitem__)]
    stated.append(("any other", max(copy.values()), max(server.values())))
    assert rows("Counted instructions") == [
        [test, f"{100 * on_copy:.1f} %", f"{100 * as_it_stands:.1f} %"]
        for test, on_copy, as_it_stands in stated
    ]
    holds("Counted instructions", ["more than 2.9 of these apart"])


def test_the_noise_of_counts_on_copies_is_what_was_measured() -> None:
    found = result("2026-11-instructions-per-transaction-from-copies-noise-floor")
    assert {count_start(found, workload.id) for workload in found.workloads} == {"copy"}
    for test, stated in DEVIATIONS["copy"].items():
        measured = max(deviations_of(found, test))
        assert measured <= stated
        # Twice what was measured would no longer be rounding.
        assert stated <= max(2 * measured, 0.005)


def test_connections_of_servers_at_rest_repeat_within_what_is_said() -> None:
    found = result("2026-11-instructions-per-connection-noise-floor")
    ranges = {}
    for server in found.servers:
        figures = [
            run.figures["instructions_per_transaction"].value
            for run in found.runs
            if run.server.id == server.id
        ]
        assert len(figures) == 3
        ranges[server.id] = (max(figures) - min(figures)) / (max(figures) + min(figures))
    assert len(ranges) == 5
    assert max(ranges.values()) <= 0.01
    widest = math.ceil(10_000 * max(ranges.values())) / 100
    holds("Counted instructions", [f"within {widest:g} % of the middle"])


def test_counts_of_servers_as_they_stood_keep_their_noise() -> None:
    found = result("2026-11-instructions-per-transaction-noise-floor")
    assert {count_start(found, workload.id) for workload in found.workloads} == {"server"}


def deviations_of(found: ResultRecord, test: str) -> list[float]:
    """The standard deviation of the runs' logarithms, for each server."""
    figures: dict[str, list[float]] = {}
    for run in found.runs:
        if run.workload.id.replace("-", "_") == test:
            figure = run.figures["instructions_per_transaction"].value
            figures.setdefault(run.server.id, []).append(math.log(figure))
    return [statistics.stdev(logs) for logs in figures.values()]
