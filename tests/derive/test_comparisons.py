"""Ratios, claims and wording, on records small enough to check by hand."""

import copy
from typing import Any

import pytest

from sysbench_archive.derive.claims import claim_record
from sysbench_archive.derive.comparisons import curated_comparison, matrix_comparisons
from sysbench_archive.derive.sides import version_key

Record = dict[str, Any]


def server(name: str, version: str, **options: str) -> Record:
    rows = [
        {"name": key, "label": key, "value": value, "state": "stated"}
        for key, value in options.items()
    ]
    return {
        "id": name,
        "label": f"MySQL {version}",
        "product": "mysql",
        "version": version,
        "series": ".".join(version.split(".")[:2]),
        "variant": "",
        "regime": "pinned",
        "host": "host-1",
        "facts": [],
        "options": rows,
    }


def run(server_id: str, threads: int, state: str = "complete", **figures: float) -> Record:
    name = f"r-{server_id}-{threads}-{len(figures)}"
    return {
        "id": name,
        "path": f"/results/b/{name}/",
        "server": {"id": server_id, "label": server_id},
        "workload": {"id": "w", "label": "Work"},
        "threads": threads,
        "state": state,
        "facts": [],
        "line": None,
        "figures": {key: {"value": value, "line": None} for key, value in figures.items()},
    }


PLACES = ("identity.client", "identity.workload", "identity.campaign")
RESULT: Record = {
    "id": "b",
    "path": "/results/b/",
    "title": "B",
    "evidence": "published-text",
    "hosts": [{"id": "host-1", "facts": []}],
    "conditions": {
        "servers": {"old": {"identity.host": "b/h"}, "new": {"identity.host": "b/h"}},
        "workloads": {"w": dict.fromkeys(PLACES, "b/w")},
        "interleaved": False,
    },
    "reported": [],
    "variables": None,
    "servers": [server("old", "5.9.1", flush="1"), server("new", "5.10.0", flush="2")],
    "workloads": [{"id": "w", "title": "Work", "shelf": "", "parameters": []}],
    "runs": [
        run("old", 1, tps=100.0),
        run("old", 4, tps=400.0),
        run("new", 1, tps=110.0),
        run("new", 4, tps=300.0),
        run("new", 4, tps=300.0, qps=1.0),
        run("new", 8, tps=1000.0),
        run("new", 1, state="failed", tps=1.0),
    ],
}


def test_matrix_states_ratios_cell_by_cell() -> None:
    (comparison,) = matrix_comparisons(RESULT)
    (panel,) = comparison["panels"]
    assert [side["id"] for side in panel["sides"]] == ["old", "new"]
    assert [row["threads"] for row in panel["rows"]] == [1, 4, 8]
    ratios = [[cell and cell["ratio"] for cell in row["cells"]] for row in panel["rows"]]
    assert ratios == [[1.0, pytest.approx(1.1)], [1.0, pytest.approx(0.75)], [None, None]]
    assert panel["rows"][1]["cells"][1]["n"] == 2
    assert comparison["runs"] == 6
    assert "ratio from 0.750 at 4 threads to 1.100 at 1 thread" in panel["text"]


def test_one_server_is_no_comparison() -> None:
    alone = RESULT | {"runs": [r for r in RESULT["runs"] if r["server"]["id"] == "old"]}
    assert list(matrix_comparisons(alone)) == []


def test_versions_shade_by_number_not_by_letter() -> None:
    (comparison,) = matrix_comparisons(RESULT)
    assert [side["shade"] for side in comparison["sides"]] == [0, 1]
    assert version_key("5.10.0") > version_key("5.9.1")


def claim(**check: Any) -> Record:
    whole = {"bundle": "b", "workload": "w", "metric": "tps", "candidate": "new"} | check
    return claim_record({"text": "…", "check": whole}, {"b": RESULT})


RATIO = {"quantity": "ratio", "baseline": "old"}


@pytest.mark.parametrize(
    ("check", "outcome", "where"),
    [
        (RATIO | {"at_least": 1.05, "threads": [1]}, "holds", "at 1 thread"),
        (RATIO | {"at_least": 1.05}, "holds-in-part", "at 1 thread; not at 4 threads"),
        (RATIO | {"at_least": 2}, "does-not-hold", "at 1, 4 threads"),
        (
            RATIO | {"at_least": 1, "threads": [8]},
            "cannot-tell",
            "the archive has no figures of both sides at these thread counts",
        ),
        ({"quantity": "value", "at_most": 200, "threads": [1]}, "holds", "at 1 thread"),
        (
            {"quantity": "difference", "baseline": "old", "at_most": 0},
            "holds-in-part",
            "at 4 threads; not at 1 thread",
        ),
    ],
)
def test_claims_are_recomputed(check: Record, outcome: str, where: str) -> None:
    record = claim(**check)
    assert (record["outcome"], record["where"]) == (outcome, where)


def test_a_claim_nobody_can_check_says_why() -> None:
    record = claim_record({"text": "…", "unchecked": "the charts are lost"}, {})
    assert (record["outcome"], record["where"]) == ("cannot-tell", "the charts are lost")


def test_a_zero_figure_has_no_ratio() -> None:
    stalled = copy.deepcopy(RESULT)
    stalled["runs"][0]["figures"]["tps"]["value"] = 0
    (comparison,) = matrix_comparisons(stalled)
    first = comparison["panels"][0]["rows"][0]["cells"]
    assert first[0]["centre"] is None
    assert first[1]["ratio"] is None


def test_curated_comparison_without_figures_still_has_sides() -> None:
    definition = {
        "title": "T",
        "question": "Q",
        "summary": "S",
        "date": "2026-01-01",
        "baseline": "old",
        "candidates": ["new"],
        "panels": [],
        "bundles": ["b"],
    }
    record = curated_comparison("t", definition, {"b": RESULT})
    assert [side["label"] for side in record["sides"]] == ["MySQL 5.9.1", "MySQL 5.10.0"]
    assert record["evidence"] == ["published-text"]
