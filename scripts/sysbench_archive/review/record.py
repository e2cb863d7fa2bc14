"""The report of a change as a record, and as the JSON that `schema/review-1.schema.json` describes.

The schema is written by hand, since it is what a report of somebody else is checked with: it bounds
every text, number and list. A test compares its fields with the records.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Generic, Literal, TypeVar

import msgspec

from sysbench_archive.model.base import Number, Record, as_record
from sysbench_archive.model.bundle import Evidence

ChangeKind = Literal["added", "changed", "removed", "withdrawn"]
"""What happened to a bundle or a page."""
BlockerReason = Literal["differs", "unrecorded", "repetitions", "duration", "failed"]
"""Why something stands in the way of a comparison."""
Item = TypeVar("Item")


class Bounded(Record, Generic[Item]):
    """The first of some items."""

    total: int
    """How many there are."""
    shown: list[Item]
    """The first of them."""


def bounded(items: Iterable[Item], most: int) -> Bounded[Item]:
    """The first `most`, and how many there are."""
    listed = list(items)
    return Bounded(total=len(listed), shown=listed[:most])


class ReportedProblem(Record):
    """A complaint of `check`."""

    path: str
    """File, relative to the archive."""
    line: int
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
    runs: int
    """Runs; 0 where it cannot be read."""
    servers: int
    fields: int
    """Fields of the environment that apply."""
    recorded: int
    """Of these, fields somebody recorded, or looked for."""


class ReviewedRun(Record):
    """A run with the figures read from its evidence."""

    id: str
    """Id of the run."""
    server: str
    workload: str
    threads: int
    repetition: int | None
    """Repetition; null where not stated."""
    failed: str
    """Why the run failed; empty where it did not."""
    metric: str | None
    """Metric of the throughput; null where the evidence prints none."""
    value: Number | None
    """Throughput."""
    latency_metric: str | None
    """Metric of the latency; null where the evidence prints none."""
    latency: Number | None


class GroupCompleteness(Record):
    """A group of fields."""

    group: str
    """Name of the group."""
    fields: int
    """Fields that apply."""
    recorded: int
    """Fields somebody recorded, or looked for."""
    unavailable: int
    """Of these, fields that were looked for and not exposed."""
    missing: list[str]
    """Names of fields nobody recorded."""


class EnvironmentCompleteness(Record):
    """How much of the environment is recorded."""

    fields: int
    """Fields that apply."""
    recorded: int
    """Fields somebody recorded, or looked for."""
    unavailable: int
    """Of these, fields that were looked for and not exposed."""
    groups: list[GroupCompleteness]
    """The same by group."""


class Neighbour(Record):
    """A cell of the bundle beside the closest one of another bundle."""

    server: str
    """Server of this bundle."""
    workload: str
    threads: int
    metric: str
    """Metric of both values."""
    value: Number
    """Centre of the runs of this bundle."""
    bundle: str
    """The other bundle."""
    other_server: str
    """Its server."""
    machine: str
    """Its machine."""
    other_value: Number
    """Centre of its runs."""
    ratio: Number
    """This value over the other."""
    candidates: int
    """How many cells could have been taken."""


class Outlier(Record):
    """A repetition far from its siblings."""

    run: str
    metric: str
    value: Number
    """Its value."""
    median: Number
    """Median of its cell."""
    ratio: Number
    """Value over median."""
    repetitions: int
    """Repetitions of the cell."""


class Blocker(Record):
    """Something that stands in the way of comparing the sides."""

    workload: str
    field: str
    """What differs or is missing: a condition by its name in the table of conditions, else words.
    """
    values: list[str]
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
    glance: list[GlanceLine]
    """What a reviewer looks at first."""
    failed: int
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
    """A bundle that is not as it was. In JSON its details stand beside the other fields."""

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
    metric: str
    before: Number
    """Value before."""
    after: Number | None
    """Value now; null where it is gone."""


class ReviewReport(Record):
    """What a change adds to the archive."""

    review: Literal[1]
    """Version of the schema."""
    base: str
    """Commit the change starts from."""
    added: int
    """Bundles added."""
    changed: int
    """Bundles changed."""
    removed: int
    """Bundles removed."""
    withdrawn: int
    """Bundles withdrawn."""
    errors: int
    """Problems that refuse the change."""
    warnings: int
    """Problems that only warn."""
    code_files: int
    """Files of the program, the templates and the schemas that the change touches."""
    known_warnings: int
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
    record: dict[str, Any] = msgspec.to_builtins(report)
    for bundle in record["bundles"]["shown"]:
        bundle |= bundle.pop("details") or {}
    return f"{json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False)}\n".encode()


def report_of(record: dict[str, Any]) -> ReviewReport:
    """The report in a JSON document that fits the schema."""
    names = BundleDetails.__struct_fields__
    bundles = record["bundles"]
    shown = [
        {
            **{name: value for name, value in bundle.items() if name not in names},
            "details": {name: bundle[name] for name in names} if "runs" in bundle else None,
        }
        for bundle in bundles["shown"]
    ]
    nested = {**record, "bundles": {**bundles, "shown": shown}}
    return as_record(nested, ReviewReport)
