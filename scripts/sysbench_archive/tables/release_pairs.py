"""Two releases side by side: every pair that one bundle ran, and what the API has of them.

No ratio here joins two machines, workloads, thread counts, buffer pools or methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal

from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Number, Record, Reference, as_record, example, narrowed
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import ContrastDirection, EvidenceStatus, Window
from sysbench_archive.tables import SQL_TYPES, columns_of, row_lines
from sysbench_archive.tables.cells import Cell, Measured
from sysbench_archive.tables.comparisons import ApiContrast

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

QUERY = Path(__file__).with_suffix(".sql")
Family = Literal["point", "range", "read-write", "write", "connect"]
"""Families of the kinds of load that pages have."""
Clients = Literal["one", "up-to-half", "about-cores", "oversubscribed", "unrecorded"]
"""Client threads beside the processors, for display only: one; up to half of them; from half to
twice; more; several, where nobody recorded the processors.
"""
Sign = Literal["faster", "slower", ""]
"""What stands; empty where nothing does, or nothing was judged."""
HALF, TWICE = 0.5, 2.0
"""Clients for each processor: below the first, up to half; above the other, oversubscribed."""


class ReleasePair(Measured):
    """Two releases under one workload at one thread count in one bundle, on one host."""

    family: Annotated[Family, example("range")]
    """Kind of workload."""
    from_server: Annotated[str, example("mysql-5-7-44")]
    """Id of the server with the older release."""
    product: Annotated[str, example("mysql")]
    """Its product."""
    from_series: Annotated[str, example("5.7")]
    """Its release series."""
    from_release: Annotated[str, example("5.7.44")]
    """Its exact version."""
    to_server: Annotated[str, example("mysql-8-0-45")]
    """Id of the server with the newer release."""
    to_product: Annotated[str, example("mysql")]
    """Its product."""
    to_series: Annotated[str, example("8.0")]
    """Its release series."""
    to_release: Annotated[str, example("8.0.45")]
    """Its exact version."""
    from_build: Annotated[str, example("package mysql-server of Ubuntu")]
    """Who built the older one and how it was delivered; empty where nobody recorded it."""
    to_build: Annotated[str, example("package mysql-server of Ubuntu")]
    """The same of the newer one."""
    twin: Annotated[Literal["agrees", "disagrees"] | None, example("agrees")]
    """Whether MySQL and Percona Server of these series, which ran beside each other, agree in sign
    and lie no further apart at the older series than the ratio from 1; null where only one ran. At
    the newer series alone a twin agrees in sign; held runs of a twin count.
    """
    alone: Annotated[str | None, example("mysql-5-7-44")]
    """Id of the server that lies furthest from these two and their twins; null where none
    disagrees.
    """
    repeated: Annotated[bool | None, example(value=True)]
    """Whether another campaign found at least half of it under that workload, on a logarithmic
    scale; null within 2.5 times.
    """
    general: Annotated[bool, example(value=True)]
    """Whether both are general releases, no milestones or candidates."""
    ratio: Annotated[Number, example(0.88, unit="1")]
    """Newer release over older: the ratio of the geometric means of their runs; of slices that a
    comparison judged, that of their rounds, paired and trimmed.
    """
    settled: Annotated[Window, example("whole")]
    """The part of the runs that the ratio is of, the longest in which all of both were settled."""
    whole_ratio: Annotated[Number, example(0.86, unit="1")]
    """Newer release over older, over whole runs."""
    low: Annotated[Number | None, example(0.85, unit="1")]
    """Lower end of its interval; null where nothing was repeated or the bundle's own comparisons
    have no such contrast.
    """
    high: Annotated[Number | None, example(0.91, unit="1")]
    direction: Annotated[ContrastDirection | None, example("slower")]
    """What the contrast was judged to say of the newer release; null where it was not judged."""
    status: Annotated[str | None, example("indicative")]
    """Evidence status of that verdict."""
    newer_runs: Annotated[int, example(3, unit="1")]
    """Runs of the newer release."""
    older_runs: Annotated[int, example(3, unit="1")]
    """Runs of the older release."""

    @property
    def clients(self) -> Clients:
        """Client threads beside the processors."""
        if self.threads == 1:
            return "one"
        if not self.cpus:
            return "unrecorded"
        share = self.threads / self.cpus
        if share < HALF:
            return "up-to-half"
        return "about-cores" if share <= TWICE else "oversubscribed"

    @property
    def speaks(self) -> bool:
        """Whether it may stand in a range or a sentence over machines."""
        return self.general and self.twin != "disagrees"

    @property
    def standing(self) -> EvidenceStatus:
        """Its evidence status. No second campaign is known to have found what was not judged."""
        match self.status:
            case "measured" | "indicative" | "reported" as status:
                return status
        return "indicative" if self.printed else "reported"

    @property
    def sign(self) -> Sign:
        """What was judged, where it stands."""
        match self.direction:
            case "faster" | "slower" as sign:
                return sign
        return ""


class Upgrade(Record):
    """Two release series, each with its product."""

    upgrade: Annotated[str, example("mysql-5.7-to-mysql-8.0")]
    """Name of the pair, as in its address."""
    path: Annotated[str, example("/upgrades/mysql-5.7-to-mysql-8.0/")]
    """Page of the pair, relative to the site's base."""
    title: Annotated[str, example("MySQL 5.7 to MySQL 8.0")]
    """Title of that page."""
    data: Annotated[str, example("/api/v1/upgrades/mysql-5.7-to-mysql-8.0.json")]
    """Its contrasts in the API."""
    product: Annotated[str, example("mysql")]
    """Product of the older series."""
    to_product: Annotated[str, example("mysql")]
    """Product of the newer series."""
    from_series: Annotated[str, example("5.7")]
    """Older release series."""
    to_series: Annotated[str, example("8.0")]
    """Newer release series."""
    from_label: Annotated[str, example("MySQL 5.7")]
    """Older series with its product."""
    to_label: Annotated[str, example("MySQL 8.0")]
    """Newer series with its product."""


class ApiUpgrade(Upgrade):
    """`/api/v1/upgrades/<pair>.json`: every contrast of two release series."""

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/upgrades/mysql-5.7-to-mysql-8.0/")
    ]
    """Permanent address of that page."""
    lines: Annotated[list[ReleasePair], example([])]
    """Contrasts, by bundle, workload and threads."""


class ApiGoneUpgrade(Record):
    """In place of an upgrade's document, where nothing on file measures it any more."""

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    upgrade: Annotated[str, example("mysql-5.7-to-mysql-8.0")]
    """Name of the pair, as in its address."""
    title: Annotated[str, example("MySQL 5.7 to MySQL 8.0")]
    """Title its page had."""
    path: Annotated[str, example("/upgrades/mysql-5.7-to-mysql-8.0/")]
    """Page that tells of it, relative to the site's base."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/upgrades/mysql-5.7-to-mysql-8.0/")
    ]
    """Permanent address of that page."""
    status: Annotated[Literal["gone"], example("gone")]
    """That no contrast is left."""
    notices: Annotated[list[str], example(["Withdrawn on 2026-12-01: the disk was another one."])]
    """What became of the bundles it rested on, a sentence an event; empty where unknown."""
    bundles: Annotated[list[str], example(["2026-11-mariadb-small-vm"])]
    """Ids of these bundles."""
    lines: Annotated[list[ReleasePair], example([])]
    """Always empty."""


def release_pairs(cells: Iterable[Cell], contrasts: Iterable[ApiContrast]) -> list[ReleasePair]:
    """Every two releases that one bundle ran beside each other, by product and series.

    `contrasts` are those of the bundles' own comparisons.
    """
    # Heavy, and needed in few commands.
    import duckdb

    # One thread sums, so that builds agree.
    with duckdb.connect(config={"threads": 1}) as connection:
        _create_table(connection, "cells", Cell, cells)
        judged = (row for row in contrasts if METRICS[row.metric].direction == "higher")
        _create_table(connection, "contrasts", ApiContrast, judged)
        result = connection.execute(QUERY.read_text(encoding="utf-8"))
        names = [column[0] for column in result.description or ()]
        rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    return as_record(rows, list[ReleasePair])


def _upgrade_of(pair: ReleasePair) -> Upgrade:
    older, newer = (pair.product, pair.from_series), (pair.to_product, pair.to_series)
    labels = [f"{PRODUCTS[product]} {series}" for product, series in (older, newer)]
    name = f"{'-'.join(older)}-to-{'-'.join(newer)}"
    return narrowed(
        pair,
        Upgrade,
        upgrade=name,
        path=f"/upgrades/{name}/",
        title=" to ".join(labels),
        data=upgrade_data(name),
        from_label=labels[0],
        to_label=labels[1],
    )


def upgrade_data(name: str) -> str:
    """Address of the document of a pair in the API."""
    return f"/api/v1/upgrades/{name}.json"


def pairs_by_upgrade(pairs: Iterable[ReleasePair]) -> dict[Upgrade, list[ReleasePair]]:
    """Every upgrade, in the order of the pairs, to its pairs."""
    groups: dict[Upgrade, list[ReleasePair]] = {}
    for pair in pairs:
        groups.setdefault(_upgrade_of(pair), []).append(pair)
    return groups


def upgrades_by_class(pairs: Iterable[ReleasePair]) -> dict[str, list[Reference]]:
    """Hardware class to the pages of the upgrades that ran on it."""
    found: dict[str, list[Reference]] = {}
    for upgrade, own in pairs_by_upgrade(pairs).items():
        for name in {pair.hardware_class for pair in own}:
            found.setdefault(name, []).append(narrowed(upgrade, Reference))
    return found


def upgrade_documents(pairs: Iterable[ReleasePair], base: str) -> Iterator[ApiUpgrade]:
    """The document of each upgrade in the API; `base` is what citations begin with."""
    for upgrade, own in pairs_by_upgrade(pairs).items():
        permalink = f"{base}{upgrade.path}"
        yield narrowed(upgrade, ApiUpgrade, version=1, permalink=permalink, lines=own)


def _create_table(
    connection: DuckDBPyConnection, name: str, kind: type[Record], rows: Iterable[Record]
) -> None:
    known = columns_of(kind)
    # What holds several values holds texts.
    columns = {
        field: SQL_TYPES[known[field].kind] if field in known else "VARCHAR[]"
        for field in kind.__struct_fields__
    }
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rows.json"
        file.write_bytes(row_lines(rows))
        reading = f"read_json($file, format = 'newline_delimited', columns = {columns})"
        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM {reading}", {"file": str(file)})
