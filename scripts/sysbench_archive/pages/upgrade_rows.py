"""Rows of an upgrade: a machine under one kind of load, with its campaigns and every figure.

In a row are alike: load, clients beside the processors, and data beside the buffer pool. A dot is
one campaign, at that one of its ratios that lies in the middle. Releases that are not general, and
ratios that a twin does not bear out, are faded, the twin too, and in no range.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType

from sysbench_archive.derive.entries import machine_text
from sysbench_archive.derive.servers import REGIMES
from sysbench_archive.derive.workloads import LOADS
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import PRODUCTS, TWINS
from sysbench_archive.pages.forest import (
    Forest,
    ForestDot,
    ForestGroup,
    ForestMiddle,
    ForestRow,
    forest,
    forest_dot,
    forest_row,
)
from sysbench_archive.pages.kinds import Variants
from sysbench_archive.pages.ratio_axis import Axis, axis_of
from sysbench_archive.pages.upgrade_question import CLIENTS, RESIDENCIES, machine_name
from sysbench_archive.statistics import nearest_rank, weighted_rank
from sysbench_archive.tables.release_pairs import Clients, ReleasePair, Sign
from sysbench_archive.words.differences import (
    difference_text,
    interval_of,
    interval_text,
    range_of,
    span_text,
)
from sysbench_archive.words.phrases import WORDS, capital, joined, threads_of


class UpgradeWork(Record):
    """A workload of a campaign, with every figure."""

    label: str
    """What ran."""
    path: str
    """Where it is compared."""
    figures: list[UpgradeFigure]
    """Its ratios, by threads."""


class UpgradeFigure(Record):
    """The ratio of a workload at a thread count."""

    text: str
    """Threads, ratio and interval."""
    sign: Sign


class UpgradeCampaign(Record):
    """The tests of a machine in a campaign that ran alike."""

    title: str
    """Machine, author and year."""
    setup: str
    """Releases, threads, and what sets it apart from others, in words."""
    works: list[UpgradeWork]
    """Its tests with their figures."""


class UpgradeSection(Record):
    """What ran with so many clients."""

    clients: Clients
    title: str
    """In words."""
    forest: Forest
    """Rows by the data beside the pool, machines with fewer cores first."""


class Beside:
    """What ran beside a pair: its twin, the names of servers, and variants of its campaign."""

    def __init__(
        self, pairs: Iterable[ReleasePair], variants: Variants = MappingProxyType({})
    ) -> None:
        """Of all pairs of an archive."""
        self._variants = variants
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
        found = (
            # Where no twin of the older series ran, that of the newer one.
            self._pairs.get(_step(p, TWINS.get(p.product, ""), to))
            or self._pairs.get(_step(p, p.product, to))
            for p in disagreeing
            for to in (TWINS.get(p.to_product, p.to_product),)
        )
        known = {id(pair): pair for pair in found if pair and pair not in disagreeing}
        return list(known.values())

    def variants(self, pairs: Iterable[ReleasePair]) -> list[str]:
        """In what campaigns of these pairs differ that are alike in all that has a column: labels
        as `Character set`.
        """
        alike: dict[object, dict[str, Mapping[str, str]]] = {}
        for pair in pairs:
            alike.setdefault(_ALIKE(pair), {})[pair.bundle] = self._variants.get(pair.bundle, {})
        values: dict[str, set[tuple[object, str]]] = {}
        for key, own in alike.items():
            for variant in own.values():
                for label, value in variant.items():
                    values.setdefault(label, set()).add((key, value))
        return [label for label, found in values.items() if len(found) > len({k for k, _ in found})]

    def variant(self, pair: ReleasePair, labels: Iterable[str]) -> str:
        """What tells the campaign of a pair apart in this."""
        own = self._variants.get(pair.bundle, {})
        return ", ".join(own[label] for label in labels if label in own)

    def disagreement(self, pairs: Iterable[ReleasePair]) -> str:
        """Where twins disagree and which server is alone, in words; empty where none do."""
        found = [pair for pair in pairs if pair.twin == "disagrees"]
        names = {self._names.get((p.bundle, p.alone), p.alone) for p in found if p.alone}
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


def alike_key(pair: ReleasePair) -> tuple[int, ...]:
    """What rows of a group have in common, in the order of pages."""
    return (
        list(LOADS).index(pair.load),
        list(CLIENTS).index(pair.clients),
        list(RESIDENCIES).index(pair.residency),
    )


def alike(pairs: Iterable[ReleasePair]) -> list[list[ReleasePair]]:
    """Pairs by what a group has in common: load, clients, and data beside the pool."""
    ordered = sorted(pairs, key=alike_key)
    return [list(group) for _, group in groupby(ordered, key=alike_key)]


def machines_text(pairs: Sequence[ReleasePair]) -> str:
    """`one machine`, `3 machines that ran both`."""
    count = len({pair.machine for pair in pairs})
    return "one machine" if count == 1 else f"{count} machines that ran both"


USUAL_FROM = 5
"""Machines from which one ratio may stand for all, where they agree in sign."""


def usual_ratio(pairs: Iterable[ReleasePair]) -> float | None:
    """The middle of several machines that all lie to one side, each of the same weight; else None.

    It is one of their ratios.
    """
    ratios: dict[str, list[float]] = {}
    for pair in pairs:
        ratios.setdefault(pair.machine, []).append(pair.ratio)
    sides = {ratio > 1 for own in ratios.values() for ratio in own}
    if len(ratios) < USUAL_FROM or len(sides) > 1:
        return None
    each = ((ratio, 1 / len(own)) for own in ratios.values() for ratio in own)
    return weighted_rank(each, 0.5)


_ALIKE = attrgetter(
    "host", "regime", "pool_mib", "data_mib", "placement", "method", "engine",
    "character_set", "from_release", "to_release",
)  # fmt: skip
"""What the tests of a campaign have in common, besides their bundle."""


def _campaigns(pairs: Iterable[ReleasePair]) -> list[list[ReleasePair]]:
    """Pairs by campaign, the oldest first."""
    found: dict[tuple[object, ...], list[ReleasePair]] = {}
    for pair in pairs:
        found.setdefault((pair.bundle, _ALIKE(pair)), []).append(pair)
    return sorted(found.values(), key=lambda own: (own[0].day, own[0].bundle))


def sections(
    pairs: Sequence[ReleasePair], first: Iterable[Clients], beside: Beside
) -> Iterator[UpgradeSection]:
    """A kind of load by clients, those of its answer first, all on one axis."""
    axis = axis_of(pair.ratio for pair in (*pairs, *beside.reversing(pairs)))
    by_clients = {
        clients: list(own)
        for clients, own in groupby(alike(pairs), key=lambda group: group[0].clients)
    }
    leading = set(first)
    for clients, found in sorted(by_clients.items(), key=lambda item: item[0] not in leading):
        yield UpgradeSection(
            clients=clients,
            title=capital(CLIENTS[clients]),
            forest=forest(axis, [_group(axis, group, beside) for group in found]),
        )


def measured(pairs: Sequence[ReleasePair], beside: Beside) -> list[UpgradeCampaign]:
    """Every figure of a kind of load, in the order of clients, data and machines."""
    return [
        row
        for group in alike(pairs)
        for machine in by_machine(group)
        for labels in (beside.variants(machine),)
        for campaign in _campaigns(machine)
        for row in _figures(campaign, beside, beside.variant(campaign[0], labels))
    ]


def by_machine(pairs: Iterable[ReleasePair]) -> list[list[ReleasePair]]:
    """Pairs by machine, those with fewer cores first."""

    def size(pair: ReleasePair) -> tuple[float, str]:
        return pair.cores or pair.cpus or math.inf, pair.machine

    return [list(own) for _, own in groupby(sorted(pairs, key=size), key=size)]


def _group(axis: Axis, pairs: Sequence[ReleasePair], beside: Beside) -> ForestGroup:
    speaking = [pair for pair in pairs if pair.speaks]
    several = len({pair.machine for pair in speaking}) > 1
    return ForestGroup(
        id=pairs[0].residency,
        title=capital(RESIDENCIES[pairs[0].residency]),
        note=f"{range_of(pair.ratio for pair in speaking)} on {machines_text(speaking)}"
        if several and pairs[0].residency != "unrecorded"
        else "",
        rows=[
            pairs_row(axis, own, beside, name=machine_name(own[0]), about=_machine_text(own))
            for own in by_machine(pairs)
        ],
        middle=_middle_of(axis, speaking) if pairs[0].residency != "unrecorded" else None,
    )


def _middle_of(axis: Axis, pairs: Sequence[ReleasePair]) -> ForestMiddle | None:
    ratio = usual_ratio(pairs)
    if ratio is None:
        return None
    return ForestMiddle(
        at=axis.place(ratio), text=difference_text(ratio), by=f"Median of {machines_text(pairs)}"
    )


def pairs_row(
    axis: Axis,
    pairs: Sequence[ReleasePair],
    beside: Beside,
    *,
    name: str,
    about: str = "",
    path: str = "",
) -> ForestRow:
    """Pairs of a machine: a dot a campaign, faded of what does not speak, as are twins that
    disagree.

    Its range is of what speaks, where anything does. `about` comes before the conditions; without
    a path it leads to the newest comparison.
    """
    spoken = [pair for pair in pairs if pair.speaks]
    silent = [pair for pair in pairs if not pair.speaks]
    twins = beside.reversing(pairs)
    count = f"; {len(pairs)} ratios" if len(pairs) > 1 else ""
    sides = next(((p.to_product, p.product) for p in pairs if p.twin == "disagrees"), ())
    other = twins[0].to_product if twins else next((TWINS[p] for p in sides if p in TWINS), "")
    twin = PRODUCTS[other] if other else ""
    labels = beside.variants(pairs)
    differing = (
        f"differing in {joined([label[0].lower() + label[1:] for label in labels])}"
        if labels
        else ""
    )
    return forest_row(
        axis,
        [
            _dot(axis, own, beside.variant(own[0], labels), faded=own[0] not in spoken)
            for part in (spoken, silent, twins)
            for own in _campaigns(part)
        ],
        [pair.ratio for pair in spoken or pairs],
        name=name,
        detail=", ".join(filter(None, (about, _conditions(pairs), differing)))
        + (f"; {twin} disagrees" if twin else ""),
        path=path or _comparison(_campaigns(spoken or pairs)[-1]),
        by=", ".join(filter(None, [pairs[0].author, _years(pairs)])) + count,
        machine=pairs[0].machine,
        faded=not spoken,
    )


def _middle(pairs: Sequence[ReleasePair]) -> ReleasePair:
    """The pair whose ratio lies in the middle, by nearest rank."""
    ordered = sorted(pairs, key=lambda pair: (pair.ratio, pair.workload, pair.threads))
    middle = nearest_rank([pair.ratio for pair in ordered], 0.5)
    return next(pair for pair in ordered if pair.ratio == middle)


def _comparison(pairs: Sequence[ReleasePair]) -> str:
    middle = _middle(pairs)
    return f"/comparisons/{middle.bundle}--{middle.workload}/"


def _dot(axis: Axis, pairs: Sequence[ReleasePair], variant: str, *, faded: bool) -> ForestDot:
    """A campaign as a dot: the one of its ratios in the middle, coloured where a ratio stands and
    none lies to the other side; `variant` tells it from others.
    """
    middle = _middle(pairs)
    stands = {pair.sign for pair in pairs} - {""}
    sides = {pair.ratio > 1 for pair in pairs}
    parts = (
        difference_text(middle.ratio),
        middle.workload_label,
        variant,
        _clients_text([middle]),
        _releases_text(middle),
    )
    return forest_dot(
        axis,
        middle.ratio,
        interval=None if middle.method == "slices" else interval_of(middle.low, middle.high),
        sign=stands.pop() if len(stands) == len(sides) == 1 and not faded else "",
        printed=all(pair.printed for pair in pairs),
        faded=faded,
        runs=middle.newer_runs + middle.older_runs,
        text=", ".join(part for part in parts if part),
        path=_comparison(pairs),
    )


def _figures(
    pairs: Sequence[ReleasePair], beside: Beside, variant: str
) -> Iterator[UpgradeCampaign]:
    """A campaign with its figures, and below it that of twins which do not bear it out."""
    first = pairs[0]
    by = ", ".join(filter(None, [first.author, first.day[:4]]))
    disagreement = beside.disagreement(pairs)
    yield UpgradeCampaign(
        title=f"{machine_name(first)}, {by}",
        setup="; ".join(filter(None, (_setup_text(pairs), variant, disagreement))),
        works=list(_works(pairs)),
    )
    if twins := beside.reversing(pairs):
        products = dict.fromkeys((twins[0].product, twins[0].to_product))
        name = " to ".join(PRODUCTS[product] for product in products)
        yield UpgradeCampaign(
            title=f"{name} on the same machine",
            setup=_setup_text(twins),
            works=list(_works(twins)),
        )


def _works(pairs: Sequence[ReleasePair]) -> Iterator[UpgradeWork]:
    ordered = sorted(pairs, key=lambda pair: (pair.workload, pair.threads))
    for workload, own in groupby(ordered, key=lambda pair: pair.workload):
        found = list(own)
        yield UpgradeWork(
            label=found[0].workload_label,
            path=f"/comparisons/{found[0].bundle}--{workload}/",
            figures=[UpgradeFigure(text=_figure_text(pair), sign=pair.sign) for pair in found],
        )


def _figure_text(pair: ReleasePair) -> str:
    """`64: +15 % (-2 to +34 %)`; `64: -12 % over the last half; -35 % over whole runs`. Of slices
    the interval is that of their rounds, not of this ratio.
    """
    text, whole = map(difference_text, (pair.ratio, pair.whole_ratio))
    if pair.settled not in ("whole", "never") and text != whole:
        text = WORDS[f"ratio-{pair.settled}"].format(ratio=text, whole=whole)
    known = None if pair.method == "slices" else interval_of(pair.low, pair.high)
    interval = interval_text(known) if known else ""
    return f"{pair.threads:,}: {text}" + (f" ({interval})" if interval else "")


def _machine_text(pairs: Sequence[ReleasePair]) -> str:
    """`40 cores, SSD`, without what the machine is called by."""
    first = pairs[0]
    storage = dict.fromkeys(kind for pair in pairs for kind in pair.storage)
    size = machine_text(first.cores, first.cpus, None, storage)
    return size.removeprefix(machine_name(first)).removeprefix(", ")


def _conditions(pairs: Sequence[ReleasePair]) -> str:
    """`pool 2 to 32 GiB, 4 to 64 clients`."""
    pools = sorted({pair.pool_mib for pair in pairs if pair.pool_mib})
    parts = [
        f"pool {span_text(size_text(pools[0]), size_text(pools[-1]))}" if pools else "",
        "" if pairs[0].clients == "one" else _clients_text(pairs),
    ]
    return ", ".join(part for part in parts if part)


def _clients_text(pairs: Iterable[ReleasePair]) -> str:
    threads = sorted({pair.threads for pair in pairs})
    number = span_text(f"{threads[0]:,}", f"{threads[-1]:,}")
    return f"{number} client{'' if number == '1' else 's'}"


def _releases_text(pair: ReleasePair) -> str:
    """`5.7.44 to 8.0.45`, with products where they are not MySQL."""
    older, newer = (
        release if product == "mysql" else f"{PRODUCTS[product]} {release}"
        for product, release in (
            (pair.product, pair.from_release),
            (pair.to_product, pair.to_release),
        )
    )
    return f"{older} to {newer}"


def _years(pairs: Iterable[ReleasePair]) -> str:
    years = sorted({pair.day[:4] for pair in pairs})
    return span_text(years[0], years[-1])


def _setup_text(pairs: Sequence[ReleasePair]) -> str:
    """`5.7.44 to 8.0.45, 4 to 64 clients, default settings, pool 2 GiB, over a network`."""
    first = pairs[0]
    parts = [
        f"{first.from_release} to {first.to_release}",
        "" if first.general else "not general releases",
        f"{first.from_build or _NO_BUILD} against {first.to_build or _NO_BUILD}"
        if first.from_build != first.to_build
        else "",
        _clients_text(pairs),
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
