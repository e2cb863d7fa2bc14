"""Comparisons as rows: one each, one a contrast that verdicts rest on, one a recorded revision, and
one for what each server has where servers differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Annotated, Literal

from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger.comparisons import revision_page
from sysbench_archive.model.base import ListedServer, Number, Record, example, narrowed
from sysbench_archive.model.comparability import Severity
from sysbench_archive.model.comparison import (
    Comparison,
    ContrastDirection,
    Direction,
    EvidenceStatus,
    ThreadRole,
    Window,
)
from sysbench_archive.model.comparison_revision import ComparisonRow


class ApiComparison(Record):
    """A comparison in a list."""

    comparison: Annotated[str, example("mysql-5-7-vs-5-6")]
    path: Annotated[str, example("/comparisons/mysql-5-7-vs-5-6/")]
    """Page of the comparison, relative to the site's base."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/comparisons/mysql-5-7-vs-5-6/")
    ]
    """Permanent address of the comparison, for citations."""
    kind: Annotated[str, example("curated")]
    """How it came about: curated by hand, or matrix, made of one workload of one bundle."""
    title: Annotated[str, example("MySQL 5.7 against 5.6")]
    """Title."""
    question: Annotated[str, example("Is 5.7 faster than 5.6?")]
    """What it asks."""
    direction: Annotated[str, example("faster")]
    """Its verdict where all its verdicts are the same: faster, slower, equivalent, mixed,
    no-clear-difference, too-noisy, cannot-tell or not-comparable; else empty.
    """
    evidence_status: Annotated[str, example("measured")]
    """Evidence status of its verdicts where it is the same for all: measured, indicative or
    reported; else empty.
    """
    evidence: Annotated[list[str], example(["raw-output"])]
    """Kinds of evidence it rests on."""
    runs: Annotated[int, example(60, unit="1")]
    """Runs in its cells."""
    servers: Annotated[list[ListedServer], example([])]
    """Servers, baseline first."""
    tests: Annotated[list[str], example(["oltp_read_only"])]
    """sysbench's tests."""
    data: Annotated[str, example("/comparisons/mysql-5-7-vs-5-6/index.json")]
    """Everything its page shows, as JSON."""
    figures: Annotated[str, example("/comparisons/mysql-5-7-vs-5-6/comparison.csv")]
    """Figures, ratios and intervals of its cells, as CSV."""


class ApiContrast(Record):
    """A candidate over the baseline of its panel at a thread count a verdict rests on. Its runs are
    those of both servers in the bundle, with this workload and thread count.
    """

    comparison: Annotated[str, example("2026-11-mariadb-small-vm--read-only")]
    path: Annotated[str, example("/comparisons/2026-11-mariadb-small-vm--read-only/")]
    """Page of the comparison, relative to the site's base."""
    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle whose runs are compared."""
    workload: Annotated[str, example("read-only")]
    """Workload of the panel."""
    metric: Annotated[str, example("tps")]
    """Metric that is compared."""
    baseline_server: Annotated[str, example("mariadb-10-6-12")]
    """Id of the baseline in the bundle."""
    baseline_product: Annotated[str, example("mariadb")]
    """Its product."""
    baseline_version: Annotated[str, example("10.6.12")]
    """Its version."""
    candidate_server: Annotated[str, example("mariadb-10-11-5")]
    """Id of the candidate in the bundle."""
    candidate_product: Annotated[str, example("mariadb")]
    """Its product."""
    candidate_version: Annotated[str, example("10.11.5")]
    """Its version."""
    threads: Annotated[int, example(4, unit="1")]
    role: Annotated[ThreadRole, example("cores")]
    """Why this thread count: one thread, several but fewer than the processors, about their number,
    oversubscribed; or its place in the grid where nobody recorded the processors.
    """
    ratio: Annotated[Number, example(0.87, unit="1")]
    """Candidate over baseline."""
    settled: Annotated[Window, example("whole")]
    """The part of the runs that the ratio is of, the longest in which all of both were settled:
    whole, last-three-quarters or last-half; never where there is none, and then of whole runs.
    """
    whole_ratio: Annotated[Number, example(0.87, unit="1")]
    """Candidate over baseline, over whole runs."""
    low: Annotated[Number | None, example(0.78, unit="1")]
    high: Annotated[Number | None, example(0.97, unit="1")]
    """Upper end; null without repetitions."""
    direction: Annotated[ContrastDirection, example("slower")]
    """What this contrast says of the candidate."""
    verdict: Annotated[Direction, example("slower")]
    """What all contrasts of the pair in this panel say together."""
    evidence_status: Annotated[EvidenceStatus, example("measured")]
    """What the verdict rests on."""
    limitations: Annotated[list[str], example(["one run on a side"])]
    """Why the status is not higher, in words."""
    blockers: Annotated[list[str], example(["Binary log"])]
    """What makes the two not comparable under this workload."""
    candidate_runs: Annotated[int, example(3, unit="1")]
    """Runs of the candidate."""
    baseline_runs: Annotated[int, example(3, unit="1")]
    """Runs of the baseline."""
    paired: Annotated[bool, example(True)]
    """Whether runs were paired by block."""


class TableDifference(Record):
    """What one server has where the servers of a panel differ, or where nobody recorded it."""

    comparison: Annotated[str, example("2026-11-mariadb-small-vm--read-only")]
    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle whose servers are compared."""
    workload: Annotated[str, example("read-only")]
    """Workload of the panel."""
    metric: Annotated[str, example("tps")]
    """Metric that is compared."""
    field: Annotated[str, example("binary_log")]
    """Condition that differs or was not recorded; of a variable its name behind `variable.`."""
    server: Annotated[str, example("mariadb-10-11-5")]
    """Id of the server in the bundle."""
    value: Annotated[str | None, example("on")]
    """What it has; null where the condition does not apply or was not recorded."""
    status: Annotated[Literal["differs", "unrecorded", "intended"], example("differs")]
    """What is said of the servers: they differ, not all are recorded, or the difference is the
    point of the comparison.
    """
    severity: Annotated[Severity, example("blocker")]
    """What that weighs for such a workload."""


class TableRevision(Record, kw_only=True):
    """A revision of a comparison, or of a page that several share."""

    comparison: Annotated[str, example("2013-03-schwenke-connect-heap--connect")]
    """Slug of the comparison."""
    revision: Annotated[int, example(1, unit="1")]
    """Its revision, counted from 1."""
    revision_date: Annotated[str, example("2026-11-23", text_format="date")]
    """Day of the revision."""
    standing: Annotated[Literal["provisional", "permanent"], example("permanent")]
    """Whether it may still be replaced: `provisional` or `permanent`."""
    methodology: Annotated[int, example(6, unit="1")]
    """Version of the methodology that its verdicts rest on."""
    title: Annotated[str, example("Connect, one query, disconnect")]
    """Title it had."""
    bundles: Annotated[str, example("2013-03-schwenke-connect-heap 1")]
    """Bundles it rested on, each with its revision behind it, with `; ` between them."""
    headline_candidate: Annotated[str | None, example("MariaDB 10.0.1")]
    """Of its headline ratios the one furthest from 1: the server. Null where there are none."""
    headline_threads: Annotated[int | None, example(16, unit="1")]
    """Client threads of that ratio."""
    headline_ratio: Annotated[Number | None, example(0.85, unit="1")]
    """That ratio, server over baseline."""
    headline_low: Annotated[Number | None, example(0.81, unit="1")]
    """Lower end of its interval."""
    headline_high: Annotated[Number | None, example(0.89, unit="1")]
    """Upper end of its interval."""
    headline_direction: Annotated[str | None, example("slower")]
    """What that ratio says, as `direction` of contrasts does."""
    verdicts_sha256: Annotated[str, example("0" * 64)]
    """SHA-256 of its verdicts: the same figures and verdicts have the same."""
    reason: Annotated[str | None, example("version 6 of the methodology")]
    """Why there is another revision; null of the first."""
    path: Annotated[str, example("/comparisons/two-versions/revisions/1/")]
    """Pinned address."""


def comparison_row(entry: ComparisonEntry, base: str) -> ApiComparison:
    """A comparison; `base` is what citations begin with."""
    return narrowed(
        entry,
        ApiComparison,
        comparison=entry.slug,
        permalink=f"{base}{entry.path}",
        evidence_status=entry.status,
        tests=list(entry.tests),
        data=f"{entry.path}index.json",
        figures=f"{entry.path}comparison.csv",
    )


def contrast_rows(comparison: Comparison) -> Iterator[ApiContrast]:
    """Every headline contrast of a comparison."""
    for panel in comparison.panels:
        baseline, *candidates = panel.sides
        for candidate, verdict, compared in zip(
            candidates, panel.verdicts, panel.comparability.candidates, strict=True
        ):
            for contrast in verdict.headline:
                yield narrowed(
                    contrast,
                    ApiContrast,
                    settled=contrast.window,
                    comparison=comparison.slug,
                    path=comparison.path,
                    bundle=panel.bundle.id,
                    workload=panel.workload.id,
                    metric=panel.metric.name,
                    baseline_server=baseline.id,
                    baseline_product=baseline.product,
                    baseline_version=baseline.version,
                    candidate_server=candidate.id,
                    candidate_product=candidate.product,
                    candidate_version=candidate.version,
                    verdict=verdict.direction,
                    evidence_status=verdict.status,
                    limitations=verdict.limitations,
                    blockers=sorted(compared.blockers),
                    candidate_runs=contrast.n[0],
                    baseline_runs=contrast.n[1],
                )


def difference_rows(comparison: Comparison) -> Iterator[TableDifference]:
    """What comparability found in each panel of a comparison, a row for each of its servers."""
    for panel in comparison.panels:
        for row in panel.comparability.rows:
            for side, value in zip(panel.sides, row.values, strict=True):
                yield narrowed(
                    row,
                    TableDifference,
                    comparison=comparison.slug,
                    bundle=panel.bundle.id,
                    workload=panel.workload.id,
                    metric=panel.metric.name,
                    server=side.id,
                    value=None if value in ("", "unrecorded") else value,
                )


_OF_HEADLINE = ("threads", "ratio", "low", "high", "direction")


def revision_row(row: ComparisonRow) -> TableRevision:
    """A row of the record of comparisons with the headline ratio that is furthest from 1."""
    ratios = [
        (verdict.candidate, each)
        for panel in row.panels
        for verdict in panel.verdicts
        for each in verdict.ratios
        if each.ratio > 0
    ]
    candidate, each = max(ratios, key=lambda one: abs(log(one[1].ratio)), default=(None, None))
    return narrowed(
        row,
        TableRevision,
        revision_date=row.date,
        bundles="; ".join(f"{named.bundle} {named.revision}" for named in row.bundles),
        headline_candidate=candidate,
        **{f"headline_{name}": getattr(each, name, None) for name in _OF_HEADLINE},
        verdicts_sha256=row.verdicts,
        reason=row.reason or None,
        path=revision_page(row.comparison, row.revision),
    )
