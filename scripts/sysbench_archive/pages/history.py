"""The history of a bundle as its pages tell it, and what a withdrawal leaves of comparisons.

The readable difference between two revisions works on what they held, whatever read it. What is
said of a withdrawn bundle comes from the rows of its publication record alone, so that it can be
said when nothing else is left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType, field
from msgspec.structs import asdict, replace

from sysbench_archive.derive.results import by_hand
from sysbench_archive.ledger.agreement import retired
from sysbench_archive.ledger.record import Figures, Row, is_withdrawn
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import (
    BundleArchive,
    BundleReference,
    Citation,
    ComparisonKind,
    MetricRecord,
    PublishedFile,
    Record,
    Reference,
    bundle_reference,
    narrowed,
)
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.model.history import (
    ComparisonRevisionBrief,
    ManualVerification,
    RevisionRecord,
)
from sysbench_archive.pages.comparison.charts import workload_picture
from sysbench_archive.pages.comparison.page import ROUNDS
from sysbench_archive.words.phrases import count_text

MOST = 200
"""Rows of a list of differences; the figures of every revision are there as a file."""
PlaceT = TypeVar("PlaceT")


class Change(Record):
    """A figure, a field of bundle.yaml or a file that differs."""

    place: str
    """Id of the run, place in bundle.yaml, or path of the file."""
    before: str
    """Figure, value or SHA-256 before; empty where there was none."""
    after: str
    """The same after; empty where there is none."""
    path: str = ""
    """Page of the run; else empty."""
    metric: str = ""
    """Name of the figure; else empty."""
    unit: str = ""
    """Its unit; else empty."""


class RevisionDifference(Record):
    """What differs between two revisions."""

    sentence: str
    """In words."""
    figures: list[Change]
    """Figures that differ."""
    facts: list[Change]
    """Fields that differ."""
    files: list[Change]
    """Files that differ."""
    more: int
    """Differences that are left out."""


class RevisionEvent(RevisionRecord):
    """A row of a publication record."""

    label: str
    """What happened, for readers."""
    path: str
    """Page of this revision; empty where it has none of its own."""
    changes: RevisionDifference | None
    """What it changed; null for a publication and a withdrawal, and where it is told elsewhere."""


class RemovedFile(Record):
    """A file that was removed from a revision."""

    path: str
    """Path in the bundle."""
    sha1_git: str
    """Hash by which git knows it, with which the SWHID of the revision can be computed."""
    date: str
    """Day it was removed."""
    reason: str


class SupersededRevision(RevisionEvent, kw_only=True):
    """A revision that is no longer the newest."""

    title: str
    """Title then."""
    next: RevisionEvent
    """What superseded it; its path is the bundle's."""
    kept: bool
    """Whether its bytes are kept."""
    figures_href: str
    """Its figures as canonical JSON; empty where they were removed."""
    by_hand: ManualVerification | None
    """How to check its identity; null where its bytes were removed."""
    archive: BundleArchive | UnsetType = UNSET
    """The revision as one file; absent where its bytes were removed."""
    files: list[PublishedFile]
    removed: list[RemovedFile] | UnsetType = UNSET
    """Files that were removed from it; absent where none were."""
    metrics: list[MetricRecord]
    """Metrics of its figures."""
    figures: dict[str, list[str]] | UnsetType = UNSET
    """Run to its figures as they were published, one for each metric; empty where there is none.
    Files beside pages leave them to `figures_href`.
    """


class BundleHistory(Record, kw_only=True):
    """A bundle with more than one row in the publication record; drawn from those rows alone where
    it is withdrawn.
    """

    cite: Citation | UnsetType = UNSET
    """How to cite it; absent where it is not withdrawn, for then its page says so."""
    bundle: str
    path: str
    """Permanent address."""
    title: str
    authors: list[str]
    """Whom to name."""
    withdrawn: bool
    """Whether it is withdrawn."""
    kept: bool
    """Whether bytes of a revision are kept."""
    first: str
    """Day it was first published."""
    notices: list[str]
    """What happened, in a sentence an event."""
    rows: list[RevisionEvent]
    """Events, newest first."""
    pages: list[SupersededRevision]
    """Superseded revisions, oldest first."""
    runs: list[str]
    """Ids of the runs of a withdrawn bundle."""
    pictures: list[str]
    """Addresses that charts of a withdrawn bundle's page may have had."""
    comparisons: list[WithdrawnComparison]
    """Comparisons that were published once and are no longer drawn."""


class WithdrawnComparison(Record, kw_only=True):
    """A comparison that keeps its address and the reason."""

    cite: Citation | UnsetType = UNSET
    """How to cite it."""
    slug: str
    path: str
    kind: ComparisonKind
    """Where its definition came from."""
    title: str
    notices: list[str]
    """What happened to the bundles it rested on."""
    bundles: list[BundleReference]
    """Bundles it rested on."""
    says: str = ""
    """What it said last; empty where that is not recorded."""
    text: str = ""
    """What somebody wrote of it, in Markdown."""
    revisions: list[ComparisonRevisionBrief] = field(default_factory=list)
    """Its revisions, newest first."""
    parts: list[str] = field(default_factory=list)
    """Ids of pages below `all/` that may have continued it, which lead to its own."""
    successor: Reference | None = None
    """The comparison that shows its runs now; null where none does."""


@dataclass(frozen=True, slots=True)
class State:
    """What a revision held, as far as it is kept.

    `figures` and `facts` (bundle.yaml as plain data) are None where they were removed. `folder` is
    where its files lie in the checkout, "" where they are gone.
    """

    row: Row
    figures: Figures | None = None
    facts: Mapping[str, Any] | None = None
    files: Sequence[PublishedFile] = ()
    folder: str = ""
    archive: BundleArchive | None = None
    removed: Sequence[RemovedFile] = ()


def changes_between(path: str, before: State, after: State) -> RevisionDifference:
    """The differences between two revisions of the bundle at a site path.

    At most `MOST` figures, fields and files each; `more` says how many are left out of all.
    """
    if before.figures is None or after.figures is None:
        sentence = f"What revision {before.row.revision} held is not kept."
        return RevisionDifference(sentence=sentence, figures=[], facts=[], files=[], more=0)
    figures = [
        Change(
            place=run,
            path=f"{path}{run}/",
            metric=METRICS[name].label,
            unit=METRICS[name].unit,
            before=old,
            after=new,
        )
        for (run, name), old, new in _changed_figures(before.figures, after.figures)
    ]
    # Of what was removed nothing is told, not even that it differs.
    told = before.facts is not None and after.facts is not None
    gone = {file.path for state in (before, after) for file in state.removed}
    kept = [{f.path: f.sha256 for f in s.files if f.path not in gone} for s in (before, after)]
    facts, files = (
        [Change(place=place, before=old, after=new) for place, old, new in found]
        for found in (
            changed_facts(before.facts or {}, after.facts or {}) if told else (),
            _changed(sorted({*kept[0], *kept[1]}), *kept),
        )
    )
    runs = len({change.place for change in figures})
    counted = [
        f"{count_text(len(figures), 'figure')} of {count_text(runs, 'run')}" if figures else "",
        count_text(len(facts), "field of bundle.yaml", "fields of bundle.yaml") if facts else "",
        count_text(len(files), "file") if files else "",
    ]
    parts = ", ".join(part for part in counted if part)
    unchanged = "" if figures else " No figure changed."
    return RevisionDifference(
        sentence=f"Different: {parts}.{unchanged}"
        if parts
        else "No figure, no fact and no file differs.",
        figures=figures[:MOST],
        facts=facts[:MOST],
        files=files[:MOST],
        more=sum(max(0, len(found) - MOST) for found in (figures, facts, files)),
    )


def _changed(
    places: Iterable[PlaceT], old: Mapping[PlaceT, object], new: Mapping[PlaceT, object]
) -> Iterator[tuple[PlaceT, str, str]]:
    """Places at which two states differ, with what both have there as text."""
    for place in places:
        if old.get(place) != new.get(place):
            yield place, _text_of(old.get(place)), _text_of(new.get(place))


def _changed_figures(before: Figures, after: Figures) -> Iterator[tuple[tuple[str, str], str, str]]:
    """By run and metric."""
    places = [(run, name) for run in dict.fromkeys((*before, *after)) for name in METRICS]
    old, new = (
        {(run, name): figure for run, of_run in state.items() for name, figure in of_run.items()}
        for state in (before, after)
    )
    return _changed(places, old, new)


def changed_facts(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """Fields of two documents that differ, by their place, with both values."""
    old, new = dict(_leaves_of(before)), dict(_leaves_of(after))
    return _changed(dict.fromkeys((*old, *new)), old, new)


def _leaves_of(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Every leaf of plain data with its place: `servers[mysql-8-0].options.port`."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _leaves_of(item, f"{at}.{name}" if at else str(name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            named = item.get("id", index) if isinstance(item, Mapping) else index
            yield from _leaves_of(item, f"{at}[{named}]")
    else:
        yield at, _text_of(value)


def _text_of(value: object) -> str:
    return "" if value is None else str(value)


_UNCHECKED = "the result it rests on was withdrawn"


def without_bundles(
    definition: ComparisonDefinition, withdrawn: Collection[str]
) -> ComparisonDefinition | None:
    """The definition without withdrawn bundles; None where nothing is left to draw.

    Panels of other bundles stay; of claims that rested on a withdrawn one nothing can be said.
    """
    if not set(withdrawn) & set(definition.named_bundles()):
        return definition
    panels = [panel for panel in definition.panels if panel.bundle not in withdrawn]
    bundles = [name for name in definition.bundles if name not in withdrawn]
    # Without panels, the first bundle is the one whose servers are compared.
    if not panels and (definition.panels or definition.bundles[:1] != bundles[:1]):
        return None
    claims = [
        replace(claim, check=None, unchecked=_UNCHECKED)
        if claim.check and claim.check.bundle in withdrawn
        else claim
        for claim in definition.claims
    ]
    return replace(definition, panels=panels, bundles=bundles, claims=claims)


LABELS = {
    "published": "Published",
    "corrected": "Corrected",
    "reparsed": "Read differently",
    "withdrawn": "Withdrawn",
    "restored": "Restored",
}
"""Status of a row to its name for readers."""
_NOTICES = {
    "corrected": "“{title}” was corrected on {date} (revision {number}): {reason}",
    "reparsed": "The output of “{title}” is read differently since {date} (revision {number}):"
    " {reason}",
    "withdrawn": "“{title}” was withdrawn on {date}: {reason}",
    "restored": "The withdrawal of “{title}” was undone on {date} (revision {number}): {reason}",
}


def notices_of(rows: Sequence[Row]) -> list[str]:
    """A sentence for each event after the first, as comparisons that rest on the bundle say it."""
    texts = [
        _NOTICES[row.status].format(
            title=row.title, date=row.date, number=row.revision, reason=row.reason
        )
        for row in rows
        if row.status in _NOTICES
    ]
    return [text if text.endswith((".", "!", "?")) else f"{text}." for text in texts]


def bundle_history(bundle: str, states: Sequence[State], drawn: Sequence[str]) -> BundleHistory:
    """The record of a bundle's history; `drawn` are workloads that have a comparison now.

    `states` has one entry for every row, in their order.
    """
    rows = [state.row for state in states]
    newest = rows[-1]
    path = f"/results/{bundle}/"
    withdrawn = is_withdrawn(rows)
    return BundleHistory(
        bundle=bundle,
        path=path,
        title=newest.title,
        authors=[name for name in newest.authors.split("; ") if name],
        withdrawn=withdrawn,
        kept=any(state.folder for state in states),
        first=rows[0].date,
        notices=notices_of(rows),
        rows=list(reversed(list(_events(path, states)))),
        pages=list(_superseded_revisions(bundle, states)),
        runs=newest.runs.split() if withdrawn else [],
        pictures=list(_own_pictures(path, states)) if withdrawn else [],
        comparisons=[
            replace(
                withdrawn_matrix_comparison(f"{bundle}--{workload}", rows),
                successor=None if withdrawn else successor_of(bundle, workload, states, drawn),
                parts=_rounds_of(workload, states),
            )
            for workload in retired(rows, [] if withdrawn else drawn)
        ],
    )


def _own_pictures(path: str, states: Sequence[State]) -> Iterator[str]:
    """A picture of each workload that a revision had."""
    documents = [state.facts for state in states if state.facts is not None]
    named = {workload["id"] for facts in documents for workload in facts.get("workloads", ())}
    return (workload_picture(path, workload) for workload in sorted(named))


def _event(row: Row, page: str, changes: RevisionDifference | None = None) -> RevisionEvent:
    return narrowed(
        row,
        RevisionEvent,
        number=row.revision,
        label=LABELS[row.status],
        path=page,
        changes=changes,
    )


def _revision_path(path: str, row: Row) -> str:
    return f"{path}revisions/{row.revision}/"


def _events(path: str, states: Sequence[State]) -> Iterator[RevisionEvent]:
    """The events, each with what it changed; a withdrawal changes no figure, field or file."""
    for index, state in enumerate(states):
        row = state.row
        changed = row.status in ("corrected", "reparsed")
        newest = index == len(states) - 1
        own_page = not newest and row.status != "withdrawn"
        yield _event(
            row,
            _revision_path(path, row) if own_page else "",
            changes_between(path, states[index - 1], state) if changed else None,
        )


def published_history(history: BundleHistory) -> BundleHistory:
    """A history as the file beside a page has it."""
    return replace(history, pages=[published_revision(page) for page in history.pages])


def published_revision(page: SupersededRevision) -> SupersededRevision:
    """A superseded revision as the file beside its page has it."""
    return replace(page, figures=UNSET)


def _superseded_revisions(bundle: str, states: Sequence[State]) -> Iterator[SupersededRevision]:
    """A page for each superseded revision."""
    path = f"/results/{bundle}/"
    for state, following in pairwise(states):
        row = state.row
        if row.status == "withdrawn":
            continue
        place, figures = _revision_path(path, row), state.figures or {}
        names = [name for name in METRICS if any(name in of_run for of_run in figures.values())]
        yield SupersededRevision(
            **asdict(_event(row, place)),
            title=row.title,
            next=_event(following.row, path),
            kept=bool(state.folder),
            figures_href="" if state.figures is None else f"{place}figures.json",
            by_hand=by_hand(state.folder, row.swhid)
            if state.folder and not state.removed
            else None,
            archive=state.archive or UNSET,
            files=list(state.files),
            removed=list(state.removed) or UNSET,
            metrics=[narrowed(METRICS[name], MetricRecord) for name in names],
            figures={run: [str(of.get(name, "")) for name in names] for run, of in figures.items()},
        )


def successor_of(
    bundle: str, workload: str, states: Sequence[State], drawn: Collection[str]
) -> Reference | None:
    """The comparison that has the runs of a workload which is not there any more.

    None where they are in several comparisons or in none, or what they were in is not kept.
    """
    were = [state.facts for state in states[:-1] if state.facts]
    runs = {run for facts in were for run, of in _workloads_of_runs(facts) if of == workload}
    now = {of for run, of in _workloads_of_runs(states[-1].facts or {}) if run in runs}
    if len(now) != 1 or not now <= set(drawn):
        return None
    return Reference(path=f"/comparisons/{bundle}--{min(now)}/", title=min(now))


def _rounds_of(workload: str, states: Sequence[State]) -> list[str]:
    """Ids of pages with the rounds of a workload's slices, as far as its facts are kept."""
    runs = [run for state in states if state.facts for run in state.facts.get("runs", ())]
    sliced = {run["threads"] for run in runs if run["workload"] == workload and "slices" in run}
    return [f"{ROUNDS}-{threads}" for threads in sorted(sliced)]


def _workloads_of_runs(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for run in facts.get("runs", ()):
        yield str(run["id"]), str(run["workload"])


def withdrawn_matrix_comparison(slug: str, rows: Sequence[Row]) -> WithdrawnComparison:
    """A comparison that was published once and is not drawn any more, at its address."""
    bundle, _, workload = slug.partition("--")
    title = rows[-1].title
    return WithdrawnComparison(
        slug=slug,
        path=f"/comparisons/{slug}/",
        kind="matrix",
        title=f"{workload}: {title}",
        notices=notices_of(rows),
        bundles=[bundle_reference(bundle, title)],
    )
