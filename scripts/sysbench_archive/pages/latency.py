"""The page of latency at a fixed rate: what servers answered below their capacity, test by test.

A percentile is that of one campaign. What those that repeat it found of the same server at the same
share of its capacity stands beside it: nothing is averaged over campaigns or machines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sysbench_archive.derive.servers import version_key
from sysbench_archive.model.base import Record, Reference
from sysbench_archive.model.comparison import DrawnChart
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.pages.home import HomeAnswer
from sysbench_archive.pages.kinds import PageKind, SearchDocument
from sysbench_archive.tables.offered_loads import OfferedLoads, repeated_loads
from sysbench_archive.words.numbers import figure_text
from sysbench_archive.words.phrases import joined

PATH = "/latency/"
TITLE = "Latency at a fixed rate"
_ANSWERED = "oltp-read-only"
"""The workload that the home page speaks of."""
_EASY, _HARD = 50, 90
"""Shares of the capacity that it speaks of, in percent."""


class LatencyServer(Record):
    """A server under a workload."""

    label: str
    loads: list[list[LoadPoint | None]]
    """By share of its capacity, what each campaign found, in their order; null where it offered no
    such load.
    """


class LatencyTest(Record):
    """A workload in campaigns that repeat one another."""

    id: str
    title: str
    machine: str
    threads: int
    sentence: str
    """How far the 99th percentile grows with the load; empty where no server has two loads."""
    agreement: str
    """How far campaigns differ at each share; empty where one campaign alone was made."""
    campaigns: list[Reference]
    """The comparison of each campaign, the first one first."""
    chart: DrawnChart | None
    """Chart of the 99th percentile of the first campaign; null where there is none."""
    percents: list[int]
    """Shares of the capacity that were offered, in percent, ascending."""
    servers: list[LatencyServer]


class LatencyPage(Record):
    """The page."""

    tests: list[LatencyTest]


def latency_page(loads: Iterable[OfferedLoads]) -> LatencyPage:
    """Every workload, campaigns that repeat one another together."""
    groups = repeated_loads(loads)
    return LatencyPage(tests=[_test(place, own) for place, own in enumerate(groups)])


def _test(place: int, campaigns: Sequence[OfferedLoads]) -> LatencyTest:
    first = campaigns[0]
    points = [_by_place(campaign) for campaign in campaigns]
    places = [place for known in points for place in known]
    percents = sorted({percent for _, percent in places})
    return LatencyTest(
        id=f"{first.workload}-{place + 1}",
        title=first.title,
        machine=first.machine,
        threads=first.threads,
        sentence=_sentence(points),
        agreement=_agreement(points, percents),
        campaigns=[Reference(path=each.path, title=each.bundle.title) for each in campaigns],
        chart=first.chart,
        percents=percents,
        servers=[
            LatencyServer(
                label=server,
                loads=[[known.get((server, percent)) for known in points] for percent in percents],
            )
            for server in dict.fromkeys(server for server, _ in places)
        ],
    )


_Places = Mapping[tuple[str, int], LoadPoint]
"""Label of a server and percent of its capacity to what was found."""


def _by_place(campaign: OfferedLoads) -> _Places:
    labels = {side.id: side.label for side in campaign.sides}
    return {(labels[point.server], point.percent): point for point in campaign.points}


def _sentence(campaigns: Sequence[_Places]) -> str:
    """How many times the 99th percentile at the heaviest load is that at the lightest one: the
    lowest and the highest of all servers and campaigns.
    """
    ends = []
    for points in campaigns:
        own: dict[str, list[tuple[int, float]]] = {}
        for (server, percent), point in points.items():
            if point.p99_ms:
                own.setdefault(server, []).append((percent, point.p99_ms.middle))
        ends += [(min(known), max(known)) for known in own.values() if len(known) > 1]
    if not ends:
        return ""
    least = _span(percent for (percent, _), _ in ends)
    factor = _span(round(high / low, 1) for (_, low), (_, high) in ends)
    return (
        f"From {least} % of its capacity to the heaviest load it kept up with, the 99th"
        f" percentile of a server grows {factor} times."
    )


def _agreement(campaigns: Sequence[_Places], percents: Iterable[int]) -> str:
    """By how much campaigns differ, by share of the capacity: the furthest of all servers."""
    parts = []
    for percent in percents:
        servers = {server for known in campaigns for server, own in known if own == percent}
        points = ([known.get((server, percent)) for known in campaigns] for server in servers)
        found = ([p.p99_ms.middle for p in own if p and p.p99_ms] for own in points)
        apart = [max(values) / min(values) for values in found if len(values) > 1]
        if apart:
            parts.append(f"up to {figure_text(round(max(apart), 1))} times at {percent} %")
    return f"Measured again, the percentile differs by {joined(parts)}." if parts else ""


def latency_answer(loads: Iterable[OfferedLoads]) -> HomeAnswer | None:
    """What is on file of the newest server of each product, in the newest campaign; a range where
    it was measured again. None where nothing is.
    """
    groups = repeated_loads(one for one in loads if one.workload == _ANSWERED)
    if not groups:
        return None
    campaigns = max(groups, key=lambda own: own[-1].bundle.id)
    newest, found = campaigns[-1], [_by_place(one) for one in campaigns]
    ordered = sorted(newest.sides, key=lambda side: version_key(side.version))
    servers = {side.product: side.label for side in ordered}
    parts = [
        f"{server} answers 99 % within {easy} ms at half of its capacity{hard}"
        for server in servers.values()
        if (easy := _p99(found, server, _EASY))
        for hard in [_hard_text(found, server)]
    ]
    if not parts:
        return None
    where = f"{newest.title}, {newest.threads} threads, {newest.machine or 'machine not recorded'}"
    return HomeAnswer(
        title="What latency at my load?", answer=f"{where}: {'; '.join(parts)}.", path=PATH
    )


def _hard_text(campaigns: Sequence[_Places], server: str) -> str:
    """What is said of a heavy load; nothing where no campaign offered it."""
    points = [point for known in campaigns if (point := known.get((server, _HARD)))]
    if any(point.refused for point in points):
        return f", and did not always keep up at {_HARD} %"
    return f", {_p99(campaigns, server, _HARD)} ms at {_HARD} %" if points else ""


def _p99(campaigns: Sequence[_Places], server: str, percent: int) -> str:
    """The 99th percentile of all campaigns that offered a load; empty where one refused it."""
    points = [point for known in campaigns if (point := known.get((server, percent)))]
    spans = [point.p99_ms for point in points if point.p99_ms]
    return _span(span.middle for span in spans) if points and len(spans) == len(points) else ""


def _span(values: Iterable[float]) -> str:
    """The lowest and the highest of some figures, once where they are alike."""
    ordered = sorted(values)
    return " to ".join(dict.fromkeys(map(figure_text, (ordered[0], ordered[-1]))))


def _documents(page: LatencyPage, _: object) -> Iterator[SearchDocument]:
    servers = dict.fromkeys(server.label for test in page.tests for server in test.servers)
    titles = dict.fromkeys(test.title for test in page.tests)
    if titles:
        yield SearchDocument(
            kind="page",
            path=PATH,
            title=TITLE,
            text=joined([*titles]),
            words=" ".join(("rate", "percentile", "p99", "tail", "offered load", *servers)),
        )


LATENCY = PageKind(
    name="latency",
    record=LatencyPage,
    made=lambda listed: latency_page(listed.loads),
    documents=_documents,
)
