"""A campaign that goes on until every contrast is resolved, or its time is over.

Its first blocks are the pilot, and count: they tell how long a block takes and how far figures
scatter, and so what this machine can resolve in the time it may take. Where that is less than what
was asked for the campaign stops there, and says what it would need. Otherwise it looks at its
figures after blocks that are fixed then, and ends where every headline contrast is signed or lies
within the margin. What each look may err in is part of what all together may, as on /methodology/.

Of any campaign it is said how far repetitions lie apart, and which difference so many of them can
show: before by what repeated runs in the archive lead to expect, after it by its own runs. The
difference is one that two servers, measured alike, would show in four of five campaigns.
"""

from __future__ import annotations

import json
import math
import os
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import variance
from typing import Any

from sysbench_archive.capture.campaign import (
    SLICE_JOURNAL,
    Campaign,
    finished_run_ids,
    make_visits,
    run_id,
)
from sysbench_archive.capture.counting import make_counted_visit
from sysbench_archive.capture.host.reading import SilentError, run_command
from sysbench_archive.capture.invocation import PROGRAM
from sysbench_archive.capture.pace import Steps, Work, estimate, work_of
from sysbench_archive.capture.plan import MOST_RESOLVED, InterruptionError, Plan, RefusalError
from sysbench_archive.capture.slices import take_slices, throughput_of
from sysbench_archive.capture.turn import make_visit
from sysbench_archive.statistics import Estimate
from sysbench_archive.statistics.distributions import chi_square_quantile
from sysbench_archive.sysbench.report import parse_reports
from sysbench_archive.verdicts.contrasts import Contrast, Sample, SampledRun, contrast_of
from sysbench_archive.verdicts.judging import roles_of, width_of
from sysbench_archive.verdicts.looks import shares_of_looks
from sysbench_archive.verdicts.noise import ANY, NOISE_TABLES, Noise, machine_regime
from sysbench_archive.verdicts.policy import POLICY, VerdictContext
from sysbench_archive.words.numbers import percent_up
from sysbench_archive.words.phrases import count_text

PILOT_BLOCKS, PILOT_SESSIONS, PILOT_ROUNDS = 3, 2, 20
"""Of a pilot; where blocks are cut into slices, sessions and rounds of them."""
MOST_LOOKS = 5
"""Looks of a campaign, the last one at its end included."""
SURE = 0.8
"""A pilot may have been lucky: in so many of them the scatter is no more than what is expected."""


def measure_blocks(campaign: Campaign) -> None:
    """Measure what is left of the blocks of the plan."""
    if campaign.plan.count:
        make_visits(campaign, make_counted_visit)
    elif campaign.plan.slices:
        take_slices(campaign)
    else:
        make_visits(campaign, make_visit)


def measure_until(campaign: Campaign) -> None:
    """Measure block after block until a look resolves everything, or the time is over.

    InterruptionError after the pilot where the time is too short for what was asked; the same
    command with a longer time, or a larger margin, goes on from there.
    """
    state = _opened(campaign)
    if state["planned"] and state["blocks"] not in state["looks"] and not state["reason"]:
        # A pilot that promised too little for other limits is looked at under these.
        _look_back(campaign)
        campaign.save()
    while not state["reason"]:
        campaign.plan = replace(campaign.plan, repetitions=state["blocks"] + 1)
        started = time.monotonic()
        try:
            measure_blocks(campaign)
        finally:
            # The time of a block that was interrupted counts as well.
            state["spent_s"] += round(time.monotonic() - started, 1)
            campaign.save()
        state["blocks"] += 1
        campaign.save()
        if state["blocks"] <= _first_look(campaign):
            _look_ahead(campaign)
        if state["planned"]:
            _look_back(campaign)
        campaign.save()
    campaign.plan = replace(campaign.plan, repetitions=state["blocks"])


def _opened(campaign: Campaign) -> dict[str, Any]:
    """What is known of the looks so far; RefusalError where they were taken under other limits."""
    plan, state = campaign.plan, campaign.state.until
    limits = {"resolve_percent": plan.resolve, "at_most_s": plan.at_most}
    stated = {name: state.get(name) for name in limits}
    if state.get("looks") and stated != limits:
        raise RefusalError(
            "--until-resolved", "this campaign was looked at under other limits already",
            got=f"{plan.resolve:g} % in {plan.at_most} s",
            expected=f"{stated['resolve_percent']:g} % in {stated['at_most_s']} s",
            hint="repeat its command to go on with it, or name another --out",
        )  # fmt: skip
    fresh: dict[str, Any] = {"blocks": 0, "looks": [], "planned": [], "reason": "", "pilot": {}}
    campaign.state.until = fresh | state | limits | {"spent_s": spent_earlier(campaign)}
    if state.get("blocks") and not state.get("planned"):
        _look_ahead(campaign)
    return campaign.state.until


def spent_earlier(campaign: Campaign) -> float:
    """Seconds that earlier attempts at a campaign measured."""
    plan = campaign.plan
    written: float = campaign.state.until.get("spent_s", 0.0)
    # One that was killed had no time to write down what it had spent: at the least what its slices,
    # or runs, took.
    least = float(len(campaign.state.runs) * plan.seconds)
    if plan.count:
        least = estimate(plan) * len(campaign.state.runs) / plan.runs
    elif plan.slices:
        journal = campaign.home / SLICE_JOURNAL
        # What was half written is no line yet.
        slices = journal.read_bytes().count(b"\n") if journal.exists() else 0
        least = float(slices * plan.slices)
    return max(written, least)


def work_left(campaign: Campaign) -> Work:
    """What is to be done of a campaign whose servers are known."""
    plan, done = campaign.plan, finished_run_ids(campaign)
    if plan.count or plan.slices or plan.at_most:
        return {"": Steps(1, max(estimate(plan) - spent_earlier(campaign), 0.0))}
    return work_of(plan, lambda visit, cell: run_id(campaign, visit, cell) in done)


def _look_ahead(campaign: Campaign) -> None:
    """Say what cannot be had; after the pilot, fix the looks."""
    plan, state = campaign.plan, campaign.state.until
    done, spent = state["blocks"], state["spent_s"]
    a_block = spent / done
    at_most = int(plan.at_most // a_block)
    first = _first_look(campaign)
    if at_most < first:
        raise InterruptionError(
            f"--at-most: too short: a block takes {a_block:.0f} s, and the first look needs"
            f" {first} of them (got {plan.at_most} s, expected at least"
            f" {math.ceil(first * a_block)} s)\n  hint: what is measured is kept; repeat the"
            " command with a longer --at-most, and it goes on"
        )
    if done < first:
        return
    scatter = dict(_scatter(campaign))

    def reached(blocks: int) -> dict[str, float]:
        return {name: resolvable_after(found, done, blocks) for name, found in scatter.items()}

    worst = max(reached(at_most).values(), default=0.0)
    said = ", ".join(f"{name} {percent_up(share)}" for name, share in reached(at_most).items())
    ahead = f"{count_text(at_most, 'block')} of about {a_block:.0f} s fit into {plan.at_most} s"
    campaign.watcher.say(f"pilot: {ahead}; they would show differences of {said}")
    if worst > plan.resolve / 100:
        # Up to a hundred times as many.
        more = (math.ceil(at_most * 1.25**step) for step in range(1, 22))
        enough = (n for n in more if max(reached(n).values()) <= plan.resolve / 100)
        needed = next(enough, None)
        advice = (
            f"about {_duration_text(needed * a_block)} would do"
            if needed
            else "no time that can be foreseen would do: sessions of a server differ by more"
        )
        raise InterruptionError(
            f"--until-resolved: {plan.resolve:g} % cannot be promised: in"
            f" {_duration_text(plan.at_most)} this machine shows differences of {said}\n  hint:"
            f" {advice}; what is measured is kept: {way_on(worst)}"
        )
    state["at_most"] = at_most
    state["planned"] = planned_looks(first, at_most)
    state["pilot"] = {
        "blocks": done,
        "seconds": round(spent),
        "resolvable_percent": round(worst * 100, 1),
    }


def way_on(worst: float) -> str:
    """How a campaign goes on whose pilot shows `worst`, a share: by nothing that is refused."""
    larger = math.ceil(worst * 100)
    instead = f" or a larger --until-resolved, such as {larger}" if larger <= MOST_RESOLVED else ""
    return f"repeat the command with a longer --at-most{instead}, and it goes on"


def _first_look(campaign: Campaign) -> int:
    """The last block of the pilot."""
    if not campaign.plan.slices:
        return PILOT_BLOCKS
    return max(PILOT_SESSIONS, -(-PILOT_ROUNDS // campaign.plan.rounds))


def planned_looks(first: int, at_most: int) -> list[int]:
    """Blocks after which figures are looked at: from the first to the last, about evenly."""
    steps = MOST_LOOKS - 1
    return sorted({first + (at_most - first) * step // steps for step in range(steps + 1)})


def _duration_text(seconds: float) -> str:
    if seconds < 120:
        return f"{math.ceil(seconds)} s"
    minutes = seconds / 60
    return f"{math.ceil(minutes)} min" if minutes < 120 else f"{minutes / 60:.1f} h"


@dataclass(frozen=True, slots=True)
class Scatter:
    """What a pilot shows of a workload: squared errors of the ratio, by rounds and by sessions.

    Both are means over its contrasts; `n` are the blocks or rounds of each, `contrasts` how many
    a verdict rests on, `anew` whether each block starts a session and loads the tables.
    """

    of_runs: float
    of_sessions: float
    n: int
    contrasts: int
    anew: bool


def _scatter(campaign: Campaign) -> Iterator[tuple[str, Scatter]]:
    """Workload to what its pilot shows; contrasts together, because few blocks tell little."""
    plan = campaign.plan
    for workload in plan.workloads:
        seen = [c for name, c in _contrasts(campaign) if name == workload.id]
        told = [c for c in seen if c.log.standard_error is not None]
        errors = [(c.log.standard_error or 0.0) ** 2 for c in told]
        if errors:
            freedom = math.fsum(c.log.df for c in told)
            unlucky = freedom / chi_square_quantile(1 - SURE, freedom)
            found = Scatter(
                of_runs=sum(errors) / len(errors) * unlucky,
                of_sessions=sum(c.session_error**2 for c in seen) / len(seen),
                n=seen[0].n[0],
                contrasts=len({c.threads for c in seen}),
                anew=plan.loads_every_visit,
            )
            yield workload.id, found


def resolvable_after(scatter: Scatter, done: int, blocks: int) -> float:
    """The difference, as a share, that so many blocks would show in four of five campaigns."""
    times = blocks / done
    freedom = max(1.0, scatter.n * times - 1)
    sessions = scatter.of_sessions / (times if scatter.anew else 1)
    log = Estimate(0.0, math.sqrt(scatter.of_runs / times), freedom)
    looks = tuple(shares_of_looks(planned_looks(1, blocks), blocks, over=True))
    return shown_difference(log, math.sqrt(sessions), scatter.contrasts, looks)


def shown_difference(
    log: Estimate, session_error: float, contrasts: int, looks: tuple[float, ...] = ()
) -> float:
    """The difference, as a share, that a contrast with this error shows in four of five campaigns.

    `contrasts` are those a verdict rests on, `looks` the shares of error of each look.
    """
    seen = Contrast(threads=1, log=log, n=(1, 1), paired=True, session_error=session_error)
    half = width_of(seen, contrasts, campaign_context(looks))
    beyond = width_of(seen, "power", campaign_context())
    return math.expm1(min((half or 0.0) + (beyond or 0.0), POLICY.farthest))


def campaign_context(looks: tuple[float, ...] = ()) -> VerdictContext:
    """What contrasts are formed under; what sessions differ by is that of all machines."""
    return VerdictContext(
        evidence="raw-output",
        cpus=os.cpu_count(),
        noise=Noise(threshold=0.0, session=NOISE_TABLES.sessions[ANY].deviation),
        looks=looks,
    )


def _look_back(campaign: Campaign) -> None:
    """Where a look is due: end where everything is resolved, or the time is over."""
    plan, state = campaign.plan, campaign.state.until
    a_block = state["spent_s"] / state["blocks"]
    over = state["blocks"] >= state["at_most"] or state["spent_s"] + a_block > plan.at_most
    if state["blocks"] not in state["planned"] and not over:
        return
    state["looks"].append(state["blocks"])
    shares = shares_of_looks(state["looks"], state["at_most"], over=over)
    seen = list(_looks(campaign, shares))
    left = [half for half, resolved in seen if not resolved]
    widest = math.expm1(max(left, default=0.0))
    said = f"; the widest interval is {percent_up(widest)} either way" if left else ""
    campaign.watcher.say(
        f"look {len(state['looks'])}, after {count_text(state['blocks'], 'block')}:"
        f" {len(seen) - len(left)} of {len(seen)} contrasts are resolved{said}"
    )
    if not left:
        state["reason"] = "resolved"
    elif over:
        state["reason"] = "time"


def _looks(campaign: Campaign, shares: tuple[float, ...]) -> Iterator[tuple[float, bool]]:
    """Half of the interval of each contrast, and whether it is resolved."""
    margin = math.log1p(campaign.plan.resolve / 100)
    contrasts = list(_contrasts(campaign))
    for name, contrast in contrasts:
        heads = len({c.threads for other, c in contrasts if other == name})
        half = width_of(contrast, heads, campaign_context(shares))
        if half is not None:
            centre = abs(contrast.log.centre)
            yield half, centre > half or centre + half <= margin


def _contrasts(campaign: Campaign) -> Iterator[tuple[str, Contrast]]:
    """(workload, contrast) of every candidate with the first server at headline thread counts."""
    samples = runs_by_cell(campaign)
    names = [campaign.state.servers[key]["id"] for key in sorted(campaign.state.servers, key=int)]
    baseline, *candidates = names
    for workload in campaign.plan.workloads:
        for threads in roles_of(campaign.plan.threads, os.cpu_count()):
            first = samples.get((workload.id, baseline, threads))
            for candidate in candidates:
                second = samples.get((workload.id, candidate, threads))
                if first and second:
                    yield workload.id, contrast_of(threads, first, second, campaign_context())


def runs_by_cell(campaign: Campaign) -> Mapping[tuple[str, str, int], Sample]:
    """(workload, server, threads) to what was measured so far."""
    found: dict[tuple[str, str, int], list[SampledRun]] = {}
    for entry, sampled in _slices(campaign) if campaign.plan.slices else _runs(campaign):
        key = entry["workload"], entry["server"], entry["threads"]
        found.setdefault(key, []).append(sampled)
    return {key: Sample(tuple(s), bool(campaign.plan.slices)) for key, s in found.items()}


def _slices(campaign: Campaign) -> Iterator[tuple[dict[str, Any], SampledRun]]:
    for line in (campaign.home / SLICE_JOURNAL).read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        figure, when = max(entry["figure"], 0.5 / campaign.plan.slices), entry["started"]
        place = str(entry["round"]), entry["load"], entry["session"], round(when * 10)
        yield entry, SampledRun(figure, *place)


def _runs(campaign: Campaign) -> Iterator[tuple[dict[str, Any], SampledRun]]:
    for turn, entry in enumerate(campaign.state.runs):
        if "failed" in entry:
            continue
        (report,) = parse_reports((campaign.folder / entry["file"]).read_bytes())
        if (figure := throughput_of(report)) > 0:
            place = entry["sequence"]
            block = str(place["block"])
            yield entry, SampledRun(figure, block, place["load"], place["session"], turn)


_TOO_FEW = "--repetitions 3 or more tells how far they lie apart, and what can be told from noise"


def spreads(samples: Mapping[tuple[str, str, int], Sample]) -> Iterator[tuple[str, float, int]]:
    """(workload, standard deviation of log throughput within its cells, runs it rests on).

    Of every workload with cells of two runs or more; cells weigh by their runs.
    """
    for workload in dict.fromkeys(name for name, *_ in samples):
        cells = [s for (name, *_), s in samples.items() if name == workload and len(s.runs) > 1]
        if cells:
            pooled = math.fsum(variance(cell.logs()) * (len(cell.runs) - 1) for cell in cells)
            runs = sum(len(cell.runs) for cell in cells)
            yield workload, math.sqrt(pooled / (runs - len(cells))), runs


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
        f"spread of {workload}: repetitions differ by {percent_up(deviation)}"
        f" (standard deviation, {count_text(runs, 'run')}); two servers measured like this"
        f" can be told apart {_from_text(plan, deviation)}"
        for workload, deviation, runs in spreads(samples)
    )
    return "\n".join(lines) or f"one run of each: {_TOO_FEW}"


def _from_text(plan: Plan, deviation: float) -> str:
    """From which difference on; shares beyond one are no figures that anybody reads."""
    contrasts = max(1, len(roles_of(plan.threads, os.cpu_count())))
    states = plan.repetitions if plan.loads_every_visit else 1
    least = resolvable(deviation, plan.repetitions, states, contrasts)
    if least > 1:
        return "only where one is more than twice as fast; more repetitions show less"
    return f"from a difference of {percent_up(least)} on"


PROBES, PROBED_EVENTS = 3, 300
"""Short runs of the processors before a plan is begun, and the events of each thread in one."""
_TOTAL_TIME = re.compile(r"total time: +([0-9.]+)s")


def probed_text(plan: Plan) -> str:
    """What three short runs of sysbench's own sum say of this machine, before anything is measured;
    "" where it is not the server's, where turns are taken side by side already, and where none ran.
    """
    if plan.slices or plan.count or plan.placement == "other-host":
        return ""
    threads = min(max(plan.threads), os.cpu_count() or 1)
    words = (PROGRAM, "cpu", f"--threads={threads}", f"--events={threads * PROBED_EVENTS}",
             "--time=0", "run")  # fmt: skip
    try:
        taken = [_TOTAL_TIME.search(run_command(words)) for _ in range(PROBES)]
    except SilentError:
        return ""
    seconds = [float(match[1]) for match in taken if match]
    if len(seconds) < PROBES or min(seconds) <= 0:
        return ""
    deviation = math.sqrt(variance(map(math.log, seconds)))
    slices = "; turns side by side (`capture --slices 2`) show smaller ones" * (
        len(plan.servers) == 2
    )
    return (
        f"{PROBES} short runs of the processors alone differ by {percent_up(deviation)} (standard"
        f" deviation): at best, two servers can be told apart {_from_text(plan, deviation)}{slices}"
    )


def expected_text(plan: Plan, kind: str) -> str:
    """What a plan can be expected to show on a machine of a kind, by the runs of the archive."""
    if plan.slices or plan.count:
        return ""
    if plan.repetitions < 2:
        return f"one run of each: {_TOO_FEW}"
    regimes = NOISE_TABLES.single_runs
    regime = machine_regime(kind, plan.workloads[0].test)
    known = regimes.get(regime, regimes[ANY])
    usual, noisy = (
        _from_text(plan, deviation) for deviation in (known.median_deviation, known.ninth_deviation)
    )
    of = f"{regime} machines" if regime in regimes else "machines"
    groups = count_text(known.groups, "group")
    return (
        f"{plan.repetitions} repetitions tell two servers apart {usual}, where runs scatter as half"
        f" of {groups} of repeated runs on {known.machines} {of} of the archive do, and {noisy}"
        " where they scatter as the worst tenth; what this machine shows is said at the end"
    )
