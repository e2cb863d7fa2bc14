"""The index and the lists of the API: `schema/api-1.schema.json` is made of them, with bundles."""

from __future__ import annotations

from typing import Annotated, Literal

from sysbench_archive.model.api_bundle import ApiHost, ApiResult, ApiServer, example
from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import (
    ContrastDirection,
    Direction,
    EvidenceStatus,
    ThreadRole,
)

_SHA256 = "cb0864605e5d280dbeb15440dbc51a6d59e61b3fb34d69fabffcee7d278225c3"
_SHARDS = [{"name": "2026-11", "path": "/api/v1/results/2026-11.json", "count": 12}]


class ApiWithdrawn(Record):
    """A withdrawn bundle: in the list of its month, and in place of its document. Its addresses and
    the reason stay.
    """

    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle."""
    title: Annotated[str, example("MariaDB 10.11 on a small virtual machine")]
    """Title it had."""
    path: Annotated[str, example("/results/2026-11-mariadb-small-vm/")]
    """Page that tells of it, relative to the site's base."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/results/2026-11-mariadb-small-vm/")
    ]
    """Permanent address of that page."""
    revision: Annotated[int, example(2, unit="1")]
    """Revision of the bundle, counted from 1; the withdrawal is one."""
    status: Annotated[Literal["withdrawn"], example("withdrawn")]
    """What happened."""
    standing: Annotated[str, example("permanent")]
    """Whether the row of the publication record may still be replaced (provisional) or never
    (permanent).
    """
    revision_date: Annotated[str, example("2026-12-01", text_format="date")]
    """Day it was withdrawn."""
    reason: Annotated[str, example("the disk was not the one described")]
    """Why."""
    run_count: Annotated[int, example(60, unit="1")]
    """Runs it had."""


class ApiResultEntry(ApiResult, kw_only=True):
    """A bundle in a list."""

    run_count: Annotated[int, example(60, unit="1")]
    """Runs in the bundle."""
    servers: Annotated[list[ApiServer], example([])]
    """Servers, in authored order."""
    tests: Annotated[list[str], example(["oltp_read_only"])]
    """sysbench's tests."""
    data: Annotated[str, example("/api/v1/bundles/2026-11-mariadb-small-vm.json")]
    """Its runs, as JSON."""


class ApiResults(Record):
    """`/api/v1/results/<month>.json`: bundles whose ids begin with that month."""

    withdrawn: Annotated[list[ApiWithdrawn], example([])]
    """Bundles of that month that were withdrawn."""
    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    name: Annotated[str, example("2026-11")]
    """Month, or curated."""
    results: Annotated[list[ApiResultEntry], example([])]
    """Bundles, by id."""


class ApiMachine(ApiHost, kw_only=True):
    """A host that ran a server, in a list."""

    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle."""
    path: Annotated[str, example("/results/2026-11-mariadb-small-vm/")]
    """Page of the bundle, relative to the site's base."""


class ApiMachines(Record):
    """`/api/v1/machines/<month>.json`: hosts that ran a server, in bundles whose ids begin with
    that month.
    """

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    name: Annotated[str, example("2026-11")]
    """Month, or curated."""
    machines: Annotated[list[ApiMachine], example([])]
    """Machines, by bundle and id."""


class ApiComparedServer(Record):
    """A server in a comparison."""

    label: Annotated[str, example("MySQL 8.0.36")]
    """Name for readers."""
    product: Annotated[str, example("mysql")]
    """Product."""
    version: Annotated[str, example("8.0.36")]
    """Exact version."""
    series: Annotated[str, example("8.0")]
    """Release series."""


class ApiComparison(Record):
    """A comparison in a list."""

    comparison: Annotated[str, example("mysql-5-7-vs-5-6")]
    """Id of the comparison, as in its address."""
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
    no-clear-difference, cannot-tell or not-comparable; else empty.
    """
    evidence_status: Annotated[str, example("measured")]
    """Evidence status of its verdicts where it is the same for all: measured, indicative or
    reported; else empty.
    """
    evidence: Annotated[list[str], example(["raw-output"])]
    """Kinds of evidence it rests on."""
    runs: Annotated[int, example(60, unit="1")]
    """Runs in its cells."""
    servers: Annotated[list[ApiComparedServer], example([])]
    """Servers, baseline first."""
    tests: Annotated[list[str], example(["oltp_read_only"])]
    """sysbench's tests."""
    data: Annotated[str, example("/comparisons/mysql-5-7-vs-5-6/index.json")]
    """Everything its page shows, as JSON."""
    figures: Annotated[str, example("/comparisons/mysql-5-7-vs-5-6/comparison.csv")]
    """Figures, ratios and intervals of its cells, as CSV."""


class ApiComparisons(Record):
    """`/api/v1/comparisons/<month>.json` and `/api/v1/comparisons/curated.json`: comparisons.
    Below the `path` of a comparison lie `index.json`, with everything its page shows, and
    `comparison.csv`, with the figures, ratios and intervals of its cells.
    """

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    name: Annotated[str, example("2026-11")]
    """Month, or curated."""
    comparisons: Annotated[list[ApiComparison], example([])]
    """Comparisons, by id."""


class ApiContrast(Record):
    """A candidate over the baseline of its panel at a thread count a verdict rests on. Its runs are
    those of both servers in the bundle, with this workload and thread count.
    """

    comparison: Annotated[str, example("2026-11-mariadb-small-vm--read-only")]
    """Id of the comparison, as in its address."""
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
    """Client threads."""
    role: Annotated[ThreadRole, example("cores")]
    """Why this thread count: one thread, several but fewer than the processors, about their number,
    oversubscribed; or its place in the grid where nobody recorded the processors.
    """
    ratio: Annotated[Number, example(0.87, unit="1")]
    """Candidate over baseline."""
    low: Annotated[Number | None, example(0.78, unit="1")]
    """Lower end of its interval; null without repetitions."""
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
    candidate_runs: Annotated[int, example(3, unit="1")]
    """Runs of the candidate."""
    baseline_runs: Annotated[int, example(3, unit="1")]
    """Runs of the baseline."""
    paired: Annotated[bool, example(True)]
    """Whether runs were paired by block."""


class ApiVerdicts(Record):
    """`/api/v1/verdicts/<month>.json` and `/api/v1/verdicts/curated.json`: every contrast that the
    verdicts of the comparisons of that month rest on. `/api/v1/verdicts.json` lists the
    pages.
    """

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    name: Annotated[str, example("2026-11")]
    """Month, or curated."""
    verdicts: Annotated[list[ApiContrast], example([])]
    """Contrasts, by comparison and in its order of panels, candidates and threads."""


class ApiCounts(Record):
    """Counts."""

    bundles: Annotated[int, example(71, unit="1")]
    """Bundles."""
    runs: Annotated[int, example(7585, unit="1")]
    """Runs."""
    comparisons: Annotated[int, example(240, unit="1")]
    """Comparisons."""
    verdicts: Annotated[int, example(3900, unit="1")]
    """Contrasts that verdicts rest on."""
    machines: Annotated[int, example(71, unit="1")]
    """Hosts that ran a server, counted in every bundle."""
    upgrades: Annotated[int, example(178, unit="1")]
    """Pairs of release series that some machine ran both of."""
    withdrawn: Annotated[int, example(1, unit="1")]
    """Bundles that were withdrawn; they are in no other count."""


class ApiShard(Record):
    """A page of a list. It changes only while bundles of its month are added or corrected."""

    name: Annotated[str, example("2026-11")]
    """Month the ids of its bundles begin with; curated for comparisons written by hand; the pair of
    an upgrade.
    """
    path: Annotated[str, example("/api/v1/results/2026-11.json")]
    """Path on this site, relative to its base."""
    count: Annotated[int, example(12, unit="1")]
    """Entries in it."""


class ApiVerdictPages(Record):
    """`/api/v1/verdicts.json`: where every contrast is."""

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    count: Annotated[int, example(1200, unit="1")]
    """Contrasts on all pages."""
    pages: Annotated[list[ApiShard], example([])]
    """The pages, oldest month first."""


class ApiMetric(Record):
    """What a figure means."""

    name: Annotated[str, example("tps")]
    """Name: a column of the tables and a field of a run."""
    label: Annotated[str, example("Transactions per second")]
    """Name for readers."""
    unit: Annotated[str, example("1/s")]
    """Unit; 1 for a count."""
    direction: Annotated[str, example("higher")]
    """Which way is better: higher, lower or none."""
    description: Annotated[
        str, example("Transactions divided by the run's total time, as sysbench prints it.")
    ]
    """Meaning."""


class ApiDownload(Record):
    """A file that holds the whole archive."""

    path: Annotated[str, example("/downloads/runs.parquet")]
    """Path on this site, relative to its base."""
    name: Annotated[str, example("runs.parquet")]
    """File name."""
    media_type: Annotated[str, example("application/vnd.apache.parquet")]
    """Media type."""
    description: Annotated[str, example("Every run, one row each, as Parquet.")]
    """What it holds."""
    bytes: Annotated[int, example(812345, unit="B")]
    """Size."""
    sha256: Annotated[str, example(_SHA256)]
    """SHA-256."""


class ApiIndex(Record):
    """`/api/v1/index.json`: where everything is."""

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    documentation: Annotated[str, example("/api/")]
    """Page that explains the API, with its changelog."""
    changelog: Annotated[str, example("/api/#text-changelog")]
    """Changelog of the API."""
    schema: Annotated[str, example("/schema/api-1.schema.json")]
    """JSON Schema of every document of the API."""
    openapi: Annotated[str, example("/api/v1/openapi.json")]
    """Description of the API as OpenAPI 3.1."""
    permanent_base: Annotated[str, example("https://sysbench-archive.example")]
    """What citations put before a path. Files are fetched from wherever this copy is served."""
    counts: Annotated[
        ApiCounts,
        example(
            {
                "bundles": 71,
                "runs": 7585,
                "comparisons": 240,
                "verdicts": 3900,
                "machines": 71,
                "upgrades": 178,
                "withdrawn": 1,
            }
        ),
    ]
    """What there is."""
    results: Annotated[list[ApiShard], example(_SHARDS)]
    """Bundles, by month."""
    comparisons: Annotated[list[ApiShard], example(_SHARDS)]
    """Comparisons, by month of their bundle; curated ones together."""
    verdicts: Annotated[list[ApiShard], example(_SHARDS)]
    """Contrasts that verdicts rest on, by month of their bundle; those of curated comparisons
    together.
    """
    machines: Annotated[list[ApiShard], example(_SHARDS)]
    """Machines, by month of their bundle."""
    upgrades: Annotated[
        list[ApiShard],
        example(
            [
                {
                    "name": "mysql-5.7-to-mysql-8.0",
                    "path": "/api/v1/upgrades/mysql-5.7-to-mysql-8.0.json",
                    "count": 174,
                }
            ]
        ),
    ]
    """Upgrades, a document for each pair of release series; entries are points."""
    metrics: Annotated[list[ApiMetric], example([])]
    """Every figure a run can have."""
    downloads: Annotated[list[ApiDownload], example([])]
    """The whole archive as files."""
