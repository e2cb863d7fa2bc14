"""What readers call directions, statuses, metrics and evidence, for every page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from sysbench_archive.derive.cells import metric_record
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Labelled, MetricRecord, Record, as_record, read_rows
from sysbench_archive.pages.kinds import PageKind
from sysbench_archive.words.phrases import DIRECTIONS, STATUSES


class MethodologyVersion(Record):
    """A version of the methodology."""

    version: int
    day: Annotated[str, Meta(extra_json_schema={"format": "date"})]
    """ISO day."""
    changed: str
    """What changed, in plain text."""


METHODOLOGY = [
    as_record(row, MethodologyVersion, strict=False)
    for row in read_rows(Path(__file__).with_name("methodology.tsv"))
]
"""Every version, oldest first."""


class SiteRecord(Record):
    """What readers call directions, statuses, metrics and evidence; versions of the methodology."""

    directions: dict[str, str]
    statuses: dict[str, str]
    """Evidence statuses of verdicts, strongest first."""
    metrics: dict[str, MetricRecord]
    evidence: dict[str, Labelled]
    """Evidence classes by name, with their meaning."""
    methodology: list[MethodologyVersion]
    """Versions of the methodology, oldest first."""


_KEPT = "Every figure is parsed from sysbench's own output, which is kept here."
_LINKED = """Every figure is parsed from sysbench's own output, which is kept elsewhere and named
 here by address, commit and checksum.""".replace("\n", "")


_COPIED = "The figures are copied from {} somebody published; the output behind them is not here."
EVIDENCE = {
    "raw-output": Labelled(label="Raw output", text=_KEPT),
    "linked-output": Labelled(label="Linked output", text=_LINKED),
    "published-table": Labelled(label="Published table", text=_COPIED.format("a table")),
    "published-text": Labelled(label="Published text", text=_COPIED.format("prose")),
}
"""Evidence class to its name and meaning for readers, strongest first."""
EVIDENCE_LABELS = {name: kind.label for name, kind in EVIDENCE.items()}


SITE = PageKind(
    name="site",
    record=SiteRecord,
    grows=False,
    made=lambda _: SiteRecord(
        directions=dict(DIRECTIONS),
        statuses=dict(STATUSES),
        metrics={name: metric_record(name) for name in METRICS},
        evidence=EVIDENCE,
        methodology=METHODOLOGY,
    ),
)
