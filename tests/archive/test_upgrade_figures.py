"""Every ratio of whole runs of an upgrade, computed again by SQL from the downloads alone."""

from __future__ import annotations

import json

import duckdb
import pytest

import built_sites

# Ratios are published with five decimals.
TOLERANCE = 5e-5
AGAIN = """
SELECT point.bundle, point.workload, point.threads, point.from_server, point.to_server,
    point.whole_ratio, exp(avg(ln(figure)) FILTER (run.server = to_server)
        - avg(ln(figure)) FILTER (run.server = from_server)) AS again,
    count(DISTINCT run.host) AS hosts, count(DISTINCT run.client) AS clients,
    count(DISTINCT run.regime) AS regimes, count(DISTINCT run.storage_engine) AS engines,
    count(DISTINCT run.variant) AS variants
FROM points AS point
JOIN (UNPIVOT (SELECT * FROM runs WHERE state = 'complete')
    ON tps, qps, events_per_s, rw_requests_per_s, connections_per_s, interval_tps_mean
    INTO NAME metric VALUE figure) AS run
    ON run.bundle = point.bundle AND run.workload = point.workload
    AND run.threads = point.threads AND run.metric = point.metric
    AND run.server IN (point.from_server, point.to_server)
GROUP BY ALL
"""


@pytest.fixture(scope="module")
def downloads(walked_site: built_sites.Site) -> duckdb.DuckDBPyConnection:
    """The tables `runs` and `contrasts` as published, and the points of every upgrade."""
    connection = duckdb.connect()
    folder = walked_site.public / "downloads"
    for name in ("runs", "contrasts"):
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM '{folder / name}.parquet'")
    documents = walked_site.public / "api" / "v1" / "upgrades" / "*.json"
    connection.execute(
        "CREATE TABLE points AS SELECT unnest(lines, recursive := true)"
        f" FROM read_json('{documents}', union_by_name = true)"
    )
    return connection


def test_every_ratio_follows_from_the_runs(downloads: duckdb.DuckDBPyConnection) -> None:
    downloads.execute(f"CREATE OR REPLACE TABLE computed AS {AGAIN}")
    points = downloads.execute("SELECT count(*) FROM points").fetchone()
    computed = downloads.execute("SELECT count(*) FROM computed").fetchone()
    assert points == computed
    assert points
    assert points[0] > 1000
    wrong = downloads.execute(
        f"SELECT * FROM computed WHERE again IS NULL OR abs(ln(again / whole_ratio)) > {TOLERANCE}"
        " OR hosts > 1 OR clients > 1 OR regimes > 1 OR engines > 1 OR variants > 0"
    ).fetchall()
    assert wrong == []


def test_no_ratio_has_another_sign_than_a_direct_contrast(
    downloads: duckdb.DuckDBPyConnection,
) -> None:
    found = downloads.execute(
        f"""
        SELECT point.bundle, point.workload, point.threads, point.ratio, contrast.ratio
        FROM points AS point
        JOIN contrasts AS contrast
            ON contrast.bundle = point.bundle AND contrast.workload = point.workload
            AND contrast.threads = point.threads AND contrast.metric = point.metric
            AND contrast.baseline_server = point.from_server
            AND contrast.candidate_server = point.to_server
        WHERE abs(ln(point.ratio)) > {TOLERANCE} AND NOT contrast.paired
            AND sign(ln(point.ratio)) <> sign(ln(contrast.ratio))
        """
    ).fetchall()
    assert found == []


def test_every_range_covers_what_speaks_of_every_machine(walked_site: built_sites.Site) -> None:
    rows = 0
    for path in (walked_site.derived / "data" / "upgrade_pairs").glob("*.json"):
        for kind in json.loads(path.read_bytes())["kinds"]:
            groups = [group for part in kind["sections"] for group in part["forest"]["groups"]]
            for row in (row for group in groups for row in group["rows"]):
                dots = [dot["at"] for dot in row["dots"] if row["faded"] or not dot["faded"]]
                assert row["faded"] or row["low"] <= min(dots) <= max(dots) <= row["high"]
                assert any(row["low"] <= at <= row["high"] for at in dots)
                rows += 1
    assert rows > 200
