"""The methodology page says what the policy does: its tables and examples are computed again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from methodology_page import TEXT, rows, section
from test_real_groups import rate

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.calibrate import groups_in
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.statistics import random_effects
from sysbench_archive.verdicts import (
    VERSION,
    Sample,
    VerdictContext,
    contrast_of,
    judge,
    policy_record,
    threshold_of,
)
from sysbench_archive.verdicts.policy import regimes

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "data" / "results"


@cache
def bundle(name: str) -> Bundle:
    found = assemble(name, name, read_folder(RESULTS / name, name)).bundle
    assert found is not None
    return found


def samples(name: str, workload: str, server: str, *, blocks: bool) -> dict[int, Sample]:
    """The runs of a server of a bundle, by thread count."""
    found: dict[int, list[tuple[str, float]]] = {}
    for run in bundle(name).runs_of(workload):
        if run.server == server:
            block = str(run.facts["sequence"]["block"]) if blocks else ""
            found.setdefault(run.threads, []).append((block, run.figures["tps"].value))
    return {threads: Sample(tuple(runs)) for threads, runs in found.items()}


def holds(heading: str, phrases: Sequence[str]) -> None:
    text = section(heading)
    assert not [phrase for phrase in phrases if phrase not in text]


def test_the_version_is_the_policys() -> None:
    assert f"This is version {VERSION} of the methodology" in TEXT
    assert rows("Versions")[-1][0] == str(VERSION)


def test_the_numbers_of_the_policy() -> None:
    policy = policy_record()
    assert (policy.margin, policy.alpha, policy.power, policy.blocks) == (
        0.02, 0.04, 0.8, 3,
    )  # fmt: skip
    holds("The equivalence margin", ["from 1/1.02 to 1.02"])
    levels = [f"{100 * (1 - 0.04 / k):.4g} %" for k in (1, 2, 3)]
    holds("Headline contrasts", [*levels, "err in 4 % at most"])
    holds("What caps the status", ["at least three blocks"])


def test_the_table_of_thresholds_is_the_file() -> None:
    expected = [
        [
            name,
            f"{100 * math.expm1(regime.threshold):.1f} %",
            f"{100 * regime.median_deviation:.1f} %",
            f"{100 * regime.ninth_deviation:.1f} %",
            str(regime.groups),
            str(regime.runs),
        ]
        for name, regime in regimes().items()
    ]
    assert rows("A/A thresholds") == expected
    assert not any(regime.alike for regime in regimes().values())
    medians = (regimes()[name].median_deviation for name in ("unrecorded any", "vm any"))
    quiet, loud = medians
    holds("What the noise is", [f"of {100 * quiet:.1f} % in half", f"by {100 * loud:.0f} % on"])


def test_the_example_of_a_contrast() -> None:
    name = "2026-11-mariadb-10-11-noise-floor-small-vm"
    sides = [
        samples(name, "oltp-point-select", f"mariadb-10-11-5-side-{side}", blocks=True)
        for side in "ab"
    ]
    context = VerdictContext("raw-output", 2, threshold_of("vm", "point"))
    found = judge(*sides, context)
    one, over = found.headline
    assert (found.direction, one.contrast.n, one.contrast.paired) == (
        "no-clear-difference",
        (10, 10),
        True,
    )
    error, half, interval = one.contrast.log.standard_error, one.half, one.interval
    assert error is not None
    assert half is not None
    assert interval is not None
    below, above = (dict(side[1].runs) for side in sides)
    ratios = sorted(above[block] / below[block] for block in below)
    holds(
        "How a contrast is computed",
        [
            f"from {ratios[0]:.2f} to {ratios[-1]:.2f}",
            f"geometric mean is {one.contrast.ratio:.2f}",
            f"scatter by {error * math.sqrt(10):.3f}",
            f"ten, {error:.3f}",
            f"is {half / error:.2f}.",
            f"multiplied by {math.exp(half):.2f}: from {interval[0]:.2f} to {interval[1]:.2f}.",
        ],
    )
    shown = [math.ceil(100 * (judged.resolvable or 0)) for judged in (one, over)]
    holds(
        "The smallest resolvable difference",
        [f"it is {shown[0]} % at one thread and {shown[1]} % at four"],
    )


def test_the_example_of_published_figures() -> None:
    name = "2013-02-mysql-5-6-and-5-5-default-settings"
    ratios = []
    for workload in ("simple-read-only", "complex-read-write"):
        old, new = (
            samples(name, workload, server, blocks=False)
            for server in ("mysql-5-5-30", "mysql-5-6-10")
        )
        found = judge(old, new, VerdictContext(bundle(name).evidence, None, 0.0))
        assert (found.direction, found.status) == ("faster", "reported")
        ratios.append(f"{found.headline[0].contrast.ratio:.2f}")
    holds("What caps the status", [f"{ratios[0]} and {ratios[1]} times the throughput"])


def test_the_example_of_pooling() -> None:
    effects, ratios = [], []
    for machine in ("c220g5", "c6620", "c8220", "sm110", "xl170"):
        name = f"2026-04-hikaru2003-spin-wait-delay-histogram-{machine}"
        base, delay = (
            samples(name, "oltp-read-write", server, blocks=False)[32]
            for server in ("mysql-8-0", "mysql-8-0-delay-0")
        )
        contrast = contrast_of(32, base, delay)
        assert contrast.n == (10, 10)
        assert contrast.log.standard_error is not None
        effects.append((contrast.log.centre, contrast.log.standard_error))
        ratios.append(f"{contrast.ratio:.3f}")
    pooled = random_effects(effects)
    low, high = (math.exp(end) for end in pooled.interval(0.95))
    predicted = pooled.prediction(0.95)
    assert predicted is not None
    holds(
        "Pooling over machines",
        [
            f"{', '.join(ratios[:-1])} and {ratios[-1]}",
            f"from {low:.3f} to {high:.3f}, around {math.exp(pooled.centre):.3f}",
            f"Of the scatter {100 * pooled.i2:.0f} % is more than chance",
            f"standard deviation of {100 * math.sqrt(pooled.tau2):.1f} %",
            f"between {math.exp(predicted[0]):.3f} and {math.exp(predicted[1]):.3f}",
        ],
    )


def test_the_rates_on_real_groups() -> None:
    folders = sorted(RESULTS.glob("2026-04-hikaru2003-*"))
    groups = [group for folder in folders for group in groups_in(folder)]
    single, three = (f"{100 * rate(groups, each):.1f} %" for each in (1, 3))
    told = f"called different in {single} of pairs of single runs, and in {three} of pairs of three"
    holds("A/A thresholds", [told])
