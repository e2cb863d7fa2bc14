"""Rows of the tables of the downloads that are no records of the API."""

from __future__ import annotations

from typing import Annotated

from sysbench_archive.model.api_bundle import example
from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.history import RevisionStanding

Cell = str | int | float | bool | None
"""A value of a table."""


class TableSource(Record):
    """Who wrote what a bundle was taken from; a bundle measured for the archive has no source."""

    source_id: Annotated[str | None, example("mysqlonarm-benchmark")]
    """Id of the source: the last part of its address, and the key of the table of sources."""
    source_title: Annotated[str | None, example("A blog post")]
    """Title of the source."""
    source_author: Annotated[str | None, example("Ada Lovelace")]
    """Who wrote the source. Who brought it into the archive is `submitter`."""
    source_license: Annotated[str | None, example("Apache-2.0")]
    """Licence the source states; `none stated` where somebody looked and found none."""
    source_url: Annotated[str | None, example("https://example.org/benchmark")]
    """Web address of the source."""


class TableSetting(Record):
    """A setting of a server."""

    server: Annotated[str, example("mariadb-10-11-5")]
    """Id of the server in its bundle."""
    name: Annotated[str, example("innodb_buffer_pool_size")]
    """Name of the variable, with `_` between its words."""
    value: Annotated[str, example("134217728")]
    """Its value as text, as it was written or told."""
    origin: Annotated[str, example("option")]
    """Where it is known from: `option`, somebody set it; `variable`, the server told its own value;
    `default`, nobody set it, and this is the default of its version.
    """


class TableSeries(Record):
    """Throughput of a part of a run."""

    run: Annotated[str, example("oltp-read-only-t4-r1")]
    """Id of the run in its bundle."""
    part: Annotated[str, example("interval")]
    """What the row is: `interval`, a line that sysbench printed; where the output is kept elsewhere
    `mean`, several lines; and besides these `stall`, a stretch below a tenth of the run's median,
    whose lines are in means as well.
    """
    from_s: Annotated[Number, example(0, unit="s")]
    """When it begins, since the start of the run."""
    to_s: Annotated[Number, example(1, unit="s")]
    """When it ends."""
    intervals: Annotated[int, example(1, unit="1")]
    """Interval lines it sums up."""
    tps: Annotated[Number, example(1268.32, unit="1/s")]
    """Transactions per second, the mean of its lines."""
    latency_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """Latency that an interval line prints: the percentile sysbench was told."""


class TableSourceRow(Record, kw_only=True):
    """A repository, article or document that results were taken from."""

    source_id: Annotated[str, example("mysqlonarm-benchmark")]
    """Id: the last part of its address."""
    source_title: Annotated[str, example("A blog post")]
    """Title."""
    source_kind: Annotated[str, example("repository")]
    """What it is: repository, article or document."""
    source_author: Annotated[str | None, example("Ada Lovelace")]
    """Who wrote it."""
    source_license: Annotated[str | None, example("Apache-2.0")]
    """Licence it states; `none stated` where somebody looked and found none."""
    source_license_note: Annotated[str | None, example("LICENSE at the root")]
    """Where the licence stands, or what it covers."""
    source_url: Annotated[str | None, example("https://example.org/benchmark")]
    """Web address."""
    bundles: Annotated[int, example(3, unit="1")]
    """Bundles taken from it."""
    runs: Annotated[int, example(60, unit="1")]
    """Runs of those."""
    refused: Annotated[int, example(4, unit="1")]
    """Results of it that did not enter the archive."""


class TableRevision(Record, kw_only=True):
    """A revision of a comparison, or of a page that several share."""

    comparison: Annotated[str, example("2013-03-schwenke-connect-heap--connect")]
    """Slug of the comparison."""
    revision: Annotated[int, example(1, unit="1")]
    """Its revision, counted from 1."""
    revision_date: Annotated[str, example("2026-11-23", text_format="date")]
    """Day of the revision."""
    standing: Annotated[RevisionStanding, example("provisional")]
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


class BundleTables(Record):
    """What the tables have of a bundle besides its document in the API: rows as lists of cells."""

    settings: list[list[Cell]]
    """A `TableSetting` each."""
    series: list[list[Cell]]
    """A `TableSeries` each."""
