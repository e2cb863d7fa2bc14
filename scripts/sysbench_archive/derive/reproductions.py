"""A comparison that somebody ran again: the new ratio beside the published one, with a verdict.

A bundle names what it `reproduces` by site paths. A comparison is taken panel by panel; runs are
taken in pairs, in the order they are named, baseline first. Only ratios are set side by side:
figures of different machines never meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.judging import contrasts_by_candidate, count_start
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import bundle_reference
from sysbench_archive.model.comparison import Panel
from sysbench_archive.model.reproduction import (
    RepeatedRatio,
    ReproductionRecord,
    ReproductionRow,
    ReproductionVerdict,
)
from sysbench_archive.model.result import ResultRecord, RunRecord, ServerRecord
from sysbench_archive.statistics import Estimate, difference_of
from sysbench_archive.verdicts.contrasts import Contrast
from sysbench_archive.verdicts.counted import counted_noise
from sysbench_archive.words.phrases import WORDS, threads_of

LEVEL = 0.95
"""Where the true ratios are equal, so many reproductions are to find that they agree."""
ASSUMED_NOISE = 0.026
"""Taken where a published throughput was not repeated: nine in ten published groups vary less."""
RESOLVED = 0.10
"""A reproduction that could miss a difference beyond this factor cannot tell."""

_DATASET = ("tables", "table_size")


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """One published question. `threads` is None where every thread count belongs to it."""

    paths: tuple[str, ...]
    result: ResultRecord
    workload: str
    metric: str
    baseline: str
    candidates: tuple[str, ...]
    threads: int | None = None

    @property
    def sides(self) -> tuple[str, ...]:
        """Baseline and candidates."""
        return self.baseline, *self.candidates

    @property
    def runs(self) -> list[RunRecord]:
        """The published runs it rests on, repetitions included."""
        return [
            run
            for run in self.result.runs
            if run.workload.id == self.workload and self.threads in (None, run.threads)
        ]

    def server(self, name: str) -> ServerRecord:
        """A side."""
        return next(server for server in self.result.servers if server.id == name)


FindResult = Callable[[str], ResultRecord | None]
"""Finds the result of a bundle by its id."""


def originals_of_comparison(
    path: str, panels: Iterable[Panel], find_result: FindResult
) -> Iterator[Original]:
    """An original for each panel of a comparison that has two sides and figures."""
    for panel in panels:
        result = find_result(panel.bundle.id)
        servers = [side.id for side in panel.sides]
        if result is not None and len(servers) > 1 and panel.rows:
            yield Original(
                paths=(path,),
                result=result,
                workload=panel.workload.id,
                metric=panel.metric.name,
                baseline=servers[0],
                candidates=tuple(servers[1:]),
            )


def originals_of_runs(paths: Sequence[str], find_result: FindResult) -> Iterator[Original]:
    """An original for each pair of runs of one bundle, workload and thread count."""
    groups: dict[tuple[str, str, int], list[RunRecord]] = {}
    for path in paths:
        result = find_result(named_by(path))
        for run in result.runs if result else ():
            if run.path == path:
                groups.setdefault((named_by(path), run.workload.id, run.threads), []).append(run)
    for (bundle, workload, threads), runs in groups.items():
        servers = list(dict.fromkeys(run.server.id for run in runs))
        result, metric = find_result(bundle), head_metric(runs)
        if result is not None and len(servers) > 1 and metric is not None:
            yield Original(
                paths=tuple(run.path for run in runs),
                result=result,
                workload=workload,
                metric=metric,
                baseline=servers[0],
                candidates=tuple(servers[1:]),
                threads=threads,
            )


def named_by(path: str) -> str:
    """The bundle, or the curated comparison, that the address of a run or comparison names."""
    return slug_in(path).partition("--")[0]


def slug_in(path: str) -> str:
    """The part of a site path that names a bundle or a comparison."""
    return path.split("/")[2]


def reproduction_of(original: Original, result: ResultRecord) -> ReproductionRecord:
    """What another campaign found on running an original again."""
    published = contrasts_by_candidate(
        original.runs, original.baseline, original.candidates, original.metric
    )
    again = _repeated_contrasts(original, result)
    common = [place for place in published if place in again]
    level = 1 - (1 - LEVEL) / max(len(common), 1)
    servers, workload = _other_servers(original, result), _other_workload(original, result)
    rows = [
        _reproduction_row(
            original,
            result,
            candidate,
            published=published[candidate, threads],
            again=again[candidate, threads],
            level=level,
            other=" and ".join(
                filter(None, [*map(servers.get, (original.baseline, candidate)), workload])
            ),
        )
        for candidate, threads in common
    ]
    verdict, why = _overall_verdict(rows)
    names = (" ".join(each.submitter.casefold().split()) for each in (result, original.result))
    independent = len(set(names)) > 1
    return ReproductionRecord(
        bundle=bundle_reference(result.id, result.title),
        submitter=result.submitter,
        date=result.submitted,
        independent=independent,
        confirms=independent and verdict == "agrees",
        workload=original.workload,
        verdict=verdict,
        why=why,
        rows=rows,
    )


def _servers_by_side(result: ResultRecord) -> dict[str, ServerRecord]:
    """The servers by the published ones they ran in the place of."""
    return {str(server.stated.get("stands_for", server.id)): server for server in result.servers}


def _repeated_contrasts(
    original: Original, result: ResultRecord
) -> Mapping[tuple[str, int], Contrast]:
    """The contrasts of the new campaign, under the names of the servers they stand for."""
    stands_for = {server.id: side for side, server in _servers_by_side(result).items()}
    present = [name for name in original.candidates if name in stands_for.values()]
    if original.baseline not in stands_for.values() or not present:
        return {}
    runs = [
        replace(run, server=replace(run.server, id=stands_for.get(run.server.id, "")))
        for run in result.runs
        if run.workload.id == original.workload and original.threads in (None, run.threads)
    ]
    metric = original.metric
    # Where the new runs lack the published rate, the ratio of another is the same.
    if METRICS[metric].kind == "rate" and not any(metric in run.figures for run in runs):
        metric = head_metric(runs) or metric
    return contrasts_by_candidate(runs, original.baseline, present, metric)


def _other_servers(original: Original, result: ResultRecord) -> dict[str, str]:
    """Sides for which a server of another product or series ran, with a sentence each."""
    servers = _servers_by_side(result)
    sentences = {}
    for name in original.sides:
        theirs, ours = original.server(name), servers.get(name)
        if ours and (theirs.product, theirs.series) != (ours.product, ours.series):
            sentences[name] = f"{ours.label} ran in the place of {theirs.label}"
    return sentences


def _other_workload(original: Original, result: ResultRecord) -> str:
    """A sentence where another test or dataset was run; else ""."""
    theirs, ours = (_test_and_dataset(r, original.workload) for r in (original.result, result))
    differing = [
        f"{name} {ours[name]} in the place of {theirs[name]}"
        for name in ("test", *_DATASET)
        if theirs.get(name) and ours.get(name) and theirs[name] != ours[name]
    ]
    return f"another workload ran: {', '.join(differing)}" if differing else ""


def _test_and_dataset(result: ResultRecord, workload: str) -> dict[str, object]:
    """Test, and parameters by name; empty where nobody recorded them."""
    found = next((w for w in result.workloads if w.id == workload), None)
    return {**found.values, "test": found.test} if found else {}


def _reproduction_row(
    original: Original,
    result: ResultRecord,
    candidate: str,
    *,
    published: Contrast,
    again: Contrast,
    level: float,
    other: str,
) -> ReproductionRow:
    verdict: ReproductionVerdict = "cannot-tell"
    unsettled = "never" in (published.window, again.window)
    reasons = [other, WORDS["reason-unsettled"] if unsettled else ""]
    if not any(reasons):
        counted = METRICS[original.metric].kind == "work"
        reasons = []
        log, new = published.log, again.log
        if published.single:
            deviation, said = _single_noise(original, original.result, "published run")
            log = _with_noise(published, deviation)
            reasons.append(said)
        # Throughput that was run again can be repeated: no noise is assumed for that.
        if counted and again.single:
            deviation, said = _single_noise(original, result, "run of the reproduction")
            new = _with_noise(again, deviation)
            reasons.append(said)
        verdict, why = _verdict_on(difference_of(new, log), level)
        reasons.insert(0, why)
    return ReproductionRow(
        threads=published.threads,
        candidate=original.server(candidate).label,
        published=_repeated_ratio(published),
        again=_repeated_ratio(again),
        verdict=verdict,
        why="; ".join(filter(None, reasons)),
    )


def _single_noise(original: Original, result: ResultRecord, run: str) -> tuple[float, str]:
    """The standard deviation of one run of a campaign, and the words. That of counts is known by
    test and by what they began with; that of throughput is assumed.
    """
    if METRICS[original.metric].kind != "work":
        noise = f"between-run noise of {100 * ASSUMED_NOISE:.1f} % is assumed"
        return ASSUMED_NOISE, f"one {run} a side: {noise}"
    test = str(_test_and_dataset(result, original.workload).get("test", ""))
    deviation = counted_noise(test, count_start(result, original.workload)).session
    noise = f"counts of {test or 'the noisiest test'}, {100 * deviation:.1f} % between sessions"
    return deviation, f"one {run} a side: the noise of {noise}, is taken"


def _with_noise(contrast: Contrast, deviation: float) -> Estimate:
    candidate, baseline = contrast.n
    error = deviation * math.sqrt(1 / candidate + 1 / baseline)
    return Estimate(contrast.log.centre, error, math.inf)


def _repeated_ratio(contrast: Contrast) -> RepeatedRatio:
    low, high = contrast.interval_of_runs(LEVEL) or (None, None)
    return RepeatedRatio(ratio=contrast.ratio, low=low, high=high, n=min(contrast.n))


def _verdict_on(quotient: Estimate, level: float) -> tuple[ReproductionVerdict, str]:
    """What the logarithm of new over published says, and why it cannot tell."""
    half = quotient.half_width(level)
    if half is None:
        return "cannot-tell", "the reproduction has one run a side, so that its noise is unknown"
    if abs(quotient.centre) > half:
        return "differs", ""
    if math.expm1(half) > RESOLVED:
        hidden = f"the noise would hide a difference of {100 * math.expm1(half):.0f} %"
        return "cannot-tell", f"{hidden}, and at most {100 * RESOLVED:.0f} % may be hidden"
    return "agrees", ""


_DECIDED: tuple[ReproductionVerdict, ...] = ("differs", "agrees")


def _overall_verdict(rows: Sequence[ReproductionRow]) -> tuple[ReproductionVerdict, str]:
    """Differs where any row does; agrees where a row does and none differs."""
    for verdict in _DECIDED:
        deciding = [row for row in rows if row.verdict == verdict]
        if deciding:
            counts = sorted({row.threads for row in deciding})
            return verdict, "" if len(deciding) == len(rows) else f"at {threads_of(counts)}"
    nothing = "the reproduction has no server, workload or thread count in common with it"
    return "cannot-tell", rows[0].why if rows else nothing
