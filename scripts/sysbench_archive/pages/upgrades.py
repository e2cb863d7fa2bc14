"""Upgrades: what another release did on each machine that ran both, machine by machine.

Nothing is averaged over workloads, thread counts, buffer pools or machines. What several machines
show is a range over those that ran both, with their number. A large pair has a page for each kind
of load. For a reader's own machine a browser answers (`upgrade_question`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from sysbench_archive.derive.entries import STORAGE
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import LOADS
from sysbench_archive.model.base import Named, Record, Reference, narrowed
from sysbench_archive.model.bundle import PRODUCTS, Load
from sysbench_archive.model.comparison import SharedStatus, weakest_status
from sysbench_archive.model.listing import GonePage
from sysbench_archive.pages.kinds import (
    File,
    Listed,
    PageCard,
    PageKind,
    SearchDocument,
    Variants,
)
from sysbench_archive.pages.listing import release_labels
from sysbench_archive.pages.upgrade_question import (
    CLIENTS,
    RESIDENCIES,
    measuring_command,
    upgrade_lines,
    upgrade_question,
)
from sysbench_archive.pages.upgrade_rows import (
    Beside,
    UpgradeCampaign,
    UpgradeSection,
    alike,
    alike_key,
    machines_text,
    measured,
    sections,
    usual_ratio,
)
from sysbench_archive.tables.machines import rows_by_machine
from sysbench_archive.tables.release_pairs import (
    ApiGoneUpgrade,
    ReleasePair,
    Upgrade,
    pairs_by_upgrade,
    upgrade_data,
)
from sysbench_archive.words.differences import difference_text, range_of
from sysbench_archive.words.phrases import STATUSES, capital, count_text

_DEPTH = 3
"""Slashes in the address of a pair."""
MOST_LEADING = 6
"""Pairs that stand above the others in the list."""
MOST_ROWS, MOST_LINKS = 40, 100
"""Rows of a page, and comparisons it leads to. A pair with more has a page for each other kind of
load."""
MOST_BESIDE = 3
"""Groups that are told beside the answer."""


class UpgradeLoad(Record):
    """A kind of load of a pair."""

    load: Load
    label: str
    """Its short name."""
    title: str
    """What a server does of it."""
    path: str
    """Page that has it."""
    summary: str
    """The range of what most machines ran; empty where there is none."""
    sections: list[UpgradeSection]
    """By clients; empty where it stands on another page."""
    campaigns: list[UpgradeCampaign]
    """Every figure; empty likewise."""


class UpgradeFinding(Record):
    """What a group of rows shows."""

    title: str
    """Clients."""
    range: str
    note: str
    """Data, and how many machines ran both."""


class UpgradeEntry(Upgrade):
    """A pair in a list."""

    key: str
    """Name of its record."""
    sentence: str
    """What most machines ran, finding first; empty where nothing may be said."""
    finding: str
    """That finding: the range, or the middle of machines on one side."""
    note: str
    """The sentence behind it."""
    range: str
    """The range of what most machines ran."""
    machines: int
    """Machines that ran both."""
    newest: str
    """Newest day or month."""
    loads: list[Load]
    cores: list[int]
    """Physical cores of machines."""
    parts: list[UpgradePart]
    """Kinds of load that have a page of their own."""
    leading: str
    """Address that the leading load would have of its own, and leads here; empty where no load has
    one.
    """


class UpgradePart(Reference):
    """A page of a kind of load."""

    key: str
    """Name of its record."""


class UpgradePage(UpgradeEntry):
    """The page of a pair, or of one kind of load of it."""

    load: Load
    """The load it leads with."""
    status: SharedStatus
    """The weakest status of the ratios its answer rests on; empty where there is none."""
    scope: str
    """How much there is, in words."""
    command: str
    """What measures it on another machine; empty where sysbench has no such test."""
    beside: list[UpgradeFinding]
    """What other groups of the leading load show, those with most machines first."""
    kinds: list[UpgradeLoad]
    """Every kind of load of the pair."""


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
    storage: list[Named]
    leading: list[UpgradeEntry]
    """Pairs that most machines ran."""
    matrices: list[UpgradeMatrix]
    """Pairs by product."""
    pairs: list[UpgradeEntry]
    """Every pair, in order."""


def upgrade_pages(
    pairs: Iterable[ReleasePair], variants: Variants = MappingProxyType({})
) -> list[UpgradePage]:
    """The pages of each upgrade: that of the pair, then those of kinds of load."""
    known = list(pairs)
    beside = Beside(known, variants)
    return [
        page
        for upgrade, own in _pairs_by_upgrade(known).items()
        for page in _pages_of(upgrade, own, beside)
    ]


def _pairs_by_upgrade(pairs: Iterable[ReleasePair]) -> dict[Upgrade, list[ReleasePair]]:
    """Pairs of each upgrade; machines that may be one have the key of one."""
    return {
        upgrade: [
            replace(pair, machine=machine[0].machine)
            for machine in rows_by_machine(own)
            for pair in machine
        ]
        for upgrade, own in pairs_by_upgrade(pairs).items()
    }


def _pages_of(
    upgrade: Upgrade, pairs: Sequence[ReleasePair], beside: Beside
) -> Iterator[UpgradePage]:
    """The page of a pair, and of a large one those of its other kinds of load."""
    by_load = {
        load: own for load in LOADS if (own := [pair for pair in pairs if pair.load == load])
    }
    leading = _leading(pairs)
    first = leading[0].load if leading else max(by_load, key=lambda load: len(by_load[load]))
    order = sorted(by_load, key=lambda load: load != first)
    rows = {(*alike_key(pair), pair.machine) for pair in pairs}
    links = {(*alike_key(pair), pair.bundle, pair.workload) for pair in pairs}
    large = bool(order[1:]) and (len(rows) > MOST_ROWS or len(links) > MOST_LINKS)
    parts = [
        UpgradePart(
            path=f"{upgrade.path}{load}/",
            title=f"{upgrade.title}: {LOADS[load].noun}",
            key=f"{_key(upgrade)}--{load}",
        )
        for load in (order[1:] if large else ())
    ]
    paths = dict.fromkeys(order, upgrade.path)
    paths |= dict(zip(order[1:], (part.path for part in parts), strict=False))
    entry = narrowed(
        upgrade,
        UpgradeEntry,
        key=_key(upgrade),
        **_finding(upgrade, leading, pairs),
        machines=len({pair.machine for pair in pairs}),
        newest=max(pair.day for pair in pairs),
        loads=list(by_load),
        cores=sorted({pair.cores for pair in pairs if pair.cores}),
        parts=parts,
        leading=f"{upgrade.path}{first}/" if large else "",
    )
    others = [
        replace(
            entry,
            key=part.key,
            path=part.path,
            title=part.title,
            **_finding(upgrade, _leading(by_load[load]), by_load[load]),
        )
        for load, part in zip(order[1:], parts, strict=False)
    ]
    for load, found in zip(order, (entry, *others), strict=False):
        yield narrowed(
            found,
            UpgradePage,
            load=by_load[load][0].load,
            status=weakest_status(pair.standing for pair in _leading(by_load[load])),
            scope=_scope(by_load[load]),
            command=measuring_command(upgrade, by_load[load][0].load),
            beside=_beside_the_answer(by_load[load]),
            kinds=[
                UpgradeLoad(
                    load=by_load[name][0].load,
                    label=LOADS[name].label,
                    title=capital(LOADS[name].noun),
                    path=paths[name],
                    summary=_summary(by_load[name]),
                    **_shown(by_load[name], beside) if paths[name] == found.path else _ELSEWHERE,
                )
                for name in order
            ],
        )


_ELSEWHERE: dict[str, Any] = {"sections": [], "campaigns": []}


def _shown(pairs: Sequence[ReleasePair], beside: Beside) -> dict[str, Any]:
    """What a page has of a kind of load."""
    first = [pair.clients for pair in _leading(pairs)]
    return {
        "sections": list(sections(pairs, first, beside)),
        "campaigns": measured(pairs, beside),
    }


def _key(upgrade: Upgrade) -> str:
    """The name of its record: Hugo takes what follows a full stop for an ending."""
    return upgrade.upgrade.replace(".", "-")


def _leading(pairs: Sequence[ReleasePair]) -> list[ReleasePair]:
    """What most machines ran alike, with data and pool known, where no single campaign is far out;
    empty where there is none.
    """
    known = [pair for pair in pairs if pair.speaks and pair.residency != "unrecorded"]
    return max(
        (own for own in alike(known) if all(pair.repeated is not False for pair in own)),
        key=lambda own: (len({pair.machine for pair in own}), len(own)),
        default=[],
    )


def _scope(pairs: Sequence[ReleasePair]) -> str:
    machines = count_text(len({pair.machine for pair in pairs}), "machine")
    campaigns = count_text(len({pair.bundle for pair in pairs}), "campaign")
    return f"{machines}, {campaigns}, {count_text(len(pairs), 'ratio')}"


def _beside_the_answer(pairs: Sequence[ReleasePair]) -> list[UpgradeFinding]:
    """What groups show that are not told first, those with most machines first."""
    leading = _leading(pairs)
    known = [pair for pair in pairs if pair.speaks and pair.residency != "unrecorded"]
    groups = [own for own in alike(known) if own != leading]
    groups.sort(key=lambda own: -len({pair.machine for pair in own}))
    return [
        UpgradeFinding(
            title=capital(CLIENTS[own[0].clients]),
            range=range_of(pair.ratio for pair in own),
            note=f"{RESIDENCIES[own[0].residency]}; {machines_text(own)}",
        )
        for own in groups[:MOST_BESIDE]
    ]


def _summary(pairs: Sequence[ReleasePair]) -> str:
    """What most machines show of a load: `-30 to +4 % on 3 machines that ran both`."""
    leading = _leading(pairs)
    if not leading:
        return ""
    return f"{range_of(pair.ratio for pair in leading)} on {machines_text(leading)}"


def _reason(pairs: Sequence[ReleasePair]) -> str:
    """Why no number stands for what ran."""
    general = [pair for pair in pairs if pair.general]
    spoken = [pair for pair in general if pair.speaks]
    if not general:
        return "No answer: one of the releases was no general release wherever both ran."
    if not spoken:
        return "No answer: wherever both ran, another build of one of them says the opposite."
    if all(pair.residency == "unrecorded" for pair in spoken):
        return "No one answer: data or buffer pool are not recorded."
    return "No answer: no other campaign has found so large a difference."


def _finding(
    upgrade: Upgrade, pairs: Sequence[ReleasePair], ran: Sequence[ReleasePair]
) -> dict[str, str]:
    """The answer where nobody asked for more: a number or a range, and the sentence behind it; of
    no pairs why there is none, from all that `ran`.
    """
    if not pairs:
        return {"finding": "", "note": _reason(ran), "sentence": "", "range": ""}
    first, ends, ratio = pairs[0], range_of(pair.ratio for pair in pairs), usual_ratio(pairs)
    usual = "" if ratio is None else difference_text(ratio)
    older = upgrade.from_label
    if upgrade.product == upgrade.to_product:
        older = upgrade.from_series
    where = (
        f"{machines_text(pairs)}, with {CLIENTS[first.clients]} and {RESIDENCIES[first.residency]}"
    )
    what = f"{LOADS[first.load].noun} a second, {upgrade.to_label} over {older},"
    note = f"{what} as a rule: {ends} on {where}." if usual else f"{what} on {where}."
    finding = usual or ends
    return {"finding": finding, "note": note, "sentence": f"{finding} {note}", "range": ends}


def upgrade_list(pages: Sequence[UpgradePage], pairs: Iterable[ReleasePair]) -> UpgradeList:
    """The page of all pairs."""
    entries = [narrowed(page, UpgradeEntry) for page in pages if page.path.count("/") == _DEPTH]
    kinds = {kind for pair in pairs for kind in pair.storage}
    return UpgradeList(
        sources=_options({(entry.product, entry.from_series) for entry in entries}),
        targets=_options({(entry.to_product, entry.to_series) for entry in entries}),
        loads=[Named(id=name, label=kind.label) for name, kind in LOADS.items() if kind.noun],
        storage=[Named(id=kind, label=label) for kind, label in STORAGE.items() if kind in kinds],
        leading=sorted(entries, key=lambda entry: -entry.machines)[:MOST_LEADING],
        matrices=list(_matrices(entries)),
        pairs=entries,
    )


def _options(series: Iterable[tuple[str, str]]) -> list[Named]:
    """Release series by product, the newest first."""
    return [Named(id=name, label=label) for name, label in release_labels(series).items()]


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
    return upgrade_pages(listed.pairs, listed.variants)


def _files(upgrades: UpgradeList, listed: Listed) -> Iterator[File]:
    """The record of each page, `index.json` and lines of each pair, and what questions need."""
    for page in _pages(listed):
        yield f"data/upgrade_pairs/{page.key}.json", page
    by_name = {upgrade.upgrade: own for upgrade, own in _pairs_by_upgrade(listed.pairs).items()}
    for entry in upgrades.pairs:
        yield f"static{entry.path}index.json", entry
        yield f"static{entry.path}lines.json", upgrade_lines(by_name[entry.upgrade])
    yield "static/upgrades/question.json", upgrade_question(list(by_name), listed.pairs)


def gone_upgrade_files(path: str, page: GonePage, base: str) -> Iterator[File]:
    """What programs find of a pair that nothing measures any more; nothing of a part of one."""
    if path.count("/") != _DEPTH:
        return
    name = path.strip("/").removeprefix("upgrades/")
    document = ApiGoneUpgrade(
        version=1,
        upgrade=name,
        title=page.title,
        path=path,
        permalink=f"{base}{path}",
        status="gone",
        notices=page.notices,
        bundles=[bundle.id for bundle in page.bundles],
        lines=[],
    )
    yield f"static{upgrade_data(name)}", document
    yield f"static{path}index.json", document
    yield f"static{path}lines.json", upgrade_lines(())


def _cards(_: UpgradeList, listed: Listed) -> Iterator[PageCard]:
    """The card of each pair. The page of one of its loads has none: these would be most of what
    pictures take.
    """
    for page in _pages(listed):
        if page.path.count("/") == _DEPTH:
            yield PageCard(
                path=page.path,
                title=page.title,
                finding=page.finding,
                text=page.note,
                basis=STATUSES[page.status] if page.status else page.scope,
            )


def _titles(upgrades: UpgradeList) -> Iterator[tuple[str, str]]:
    for entry in upgrades.pairs:
        yield entry.path, entry.title
        yield from ((part.path, part.title) for part in entry.parts)
        if entry.leading:
            yield entry.leading, entry.title


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
                *(LOADS[load].label for load in pair.loads),
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
    made=lambda listed: upgrade_list(_pages(listed), listed.pairs),
    titles=_titles,
    documents=lambda upgrades, _: map(_document, upgrades.pairs),
    cards=_cards,
    files=_files,
)
