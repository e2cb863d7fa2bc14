"""Campaigns: a page for all comparisons of a bundle, or of bundles that differ in a few things.

Which bundles share a page, and what tells them apart, is authored in `data/series/`. Its own page
names every view with what was found. Chart, table and files of as many as it has room for stand
there, those of the others on pages below `all/`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace as with_fields

from sysbench_archive.bundle.campaigns import SeriesDefinition
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.derive.workloads import titles_of_tests
from sysbench_archive.ledger.addresses import CampaignRow
from sysbench_archive.model.base import (
    BundleReference,
    Citation,
    PagePart,
    Record,
    StructuredData,
)
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import (
    Comparison,
    Finding,
    Panel,
)
from sysbench_archive.model.comparison_revision import ComparisonRow, RecordedBundle
from sysbench_archive.pages.comparison.besides import besides_of
from sysbench_archive.pages.comparison.circumstances import circumstances_of
from sysbench_archive.pages.comparison.findings import findings_of, page_status
from sysbench_archive.pages.comparison.overview import Overview, PanelPlace, overview
from sysbench_archive.pages.comparison.page import ComparedPage
from sysbench_archive.pages.comparison.panels import titles_apart
from sysbench_archive.pages.comparison.states import digest_of_data
from sysbench_archive.pages.effects import (
    EffectView,
    effect_finding,
    effect_views,
    is_answered,
)
from sysbench_archive.tables.effects import Effect
from sysbench_archive.verdicts.policy import VERSION

MOST_CELLS = 250
"""Cells of the tables of a page, where each of its views counts as `CELLS_OF_A_VIEW` besides, and
each that it only names as `CELLS_OF_A_NAME`: so many are less than 3,000 elements, and with long
addresses less than 120 kB.
"""
CELLS_OF_A_VIEW, CELLS_OF_A_NAME = 10, 3
"""What a view takes without its table: 30 elements, and named alone 9; a cell takes 3."""
_WORKLOAD = "Workload"
"""Label of the switch between the workloads of a bundle."""


class SwitchLink(Record):
    """A choice of a switch, as the page has it at first."""

    slug: str
    """Slug of the view that it leads to: the one that is shown, or the first with it."""
    chosen: bool
    """Whether that is the view that is shown."""
    fits: bool
    """Whether a view has it together with what is chosen in the switches before."""


class CampaignSwitch(Record):
    """Something in which the views of a campaign differ."""

    label: str
    choices: list[str]
    """What can be chosen, in the order of the views."""
    links: list[SwitchLink] = field(default_factory=list)
    """Where each choice leads."""
    offered: bool = True
    """Whether more than one of them fits."""


class CampaignView(Record, kw_only=True):
    """A comparison of a campaign; its page has the rest from the record of the comparison."""

    slug: str
    """Slug of the comparison, and id on the page."""
    panel: str
    """Id of its panel."""
    label: str
    """What tells it from the other views."""
    choices: list[int]
    """Place of its choice in each switch, from 0."""
    title: str
    """Title of its first chart: the first finding where that decides anything, else empty."""
    cells: int
    """Cells of its table."""
    pinned: str = ""
    """Pinned address of its newest revision; empty where that does not say the same."""
    part: str = ""
    """Address of the page that has its table; empty where that is the campaign's own."""


class CampaignRecord(ComparedPage, kw_only=True):
    """A campaign."""

    slug: str
    path: str
    title: str
    question: str
    """What it answers; empty where nobody asked."""
    findings: list[Finding]
    effects: list[EffectView] = field(default_factory=list)
    """What settings and builds change over its bundles."""
    switches: list[CampaignSwitch]
    """In what its views differ."""
    views: list[CampaignView]
    """Comparisons."""
    evidence: list[Evidence]
    """Evidence classes of its bundles."""
    bundles: list[BundleReference]
    """Bundles it rests on."""
    runs: int
    """Runs it rests on."""
    cite: Citation | UnsetType = UNSET
    """How to cite it."""
    structured: StructuredData | UnsetType = UNSET
    """Description for search engines, as a schema.org record."""
    shown: str = ""
    """Slug of the view that its charts show at first: the first that the first finding speaks of,
    else that decides anything.
    """


@dataclass(frozen=True, slots=True)
class CampaignMember:
    """A bundle with comparisons of its own, and the choices that lead to it."""

    bundle: str
    slugs: tuple[str, ...]
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Campaign:
    """A page for the comparisons of some bundles. `dimensions` are labels of what differs between
    its members.
    """

    slug: str
    title: str
    members: tuple[CampaignMember, ...]
    question: str = ""
    dimensions: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Its address."""
        return f"/comparisons/{self.slug}/"

    @property
    def bundles(self) -> tuple[str, ...]:
        """Ids of its bundles."""
        return tuple(member.bundle for member in self.members)

    @property
    def slugs(self) -> tuple[str, ...]:
        """Slugs of its comparisons."""
        return tuple(slug for member in self.members for slug in member.slugs)

    def only(self, slugs: Collection[str]) -> Campaign:
        """The campaign with some of its comparisons."""
        left = [
            replace(member, slugs=tuple(slug for slug in member.slugs if slug in slugs))
            for member in self.members
        ]
        return replace(self, members=tuple(member for member in left if member.slugs))


def campaigns_of(
    bundles: Mapping[str, tuple[str, tuple[str, ...]]], series: Mapping[str, SeriesDefinition]
) -> list[Campaign]:
    """The campaigns of an archive, by slug; where one comparison is left, it stands alone.

    `bundles` has the title of each that has comparisons of its own, and their slugs.
    """
    own = dict(bundles)
    made = []
    for slug, definition in series.items():
        members = tuple(
            CampaignMember(
                name, own.pop(name)[1], tuple(values[key] for key in definition.dimensions)
            )
            for name, values in definition.members.items()
            if name in own
        )
        labels = tuple(definition.dimensions.values())
        made.append(Campaign(slug, definition.title, members, definition.question, labels))
    made += [
        Campaign(name, title, (CampaignMember(name, slugs),))
        for name, (title, slugs) in own.items()
    ]
    found = [campaign for campaign in made if len(campaign.slugs) > 1]
    return sorted(found, key=lambda campaign: campaign.slug)


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

    That is the campaign with most of its bundles. Where none of them is in any, it is the page of
    the first of them among `bundles`, those that have a page: it stays even when a bundle is
    withdrawn.
    """
    there = {campaign.slug for campaign in campaigns}
    found: dict[str, str] = {}
    for row in recorded:
        shared = [len({*campaign.bundles}.intersection(row.bundles)) for campaign in campaigns]
        most = max(shared, default=0)
        paths = [campaigns[shared.index(most)].path] if most else []
        paths += [f"/results/{name}/" for name in row.bundles if name in bundles]
        if row.slug not in there and paths:
            found[row.slug] = paths[0]
    return found


def campaign_state(campaign: Campaign, states: Mapping[str, ComparisonRow]) -> ComparisonRow:
    """What a campaign shows, without sentences, from what its comparisons say by slug."""
    shown = [states[slug] for slug in sorted(campaign.slugs)]
    return ComparisonRow(
        comparison=campaign.slug,
        standing="permanent",
        methodology=VERSION,
        title=campaign.title,
        bundles=[RecordedBundle(bundle=name) for name in sorted(campaign.bundles)],
        definition=digest_of_data([[each.comparison, each.definition] for each in shown]),
        verdicts=digest_of_data([[each.comparison, each.verdicts] for each in shown]),
        panels=[],
        says="",
    )


def campaign_record(
    campaign: Campaign, comparisons: Sequence[Comparison], effects: Sequence[Effect] = ()
) -> CampaignRecord:
    """The record of a campaign from its comparisons, in the order of their slugs in it, and what
    was found over its bundles.
    """
    panels = [comparison.panels[0] for comparison in comparisons]
    columns = _columns(campaign, panels)
    switches = [
        CampaignSwitch(label=label, choices=list(dict.fromkeys(values)))
        for label, values in columns
    ]
    views = []
    for place, (comparison, panel) in enumerate(zip(comparisons, panels, strict=True)):
        values = [of_all[place] for _, of_all in columns]
        is_open = all(beside.way in ("open", "aside") for beside in besides_of(panel))
        view = CampaignView(
            slug=comparison.slug,
            panel=panel.id,
            label=", ".join(values),
            choices=[each.choices.index(v) for each, v in zip(switches, values, strict=True)],
            title="" if is_open or not comparison.findings else comparison.findings[0].text,
            cells=sum(len(row.cells) for row in panel.rows),
        )
        views.append(view)
    named = [with_fields(panel, title=v.label) for panel, v in zip(panels, views, strict=True)]
    status = page_status(panels)
    return CampaignRecord(
        slug=campaign.slug,
        path=campaign.path,
        title=campaign.title,
        question=campaign.question,
        findings=[
            *(effect_finding(effect, campaign.path, status) for effect in effects),
            *findings_of(
                named,
                "workload" if len(campaign.members) == 1 else "case",
                [panel.id for panel in named if is_answered(panel, effects)],
            ),
        ],
        effects=effect_views(effects),
        overview=None if effects else _overview(campaign, columns, panels, views),
        circumstances=circumstances_of(panels),
        switches=switches,
        views=views,
        evidence=list(dict.fromkeys(panel.evidence for panel in panels)),
        bundles=list({panel.bundle.path: panel.bundle for panel in panels}.values()),
        runs=sum(comparison.runs for comparison in comparisons),
    )


def _overview(
    campaign: Campaign,
    columns: Sequence[tuple[str, tuple[str, ...]]],
    panels: Sequence[Panel],
    views: Sequence[CampaignView],
) -> Overview | None:
    """The views of a campaign below what they share but for the last of what tells them apart."""
    if any(len(panel.rows) > 1 for panel in panels):
        return None
    *shared, (_, names) = columns
    return overview(
        [
            PanelPlace(
                panel,
                ", ".join(values[place] for _, values in shared),
                names[place],
                f"{campaign.path}#{view.slug}",
            )
            for place, (panel, view) in enumerate(zip(panels, views, strict=True))
        ]
    )


def _columns(campaign: Campaign, panels: Sequence[Panel]) -> list[tuple[str, tuple[str, ...]]]:
    """Label and a value a comparison, of everything in which they differ."""
    rows = [member.values for member in campaign.members for _ in member.slugs]
    columns = [
        (label, values)
        for label, values in zip(campaign.dimensions, zip(*rows, strict=True), strict=True)
        if len(set(values)) > 1
    ]
    if len(set(rows)) < len(rows):
        columns.append((_WORKLOAD, tuple(titles_apart(panels))))
    return columns


def campaign_entry(
    campaign: Campaign, entries: Sequence[ComparisonEntry], finding: str
) -> ComparisonEntry:
    """A campaign as a list shows it, from the entries of its comparisons and its first finding."""
    first = entries[0]
    servers = {server.label: server for entry in entries for server in entry.servers}
    return with_fields(
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


def campaign_page(
    campaign: CampaignRecord, cite: Citation, structured: StructuredData
) -> CampaignRecord:
    """A campaign with its citation, its description for search engines and the pages of its tables.
    Its charts show the view of its first finding.
    """
    shown = _shown_first(campaign)
    _, *behind = pages_of_tables([shown, *(view for view in campaign.views if view is not shown)])
    parts = [
        PagePart(
            id=f"figures-{number}",
            title=f"Figures, page {number} of {len(behind) + 1}",
            path=f"{campaign.path}all/figures-{number}/",
        )
        for number, _ in enumerate(behind, 2)
    ]
    places = {
        view.slug: part.path for part, views in zip(parts, behind, strict=True) for view in views
    }
    views = [with_fields(view, part=places.get(view.slug, "")) for view in campaign.views]
    return with_fields(
        campaign,
        switches=[
            _switch_with_links(switch, place, shown, views)
            for place, switch in enumerate(campaign.switches)
        ],
        views=views,
        cite=cite,
        structured=structured,
        parts=parts,
        shown=shown.slug,
    )


def _switch_with_links(
    switch: CampaignSwitch, place: int, shown: CampaignView, views: Sequence[CampaignView]
) -> CampaignSwitch:
    before = shown.choices[:place]
    fitting = {view.choices[place] for view in views if view.choices[:place] == before}
    links = []
    for choice in range(len(switch.choices)):
        chosen = shown.choices[place] == choice
        first = next(view for view in views if view.choices[place] == choice)
        view = shown if chosen else first
        links.append(SwitchLink(slug=view.slug, chosen=chosen, fits=choice in fitting))
    return with_fields(switch, links=links, offered=len(fitting) > 1)


def _shown_first(campaign: CampaignRecord) -> CampaignView:
    """The first view that the first finding speaks of, else the first that decides anything."""
    told = [contrast.panel for finding in campaign.findings for contrast in finding.contrasts]
    named = [view for view in campaign.views if view.panel in told[:1]]
    deciding = [view for view in campaign.views if view.title]
    return [*named, *deciding, *campaign.views][0]


def pages_of_tables(views: Sequence[CampaignView]) -> list[list[CampaignView]]:
    """The views by the page that has their tables, the campaign's own first: it names all views,
    and always has the table of the first.
    """
    pages: list[list[CampaignView]] = [[]]
    room = MOST_CELLS - CELLS_OF_A_NAME * len(views)
    more = CELLS_OF_A_VIEW - CELLS_OF_A_NAME
    for view in views:
        if pages[-1] and view.cells + more > room:
            pages.append([])
            room, more = MOST_CELLS, CELLS_OF_A_VIEW
        pages[-1].append(view)
        room -= view.cells + more
    return pages
