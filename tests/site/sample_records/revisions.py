"""Sample histories: a bundle that was corrected, one that was withdrawn, a comparison left over."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.model.base import PublishedFile, Reference, shared_fields
from sysbench_archive.model.comparison_revision import (
    PinnedBundle,
    PinnedChange,
    PinnedComparison,
    PinnedPanel,
    PinnedRevision,
    PinnedVerdict,
)
from sysbench_archive.model.history import (
    BundleHistory,
    ComparisonRevisionBrief,
    FactChange,
    FigureChange,
    FigureTable,
    FigureTableColumn,
    FigureTableRow,
    FileChange,
    ManualVerification,
    RevisionDifference,
    RevisionEvent,
    RevisionEventBrief,
    RunReference,
    SupersededRevision,
    WithdrawnComparison,
)

from .outward import citation
from .results import BUNDLE as SWHID
from .results import CONTENT
from .shared import DIGEST, Text

Status = Literal["published", "corrected", "withdrawn"]
GONE = "2025-12-withdrawn"
BUNDLE_ID = "2026-01-sample"
LEFT_OVER = f"{GONE}--read-only"
LABELS: dict[Status, str] = {
    "published": "Published",
    "corrected": "Corrected",
    "withdrawn": "Withdrawn",
}


def event(number: int, status: Status, path: str, text: Text) -> RevisionEventBrief:
    """A row of a publication record."""
    return RevisionEventBrief(
        number=number,
        date=f"2026-01-0{number}",
        status=status,
        label=text(LABELS[status]),
        standing="permanent",
        swhid=SWHID,
        figures_sha256=DIGEST,
        reason=text(f"Reason of revision {number}"),
        path=path,
    )


def difference(path: str, text: Text) -> RevisionDifference:
    """Figures, fields and files that differ, more than are shown at once."""
    gone = FigureChange(
        run=Reference(path=path, title=text("run-1")),
        metric=text("Transactions"),
        unit="1/s",
        before="1",
        after="",
    )
    return RevisionDifference(
        sentence=text("Different: much."),
        figures=[gone, replace(gone, before="", after="2")],
        facts=[
            FactChange(field=text(f"hosts[{n}].os"), before="", after=text("x")) for n in range(13)
        ],
        files=[FileChange(path="raw/new.txt", change="added")],
        more=3,
    )


def superseded(bundle: str, run: str, text: Text, following: Status) -> SupersededRevision:
    """The first revision of a bundle, kept whole."""
    path = f"/results/{bundle}/"
    place = f"{path}revisions/1/"
    file = PublishedFile(
        path="raw/a.txt",
        href=f"{place}raw/a.txt",
        size=12,
        sha256=DIGEST,
        swhid=CONTENT,
        swhid_in_context=f"{CONTENT};anchor={SWHID};path=/raw/a.txt",
    )
    published_run = Reference(path=f"{path}{run}/", title=text(run))
    return SupersededRevision(
        **shared_fields(event(1, "published", place, text), RevisionEventBrief),
        title=text("Title then"),
        next=event(2, following, path, text),
        kept=True,
        figures_href=f"{place}figures.json",
        by_hand=ManualVerification(
            command=text("git ls-tree HEAD x"), expected=text("040000 tree x")
        ),
        files=[file],
        table=FigureTable(
            head=[FigureTableColumn(label=text("Transactions"), unit="1/s")],
            rows=[FigureTableRow(run=published_run, cells=["1"])],
        ),
    )


def history(bundle: str, run: str, text: Text, *, withdrawn: bool) -> BundleHistory:
    """The history of a bundle of two revisions."""
    path = f"/results/{bundle}/"
    status: Status = "withdrawn" if withdrawn else "corrected"
    newest = event(2, status, "", text)
    first = event(1, "published", f"{path}revisions/1/", text)
    return BundleHistory(
        bundle=bundle,
        path=path,
        title=text(f"History of {bundle}"),
        authors=[text("Ada Example")],
        withdrawn=withdrawn,
        kept=True,
        first="2026-01-01",
        notices=[text("It was changed.")],
        rows=[
            RevisionEvent(
                **shared_fields(newest, RevisionEventBrief),
                changes=None if withdrawn else difference(f"{path}{run}/", text),
            ),
            RevisionEvent(**shared_fields(first, RevisionEventBrief), changes=None),
        ],
        pages=[superseded(bundle, run, text, status)],
        runs=[RunReference(id=run, path=f"{path}{run}/")] if withdrawn else [],
        comparisons=[left_over(text)] if withdrawn else [],
        cite=citation(path, text) if withdrawn else UNSET,
    )


def left_over(text: Text) -> WithdrawnComparison:
    """A comparison that keeps its address and the reason."""
    return WithdrawnComparison(
        slug=LEFT_OVER,
        path=f"/comparisons/{LEFT_OVER}/",
        kind="matrix",
        title=text("A comparison no longer drawn"),
        notices=[text("It was withdrawn.")],
        bundles=[Reference(path=f"/results/{GONE}/", title=text("What it rested on"))],
        says=text("What it said."),
        text=text("What somebody wrote."),
        revisions=[
            ComparisonRevisionBrief(
                number=1,
                date="2026-01-01",
                path=f"/comparisons/{LEFT_OVER}/revisions/1/",
                reason="",
            )
        ],
        successor=Reference(path=f"/results/{GONE}/", title=text("What has its runs")),
        cite=citation(f"/comparisons/{LEFT_OVER}/", text),
    )


def pinned(slug: str, text: Text) -> PinnedComparison:
    """The pages of two revisions of a comparison."""
    first = PinnedRevision(
        number=1,
        date="2026-01-02",
        path=f"/comparisons/{slug}/revisions/1/",
        reason="",
        standing="permanent",
        title=text(f"What {slug} compared"),
        superseded=text("Revision 2 took its place."),
        says=text("One was faster."),
        panels=[
            PinnedPanel(
                title=text("Read-only, against one"),
                rows=[PinnedVerdict(candidate=text("Another"), figures=[text("1.20 times")])],
            )
        ],
        text=text("Somebody wrote *this*."),
        changes=[],
        bundles=[
            PinnedBundle(
                path=f"/results/{BUNDLE_ID}/revisions/1/", title=text("A bundle"), swhid=SWHID
            )
        ],
        methodology=6,
        verdicts=DIGEST,
        cite=text("Somebody (2026)."),
    )
    change = PinnedChange(what=text("Answer"), before=text("Was"), after=text("Is"))
    second = replace(
        first,
        number=2,
        path=f"/comparisons/{slug}/revisions/2/",
        reason=text("the text was edited"),
        superseded="",
        changes=[change],
    )
    return PinnedComparison(
        slug=slug,
        now=f"/comparisons/{slug}/",
        notices=[text("A bundle was corrected.")],
        revisions=[first, second],
    )


def histories(bundle: str, run: str, text: Text) -> list[BundleHistory]:
    """A corrected bundle's history and a withdrawn one's."""
    return [
        history(bundle, run, text, withdrawn=False),
        history(GONE, "run-1", text, withdrawn=True),
    ]
