"""A comparison that somebody ran again: the new ratio beside the published one, with a verdict.

A bundle names what it `reproduces` by site paths. A comparison is taken panel by panel; runs are
taken in pairs, in the order they are named, baseline first. Only ratios are set side by side:
figures of different machines never meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.judging import contrasts_by_candidate
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import FactRow, FigureValue, Named, as_record, bundle_reference
from sysbench_archive.model.bundle import State
from sysbench_archive.model.reproduction import (
    RepeatedRatio,
    ReproductionRecord,
    ReproductionRow,
    ReproductionVerdict,
)
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.statistics import Estimate, difference_of
from sysbench_archive.verdicts import Contrast
from sysbench_archive.verdicts.counted import counted_noise
from sysbench_archive.words.phrases import threads_of

LEVEL = 0.95
"""Where the true ratios are equal, so many reproductions are to find that they agree."""
ASSUMED_NOISE = 0.026
"""Taken where a published throughput was not repeated: nine in ten published groups vary less."""
RESOLVED = 0.10
"""A reproduction that could miss a difference beyond this factor cannot tell."""

_UNREPEATED = "the reproduction has one run a side, so that its noise is unknown"
_WIDE = "the noise would hide a difference of {:.0f} %, and at most {:.0f} % may be hidden"
_NOTHING = "the reproduction has no server, workload or thread count in common with it"
_ASSUMED = "one published run a side: between-run noise of {:.1f} % is assumed"
_MEASURED = "one {} a side: the noise of counts of {}, {:.1f} % between sessions, is taken"
_OTHER_SERVER = "{} ran in the place of {}"
_DATASET = ("tables", "table_size")


MAX_ENTRIES = 20_000
"""Of a list in what another site publishes."""
Text = Annotated[str, Meta(max_length=10_000)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,200}\Z")]
RunPath = Annotated[str, Meta(pattern=r"^/results/[a-z0-9-]{1,300}/[a-z0-9-]{1,300}/\Z")]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Facts = Annotated[list["CampaignFact"], Meta(max_length=MAX_ENTRIES)]


class CampaignFigure(FigureValue, kw_only=True, forbid_unknown_fields=False):
    """A figure of a run."""

    value: Annotated[float, Meta(ge=-1e300, le=1e300)]
    line: int | None = None


class CampaignSide(Named, kw_only=True, forbid_unknown_fields=False):
    """A server as its runs name it."""

    id: Id
    label: Text = ""


class CampaignMetric(Struct, frozen=True):
    """A metric by its name."""

    name: Annotated[str, Meta(pattern=rf"^(?:{'|'.join(METRICS)})\Z")]


class CampaignFact(FactRow, kw_only=True, forbid_unknown_fields=False):
    """A fact, an option or a parameter."""

    name: Text
    label: Text = ""
    value: Text
    unit: Text = ""
    state: State = "stated"
    probe: Text = ""


class CampaignPart(Struct, frozen=True, kw_only=True):
    """A host or a client of a campaign, with its facts as rows."""

    id: Id
    facts: Facts

    def fact(self, name: str) -> str:
        """What a fact says; "" where it is not there."""
        return next((fact.value for fact in self.facts if fact.name == name), "")


class CampaignRun(Struct, frozen=True, kw_only=True):
    """A run of a campaign; `block` is "" where none is recorded. What is None is not asked for."""

    path: RunPath
    server: CampaignSide
    workload: CampaignSide
    threads: Count
    state: Literal["complete", "failed"]
    figures: dict[str, CampaignFigure]
    block: Text = ""
    load: ClassVar[None] = None
    session: ClassVar[None] = None
    turn: ClassVar[None] = None
    slices: ClassVar[None] = None


class CampaignServer(CampaignPart, frozen=True, kw_only=True):
    """A server of a campaign."""

    label: Text
    product: Text
    version: Text
    variant: Text
    regime: Text
    host: Id
    options: Facts

    @property
    def stands_for(self) -> str:
        """The published server it ran in the place of."""
        return self.fact("stands_for") or self.id


class CampaignWorkload(CampaignPart, frozen=True, kw_only=True):
    """A workload of a campaign; `test` is the test it is filed under, `script` what was run.

    Both are "" where they are unknown.
    """

    script: Text
    test: Text
    parameters: Facts

    @property
    def values(self) -> dict[str, str]:
        """Parameters are texts by name, as they are published."""
        return {row.name: row.value for row in self.parameters}


class Campaign(Struct, frozen=True, kw_only=True):
    """What of a bundle is needed to run it again, of this archive or of another published site.

    Of what is published elsewhere all other fields are dropped, and a value that cannot be is
    refused.
    """

    id: Id
    title: Text
    submitted: Text
    submitter: Text
    hosts: Annotated[list[CampaignPart], Meta(max_length=MAX_ENTRIES)]
    servers: Annotated[list[CampaignServer], Meta(max_length=MAX_ENTRIES)]
    clients: Annotated[list[CampaignPart], Meta(max_length=MAX_ENTRIES)]
    workloads: Annotated[list[CampaignWorkload], Meta(max_length=MAX_ENTRIES)]
    runs: Annotated[list[CampaignRun], Meta(max_length=MAX_ENTRIES)]


def campaign_of(result: ResultRecord) -> Campaign:
    """The campaign of a result of this archive."""
    return as_record(result, Campaign, attributes=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """One published question. `threads` is None where every thread count belongs to it."""

    paths: tuple[str, ...]
    campaign: Campaign
    workload: str
    metric: str
    baseline: str
    candidates: tuple[str, ...]
    threads: int | None = None

    @property
    def runs(self) -> list[CampaignRun]:
        """The published runs it rests on, repetitions included."""
        return [
            run
            for run in self.campaign.runs
            if run.workload.id == self.workload and self.threads in (None, run.threads)
        ]

    def server(self, name: str) -> CampaignServer:
        """A side."""
        return next(server for server in self.campaign.servers if server.id == name)


class ComparedPanel(Struct, frozen=True, kw_only=True):
    """A panel of a comparison, of this archive or published: what was compared, baseline first."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,400}\Z")]
    title: Text
    bundle: CampaignSide
    workload: CampaignSide
    metric: CampaignMetric
    sides: Annotated[list[CampaignSide], Meta(max_length=MAX_ENTRIES)]


FindCampaign = Callable[[str], Campaign | None]
"""Finds a campaign by the id of its bundle."""


def originals_of_comparison(
    path: str, panels: Iterable[ComparedPanel], find_campaign: FindCampaign
) -> Iterator[Original]:
    """An original for each panel of a comparison that has two sides."""
    for panel in panels:
        campaign = find_campaign(panel.bundle.id)
        servers = [side.id for side in panel.sides]
        if campaign is not None and len(servers) > 1:
            yield Original(
                paths=(path,),
                campaign=campaign,
                workload=panel.workload.id,
                metric=panel.metric.name,
                baseline=servers[0],
                candidates=tuple(servers[1:]),
            )


def originals_of_runs(paths: Sequence[str], find_campaign: FindCampaign) -> Iterator[Original]:
    """An original for each pair of runs of one bundle, workload and thread count."""
    groups: dict[tuple[str, str, int], list[CampaignRun]] = {}
    for path in paths:
        run = _run_at(path, find_campaign)
        if run is not None:
            key = named_by(path), run.workload.id, run.threads
            groups.setdefault(key, []).append(run)
    for (bundle, workload, threads), runs in groups.items():
        servers = list(dict.fromkeys(run.server.id for run in runs))
        campaign = find_campaign(bundle)
        metric = head_metric(runs)
        if campaign is not None and len(servers) > 1 and metric is not None:
            yield Original(
                paths=tuple(run.path for run in runs),
                campaign=campaign,
                workload=workload,
                metric=metric,
                baseline=servers[0],
                candidates=tuple(servers[1:]),
                threads=threads,
            )


def named_by(path: str) -> str:
    """The bundle, or the curated comparison, that the address of a run or comparison names."""
    return path.split("/")[2].partition("--")[0]


def _run_at(path: str, find_campaign: FindCampaign) -> CampaignRun | None:
    campaign = find_campaign(named_by(path))
    runs = campaign.runs if campaign is not None else []
    return next((run for run in runs if run.path == path), None)


def reproduction_of(original: Original, campaign: Campaign) -> ReproductionRecord:
    """What a campaign found on running an original again."""
    published = contrasts_by_candidate(
        original.runs, original.baseline, original.candidates, original.metric
    )
    again = _repeated_contrasts(original, campaign)
    common = [place for place in published if place in again]
    level = 1 - (1 - LEVEL) / max(len(common), 1)
    servers = other_servers(original, campaign)
    workload = other_workload(original, campaign)
    rows = [
        _reproduction_row(
            original,
            candidate,
            published=published[candidate, threads],
            again=again[candidate, threads],
            level=level,
            other=_deviation_text(original, candidate, servers, workload),
        )
        for candidate, threads in common
    ]
    verdict, why = _overall_verdict(rows)
    independent = _folded(campaign.submitter) != _folded(original.campaign.submitter)
    return ReproductionRecord(
        bundle=bundle_reference(campaign.id, campaign.title),
        submitter=campaign.submitter,
        date=campaign.submitted,
        independent=independent,
        confirms=independent and verdict == "agrees",
        workload=original.workload,
        verdict=verdict,
        why=why,
        rows=rows,
    )


def _folded(name: str) -> str:
    """A name whose case and blanks do not count."""
    return " ".join(name.casefold().split())


def _repeated_contrasts(
    original: Original, campaign: Campaign
) -> Mapping[tuple[str, int], Contrast]:
    """The contrasts of the new campaign, under the names of the servers they stand for."""
    servers = {server.stands_for: server.id for server in campaign.servers}
    stands_for = {own: published for published, own in servers.items()}
    present = [name for name in original.candidates if name in servers]
    if original.baseline not in servers or not present:
        return {}
    runs = [
        replace(run, server=replace(run.server, id=stands_for.get(run.server.id, "")))
        for run in campaign.runs
        if run.workload.id == original.workload
    ]
    metric = _repeated_metric(original, runs)
    contrasts = contrasts_by_candidate(runs, original.baseline, present, metric)
    return {
        (candidate, threads): contrast
        for (candidate, threads), contrast in contrasts.items()
        if original.threads in (None, threads)
    }


def _repeated_metric(original: Original, runs: Sequence[CampaignRun]) -> str:
    """The published metric; another rate where the new runs lack it, whose ratio is the same."""
    present = any(original.metric in run.figures for run in runs)
    is_rate = METRICS[original.metric].kind == "rate"
    return original.metric if present or not is_rate else head_metric(runs) or original.metric


def other_servers(original: Original, campaign: Campaign) -> dict[str, str]:
    """Sides for which a server of another product or series ran, with a sentence each."""
    servers = {server.stands_for: server for server in campaign.servers}
    sentences = {}
    for name in (original.baseline, *original.candidates):
        theirs, ours = original.server(name), servers.get(name)
        if ours and _release_of(theirs) != _release_of(ours):
            sentences[name] = _OTHER_SERVER.format(ours.label, theirs.label)
    return sentences


def _release_of(server: CampaignServer) -> tuple[str, list[str]]:
    return server.product, server.version.split(".")[:2]


def other_workload(original: Original, campaign: Campaign) -> str:
    """A sentence where another test or dataset was run; else ""."""
    theirs, ours = (_test_and_dataset(c, original.workload) for c in (original.campaign, campaign))
    differing = [
        f"{name} {ours[name]} in the place of {theirs[name]}"
        for name in ("test", *_DATASET)
        if theirs.get(name) and ours.get(name) and theirs[name] != ours[name]
    ]
    return f"another workload ran: {', '.join(differing)}" if differing else ""


def _test_and_dataset(campaign: Campaign, workload: str) -> dict[str, str]:
    """Test, and parameters by name; empty where nobody recorded them."""
    found = next((w for w in campaign.workloads if w.id == workload), None)
    return {"test": found.test, **found.values} if found else {}


def _deviation_text(
    original: Original, candidate: str, servers: Mapping[str, str], workload: str
) -> str:
    """Why the new ratio answers another question than the published one; "" where it does not."""
    sides = [servers.get(side, "") for side in (original.baseline, candidate)]
    return " and ".join(filter(None, [*sides, workload]))


def _reproduction_row(
    original: Original,
    candidate: str,
    *,
    published: Contrast,
    again: Contrast,
    level: float,
    other: str,
) -> ReproductionRow:
    verdict: ReproductionVerdict = "cannot-tell"
    reasons = [other]
    if not other:
        noise = _single_noise(original)
        log = _with_noise(published, noise) if published.single else published.log
        alone = noise.measured and again.single
        new = _with_noise(again, noise) if alone else again.log
        verdict, why = _verdict_on(difference_of(new, log), level)
        reasons = [
            why,
            noise.said.format("published run") if published.single else "",
            noise.said.format("run of the reproduction") if alone else "",
        ]
    return ReproductionRow(
        threads=published.threads,
        candidate=original.server(candidate).label,
        published=_repeated_ratio(published),
        again=_repeated_ratio(again),
        verdict=verdict,
        why="; ".join(filter(None, reasons)),
    )


@dataclass(frozen=True, slots=True)
class _SingleNoise:
    """The noise of one run: its standard deviation, whether it was measured for what was run, and
    how that is said.
    """

    deviation: float
    measured: bool
    said: str


def _single_noise(original: Original) -> _SingleNoise:
    """That of counts is known by test and holds for either side; that of throughput is assumed.

    Campaigns do not tell what their counts began with: the wider noise holds for all.
    """
    if METRICS[original.metric].kind != "work":
        return _SingleNoise(ASSUMED_NOISE, False, _ASSUMED.format(100 * ASSUMED_NOISE))
    test = _test_and_dataset(original.campaign, original.workload).get("test", "")
    deviation = counted_noise(test, "server").session
    said = _MEASURED.format("{}", test or "the noisiest test", 100 * deviation)
    return _SingleNoise(deviation, True, said)


def _with_noise(contrast: Contrast, noise: _SingleNoise) -> Estimate:
    candidate, baseline = contrast.n
    error = noise.deviation * math.sqrt(1 / candidate + 1 / baseline)
    return Estimate(contrast.log.centre, error, math.inf)


def _repeated_ratio(contrast: Contrast) -> RepeatedRatio:
    low, high = contrast.interval_of_runs(LEVEL) or (None, None)
    return RepeatedRatio(ratio=contrast.ratio, low=low, high=high, n=min(contrast.n))


def _verdict_on(quotient: Estimate, level: float) -> tuple[ReproductionVerdict, str]:
    """What the logarithm of new over published says, and why it cannot tell."""
    half = quotient.half_width(level)
    if half is None:
        return "cannot-tell", _UNREPEATED
    if abs(quotient.centre) > half:
        return "differs", ""
    if math.expm1(half) > RESOLVED:
        return "cannot-tell", _WIDE.format(100 * math.expm1(half), 100 * RESOLVED)
    return "agrees", ""


_DECIDED: tuple[ReproductionVerdict, ...] = ("differs", "agrees")


def _overall_verdict(rows: Sequence[ReproductionRow]) -> tuple[ReproductionVerdict, str]:
    """Differs where any row does; agrees where a row does and none differs."""
    for verdict in _DECIDED:
        deciding = [row for row in rows if row.verdict == verdict]
        if deciding:
            counts = sorted({row.threads for row in deciding})
            return verdict, "" if len(deciding) == len(rows) else f"at {threads_of(counts)}"
    return "cannot-tell", rows[0].why if rows else _NOTHING
