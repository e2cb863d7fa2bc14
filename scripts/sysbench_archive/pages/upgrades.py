"""Upgrades: what another release did on each machine that ran both, campaign by campaign.

A row is one machine of one campaign; nothing is averaged over workloads, thread counts, buffer
pools or machines. What several machines show is a range over those that ran both, with their
number. Releases that are not general, and ratios that a twin does not bear out, are in rows, the
twin below, and in no range or sentence over machines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from msgspec.structs import replace

from sysbench_archive.derive.entries import STORAGE, machine_text
from sysbench_archive.derive.servers import REGIMES, version_key
from sysbench_archive.derive.workloads import LOADS
from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.model.base import AxisMark, Named, Number, Record, narrowed
from sysbench_archive.model.bundle import PRODUCTS, TWINS, Load
from sysbench_archive.model.result import Residency
from sysbench_archive.pages.kinds import File, Listed, PageKind, SearchDocument
from sysbench_archive.pages.ratio_axis import Axis, axis_of
from sysbench_archive.statistics import weighted_rank
from sysbench_archive.tables.machines import rows_by_machine
from sysbench_archive.tables.release_pairs import (
    Clients,
    ReleasePair,
    Sign,
    Upgrade,
    pairs_by_upgrade,
)
from sysbench_archive.words.differences import (
    difference_range,
    difference_text,
    is_wide,
    span_text,
    window_text,
)
from sysbench_archive.words.numbers import ratio_text
from sysbench_archive.words.phrases import count_text, joined, threads_of

MOST_LEADING = 6
"""Pairs that stand above the others in the list."""
USUAL_FROM = 5
"""Machines from which on a middle is told, where all lie to one side."""
CLIENTS: dict[Clients, str] = {
    "one": "one client",
    "up-to-half": "fewer clients than half the CPUs",
    "about-cores": "about as many clients as CPUs",
    "oversubscribed": "more than twice as many clients as CPUs",
    "unrecorded": "several clients, CPUs not recorded",
}
RESIDENCIES: dict[Residency, str] = {
    "fits": "data that fit the buffer pool",
    "about": "data about the size of the pool",
    "to-three-times": "data of up to three times the pool",
    "beyond": "data of more than three times the pool",
    "unrecorded": "data or pool not recorded",
}


class UpgradeFigure(Record):
    """The ratio of a workload at a thread count: a dot, and a line of the evidence."""

    at: Number
    """Where it is on the axis."""
    text: str
    """Threads, ratio and interval."""
    sign: Sign
    """What stands."""
    printed: bool
    """Whether sysbench's own output is here or linked."""


class UpgradeWork(Record):
    """A workload of a row."""

    label: str
    """What ran."""
    path: str
    """Where it is compared."""
    figures: list[UpgradeFigure]
    """Its ratios, by threads."""


class UpgradeRow(Record):
    """A machine of a campaign."""

    machine: str
    """Its processor, or its maker and model."""
    size: str
    """Its cores and memory."""
    cores: int | None
    """Physical cores, or processors where only those are recorded."""
    memory_gib: Number | None
    """Main memory in GiB."""
    storage: list[str]
    """Kinds of storage."""
    path: str
    """The campaign."""
    by: str
    """Author and year."""
    setup: str
    """Releases, threads, and what sets it apart from others, in words."""
    low: Number
    """Where the lowest lies on the axis."""
    high: Number
    """Where the highest lies."""
    text: str
    """The range of its tests, in words."""
    sign: Sign
    """What stands, where no test says otherwise."""
    speaks: bool
    """Whether both are general releases, and no twin calls a ratio in question."""
    works: list[UpgradeWork]
    """Its tests with their figures."""


class UpgradeGroup(Record):
    """Rows of a kind of load with so many clients, whose data lie alike beside the pool."""

    load: Load
    """Kind of load."""
    clients: Clients
    """How many clients."""
    title: str
    """How the data lie, in words."""
    range: str
    """The range over machines that ran both and their number; empty of a single row."""
    rows: list[UpgradeRow]
    """Machines, those with fewer cores first."""


class UpgradeEntry(Upgrade):
    """A pair in a list."""

    key: str
    """Name of its record."""
    sentence: str
    """The range of what most machines ran, in a sentence; empty where there is none."""
    range: str
    """That range."""
    note: str
    """What it is of."""
    machines: int
    """Machines that ran both."""
    newest: str
    """Newest day or month."""
    loads: list[Load]
    """Kinds of load."""
    cores: list[int]
    """Physical cores of machines."""


class UpgradePage(UpgradeEntry):
    """The page of a pair."""

    authors: list[str]
    """Who measured."""
    scope: str
    """How much there is, in words."""
    axis: list[AxisMark]
    """Marks of the axis."""
    one: Number
    """Where no difference lies on it."""
    groups: list[UpgradeGroup]
    """By load, clients and data, in the order of pages."""


class UpgradeMatrix(Record):
    """Pairs of one product, or of two: from the rows to the columns."""

    id: str
    """Name in the page."""
    title: str
    """Products in words."""
    columns: list[str]
    """Release series one may go to."""
    rows: list[str]
    """Release series one may come from."""
    cells: list[list[UpgradeEntry | None]]
    """For each of these a pair for each column; null where nobody ran both."""


class UpgradeList(Record):
    """The page of all pairs."""

    sources: list[Named]
    """Release series one may come from."""
    targets: list[Named]
    """Release series one may go to."""
    loads: list[Named]
    """Kinds of load."""
    clients: list[Named]
    """Numbers of clients."""
    storage: list[Named]
    """Kinds of storage."""
    leading: list[UpgradeEntry]
    """Pairs that most machines ran."""
    matrices: list[UpgradeMatrix]
    """Pairs by product."""
    pairs: list[UpgradeEntry]
    """Every pair, in order."""


def upgrade_pages(pairs: Iterable[ReleasePair]) -> list[UpgradePage]:
    """The page of each upgrade."""
    known = list(pairs)
    beside = _Beside(known)
    return [_page(upgrade, own, beside) for upgrade, own in pairs_by_upgrade(known).items()]


class _Beside:
    """What ran beside a pair: its twin, and the names of servers."""

    def __init__(self, pairs: Iterable[ReleasePair]) -> None:
        self._pairs = {_step(pair, pair.product, pair.to_product): pair for pair in pairs}
        self._names = {
            (pair.bundle, server): f"{PRODUCTS[product]} {release}"
            for pair in self._pairs.values()
            for server, product, release in (
                (pair.from_server, pair.product, pair.from_release),
                (pair.to_server, pair.to_product, pair.to_release),
            )
        }

    def reversing(self, pairs: Iterable[ReleasePair]) -> list[ReleasePair]:
        """The twins of those pairs that they do not bear out."""
        disagreeing = [pair for pair in pairs if pair.twin == "disagrees"]
        products = (
            (p, TWINS.get(p.product, ""), TWINS.get(p.to_product, p.to_product))
            for p in disagreeing
        )
        return [twin for named in products if (twin := self._pairs.get(_step(*named)))]

    def disagreement(self, pairs: Iterable[ReleasePair]) -> str:
        """Where twins disagree and which server is alone, in words; empty where none do."""
        found = [pair for pair in pairs if pair.twin == "disagrees"]
        names = {self._names[pair.bundle, pair.alone] for pair in found if pair.alone}
        threads = sorted({pair.threads for pair in found})
        if not found:
            return ""
        stand = "stands" if len(names) == 1 else "stand"
        return (
            f"MySQL and Percona Server disagree at {threads_of(threads)};"
            f" {joined(sorted(names))} {stand} alone"
        )


def _step(pair: ReleasePair, product: str, to_product: str) -> tuple[object, ...]:
    """The step of a pair in its campaign, made by these products."""
    where = pair.bundle, pair.workload, pair.host, pair.threads, pair.regime, pair.pool_mib
    return *where, pair.method, product, pair.from_series, to_product, pair.to_series


def _page(upgrade: Upgrade, pairs: Sequence[ReleasePair], beside: _Beside) -> UpgradePage:
    axis = axis_of(pair.ratio for pair in (*pairs, *beside.reversing(pairs)))
    machines = len(rows_by_machine(pairs))
    # What most machines ran alike, with data and pool known, where no single campaign is far out.
    known = [pair for pair in pairs if pair.speaks and pair.residency != "unrecorded"]
    leading = max(
        (own for own in _alike(known) if all(pair.repeated is not False for pair in own)),
        key=lambda own: (len(rows_by_machine(own)), len(own)),
        default=[],
    )
    campaigns = count_text(len({pair.bundle for pair in pairs}), "campaign")
    return narrowed(
        upgrade,
        UpgradePage,
        key=upgrade.upgrade.replace(".", "-"),
        sentence=_sentence(upgrade, leading) if leading else "",
        range=ends_text(leading) if leading else "",
        note=f"{LOADS[leading[0].load].noun}, {CLIENTS[leading[0].clients]}" if leading else "",
        machines=machines,
        newest=max(pair.day for pair in pairs),
        loads=[kind.load for kind in LOADS.values() if any(p.load == kind.load for p in pairs)],
        cores=sorted({pair.cores for pair in pairs if pair.cores}),
        authors=sorted({pair.author for pair in pairs if pair.author}),
        scope=f"{count_text(machines, 'machine')}, {campaigns}",
        axis=axis.ticks,
        one=axis.place(1),
        groups=[_group(axis, own, beside) for own in _alike(pairs)],
    )


def _alike(pairs: Iterable[ReleasePair]) -> list[list[ReleasePair]]:
    """Pairs by what a group has in common: load, clients, and data beside the pool."""
    loads, clients, residencies = list(LOADS), list(CLIENTS), list(RESIDENCIES)

    def place(pair: ReleasePair) -> tuple[int, ...]:
        residency = residencies.index(pair.residency)
        return loads.index(pair.load), clients.index(pair.clients), residency

    return [list(group) for _, group in groupby(sorted(pairs, key=place), key=place)]


def ends_text(pairs: Sequence[ReleasePair]) -> str:
    """From the lowest to the highest ratio: `-26 to -43 %`."""
    ratios = [pair.ratio for pair in pairs]
    return difference_range(min(ratios), max(ratios))


def summary_text(pairs: Sequence[ReleasePair]) -> str:
    """What machines that ran both show: `-30 to +4 % on 3 machines that ran both`."""
    by_machine = rows_by_machine(pairs)
    count = len(by_machine)
    machines = "one machine" if count == 1 else f"{count} machines that ran both"
    usual = ""
    if count >= USUAL_FROM and len({pair.ratio > 1 for pair in pairs}) == 1:
        # A machine weighs one, however much ran on it.
        each = ((pair.ratio, 1 / len(own)) for own in by_machine for pair in own)
        middle = weighted_rank(each, 0.5)
        usual = f"usually {difference_text(middle)}, "
    return f"{usual}{ends_text(pairs)} on {machines}"


def _sentence(upgrade: Upgrade, pairs: Sequence[ReleasePair]) -> str:
    """`Writes a second with MySQL 8.0 over 5.7: -30 to +4 % on 3 machines that ran both, ...`."""
    first = pairs[0]
    noun = LOADS[first.load].noun
    same = upgrade.product == upgrade.to_product
    older = upgrade.from_series if same else upgrade.from_label
    return (
        f"{noun[:1].upper()}{noun[1:]} a second, {upgrade.to_label} over {older}:"
        f" {summary_text(pairs)}, with {CLIENTS[first.clients]} and"
        f" {RESIDENCIES[first.residency]}."
    )


_CAMPAIGN = attrgetter(
    "bundle", "host", "regime", "pool_mib", "data_mib", "placement", "method", "engine",
    "character_set", "from_release", "to_release",
)  # fmt: skip
"""What the tests of a row have in common."""


def _group(axis: Axis, pairs: Sequence[ReleasePair], beside: _Beside) -> UpgradeGroup:
    rows: dict[tuple[object, ...], list[ReleasePair]] = {}
    for pair in pairs:
        rows.setdefault(_CAMPAIGN(pair), []).append(pair)
    ordered = sorted(
        rows.values(),
        key=lambda own: (own[0].cores or own[0].cpus or math.inf, own[0].machine, own[0].bundle),
    )
    speaking = [pair for pair in pairs if pair.speaks]
    reversed_ = count_text(sum(pair.twin == "disagrees" for pair in pairs), "ratio")
    without = f", without {reversed_} on which twins disagree" if reversed_[0] != "0" else ""
    first = pairs[0]
    summed = bool(speaking) and len(rows) > 1 and first.residency != "unrecorded"
    return UpgradeGroup(
        load=first.load,
        clients=first.clients,
        title=RESIDENCIES[first.residency],
        range=f"{summary_text(speaking)}{without}" if summed else "",
        rows=[row for own in ordered for row in _rows(axis, own, beside)],
    )


def _rows(axis: Axis, pairs: Sequence[ReleasePair], beside: _Beside) -> Iterator[UpgradeRow]:
    """The row of a campaign, and below it that of twins which do not bear it out."""
    row = _row(axis, pairs)
    if disagreement := beside.disagreement(pairs):
        row = replace(row, setup=f"{row.setup}; {disagreement}", sign="")
    yield row
    if twins := beside.reversing(pairs):
        products = dict.fromkeys((twins[0].product, twins[0].to_product))
        name = " to ".join(PRODUCTS[product] for product in products)
        yield replace(
            _row(axis, twins), machine=f"{name} on the same machine", size="", sign="", speaks=False
        )


def _row(axis: Axis, pairs: Sequence[ReleasePair]) -> UpgradeRow:
    first = pairs[0]
    ratios = [pair.ratio for pair in pairs]
    stands = {pair.sign for pair in pairs} - {""}
    sides = {ratio > 1 for ratio in ratios}
    return UpgradeRow(
        machine=processor_text(first.cpu_model) or first.machine_label or _NOBODY_DESCRIBED,
        size=machine_text(first.cores, first.cpus, first.memory_mib, first.storage),
        cores=first.cores or first.cpus,
        memory_gib=first.memory_mib / _MIB_PER_GIB if first.memory_mib else None,
        storage=first.storage,
        path=f"/results/{first.bundle}/",
        by=", ".join(filter(None, [first.author, first.day[:4]])),
        setup=_setup_text(pairs),
        low=axis.place(min(ratios)),
        high=axis.place(max(ratios)),
        text=ends_text(pairs),
        sign=stands.pop() if len(stands) == len(sides) == 1 else "",
        speaks=all(pair.speaks for pair in pairs),
        works=list(_works(axis, pairs)),
    )


_NOBODY_DESCRIBED = "Machine nobody described"


def _works(axis: Axis, pairs: Sequence[ReleasePair]) -> Iterator[UpgradeWork]:
    ordered = sorted(pairs, key=lambda pair: (pair.workload, pair.threads))
    for workload, own in groupby(ordered, key=lambda pair: pair.workload):
        found = list(own)
        yield UpgradeWork(
            label=found[0].workload_label,
            path=f"/comparisons/{found[0].bundle}--{workload}/",
            figures=[
                UpgradeFigure(
                    at=axis.place(pair.ratio),
                    text=_figure_text(pair),
                    sign=pair.sign,
                    printed=pair.printed,
                )
                for pair in found
            ],
        )


def _figure_text(pair: ReleasePair) -> str:
    """`64: 1.15 (0.98 to 1.34)`; `64: 0.88 over the last half; 0.65 over whole runs (…)`. Of slices
    the interval is that of their rounds, not of this ratio.
    """
    ratio = window_text(pair.settled, pair.ratio, pair.whole_ratio) or ratio_text(pair.ratio)
    text = f"{pair.threads}: {ratio}"
    if not pair.low or not pair.high or pair.method == "slices":
        return text
    if is_wide((pair.low, pair.high)):
        return text
    return f"{text} ({span_text(ratio_text(pair.low), ratio_text(pair.high))})"


def _setup_text(pairs: Sequence[ReleasePair]) -> str:
    """`5.7.44 to 8.0.45, 4 to 64 clients, default settings, pool 2 GiB, over a network`."""
    first = pairs[0]
    threads = sorted({pair.threads for pair in pairs})
    number = span_text(str(threads[0]), str(threads[-1]))
    works = {pair.workload_label for pair in pairs}
    parts = [
        next(iter(works)) if len(works) == 1 else count_text(len(works), "workload"),
        f"{first.from_release} to {first.to_release}",
        "" if first.general else "not general releases",
        f"{first.from_build or _NO_BUILD} against {first.to_build or _NO_BUILD}"
        if first.from_build != first.to_build
        else "",
        f"{number} client{'' if number == '1' else 's'}",
        "" if first.regime == "pinned" else REGIMES[first.regime],
        f"data {size_text(first.data_mib)}" if first.data_mib else "",
        f"pool {size_text(first.pool_mib)}" if first.pool_mib else "",
        "over a network" if first.placement == "other-host" else "",
        first.engine,
        f"character set {first.character_set}" if first.character_set else "",
        "in slices" if first.method == "slices" else "",
        "" if first.printed else "published figures",
    ]
    return ", ".join(part for part in parts if part)


_NO_BUILD = "a build not recorded"
_MIB_PER_GIB = 1024


def size_text(mib: float) -> str:
    """`2 GiB`, `128 MiB`, `under 1 MiB`."""
    if mib < 1:
        return "under 1 MiB"
    return f"{mib / _MIB_PER_GIB:.3g} GiB" if mib >= _MIB_PER_GIB else f"{mib:.3g} MiB"


def upgrade_list(pages: Sequence[UpgradePage]) -> UpgradeList:
    """The page of all pairs."""
    entries = [narrowed(page, UpgradeEntry) for page in pages]
    kinds = {
        kind for page in pages for group in page.groups for r in group.rows for kind in r.storage
    }
    return UpgradeList(
        sources=_options({(entry.product, entry.from_series) for entry in entries}),
        targets=_options({(entry.to_product, entry.to_series) for entry in entries}),
        loads=[Named(id=name, label=kind.noun) for name, kind in LOADS.items() if kind.noun],
        clients=[Named(id=name, label=label) for name, label in CLIENTS.items()],
        storage=[Named(id=kind, label=label) for kind, label in STORAGE.items() if kind in kinds],
        leading=sorted(entries, key=lambda entry: -entry.machines)[:MOST_LEADING],
        matrices=list(_matrices(entries)),
        pairs=entries,
    )


def _options(series: Iterable[tuple[str, str]]) -> list[Named]:
    """Release series by product, the newest first."""
    newest_first = sorted(series, key=lambda own: version_key(own[1]), reverse=True)
    return [
        Named(id=f"{product}-{name}", label=f"{PRODUCTS[product]} {name}")
        for product, name in sorted(newest_first, key=lambda own: list(PRODUCTS).index(own[0]))
    ]


def _matrices(entries: Sequence[UpgradeEntry]) -> Iterator[UpgradeMatrix]:
    """A matrix for each product, then for each two products."""
    groups: dict[tuple[str, str], list[UpgradeEntry]] = {}
    for entry in entries:
        groups.setdefault((entry.product, entry.to_product), []).append(entry)
    for (product, other), own in sorted(groups.items(), key=lambda item: item[0][0] != item[0][1]):
        rows = sorted({entry.from_series for entry in own}, key=version_key)
        columns = sorted({entry.to_series for entry in own}, key=version_key)
        cells = {(entry.from_series, entry.to_series): entry for entry in own}
        same = product == other
        title = PRODUCTS[product] if same else f"{PRODUCTS[product]} to {PRODUCTS[other]}"
        yield UpgradeMatrix(
            id=product if same else f"{product}-to-{other}",
            title=title,
            columns=columns,
            rows=rows,
            cells=[[cells.get((row, column)) for column in columns] for row in rows],
        )


@lru_cache(1)
def _pages(listed: Listed) -> list[UpgradePage]:
    return upgrade_pages(listed.pairs)


def _files(_: UpgradeList, listed: Listed) -> Iterator[File]:
    """The record of each pair, and its `index.json`."""
    for page in _pages(listed):
        yield f"data/upgrade_pairs/{page.key}.json", page
        yield f"static{page.path}index.json", narrowed(page, UpgradeEntry)


def _document(pair: UpgradeEntry) -> SearchDocument:
    """A pair by the words of its question: releases, loads, machine size."""
    return SearchDocument(
        kind="upgrade",
        path=pair.path,
        title=pair.title,
        text=pair.sentence,
        words=" ".join(
            [
                "upgrade regression slower faster",
                *(f"{LOADS[load].label} {LOADS[load].noun}" for load in pair.loads),
                *(f"{count} cores" for count in pair.cores),
            ]
        ),
        product=list(dict.fromkeys((pair.product, pair.to_product))),
        year=pair.newest[:4],
        series=[f"{pair.product}-{pair.from_series}", f"{pair.to_product}-{pair.to_series}"],
    )


UPGRADES = PageKind(
    name="upgrades",
    record=UpgradeList,
    made=lambda listed: upgrade_list(_pages(listed)),
    titles=lambda upgrades: [(pair.path, pair.title) for pair in upgrades.pairs],
    documents=lambda upgrades, _: map(_document, upgrades.pairs),
    files=_files,
)
