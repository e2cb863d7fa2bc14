"""Upgrades in the API: the document of a pair, and how the index finds it."""

from __future__ import annotations

from typing import Annotated, Literal

from sysbench_archive.model.api_bundle import example
from sysbench_archive.model.base import Number, Record

_RUN = "oltp-read-only-t4-r1"


class ApiUpgradeCell(Record):
    """Evidence of one cell: points that differ in machine and bundle only. What they share is said
    here: what ran, at how many threads, with which settings.
    """

    cell: Annotated[str, example("5f1c0d9e2b7a")]
    """Key of the cell, which its points have as well."""
    workload: Annotated[str, example("OLTP read-only")]
    """Name of the workload for readers."""
    test: Annotated[str, example("oltp_read_only")]
    """sysbench's test, by its canonical name; empty where nobody recorded it."""
    family: Annotated[str, example("range")]
    """Kind of workload: point, range, read-write, write or connect."""
    threads: Annotated[int, example(4, unit="1")]
    """Client threads."""
    band: Annotated[str, example("about-cores")]
    """Threads beside the processors of the machine: one (exactly one thread), up-to-half,
    about-cores (0.5 to 2 times), oversubscribed (above 2), or unrecorded.
    """
    regime: Annotated[str, example("pinned")]
    """Settings of both servers: defaults, pinned, or other where nobody recorded which."""
    residency: Annotated[str, example("in-memory")]
    """Where the dataset lies: in-memory, cached, io-bound or unrecorded."""
    pool_mib: Annotated[Number | None, example(2048, unit="MiB")]
    """Buffer pool of both servers; null where nobody recorded it or the two differ."""
    tables: Annotated[int | None, example(4, unit="1")]
    """Tables, after sysbench's defaults."""
    table_size: Annotated[int | None, example(100000, unit="1")]
    """Rows in each table, after sysbench's defaults."""
    dataset_size_mib: Annotated[Number | None, example(52.1, unit="MiB")]
    """Size of the dataset, where stated."""
    placement: Annotated[str | None, example("same-host")]
    """Where the client stood relative to the server: same-host or other-host."""
    parameters: Annotated[str, example("b1946ac92492")]
    """Digest of sysbench's parameters that decide what a transaction does, such as the size of
    ranges; the bundles state them.
    """

    basis: Annotated[str, example("interval")]
    """What low and high are: interval (confidence interval), single (nothing), bundles or machines
    (the range of their ratios), or prediction (where one more machine would lie).
    """
    ratio: Annotated[Number | None, example(0.88, unit="1")]
    """Throughput of the newer release over that of the older; null where there is only a range."""
    low: Annotated[Number | None, example(0.85, unit="1")]
    """Lower end, as basis says."""
    high: Annotated[Number | None, example(0.91, unit="1")]
    """Upper end, as basis says."""
    direction: Annotated[str, example("slower")]
    """What the cell says of the newer release: faster or slower (that stands at least once, and the
    other never does), mixed (both stand), equivalent, no-clear-difference, or cannot-tell.
    """
    finding: Annotated[str, example("12 % slower")]
    """The direction in words, with how many machines or bundles say so."""
    status: Annotated[str, example("measured")]
    """Evidence status: measured, indicative or reported."""
    machines: Annotated[int, example(1, unit="1")]
    """Independent machines."""
    points: Annotated[int, example(1, unit="1")]
    """Points."""
    runs: Annotated[int, example(6, unit="1")]
    """Runs of both sides."""
    releases: Annotated[list[str], example(["5.7.44 → 8.0.45"])]
    """Exact releases, older and newer."""


class ApiUpgradePoint(Record):
    """One contrast: one workload at one thread count on one machine, from one bundle."""

    cell: Annotated[str, example("5f1c0d9e2b7a")]
    """Key of its cell, which says what ran, at how many threads, with which settings."""
    bundle: Annotated[str, example("2026-11-mysql-small-vm")]
    """Id of the bundle."""
    path: Annotated[str, example("/comparisons/2026-11-mysql-small-vm--oltp-read-only/")]
    """Page it is compared on, relative to the site's base."""
    from_release: Annotated[str, example("5.7.44")]
    """Exact older version, with its maturity where it is no general release."""
    to_release: Annotated[str, example("8.0.45")]
    """Exact newer version, with its maturity where it is no general release."""
    order: Annotated[str, example("forward")]
    """forward, or backward where the release of the older series came out after the other; unknown
    without the days of both.
    """
    cpus: Annotated[int | None, example(2, unit="1")]
    """Hardware threads of the machine, or its cores where only those are recorded."""
    machine: Annotated[str, example("0c3d5e7f9a1b")]
    """Key of what counts as one machine."""
    hardware_class: Annotated[str, example("zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms")]
    """Hardware class of the machine."""
    metric: Annotated[str, example("tps")]
    """Metric of the ratio, of those the index lists."""
    ratio: Annotated[Number, example(0.88, unit="1")]
    """Newer release over older: the ratio of the geometric means of their runs."""
    low: Annotated[Number | None, example(0.85, unit="1")]
    """Lower end of its interval; null where a side has a single run or figures are published."""
    high: Annotated[Number | None, example(0.91, unit="1")]
    """Upper end of its interval."""
    status: Annotated[str, example("measured")]
    """Evidence status: measured, indicative or reported."""
    direction: Annotated[str, example("slower")]
    """What the contrast says of the newer release."""
    newer_n: Annotated[int, example(3, unit="1")]
    """Runs of the newer release."""
    older_n: Annotated[int, example(3, unit="1")]
    """Runs of the older release."""
    newer_runs: Annotated[list[str], example([_RUN])]
    """Ids of the newer release's runs in that bundle."""
    older_runs: Annotated[list[str], example([_RUN])]
    """Ids of the older release's runs in that bundle."""


class ApiUpgrade(Record):
    """`/api/v1/upgrades/<pair>.json`: everything known of one upgrade of release series."""

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    upgrade: Annotated[str, example("mysql-5.7-to-mysql-8.0")]
    """Name of the pair, as in its address."""
    path: Annotated[str, example("/upgrades/mysql-5.7-to-mysql-8.0/")]
    """Page of the pair, relative to the site's base."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/upgrades/mysql-5.7-to-mysql-8.0/")
    ]
    """Permanent address of that page."""
    product: Annotated[str, example("mysql")]
    """Product of the older series."""
    to_product: Annotated[str, example("mysql")]
    """Product of the newer series."""
    from_series: Annotated[str, example("5.7")]
    """Older release series."""
    to_series: Annotated[str, example("8.0")]
    """Newer release series."""
    left_out: Annotated[int, example(0, unit="1")]
    """Points left out, as something besides the release differs that decides the figures."""
    cells: Annotated[list[ApiUpgradeCell], example([])]
    """Cells, those with fewer threads first."""
    points: Annotated[list[ApiUpgradePoint], example([])]
    """Points, in the order of their cells."""
