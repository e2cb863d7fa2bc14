"""Ratios, claims and wording, on records small enough to check by hand."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from derived_records import (
    host_record,
    result_record,
    run_record,
    server_record,
    workload_record,
)
from sysbench_archive.derive.servers import version_key
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.comparison import ClaimRecord, Comparison
from sysbench_archive.model.curated import ClaimCheck, ClaimDefinition, ComparisonDefinition
from sysbench_archive.model.result import RunRecord, ServerRecord
from sysbench_archive.pages.comparison.record import (
    claim_record,
    curated_comparison,
    matrix_comparisons,
)


def server(name: str, version: str) -> ServerRecord:
    series = ".".join(version.split(".")[:2])
    return server_record(name, label=f"MySQL {version}", version=version, series=series)


def run(server_id: str, threads: int, state: str = "complete", **figures: float) -> RunRecord:
    name = f"r-{server_id}-{threads}-{len(figures)}"
    return run_record(name, figures, server=server_id, threads=threads, state=state)


PLACES = ("identity.client", "identity.workload", "identity.campaign")
RESULT = result_record(
    "b",
    evidence="published-text",
    hosts=[host_record()],
    conditions=Conditions(
        servers={"old": {"identity.host": "b/h"}, "new": {"identity.host": "b/h"}},
        workloads={"w": dict.fromkeys(PLACES, "b/w")},
    ),
    servers=[server("old", "5.9.1"), server("new", "5.10.0")],
    workloads=[workload_record(title="Work", test="", family="other")],
    runs=[
        run("old", 1, tps=100.0),
        run("old", 4, tps=400.0),
        run("new", 1, tps=110.0),
        run("new", 4, tps=300.0),
        run("new", 4, tps=300.0, qps=1.0),
        run("new", 8, tps=1000.0),
        run("new", 1, state="failed", tps=1.0),
    ],
)


def test_matrix_states_ratios_cell_by_cell() -> None:
    (comparison,) = matrix_comparisons(RESULT)
    (panel,) = comparison.panels
    assert [side.id for side in panel.sides] == ["old", "new"]
    assert [row.threads for row in panel.rows] == [1, 4, 8]
    ratios = [[cell and cell.ratio for cell in row.cells] for row in panel.rows]
    assert ratios == [[1.0, pytest.approx(1.1)], [1.0, pytest.approx(0.75)], [None, None]]
    twice = panel.rows[1].cells[1]
    assert twice is not None
    assert twice.n == 2
    assert comparison.runs == 6
    assert "from \N{MINUS SIGN}25 % at 4 threads to +10 % at 1 thread." in panel.text


def test_a_panel_names_the_direction_of_what_is_clear() -> None:
    again = [replace(run, id=f"{run.id}-again") for run in RESULT.runs]
    measured = replace(RESULT, evidence="raw-output", runs=[*RESULT.runs, *again])
    (comparison,) = matrix_comparisons(measured)
    assert "from \N{MINUS SIGN}25 % at 4 threads to +10 % at 1 thread." in comparison.panels[0].text


def test_a_comparison_comes_back_from_the_store_as_it_was() -> None:
    (comparison,) = matrix_comparisons(RESULT)
    data = msgspec.json.encode(comparison)
    assert msgspec.json.decode(data, type=Comparison) == comparison


def test_a_chart_is_drawn_where_there_is_something_to_see() -> None:
    (comparison,) = matrix_comparisons(RESULT)
    place = "b--w--b--w--tps"
    charts = {chart.kind: chart.name for chart in comparison.panels[0].charts}
    assert charts == {"throughput": place, "ratio": f"{place}--ratio"}
    one_count = replace(RESULT, runs=[r for r in RESULT.runs if r.threads == 1])
    (alone,) = matrix_comparisons(one_count)
    assert [chart.name for chart in alone.panels[0].charts] == [place]


def test_one_server_is_no_comparison() -> None:
    alone = replace(RESULT, runs=[r for r in RESULT.runs if r.server.id == "old"])
    assert list(matrix_comparisons(alone)) == []


def test_versions_shade_by_number_not_by_letter() -> None:
    (comparison,) = matrix_comparisons(RESULT)
    assert [side.shade for side in comparison.sides] == [0, 1]
    assert version_key("5.10.0") > version_key("5.9.1")


def claim(**check: Any) -> ClaimRecord:
    whole = ClaimCheck(bundle="b", workload="w", metric="tps", candidate="new", **check)
    return claim_record(ClaimDefinition(text="…", check=whole), {"b": RESULT})


RATIO = {"quantity": "ratio", "baseline": "old"}


@pytest.mark.parametrize(
    ("check", "outcome", "where"),
    [
        (RATIO | {"at_least": 1.05, "threads": [1]}, "holds", "at 1 thread"),
        (RATIO | {"at_least": 1.05}, "holds-in-part", "at 1 thread; not at 4 threads"),
        (RATIO | {"at_least": 2}, "does-not-hold", "at 1 and 4 threads"),
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
def test_claims_are_recomputed(check: Mapping[str, Any], outcome: str, where: str) -> None:
    record = claim(**check)
    assert (record.outcome, record.where) == (outcome, where)


@pytest.mark.parametrize(
    ("bounds", "later", "where"),
    [
        ({"at_least": 0.5}, "repeated", "other rows; repeated in later data at 1 and 4 threads"),
        (
            {"at_least": 1.0},
            "repeated-in-part",
            "other rows; repeated in part in later data at 1 thread; not at 4 threads",
        ),
        (
            {"at_least": 2.0},
            "not-repeated",
            "other rows; not repeated in later data at 1 and 4 threads",
        ),
    ],
)
def test_later_data_repeat_a_claim_and_never_decide_it(
    bounds: Mapping[str, float], later: str, where: str
) -> None:
    record = claim(**RATIO, **bounds, later_data="other rows")
    assert (record.outcome, record.later_data, record.where) == ("cannot-tell", later, where)


def test_a_claim_nobody_can_check_says_why() -> None:
    record = claim_record(ClaimDefinition(text="…", unchecked="the charts are lost"), {})
    assert (record.outcome, record.where) == ("cannot-tell", "the charts are lost")


def test_a_zero_figure_has_no_ratio() -> None:
    nothing = FigureValue(value=0, line=None)
    stalled = [replace(RESULT.runs[0], figures={"tps": nothing}), *RESULT.runs[1:]]
    (comparison,) = matrix_comparisons(replace(RESULT, runs=stalled))
    baseline, candidate = comparison.panels[0].rows[0].cells
    assert baseline is not None
    assert baseline.centre is None
    assert candidate is not None
    assert candidate.ratio is None


def test_curated_comparison_without_figures_still_has_sides() -> None:
    definition = ComparisonDefinition(
        title="T",
        question="Q",
        summary="S",
        date="2026-01-01",
        baseline="old",
        candidates=["new"],
        panels=[],
        bundles=["b"],
    )
    record = curated_comparison("t", definition, {"b": RESULT})
    assert [side.label for side in record.sides] == ["MySQL 5.9.1", "MySQL 5.10.0"]
    assert record.evidence == ["published-text"]
