"""Upgrades: what another release did on each machine that ran both, campaign by campaign.

A row is one machine of one campaign; nothing is averaged over workloads, thread counts, buffer
pools or machines. What several machines show is a range over those that ran both, with their
number. Releases that are not general are in rows, and in no range or sentence over machines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec import field

from sysbench_archive.derive.entries import storage_text
from sysbench_archive.derive.servers import REGIMES
from sysbench_archive.model.base import AxisMark, Number, Record
from sysbench_archive.tables.cells import Fit
from sysbench_archive.tables.release_pairs import (
    Clients,
    Family,
    ReleasePair,
    Sign,
    Upgrade,
    pairs_by_upgrade,
    upgrade_data,
)
from sysbench_archive.words.differences import span_text
from sysbench_archive.words.numbers import LIMITS, ratio_text, signed_number, times_text
from sysbench_archive.words.phrases import count_text

LOADS: dict[Family, str] = {
    "point": "point queries",
    "range": "read-only queries",
    "read-write": "read-write transactions",
    "write": "writes",
    "connect": "connections",
}
"""Kind of load to what a server does of it in a second, in the order of pages."""
CLIENTS: dict[Clients, str] = {
    "one": "one client",
    "up-to-half": "fewer clients than half the CPUs",
    "about-cores": "about as many clients as CPUs",
    "oversubscribed": "more than twice as many clients as CPUs",
    "unrecorded": "several clients, CPUs not recorded",
}
FITS: dict[Fit, str] = {
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
    works: list[UpgradeWork]
    """Its tests with their figures."""


class UpgradeGroup(Record):
    """Rows whose data lie alike beside the buffer pool."""

    fit: Fit
    """How."""
    title: str
    """The same in words."""
    range: str
    """The range over machines that ran both and their number; empty of a single row."""
    rows: list[UpgradeRow]
    """Machines, those with fewer cores first."""


class UpgradeClients(Record):
    """A kind of load with so many clients."""

    clients: Clients
    """How many."""
    title: str
    """The same in words."""
    groups: list[UpgradeGroup]
    """By the data."""


class UpgradeLoad(Record):
    """A kind of load."""

    family: Family
    """Which."""
    title: str
    """Its name."""
    tests: int
    """How many workloads at a thread count there are."""
    clients: list[UpgradeClients]
    """By clients, the fewest first."""


class UpgradeEntry(Record):
    """A pair in a list."""

    slug: str
    """Name in addresses."""
    key: str
    """Name of its record."""
    path: str
    title: str
    product: str
    """Product of the older series."""
    to_product: str
    """Product of the newer series."""
    from_series: str = field(name="from")
    """Older series."""
    to_series: str = field(name="to")
    """Newer series."""
    from_label: str
    """Older series with its product."""
    to_label: str
    """Newer series with its product."""
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
    families: list[Family]
    """Kinds of load."""
    cores: list[int]
    """Physical cores of machines."""
    data: str
    """Its contrasts in the API."""


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
    loads: list[UpgradeLoad]
    """Kinds of load."""


def upgrade_pages(pairs: Iterable[ReleasePair]) -> list[UpgradePage]:
    """The page of each upgrade."""
    return [_page(upgrade, own) for upgrade, own in pairs_by_upgrade(pairs).items()]


def _page(upgrade: Upgrade, pairs: Sequence[ReleasePair]) -> UpgradePage:
    axis = axis_of(pair.ratio for pair in pairs)
    authors = sorted({pair.author for pair in pairs})
    machines = len({pair.machine for pair in pairs})
    leading = _leading(pairs)
    bundles = count_text(len({pair.bundle for pair in pairs}), "campaign")
    return UpgradePage(
        slug=upgrade.slug,
        key=upgrade.slug.replace(".", "-"),
        path=upgrade.path,
        title=upgrade.title,
        product=upgrade.product,
        to_product=upgrade.to_product,
        from_series=upgrade.from_series,
        to_series=upgrade.to_series,
        from_label=upgrade.from_label,
        to_label=upgrade.to_label,
        sentence=_sentence(upgrade, leading) if leading else "",
        range=ends_text(leading) if leading else "",
        note=f"{LOADS[leading[0].family]}, {CLIENTS[leading[0].clients]}" if leading else "",
        machines=machines,
        newest=max(pair.day for pair in pairs),
        families=[family for family in LOADS if any(p.family == family for p in pairs)],
        cores=sorted({pair.cores for pair in pairs if pair.cores}),
        data=upgrade_data(upgrade.slug),
        authors=authors,
        scope=f"{count_text(machines, 'machine')}, {bundles}",
        axis=axis.ticks,
        one=axis.place(1),
        loads=list(_loads(axis, pairs)),
    )


def _setting_of(pair: ReleasePair) -> tuple[int, int, int]:
    """What one group has in common: load, clients, and data beside the pool; for sorting."""
    families, clients, fits = list(LOADS), list(CLIENTS), list(FITS)
    return families.index(pair.family), clients.index(pair.clients), fits.index(pair.fit)


def _leading(pairs: Iterable[ReleasePair]) -> list[ReleasePair]:
    """What most machines ran alike, of general releases, with data and pool known; may be empty."""
    known = (pair for pair in pairs if pair.general and pair.fit != "unrecorded")
    ordered = sorted(known, key=_setting_of)
    groups = [list(group) for _, group in groupby(ordered, key=_setting_of)]
    return max(groups, key=lambda own: (len({p.machine for p in own}), len(own)), default=[])


def ends_text(pairs: Sequence[ReleasePair]) -> str:
    """From the lowest to the highest ratio: `-26 to -43 %`."""
    ratios = [pair.ratio for pair in pairs]
    return range_text(min(ratios), max(ratios))


def range_text(low: float, high: float) -> str:
    """Two ratios as differences with their signs: `-26 to +4 %`; one where they read the same."""
    (first, unit), (last, other) = _end_text(low), _end_text(high)
    if unit == other:
        return f"{span_text(first, last)} {unit}"
    return f"{first} {unit} to {last} {other}"


def _end_text(ratio: float) -> tuple[str, str]:
    """A ratio as a number and its unit: from 2 on in times, else in percent with its sign."""
    if ratio >= LIMITS.times_up:
        return times_text(ratio), "times"
    return signed_number(ratio - 1), "%"


def _machines_text(pairs: Iterable[ReleasePair]) -> str:
    count = len({pair.machine for pair in pairs})
    return "one machine" if count == 1 else f"{count} machines that ran both"


def _sentence(upgrade: Upgrade, pairs: Sequence[ReleasePair]) -> str:
    """`Writes a second with MySQL 8.0 over 5.7: -30 to +4 % on 3 machines that ran both, ...`."""
    first = pairs[0]
    same = upgrade.product == upgrade.to_product
    older = upgrade.from_series if same else upgrade.from_label
    return (
        f"{_capital(LOADS[first.family])} a second, {upgrade.to_label} over {older}:"
        f" {ends_text(pairs)} on {_machines_text(pairs)}, with {CLIENTS[first.clients]} and"
        f" {FITS[first.fit]}."
    )


def _loads(axis: Axis, pairs: Sequence[ReleasePair]) -> Iterator[UpgradeLoad]:
    for family, noun in LOADS.items():
        own = [pair for pair in pairs if pair.family == family]
        if own:
            yield UpgradeLoad(
                family=family,
                title=_capital(noun),
                tests=len(own),
                clients=list(_clients(axis, own)),
            )


def _clients(axis: Axis, pairs: Sequence[ReleasePair]) -> Iterator[UpgradeClients]:
    for clients, title in CLIENTS.items():
        own = [pair for pair in pairs if pair.clients == clients]
        if own:
            groups = {fit: [pair for pair in own if pair.fit == fit] for fit in FITS}
            yield UpgradeClients(
                clients=clients,
                title=_capital(title),
                groups=[_group(axis, fit, found) for fit, found in groups.items() if found],
            )


def _group(axis: Axis, fit: Fit, pairs: Sequence[ReleasePair]) -> UpgradeGroup:
    rows: dict[tuple[object, ...], list[ReleasePair]] = {}
    for pair in pairs:
        setup = (
            pair.bundle,
            pair.host,
            pair.regime,
            pair.pool_mib,
            pair.data_mib,
            pair.placement,
            pair.sliced,
        )
        rows.setdefault((*setup, pair.from_release, pair.to_release), []).append(pair)
    ordered = sorted(
        rows.values(),
        key=lambda own: (own[0].cores or own[0].cpus or math.inf, own[0].machine, own[0].bundle),
    )
    general = [pair for pair in pairs if pair.general]
    summed = bool(general) and len(rows) > 1 and fit != "unrecorded"
    return UpgradeGroup(
        fit=fit,
        title=_capital(FITS[fit]),
        range=f"{ends_text(general)} on {_machines_text(general)}" if summed else "",
        rows=[_row(axis, own) for own in ordered],
    )


def _row(axis: Axis, pairs: Sequence[ReleasePair]) -> UpgradeRow:
    first = pairs[0]
    ratios = [pair.ratio for pair in pairs]
    stands = {pair.sign for pair in pairs} - {""}
    sides = {ratio > 1 for ratio in ratios}
    return UpgradeRow(
        machine=processor_text(first.cpu_model) or first.machine_label or _NOBODY_DESCRIBED,
        size=_size_text(first),
        cores=first.cores or first.cpus,
        memory_gib=first.memory_mib / _MIB_PER_GIB if first.memory_mib else None,
        storage=first.storage,
        path=f"/results/{first.bundle}/",
        by=f"{first.author}, {first.day[:4]}",
        setup=_setup_text(pairs),
        low=axis.place(min(ratios)),
        high=axis.place(max(ratios)),
        text=ends_text(pairs),
        sign=stands.pop() if len(stands) == len(sides) == 1 else "",
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
    """`64: 1.15 (0.98 to 1.34)`."""
    text = f"{pair.threads}: {ratio_text(pair.ratio)}"
    if pair.low is None or pair.high is None:
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
        f"{number} client{'' if number == '1' else 's'}",
        "" if first.regime == "pinned" else REGIMES[first.regime],
        f"data {size_text(first.data_mib)}" if first.data_mib else "",
        f"pool {size_text(first.pool_mib)}" if first.pool_mib else "",
        "over a network" if first.placement == "other-host" else "",
        "in slices" if first.sliced else "",
        "" if first.printed else "published figures",
    ]
    return ", ".join(part for part in parts if part)


_MIB_PER_GIB = 1024


def size_text(mib: float) -> str:
    """`2 GiB`, `128 MiB`."""
    return f"{mib / _MIB_PER_GIB:.3g} GiB" if mib >= _MIB_PER_GIB else f"{mib:.3g} MiB"


def _size_text(pair: ReleasePair) -> str:
    size = count_text(pair.cores, "core") if pair.cores else ""
    if not size and pair.cpus:
        size = count_text(pair.cpus, "CPU")
    memory = size_text(pair.memory_mib) if pair.memory_mib else ""
    return ", ".join(part for part in (size, memory, storage_text(pair.storage)) if part)


_NO_PART_OF_A_NAME = re.compile(
    r"\((?:R|TM)\)|\bGenuine\b|\b(?:CPU|Processor)\b|@.*|\b\d+-Core\b|\b0000\b", re.IGNORECASE
)


def processor_text(model: str) -> str:
    """A processor as people call it: `Intel Xeon Gold 6230`."""
    return " ".join(_NO_PART_OF_A_NAME.sub(" ", model).split())


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


_LEAST, _MOST = math.log(0.8), math.log(1.25)
_LOWEST, _HIGHEST = math.log(1 / 20), math.log(20)
"""What lies beyond is drawn at the end."""
_PAD, _WIDTH = 0.04, 100.0
_TICKS = (1.0, 0.5, 2.0, 0.1, 10.0, 0.75, 1.25, 0.25, 4.0, 1.5, 0.9, 1.1)
"""Ratios that are named, the first where there is no room for all."""
_ROOM = 14.0
"""Hundredths of the width that a name takes."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic axis of ratios, named by differences."""

    least: float
    most: float

    def place(self, ratio: float) -> float:
        """Where a ratio lies, in hundredths of the width."""
        share = (math.log(ratio) - self.least) / (self.most - self.least)
        return round(_WIDTH * min(1.0, max(0.0, share)), 1)

    @property
    def ticks(self) -> list[AxisMark]:
        """Its marks, as many as there is room for."""
        chosen: dict[float, str] = {}
        for ratio in _TICKS:
            at = self.place(ratio)
            inside = self.least <= math.log(ratio) <= self.most
            if inside and all(abs(at - other) >= _ROOM for other in chosen):
                words = (
                    f"{ratio:g} times"
                    if ratio >= LIMITS.times_up
                    else f"{signed_number(ratio - 1)} %"
                )
                chosen[at] = "same" if ratio == 1 else words
        return [AxisMark(at=at, text=text) for at, text in sorted(chosen.items())]


def axis_of(ratios: Iterable[float]) -> Axis:
    """The axis for some ratios; it always has the one that means no difference."""
    logs = [math.log(ratio) for ratio in ratios]
    least = max(_LOWEST, min([_LEAST, *logs]))
    most = min(_HIGHEST, max([_MOST, *logs]))
    pad = _PAD * (most - least)
    return Axis(least - pad, most + pad)
