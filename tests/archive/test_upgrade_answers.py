"""Sixty questions about upgrades, answered by the program of the page and again by SQL."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import pytest

import built_sites
from node_process import call_module

PROGRAM = built_sites.ROOT / "tests" / "publish" / "programs" / "upgrade.mjs"
QUESTIONS, SEED, SEVERAL = 60, 32, 100
"""Half of the questions are about pairs and loads that most machines ran."""
WEIGHTS = {
    dimension["name"]: dimension
    for dimension in json.loads(
        (
            built_sites.ROOT / "scripts" / "sysbench_archive" / "hardware" / "tables.json"
        ).read_bytes()
    )["dimensions"]
}
# Storage of a host as the table of hosts has it: kinds with commas between them. Which rows are of
# one machine, and what it is, is asked of `tables.machines`, which other tests hold.
LINES = """
CREATE OR REPLACE TABLE line AS
SELECT line.* EXCLUDE (machine), named.machine, named.size, named.memory,
    string_split(host.storage_kind, ', ') AS kinds,
    CASE WHEN threads = 1 THEN 'one' WHEN cpus IS NULL THEN 'unrecorded'
        WHEN threads / cpus < 0.5 THEN 'up-to-half' WHEN threads / cpus <= 2 THEN 'about-cores'
        ELSE 'oversubscribed' END AS band
FROM (SELECT *, concat_ws('-', product, from_series, 'to', to_product, to_series) AS pair
    FROM lines) AS line
JOIN hosts AS host USING (bundle, host)
JOIN named USING (pair, bundle, workload, threads)
WHERE general AND twin IS DISTINCT FROM 'disagrees'
"""
# What a reader has: data over three quarters of the memory is their share of the pool.
ANSWER = """
WITH asked AS (
    SELECT line.*,
        $cores_weight * coalesce(abs(log2(size / nullif($cores, 0))), 0)
        + CASE WHEN $cores > 0 AND size IS NULL THEN $cores_unknown ELSE 0 END
        + $memory_weight * coalesce(abs(log2(memory / nullif($memory, 0))), 0)
        + CASE WHEN $memory > 0 AND memory IS NULL THEN $memory_unknown ELSE 0 END
        + CASE WHEN $storage = '' THEN 0 WHEN kinds IS NULL THEN $storage_unknown
            WHEN list_contains(kinds, $storage) THEN 0 ELSE $storage_weight END AS distance,
        CASE WHEN $clients > 0 THEN abs(log2(threads / $clients)) ELSE 0 END AS steps,
        load = 'connect' OR coalesce(residency, '') = CASE
            WHEN $data = 0 OR $share <= 0.85 THEN 'fits'
            WHEN $share <= 1.25 THEN 'about' WHEN $share <= 3 THEN 'to-three-times'
            ELSE 'beyond' END AS has_data
    FROM line
    WHERE pair = $pair AND load = $load
),
sought AS (
    SELECT band FROM asked WHERE has_data
    ORDER BY list_position(
        ['about-cores', 'one', 'up-to-half', 'oversubscribed', 'unrecorded'], band)
    LIMIT 1
),
alike AS (
    SELECT * EXCLUDE (distance, steps), round(distance, 9) AS distance, round(steps, 9) AS steps
    FROM asked
    WHERE has_data AND CASE WHEN $clients = 0 THEN band = (FROM sought)
        WHEN $clients = 1 OR threads = 1 THEN threads = $clients
        ELSE threads <= 2 * $clients AND $clients <= 2 * threads END
),
machine AS (
    SELECT machine, min((distance, steps)) AS place
    FROM alike GROUP BY machine ORDER BY place, machine
),
nearest AS (
    SELECT ratio FROM alike
    WHERE machine = (SELECT machine FROM machine LIMIT 1)
        AND (distance, steps) = (SELECT place FROM machine LIMIT 1)
    ORDER BY ratio
)
SELECT round(min(ratio), 5), round(max(ratio), 5), count(DISTINCT machine),
    (SELECT list(machine) FROM machine),
    (SELECT round(list(ratio)[ceil(count(*) / 2)::INT], 5) FROM nearest),
    coalesce(min(distance), 0) > 1.5
FROM alike
"""


@pytest.fixture(scope="module")
def downloads(walked_site: built_sites.Site) -> duckdb.DuckDBPyConnection:
    """The tables of a site, as published."""
    connection = duckdb.connect()
    folder = walked_site.public / "downloads"
    for name in ("lines", "hosts"):
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM '{folder / name}.parquet'")
    connection.execute(f"""
        CREATE TABLE named AS
        WITH file AS (
            SELECT split_part(filename, '/', -2) AS pair, machines, lines
            FROM read_json('{walked_site.public}/upgrades/*/lines.json', filename = true)
        ),
        machine AS (SELECT pair, unnest(machines, recursive := true) FROM file),
        ratio AS (SELECT pair, unnest(lines, recursive := true) FROM file)
        SELECT DISTINCT ratio.pair, bundle, workload, threads, machine, cores AS size,
            memory_gib AS memory
        FROM ratio JOIN machine ON machine.pair = ratio.pair AND machine.id = ratio.machine
    """)
    connection.execute(LINES)
    return connection


def drawn(downloads: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Questions over pairs, loads, sizes, clients and data; some name all of these, some few."""
    found = downloads.execute(
        "SELECT pair, load FROM line GROUP BY ALL ORDER BY count(DISTINCT machine) DESC, pair, load"
    ).fetchall()
    chance = random.Random(SEED)
    most, others = found[:SEVERAL], found[SEVERAL:]
    sampled = [*chance.sample(most, QUESTIONS // 2), *chance.sample(others, QUESTIONS // 2)]
    questions = []
    for pair, load in sampled:
        some = chance.choice([0.4, 1.0])
        asked = {
            "clients": chance.choice([1, 2, 4, 16, 32, 64, 100, 512, 1024]),
            "data": chance.choice([0.5, 20, 45, 100, 400]),
            "cores": chance.choice([2, 4, 8, 16, 24, 48, 96]),
            "memory": chance.choice([4, 16, 32, 64, 128, 256]),
            "storage": chance.choice(["nvme", "ssd", "network-block", "hdd"]),
        }
        known = {
            name: value if chance.random() < some else "" if name == "storage" else 0
            for name, value in asked.items()
        }
        # A form takes no size of data without the memory.
        known["memory"] = known["memory"] or (64 if known["data"] else 0)
        questions.append({"pair": pair, "load": load, **known})
    return questions


def answered(site: built_sites.Site, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the program of the page says, from the files that the page loads."""

    def read(path: Path) -> Any:
        return json.loads((site.public / "upgrades" / path).read_bytes())

    asked = [
        {
            "lines": read(Path(question["pair"]) / "lines.json"),
            "asked": {**question, "model": "", "year": None, "generation": None},
        }
        for question in questions
    ]
    found: list[dict[str, Any]] = call_module(
        PROGRAM, {"rules": read(Path("question.json")), "questions": asked}
    )
    return found


def test_sixty_questions_are_answered_as_by_sql(
    walked_site: built_sites.Site, downloads: duckdb.DuckDBPyConnection
) -> None:
    questions = drawn(downloads)
    wrong, empty = [], 0
    for question, said in zip(questions, answered(walked_site, questions), strict=True):
        share = question["data"] * 1e9 / ((question["memory"] or 1) * 2**30 * 0.75)
        weights = {
            f"{name}_{part}": WEIGHTS[name][part]
            for name in ("cores", "memory", "storage")
            for part in ("weight", "unknown")
        }
        low, high, machines, order, number, far = downloads.execute(
            ANSWER, {**question, **weights, "share": share}
        ).fetchall()[0]
        is_described = bool(question["cores"] or question["memory"] or question["storage"])
        wanted = {
            "low": low,
            "high": high,
            "machines": machines,
            "number": number if is_described else None,
            "nearest": (order or [])[:3],
        }
        told = {name: said[name] for name in wanted} | {"nearest": said["nearest"][: said["alike"]]}
        if told != wanted:
            wrong.append((question, told, wanted))
        empty += not machines
        assert machines == 0 or said["sentence"].count("%") + said["sentence"].count("times") >= 1
        nothing = machines == 0 or (is_described and far)
        assert nothing == said["sentence"].startswith("Nothing like yours."), question
        split = machines and low < 0.97 and high > 1.03
        assert split or nothing or is_described != (" to " in said["sentence"].split("%")[0])
    assert wrong == []
    assert 5 < empty < QUESTIONS - 10
