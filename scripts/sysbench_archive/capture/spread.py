"""How far repetitions of a campaign lie apart, and which difference so many of them can show.

Before a campaign this is what repeated runs in the archive lead to expect, after it what its own
runs show. The difference is one that two servers, measured alike, would show in four of five
campaigns; it takes at least two repetitions.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import variance

from sysbench_archive.capture.campaign import Campaign
from sysbench_archive.capture.plan import Plan
from sysbench_archive.capture.until import campaign_context, runs_by_cell, shown_difference
from sysbench_archive.statistics import Estimate
from sysbench_archive.verdicts.contrasts import Sample
from sysbench_archive.verdicts.judging import roles_of
from sysbench_archive.verdicts.noise import ANY, NOISE_TABLES, machine_regime
from sysbench_archive.words.numbers import percent_up
from sysbench_archive.words.phrases import count_text

_TOO_FEW = "--repetitions 3 or more tells how far they lie apart, and what can be told from noise"


@dataclass(frozen=True, slots=True)
class Spread:
    """What the runs of a workload show: standard deviation of log throughput within its cells.

    `runs` are those it was computed of; `repetitions` are those of the cell that has fewest, and
    `states` the dataset loads or server sessions they can average over.
    """

    workload: str
    deviation: float
    runs: int
    repetitions: int
    states: int


def spreads(samples: Mapping[tuple[str, str, int], Sample]) -> Iterator[Spread]:
    """The spread of every workload with cells of two runs or more; cells weigh by their runs."""
    for workload in dict.fromkeys(name for name, *_ in samples):
        cells = [s for (name, *_), s in samples.items() if name == workload and len(s.runs) > 1]
        if cells:
            pooled = math.fsum(variance(cell.logs()) * (len(cell.runs) - 1) for cell in cells)
            runs = sum(len(cell.runs) for cell in cells)
            yield Spread(
                workload,
                deviation=math.sqrt(pooled / (runs - len(cells))),
                runs=runs,
                repetitions=min(len(cell.runs) for cell in cells),
                states=min(cell.states() for cell in cells),
            )


def resolvable(deviation: float, repetitions: int, states: int, contrasts: int) -> float:
    """The difference, as a share, that so many runs a side show in four of five campaigns."""
    anew = states >= repetitions
    session = 0.0 if anew else math.sqrt(2 / states) * campaign_context().noise.session
    log = Estimate(0.0, deviation * math.sqrt(2 / repetitions), repetitions - 1.0)
    return shown_difference(log, session, contrasts)


def spread_text(campaign: Campaign) -> str:
    """A line for each workload of a campaign that ended; "" where throughput is not repeated.

    Slices lie in other lines of the campaign, counts agree or say that they do not, and a load that
    was offered is no throughput.
    """
    plan = campaign.plan
    if plan.slices or plan.count:
        return ""
    offered = {workload.id for workload in plan.workloads if workload.offered}
    samples = {
        key: sample for key, sample in runs_by_cell(campaign).items() if key[0] not in offered
    }
    lines = (
        f"spread of {found.workload}: repetitions differ by {percent_up(found.deviation)}"
        f" (standard deviation, {count_text(found.runs, 'run')}); two servers measured like this"
        f" can be told apart {_from_text(plan, found.deviation, found.repetitions, found.states)}"
        for found in spreads(samples)
    )
    return "\n".join(lines) or f"one run of each: {_TOO_FEW}"


def _from_text(plan: Plan, deviation: float, repetitions: int, states: int) -> str:
    """From which difference on; shares beyond one are no figures that anybody reads."""
    contrasts = max(1, len(roles_of(plan.threads, os.cpu_count())))
    least = resolvable(deviation, repetitions, states, contrasts)
    if least > 1:
        return "only where one is more than twice as fast; more repetitions show less"
    return f"from a difference of {percent_up(least)} on"


def expected_text(plan: Plan, kind: str) -> str:
    """What a plan can be expected to show on a machine of a kind, by the runs of the archive."""
    if plan.slices or plan.count:
        return ""
    if plan.repetitions < 2:
        return f"one run of each: {_TOO_FEW}"
    regimes = NOISE_TABLES.single_runs
    regime = machine_regime(kind, plan.workloads[0].test)
    known = regimes.get(regime, regimes[ANY])
    states = plan.repetitions if plan.loads_every_visit else 1
    usual, noisy = (
        _from_text(plan, deviation, plan.repetitions, states)
        for deviation in (known.median_deviation, known.ninth_deviation)
    )
    of = f"{regime} machines" if regime in regimes else "machines"
    groups = count_text(known.groups, "group")
    return (
        f"{plan.repetitions} repetitions tell two servers apart {usual}, where runs scatter as half"
        f" of {groups} of repeated runs on {known.machines} {of} of the archive do, and {noisy}"
        " where they scatter as the worst tenth; what this machine shows is said at the end"
    )
