"""A campaign that goes on until every contrast is resolved, or its time is over.

Its first blocks are the pilot, and count: they tell how long a block takes and how far figures
scatter, and so what this machine can resolve in the time it may take. Where that is less than what
was asked for the campaign stops there, and says what it would need. Otherwise it looks at its
figures after blocks that are fixed then, and ends where every headline contrast is signed or lies
within the margin. What each look may err in is part of what all together may, as on /methodology/.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.capture.campaign import SLICE_JOURNAL, Campaign, running
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.plan import (
    MOST_RESOLVED,
    InterruptionError,
    RefusalError,
    Visit,
    estimate,
)
from sysbench_archive.capture.turn import Turn, offer_clean_up
from sysbench_archive.metrics import THROUGHPUT
from sysbench_archive.statistics import Estimate
from sysbench_archive.statistics.distributions import chi_square_quantile
from sysbench_archive.sysbench.report import parse_reports
from sysbench_archive.verdicts.contrasts import Contrast, Sample, SampledRun, contrast_of
from sysbench_archive.verdicts.judging import roles_of, width_of
from sysbench_archive.verdicts.looks import shares_of_looks
from sysbench_archive.verdicts.noise import ANY, NOISE_TABLES, Noise
from sysbench_archive.verdicts.policy import POLICY, VerdictContext
from sysbench_archive.verdicts.slices import MIN_ROUNDS
from sysbench_archive.words.numbers import percent_up
from sysbench_archive.words.phrases import count_text

MOST_LOOKS = 5
"""Looks of a campaign, the last one at its end included."""
SURE = 0.8
"""A pilot may have been lucky: in so many of them the scatter is no more than what is expected."""
Measure = Callable[[Campaign], None]
"""Measures what is left of the blocks of a campaign's plan."""


def measure_until(campaign: Campaign, measure: Measure) -> None:
    """Measure block after block until a look resolves everything, or the time is over.

    InterruptionError after the pilot where the time is too short for what was asked; the same
    command with a longer time, or a larger margin, goes on from there.
    """
    state = _opened(campaign)
    campaign.more = True
    if state["planned"] and state["blocks"] not in state["looks"] and not state["reason"]:
        # A pilot that promised too little for other limits is looked at under these.
        _look_back(campaign)
        campaign.save()
    while not state["reason"]:
        campaign.plan = replace(campaign.plan, repetitions=state["blocks"] + 1)
        started = time.monotonic()
        try:
            measure(campaign)
        finally:
            # The time of a block that was interrupted counts as well.
            state["spent_s"] += round(time.monotonic() - started, 1)
            campaign.save()
        state["blocks"] += 1
        campaign.save()
        if state["blocks"] == _pilot_blocks(campaign):
            _look_ahead(campaign)
        if state["blocks"] >= _pilot_blocks(campaign):
            _look_back(campaign)
        campaign.save()
    campaign.plan = replace(campaign.plan, repetitions=state["blocks"])
    campaign.more = False
    _clean_up(campaign)


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
    if campaign.state.until["blocks"] >= _pilot_blocks(campaign) and not state.get("planned"):
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


def _pilot_blocks(campaign: Campaign) -> int:
    """Blocks that tell the scatter: enough rounds of slices, or enough runs of a side."""
    plan = campaign.plan
    return -(-MIN_ROUNDS // plan.rounds) if plan.slices else POLICY.blocks


def _look_ahead(campaign: Campaign) -> None:
    """After the pilot: fix the looks, or say that what was asked cannot be had."""
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
    scatter = dict(_scatter(campaign))
    reached = {name: resolvable_after(found, done, at_most) for name, found in scatter.items()}
    worst = max(reached.values(), default=0.0)
    said = ", ".join(f"{name} {percent_up(share)}" for name, share in reached.items())
    ahead = f"{count_text(at_most, 'block')} of about {a_block:.0f} s fit into {plan.at_most} s"
    campaign.watcher.say(f"pilot: {ahead}; they would show differences of {said}")
    if worst > plan.resolve / 100:
        # Up to a hundred times as many.
        more = (math.ceil(at_most * 1.25**step) for step in range(1, 22))
        enough_of = (
            blocks
            for blocks in more
            if max(resolvable_after(found, done, blocks) for found in scatter.values())
            <= plan.resolve / 100
        )
        needed = next(enough_of, None)
        enough = (
            f"about {_duration_text(needed * a_block)} would do"
            if needed
            else "no time that can be foreseen would do: sessions of a server differ by more"
        )
        raise InterruptionError(
            f"--until-resolved: {plan.resolve:g} % cannot be promised: in"
            f" {_duration_text(plan.at_most)} this machine shows differences of {said}\n  hint:"
            f" {enough}; what is measured is kept: {way_on(worst)}"
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
    """The block after which a verdict could count as measured."""
    if not campaign.plan.slices:
        return POLICY.blocks
    return max(POLICY.states, -(-MIN_ROUNDS // campaign.plan.rounds))


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
        figures = figures_of(report)
        figure = next((figures[n].value for n in THROUGHPUT if n in figures), 0)
        if figure > 0:
            place = entry["sequence"]
            block = str(place["block"])
            yield entry, SampledRun(figure, block, place["load"], place["session"], turn)


def _clean_up(campaign: Campaign) -> None:
    """Drop what capture made, now that no further block needs it."""
    for index, server in enumerate(campaign.plan.servers):
        with running(server, campaign.home), connected(server.access, campaign.password) as session:
            last = campaign.plan.repetitions
            visit = Visit(last, index, (), last)
            offer_clean_up(Turn(campaign, visit, session, None))
