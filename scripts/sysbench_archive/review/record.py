"""The report of a change as a record, with the bounds that a report of somebody else is held to.

What a type states here is all that `read_untrusted` lets through: known fields, metrics and kinds,
lists of a bounded length, numbers that can be printed. Texts are cut where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.review.untrusted import MAX_LISTED, MAX_ROWS

ChangeKind = Literal["added", "changed", "removed", "withdrawn"]
"""What happened to a bundle or a page."""
BlockerReason = Literal["differs", "unrecorded", "repetitions", "duration", "failed"]
"""Why something stands in the way of a comparison."""
Item = TypeVar("Item")
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Value = Annotated[int, Meta(ge=-(10**15), le=10**15)] | Annotated[float, Meta(ge=-1e15, le=1e15)]
Metric = Annotated[str, Meta(pattern=rf"\A(?:{'|'.join(METRICS)})\Z")]
Few = Annotated[list[Item], Meta(max_length=MAX_ROWS)]


class Bounded(Record, Generic[Item]):
    """The first of some items."""

    total: Count
    """How many there are."""
    shown: Annotated[list[Item], Meta(max_length=MAX_LISTED)]
    """The first of them."""


def bounded(items: Iterable[Item], most: int) -> Bounded[Item]:
    """The first `most`, and how many there are."""
    listed = list(items)
    return Bounded(total=len(listed), shown=listed[:most])


class ReportedProblem(Record):
    """A complaint of `check`."""

    path: str
    """File, relative to the archive."""
    line: Count
    """Line, from 1; 0 for the whole file."""
    pointer: str
    """JSON pointer into the file; empty for the whole."""
    code: str
    """Code of the rule."""
    severity: Literal["error", "warning"]
    """Whether it refuses the bundle."""
    message: str
    """What is wrong."""
    hint: str
    """What to do."""
    fix: bool
    """Whether `check --fix` fixes it."""


class BundleLine(Record):
    """A bundle in the list of all."""

    id: str
    """Name of its folder."""
    change: ChangeKind
    """What happened to it."""
    runs: Count
    """Runs; 0 where it cannot be read."""
    servers: Count
    fields: Count
    """Fields of the environment that apply."""
    recorded: Count
    """Of these, fields somebody recorded, or looked for."""


class ReviewedRun(Record):
    """A run with the figures read from its evidence."""

    id: str
    """Id of the run."""
    server: str
    workload: str
    threads: Count
    repetition: Count | None
    """Repetition; null where not stated."""
    failed: str
    """Why the run failed; empty where it did not."""
    metric: Metric | None
    """Metric of the throughput; null where the evidence prints none."""
    value: Value | None
    """Throughput."""
    latency_metric: Metric | None
    """Metric of the latency; null where the evidence prints none."""
    latency: Value | None


class GroupCompleteness(Record):
    """A group of fields."""

    group: Annotated[str, Meta(pattern=r"\A[A-Za-z ]{1,40}\Z")]
    """Name of the group."""
    fields: Count
    """Fields that apply."""
    recorded: Count
    """Fields somebody recorded, or looked for."""
    unavailable: Count
    """Of these, fields that were looked for and not exposed."""
    missing: Few[str]
    """Names of fields nobody recorded."""


class EnvironmentCompleteness(Record):
    """How much of the environment is recorded."""

    fields: Count
    """Fields that apply."""
    recorded: Count
    """Fields somebody recorded, or looked for."""
    unavailable: Count
    """Of these, fields that were looked for and not exposed."""
    groups: Few[GroupCompleteness]
    """The same by group."""


class Neighbour(Record):
    """A cell of the bundle beside the closest one of another bundle."""

    server: str
    """Server of this bundle."""
    workload: str
    threads: Count
    metric: Metric
    """Metric of both values."""
    value: Value
    """Centre of the runs of this bundle."""
    bundle: str
    """The other bundle."""
    other_server: str
    """Its server."""
    machine: str
    """Its machine."""
    other_value: Value
    """Centre of its runs."""
    ratio: Value
    """This value over the other."""
    candidates: Count
    """How many cells could have been taken."""


class Outlier(Record):
    """A repetition far from its siblings."""

    run: str
    metric: Metric
    value: Value
    """Its value."""
    median: Value
    """Median of its cell."""
    ratio: Value
    """Value over median."""
    repetitions: Count
    """Repetitions of the cell."""


class Blocker(Record):
    """Something that stands in the way of comparing the sides."""

    workload: str
    field: str
    """What differs or is missing: a condition by its name in the table of conditions, else words.
    """
    values: Few[str]
    """Values of the sides, or what it concerns."""
    reason: BlockerReason
    """Why it matters."""


class GlanceLine(Record):
    """What a reviewer looks at first."""

    label: str
    """What it is about."""
    text: str
    """What the bundle says of it."""


class FactDifference(Record):
    """A field of bundle.yaml that is not what it was."""

    field: str
    """Its place in bundle.yaml."""
    before: str
    """Before; empty where nothing was stated."""
    after: str
    """After; empty where nothing is stated."""


class BundleDetails(Record):
    """What is said of a bundle that can be read."""

    title: str
    evidence: Evidence
    license: str
    """Licence of the data."""
    submitter: str
    """Who submits it."""
    disclosure: str
    """What could colour the result."""
    servers: Bounded[str]
    machines: Bounded[str]
    """Hosts."""
    glance: Few[GlanceLine]
    """What a reviewer looks at first."""
    failed: Count
    """Runs that failed."""
    runs: Bounded[ReviewedRun]
    completeness: EnvironmentCompleteness
    """How much of the environment is recorded."""
    neighbours: Bounded[Neighbour]
    """Where the numbers lie among existing results."""
    outliers: Bounded[Outlier]
    """Repetitions to look at."""
    blockers: Bounded[Blocker]
    """What stands in the way of comparing the sides."""


class ReviewedBundle(Record):
    """A bundle that is not as it was."""

    id: str
    """Name of its folder."""
    change: ChangeKind
    """What happened to it."""
    readable: bool
    """Whether it has no error that keeps it from being read."""
    reason: str
    """Why it was corrected or withdrawn, as its record says; else empty."""
    facts: Bounded[FactDifference]
    """Fields of bundle.yaml that are not what they were."""
    details: BundleDetails | None
    """What is said of it; null where it cannot be read or was removed."""


class PageChange(Record):
    """A page of the site."""

    path: str
    """Its path."""
    change: ChangeKind
    """What happens to it."""


class FigureDifference(Record):
    """A figure that is not what it was."""

    run: str
    """Page of the run."""
    metric: Metric
    before: Value
    """Value before."""
    after: Value | None
    """Value now; null where it is gone."""


class ReviewReport(Record):
    """What a change adds to the archive."""

    review: Literal[1]
    """Version of its form."""
    base: str
    """Commit the change starts from."""
    added: Count
    """Bundles added."""
    changed: Count
    """Bundles changed."""
    removed: Count
    """Bundles removed."""
    withdrawn: Count
    """Bundles withdrawn."""
    errors: Count
    """Problems that refuse the change."""
    warnings: Count
    """Problems that only warn."""
    code_files: Count
    """Files of the program, the templates and the schemas that the change touches."""
    known_warnings: Count
    """Of these, warnings about bundles that the change leaves alone."""
    problems: Bounded[ReportedProblem]
    """What `check` complains about, errors first; without the known warnings."""
    overview: Bounded[BundleLine]
    """All bundles that are not as they were, a line each."""
    bundles: Bounded[ReviewedBundle]
    """The first of them, with their details."""
    pages: Bounded[PageChange]
    """Pages of the site that come, go or differ."""
    figures: Bounded[FigureDifference]
    """Figures that are not what they were."""


def report_bytes(report: ReviewReport) -> bytes:
    """The report as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"
