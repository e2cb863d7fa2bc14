"""Records, then ratios, then a verdict: by hand, and by simulation."""

from __future__ import annotations

import math
import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from records import on_server, original, result, workload

from sysbench_archive.derive.judging import contrasts_by_candidate
from sysbench_archive.derive.reproductions import (
    LEVEL,
    originals_of_runs,
    reproduction_of,
)
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.verdicts.contrasts import Contrast

PUBLISHED = result({"old": {4: [100, 110, 90]}, "new": {4: [121, 132, 109]}})


def again(published: ResultRecord, new: ResultRecord) -> ReproductionRecord:
    return reproduction_of(original(published), new)


def only_contrast(found: ResultRecord) -> Contrast:
    (contrast,) = contrasts_by_candidate(found.runs, "old", ["new"], "tps").values()
    return contrast


def test_interleaved_runs_are_paired_by_block() -> None:
    contrast = only_contrast(PUBLISHED)
    logs = [math.log(a / b) for a, b in ((121, 100), (132, 110), (109, 90))]
    mean = sum(logs) / 3
    error = math.sqrt(sum((x - mean) ** 2 for x in logs) / 2 / 3)
    assert contrast.paired
    assert contrast.ratio == pytest.approx(math.exp(mean))
    low, high = contrast.interval_of_runs(0.95) or (0, 0)
    assert math.log(high / low) == pytest.approx(2 * 4.302653 * error, rel=1e-6)


def test_without_blocks_the_sides_are_two_samples() -> None:
    runs = [structs.replace(run, block="") for run in PUBLISHED.runs]
    found = structs.replace(PUBLISHED, runs=runs)
    contrast = only_contrast(found)
    paired = only_contrast(PUBLISHED)
    assert not contrast.paired
    assert contrast.ratio == pytest.approx(paired.ratio)
    wide, narrow = (
        math.log(i[1] / i[0]) for c in (contrast, paired) if (i := c.interval_of_runs(0.95))
    )
    assert wide > 5 * narrow


def test_the_scale_of_a_machine_does_not_matter() -> None:
    fast = {"old": {4: [1000, 1100, 900]}, "new": {4: [1212, 1320, 1088]}}
    found = again(PUBLISHED, result(fast, "2026-02-again", "Bob Sample"))
    assert (found.verdict, found.why, found.independent) == ("agrees", "", True)
    (row,) = found.rows
    assert row.published.ratio == pytest.approx(1.2070, abs=1e-3)
    assert row.again.low is not None
    assert row.again.high is not None
    assert row.again.low < row.again.ratio < row.again.high


def test_another_ratio_differs() -> None:
    other = {"old": {4: [100, 110, 90]}, "new": {4: [100, 111, 90]}}
    assert again(PUBLISHED, result(other, "2026-02-again")).verdict == "differs"


def test_too_much_noise_cannot_tell_and_says_so() -> None:
    noisy = {"old": {4: [100, 110, 90]}, "new": {4: [90, 170, 120]}}
    found = again(PUBLISHED, result(noisy, "2026-02-again"))
    assert found.verdict == "cannot-tell"
    assert "the noise would hide a difference of" in found.why


def test_one_run_a_side_cannot_tell() -> None:
    single = {"old": {4: [100]}, "new": {4: [121]}}
    found = again(PUBLISHED, result(single, "2026-02-again"))
    assert (found.verdict, found.rows[0].again.low) == ("cannot-tell", None)
    assert "one run a side" in found.why


def test_a_published_single_run_has_an_assumed_noise_that_is_said() -> None:
    single = result({"old": {4: [100]}, "new": {4: [120]}})
    found = again(single, structs.replace(PUBLISHED, id="x"))
    assert found.verdict == "agrees"
    assert "noise of 2.6 % is assumed" in found.rows[0].why
    far = result({"old": {4: [100]}, "new": {4: [150]}})
    assert again(far, PUBLISHED).verdict == "differs"


COUNTS = "instructions_per_transaction"


def counted(
    old: list[float], new: list[float], test: str, name: str = "2026-01-two"
) -> ResultRecord:
    """A campaign that counted instructions instead of measuring throughput."""
    return result(
        {"old": {1: old}, "new": {1: new}}, name, metric=COUNTS, workloads=[workload(test)]
    )


@pytest.mark.parametrize(
    ("test", "verdict", "said"),
    [
        ("oltp_read_only", "differs", "the noise of counts of oltp_read_only, 0.4 %"),
        ("oltp_insert", "agrees", "the noise of counts of oltp_insert, 1.2 %"),
        ("oltp_write_only", "cannot-tell", "the noise of counts of oltp_write_only, 9.0 %"),
    ],
)
def test_counts_have_the_noise_measured_for_their_test(test: str, verdict: str, said: str) -> None:
    published = counted([40_000], [50_000], test)
    new = counted([40_000], [51_000], test, "2026-02-again")
    found = reproduction_of(original(published, COUNTS), new)
    (row,) = found.rows
    assert row.verdict == verdict
    assert f"one published run a side: {said}" in row.why
    assert f"one run of the reproduction a side: {said}" in row.why
    assert "assumed" not in row.why


def test_another_release_reproduces_nothing() -> None:
    new = result({"old": {4: [100, 110, 90]}, "new": {4: [121, 132, 109]}}, "2026-02-again")
    later = structs.replace(new.servers[1], version="8.0.11", series="8.0")
    found = again(PUBLISHED, structs.replace(new, servers=[new.servers[0], later]))
    assert found.verdict == "cannot-tell"
    assert "ran in the place of MySQL 5.7.11" in found.why


@pytest.mark.parametrize(
    ("deviation", "said"),
    [({"table_size": 200}, "table_size 200 in the place of 5000"), ({"tables": 1}, "tables 1")],
)
def test_another_dataset_reproduces_nothing(deviation: dict[str, int], said: str) -> None:
    new = result({"old": {4: [100, 110, 90]}, "new": {4: [121, 132, 109]}}, "2026-02-again")
    found = again(PUBLISHED, structs.replace(new, workloads=[workload(**deviation)]))
    assert found.verdict == "cannot-tell"
    assert f"another workload ran: {said}" in found.why
    other = again(PUBLISHED, structs.replace(new, workloads=[workload("oltp_read_write")]))
    assert "test oltp_read_write in the place of oltp_read_only" in other.why


def test_a_server_stands_for_the_one_it_names() -> None:
    new = result({"old": {4: [100, 110, 90]}, "new": {4: [121, 132, 109]}}, "2026-02-again")
    servers = [
        structs.replace(server, id=f"mine-{server.id}", stated={"stands_for": server.id})
        for server in new.servers
    ]
    runs = [structs.replace(run, **on_server(run, f"mine-{run.server.id}")) for run in new.runs]
    new = structs.replace(new, servers=servers, runs=runs)
    assert again(PUBLISHED, new).verdict == "agrees"
    assert again(PUBLISHED, structs.replace(new, servers=servers[:1])).rows == []


def test_the_same_submitter_is_not_independent() -> None:
    new = result({"old": {4: [100, 110]}, "new": {4: [121, 132]}}, "b", "ada  EXAMPLE")
    assert again(PUBLISHED, new).independent is False


def test_a_pair_of_runs_takes_its_repetitions_with_it() -> None:
    paths = [run.path for run in PUBLISHED.runs if run.id.endswith("-r1")]
    (only,) = originals_of_runs(paths[::-1], lambda _: PUBLISHED)
    assert (only.baseline, only.candidates, only.threads) == ("new", ("old",), 4)
    assert len(only.runs) == 6


@given(st.floats(0.5, 2), st.floats(0.1, 100), st.integers(2, 8))
def test_the_same_ratio_without_noise_agrees(ratio: float, scale: float, blocks: int) -> None:
    base = [scale * (100 + block) for block in range(blocks)]
    sides = {"old": {1: base}, "new": {1: [ratio * value for value in base]}}
    found = again(result(sides), result(sides, "2026-02-again"))
    assert found.verdict == "agrees"


@pytest.mark.parametrize(("blocks", "cells"), [(3, 1), (5, 3), (10, 2)])
def test_identical_sides_agree_at_the_stated_rate(blocks: int, cells: int) -> None:
    """Ratios that are truly equal are called different about one time in twenty.

    Noise between runs as in published groups, blocks that drift as a whole, several cells.
    """
    chance = random.Random(20261121)
    trials = 1500
    verdicts = [_trial(chance, blocks, cells) for _ in range(trials)]
    share = verdicts.count("differs") / trials
    # Between 0.03 and 0.065 lie more than three standard errors on either side.
    assert 0.03 <= share <= 0.065
    assert share == pytest.approx(1 - LEVEL, abs=0.02)


def _trial(chance: random.Random, blocks: int, cells: int) -> str:
    published, new = (_noisy(chance, blocks, cells, level) for level in (1000.0, 37.0))
    return reproduction_of(original(published), new).verdict


def _noisy(chance: random.Random, blocks: int, cells: int, level: float) -> ResultRecord:
    """A campaign of this design whose candidate is 8 % faster, with noise in every figure."""
    drift = {str(block): chance.gauss(0, 0.05) for block in range(1, blocks + 1)}
    truth = {"old": 0.0, "new": 0.08}
    design = _design(blocks, cells)
    logs = (truth[run.server.id] + drift[run.block] + chance.gauss(0, 0.007) for run in design.runs)
    runs = [
        structs.replace(run, figures={"tps": FigureValue(value=level * math.exp(log), line=None)})
        for run, log in zip(design.runs, logs, strict=True)
    ]
    return structs.replace(design, runs=runs)


@cache
def _design(blocks: int, cells: int) -> ResultRecord:
    """Both sides at so many thread counts, in so many blocks; read once, for it takes longest."""
    cell = dict.fromkeys(range(1, cells + 1), [1.0] * blocks)
    return result({"old": cell, "new": cell})
