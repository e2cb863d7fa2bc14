"""What readers call directions, statuses, metrics and evidence, for every page."""

from __future__ import annotations

from sysbench_archive.derive.cells import metric_record
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import MetricRecord, Record
from sysbench_archive.pages.kinds import PageKind
from sysbench_archive.words.phrases import DIRECTIONS, STATUSES


class EvidenceKind(Record):
    """An evidence class."""

    label: str
    description: str
    """Meaning."""


class SiteRecord(Record):
    """What readers call directions, statuses, metrics and evidence."""

    directions: dict[str, str]
    """Directions of verdicts."""
    statuses: dict[str, str]
    """Evidence statuses of verdicts, strongest first."""
    metrics: dict[str, MetricRecord]
    """Metrics by name."""
    evidence: dict[str, EvidenceKind]
    """Evidence classes by name."""


_KEPT = "Every figure is parsed from sysbench's own output, which is kept here."
_LINKED = """Every figure is parsed from sysbench's own output, which is kept elsewhere and named
 here by address, commit and checksum.""".replace("\n", "")


_COPIED = "The figures are copied from {} somebody published; the output behind them is not here."
EVIDENCE = {
    "raw-output": EvidenceKind(label="Raw output", description=_KEPT),
    "linked-output": EvidenceKind(label="Linked output", description=_LINKED),
    "published-table": EvidenceKind(label="Published table", description=_COPIED.format("a table")),
    "published-text": EvidenceKind(label="Published text", description=_COPIED.format("prose")),
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
    ),
)
