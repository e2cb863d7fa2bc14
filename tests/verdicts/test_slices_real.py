"""A real server beside itself in slices: how often its campaigns are called different."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import pytest
from methodology_page import section
from msgspec import structs
from samples import half_of

from real_results import result
from sysbench_archive.derive.judging import server_noise
from sysbench_archive.derive.slices import sampled_slices
from sysbench_archive.model.result import RunRecord
from sysbench_archive.verdicts.contrasts import Sample
from sysbench_archive.verdicts.judging import Verdict, judge
from sysbench_archive.verdicts.looks import shares_of_looks
from sysbench_archive.verdicts.policy import VerdictContext

NAME = "2026-11-mysql-8-0-33-as-two-sides-in-slices-small-vm"
BLOCKS = 40
WRITES, SELECTS = "oltp-write-only", "oltp-point-select"


def side(run: RunRecord, blocks: Iterable[int]) -> dict[int, Sample]:
    """The slices of some blocks of a run."""
    table = run.slices
    assert table is not None
    wanted = set(blocks)
    taken = zip(sampled_slices(table), table.blocks, strict=True)
    return {run.threads: Sample(tuple(s for s, block in taken if block in wanted), sliced=True)}


def verdict(workload: str, first: int, last: int, looks: tuple[float, ...] = ()) -> Verdict:
    """Side B beside side A in the blocks from the first to the last."""
    record = next(w for w in result(NAME).workloads if w.id == workload)
    noise = server_noise(result(NAME), record, result(NAME).servers[0].id)
    # Within the campaign: what the next one would differ by is no part of what is promised here.
    noise = structs.replace(noise, campaign=0.0)
    context = VerdictContext(evidence="raw-output", cpus=2, noise=noise, order=result(NAME).order)
    sides = [run for run in result(NAME).runs if run.workload.id == workload]
    baseline, candidate = (side(run, range(first, last + 1)) for run in sides)
    return judge(baseline, candidate, replace(context, looks=looks))


def is_alarm(found: Verdict) -> bool:
    return found.direction in {"faster", "slower"}


@pytest.mark.parametrize(("workload", "alarms"), [(WRITES, 1), (SELECTS, 2)])
def test_campaigns_of_two_blocks(workload: str, alarms: int) -> None:
    starts = range(1, BLOCKS, 2)
    assert sum(is_alarm(verdict(workload, at, at + 1)) for at in starts) == alarms
    assert "1 calls the same thing different in writes and 2 in point selects" in section(
        "How often verdicts err"
    )


@pytest.mark.parametrize(("workload", "alarms"), [(WRITES, 0), (SELECTS, 1)])
def test_campaigns_that_look(workload: str, alarms: int) -> None:
    looks = [2, 3, 4]
    found = 0
    for at in range(0, BLOCKS, 4):
        shares = (shares_of_looks(looks[: n + 1], 4, over=n == 2) for n in range(3))
        seen = zip(looks, shares, strict=True)
        found += any(is_alarm(verdict(workload, at + 1, at + n, share)) for n, share in seen)
    assert found == alarms


@pytest.mark.parametrize(
    ("workload", "off", "within"), [(WRITES, 0.003, 0.039), (SELECTS, -0.019, 0.069)]
)
def test_all_of_it_leaves_nothing(workload: str, off: float, within: float) -> None:
    (headline,) = verdict(workload, 1, BLOCKS).headline
    assert headline.direction == "no-clear-difference"
    assert headline.log == pytest.approx(off, abs=0.0006)
    assert math.expm1(half_of(headline)) == pytest.approx(within, abs=0.0006)
