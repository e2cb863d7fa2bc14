"""Which comparisons share a page, and what tells them apart.

The workloads of a bundle do. So do bundles of one source and month whose titles have the same parts
but for a few, and whose servers are mostly the same: what the titles differ in, such as the size of
the buffer pool, becomes a switch. A group whose page would be too large stays with its bundles.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count, takewhile

from msgspec.structs import replace

from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.derive.findings import besides_of, findings_of
from sysbench_archive.derive.panels import titles_apart
from sysbench_archive.derive.workloads import titles_of_tests
from sysbench_archive.ledger import CampaignRow
from sysbench_archive.model.campaign import CampaignRecord, CampaignSwitch, CampaignView
from sysbench_archive.model.comparison import DerivedComparison, DerivedPanel

MOST_CELLS = 1_100
"""Cells of a campaign of several bundles: about what a page of 40 kB holds."""
LEAST_SHARED = 0.5
"""Share of the servers of two bundles that are the same in both, at least."""
LEAST_WORDS = 3
"""Words that differing parts of titles begin with in common, from which these are in the title."""
_PART = ", "
_JOINING = ("with", "on", "of", "in", "and")
_SWITCHES = (
    ("buffer pool", "Buffer pool"),
    ("cache", "Cache"),
    ("client", "Client"),
    ("vCPUs", "Machine"),
    ("volume", "Storage"),
    ("table", "Tables"),
    ("character set", "Character set"),
    ("thread", "Client threads"),
    ("read", "Kind of load"),
    ("write", "Kind of load"),
)
"""What a part of a title speaks of, by a word in it."""
_OTHER, _WORKLOAD = "Variant", "Workload"

_Likeness = tuple[str, str, int, str]
"""Source, month, parts of the title and the first of them."""


@dataclass(frozen=True, slots=True)
class BundleComparisons:
    """A bundle with comparisons of its own: what decides where they stand."""

    bundle: str
    title: str
    source: str
    servers: frozenset[str]
    slugs: tuple[str, ...]
    cells: int


@dataclass(frozen=True, slots=True)
class Campaign:
    """A page for the comparisons of some bundles. `aliases` are last parts of addresses it had."""

    slug: str
    title: str
    bundles: tuple[str, ...]
    slugs: tuple[str, ...]
    aliases: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Its address."""
        return f"/comparisons/{self.slug}/"


def campaigns_of(
    bundles: Iterable[BundleComparisons], recorded: Sequence[CampaignRow] = ()
) -> list[Campaign]:
    """The campaigns of an archive; a bundle whose one comparison stands alone has none.

    One keeps the address that was `recorded` for most of its bundles, the oldest of several; the
    others lead to it. Only what has no recorded address is named after its bundles.
    """
    groups: list[list[BundleComparisons]] = []
    # To look at every group for every bundle would take longest of all where there are many.
    alike: dict[_Likeness, list[list[BundleComparisons]]] = {}
    for bundle in sorted(bundles, key=lambda each: each.bundle):
        near = alike.setdefault(_likeness(bundle), [])
        home = next((group for group in near if _shares_servers(bundle, group[0])), None)
        if home is None:
            home = []
            groups.append(home)
            near.append(home)
        home.append(bundle)
    fitting = [part for group in groups for part in _fitting_parts(group)]
    several = [
        sorted(group, key=lambda bundle: _natural(bundle.title))
        for group in fitting
        if sum(len(bundle.slugs) for bundle in group) > 1
    ]
    known = _recorded_slugs(several, recorded)
    taken = {row.slug for row in recorded}
    campaigns: list[Campaign] = []
    for group, slugs in zip(several, known, strict=True):
        first, *others = slugs or [_slug_of(group, taken)]
        taken.add(first)
        campaigns.append(
            Campaign(
                slug=first,
                title=_title_of([bundle.title for bundle in group]),
                bundles=tuple(bundle.bundle for bundle in group),
                slugs=tuple(slug for bundle in group for slug in bundle.slugs),
                aliases=tuple(others),
            )
        )
    return campaigns


def _recorded_slugs(
    groups: Sequence[Sequence[BundleComparisons]], recorded: Iterable[CampaignRow]
) -> list[list[str]]:
    """The recorded slugs of each group: those whose bundles are more in it than in any other."""
    names = [{bundle.bundle for bundle in group} for group in groups]
    slugs: list[list[str]] = [[] for _ in groups]
    for row in recorded:
        shared = [len(group.intersection(row.bundles)) for group in names]
        if most := max(shared, default=0):
            slugs[shared.index(most)].append(row.slug)
    return slugs


def campaign_rows(
    campaigns: Iterable[Campaign], recorded: Sequence[CampaignRow]
) -> list[CampaignRow]:
    """The record with a row for each campaign that has none; rows that are there stay."""
    known = {row.slug for row in recorded}
    new = [c for c in campaigns if c.slug not in known]
    return [*recorded, *(CampaignRow(c.slug, tuple(sorted(c.bundles))) for c in new)]


def moved_campaigns(
    campaigns: Sequence[Campaign], recorded: Iterable[CampaignRow], bundles: Collection[str]
) -> dict[str, str]:
    """Recorded slugs at which no campaign stands, with the address they lead to.

    Where none of its bundles is in a campaign any more, that is the page of the first of them
    among `bundles`, those that have a page: it stays even when a bundle is withdrawn.
    """
    there = {campaign.slug for campaign in campaigns}
    aliases = {alias: campaign.path for campaign in campaigns for alias in campaign.aliases}
    pages = {
        row.slug: [f"/results/{name}/" for name in row.bundles if name in bundles]
        for row in recorded
    }
    leading = {slug: [aliases[slug]] if slug in aliases else pages[slug] for slug in pages}
    return {slug: paths[0] for slug, paths in leading.items() if paths and slug not in there}


def _natural(text: str) -> list[tuple[int, str]]:
    """A text so that numbers in it are in their order: 2 GB before 12 GB."""
    parts = re.split(r"([0-9]+)", text)
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def _likeness(bundle: BundleComparisons) -> _Likeness:
    """What bundles of one campaign have in common besides servers; without a source, nothing."""
    parts = bundle.title.split(_PART)
    return bundle.source or bundle.bundle, bundle.bundle[:7], len(parts), parts[0]


def _shares_servers(bundle: BundleComparisons, first: BundleComparisons) -> bool:
    """Whether most servers of two bundles are the same."""
    shared = len(bundle.servers & first.servers)
    return shared >= LEAST_SHARED * len(bundle.servers | first.servers)


def _fitting_parts(group: list[BundleComparisons]) -> list[list[BundleComparisons]]:
    """A group, or where its page would be too large its parts by something in which titles differ:
    the fewest parts that all fit, else its bundles.
    """
    if _fits(group):
        return [group]
    ways: list[list[list[BundleComparisons]]] = []
    for place in range(len(group[0].title.split(_PART))):
        parts: dict[str, list[BundleComparisons]] = {}
        for bundle in group:
            parts.setdefault(bundle.title.split(_PART)[place], []).append(bundle)
        if all(map(_fits, parts.values())):
            ways.append(list(parts.values()))
    return min(ways, key=len, default=[[bundle] for bundle in group])


def _fits(group: Sequence[BundleComparisons]) -> bool:
    return len(group) == 1 or sum(bundle.cells for bundle in group) <= MOST_CELLS


def _slug_of(group: Sequence[BundleComparisons], taken: Collection[str]) -> str:
    """What names of bundles begin and end with, or where that is taken the name of the first that
    is not, or that with a number.
    """
    names = [bundle.bundle for bundle in group]
    slugs = [*([_shared_name(names)] if len(names) > 1 else []), *names]
    numbered = (f"{names[0]}-{number}" for number in count(2))
    return next(slug for slug in chain(slugs, numbered) if slug not in taken)


def _shared_name(names: Iterable[str]) -> str:
    """What names begin and end with."""
    words = [name.split("-") for name in names]
    first = _shared(words)
    last = _shared([each[len(first) :][::-1] for each in words])[::-1]
    return "-".join([*first, *last])


def _shared(lists: Sequence[Sequence[str]]) -> list[str]:
    """What all of some lists of words begin with."""
    columns = zip(*lists, strict=False)
    return [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]


def _title_of(titles: Sequence[str]) -> str:
    """What titles share: whole parts, and what several words of a part begin with in all."""
    shared: list[str] = []
    for column in zip(*(title.split(_PART) for title in titles), strict=True):
        words = _lead_of(column)
        if len(set(column)) == 1:
            shared.append(column[0])
        elif words:
            shared.append(" ".join(words[:-1] if words[-1] in _JOINING else words))
    return _PART.join(shared)


def _lead_of(column: Sequence[str]) -> list[str]:
    """The words all values begin with, where there are enough for a part of the title."""
    words = _shared([value.split() for value in column])
    return words if len(words) >= LEAST_WORDS else []


def campaign_record(campaign: Campaign, comparisons: Sequence[DerivedComparison]) -> CampaignRecord:
    """The record of a campaign from its comparisons, in the order of their slugs in it."""
    titles = {c.bundles[0].path: c.bundles[0].title for c in comparisons}
    columns = _columns(comparisons, list(titles.values()))
    switches = [
        CampaignSwitch(label=label, choices=list(dict.fromkeys(values)))
        for label, values in columns
    ]
    rows_of_values = list(zip(*(values for _, values in columns), strict=True))
    views = [
        _view(comparison, comparison.panels[0], list(values))
        for comparison, values in zip(comparisons, rows_of_values, strict=True)
    ]
    panels = [comparison.panels[0] for comparison in comparisons]
    named = [replace(panel, title=view.label) for panel, view in zip(panels, views, strict=True)]
    return CampaignRecord(
        slug=campaign.slug,
        path=campaign.path,
        title=campaign.title,
        findings=findings_of(named, "workload" if len(campaign.bundles) == 1 else "case"),
        switches=switches,
        views=views,
        evidence=list(dict.fromkeys(panel.evidence for panel in panels)),
        bundles=list({c.bundles[0].path: c.bundles[0] for c in comparisons}.values()),
        runs=sum(comparison.runs for comparison in comparisons),
    )


def campaign_entry(
    campaign: Campaign, entries: Sequence[ComparisonEntry], finding: str
) -> ComparisonEntry:
    """A campaign as a list shows it, from the entries of its comparisons and its first finding."""
    first = entries[0]
    servers = {server.label: server for entry in entries for server in entry.servers}
    return replace(
        first,
        slug=campaign.slug,
        path=campaign.path,
        title=campaign.title,
        label=campaign.title,
        own=False,
        direction="",
        status="",
        finding=finding,
        question="",
        summary="",
        evidence=list(dict.fromkeys(kind for entry in entries for kind in entry.evidence)),
        runs=sum(entry.runs for entry in entries),
        year=max(entry.year for entry in entries),
        servers=list(servers.values()),
        tests=titles_of_tests(pair for entry in entries for pair in entry.tests.items()),
        bundles=list(dict.fromkeys(name for entry in entries for name in entry.bundles)),
        threads=sorted({threads for entry in entries for threads in entry.threads}),
    )


def _columns(
    comparisons: Sequence[DerivedComparison], titles: Sequence[str]
) -> list[tuple[str, list[str]]]:
    """Label and a value a comparison, of everything in which they differ."""
    parts = {title: title.split(_PART) for title in titles}
    own = [parts[comparison.bundles[0].title] for comparison in comparisons]
    columns = [
        (_switch_label(column), _shortened(column))
        for column in zip(*own, strict=True)
        if len(set(column)) > 1
    ]
    workloads = titles_apart([comparison.panels[0] for comparison in comparisons])
    apart = set(zip(*(values for _, values in columns), strict=True)) if columns else {()}
    if len(apart) < len(comparisons):
        columns.append((_WORKLOAD, workloads))
    return _numbered(columns)


def _shortened(column: Sequence[str]) -> list[str]:
    """Values of a part of titles, without what the title of the campaign has of them."""
    lead = " ".join(_lead_of(column))
    return [value.removeprefix(lead).strip() or value for value in column]


def _switch_label(values: Iterable[str]) -> str:
    """What values speak of: what a word in all of them does."""
    listed = list(values)
    for word, label in _SWITCHES:
        if all(word in value for value in listed):
            return label
    return _OTHER


def _numbered(columns: Sequence[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """The columns; a label that several would have is numbered."""
    named: list[tuple[str, list[str]]] = []
    for label, values in columns:
        before = sum(name.startswith(label) for name, _ in named)
        named.append((f"{label} {before + 1}" if before else label, values))
    return named


def _chart_title(comparison: DerivedComparison, panel: DerivedPanel) -> str:
    """The first finding, unless all candidates are undecided."""
    is_open = all(beside.way == "open" for beside in besides_of(panel))
    return "" if is_open else next((finding.text for finding in comparison.findings), "")


def _view(comparison: DerivedComparison, panel: DerivedPanel, values: list[str]) -> CampaignView:
    found = panel.comparability
    return CampaignView(
        slug=comparison.slug,
        path=comparison.path,
        label=_PART.join(values),
        values=values,
        findings=[finding.text for finding in comparison.findings],
        title=_chart_title(comparison, panel),
        bundle=panel.bundle,
        evidence=panel.evidence,
        metric=panel.metric,
        sides=panel.sides,
        rows=panel.rows,
        charts=panel.charts,
        latency=panel.latency.label if panel.latency else "",
        differs=found.sentence,
        weighing=[
            row.label for row in found.rows if row.status != "intended" and row.severity != "info"
        ],
        workload="" if panel.counted else panel.workload.id,
    )
