"""Long parts of a result get pages of their own, and its own page keeps the first runs."""

from __future__ import annotations

import pytest

from derived_records import published_file, result_record, run_record, workload_record
from sysbench_archive.model.base import Named
from sysbench_archive.model.result import ParameterRow, VariableRow, VariableTable
from sysbench_archive.pages import result as parts
from sysbench_archive.pages.result import result_parts, workloads_on_page


def measured(*counts: int) -> dict[str, object]:
    """Workloads with so many runs each."""
    names = [f"w{number}" for number in range(len(counts))]
    return {
        "workloads": [workload_record(name) for name in names],
        "runs": [
            run_record(f"{name}-{number}", workload=name)
            for name, count in zip(names, counts, strict=True)
            for number in range(count)
        ],
    }


def variables(rows: int, servers: int) -> VariableTable:
    return VariableTable(
        servers=[Named(id=f"s{n}", label=f"s{n}") for n in range(servers)],
        count=rows,
        rows=[VariableRow(name=f"v{n}", values=["0"] * servers, differs=True) for n in range(rows)],
    )


def test_a_short_result_stands_on_one_page() -> None:
    result = result_record(**measured(3, 4))
    assert result_parts(result) == []
    assert workloads_on_page(result) == ["w0", "w1"]


def test_runs_are_cut_between_workloads() -> None:
    most, behind = parts.MOST_RUNS, parts.MOST_RUNS_BEHIND
    result = result_record(**measured(most - 1, 1, behind + 5, 2, 3))
    assert workloads_on_page(result) == ["w0", "w1"]
    assert [(part.id, part.title, part.workloads) for part in result_parts(result)] == [
        ("runs-2", "Runs, page 2 of 3", ["w2"]),
        ("runs-3", "Runs, page 3 of 3", ["w3", "w4"]),
    ]
    assert result_parts(result)[0].path == "/results/b/all/runs-2/"


def test_a_workload_without_runs_is_on_no_page() -> None:
    assert workloads_on_page(result_record(**measured(0, 2))) == ["w1"]
    assert workloads_on_page(result_record(**measured(0))) == []


@pytest.mark.parametrize(("rows", "wanted"), [(200, []), (201, ["variables"])])
def test_many_variables_have_a_page(rows: int, wanted: list[str]) -> None:
    result = result_record(**measured(1), variables=variables(rows, 2))
    assert [part.id for part in result_parts(result)] == wanted


def test_a_long_table_of_variables_is_cut_by_rows() -> None:
    result = result_record(**measured(1), variables=variables(1000, 2))
    cut = [(part.id, part.first, part.rows) for part in result_parts(result)]
    assert cut == [("variables", 0, 666), ("variables-2", 666, 666)]
    assert result_parts(result)[1].title == "Effective variables that differ, page 2 of 2"


def test_variables_of_one_server_differ_from_none() -> None:
    assert result_parts(result_record(**measured(1), variables=variables(900, 1))) == []


def test_many_files_and_parameters_have_pages() -> None:
    files = [published_file(f"raw/{n}.txt") for n in range(parts.MOST_FILES + 1)]
    own = [
        ParameterRow(name=f"p{n}", value="1", origin="command")
        for n in range(parts.MOST_PARAMETERS + 1)
    ]
    result = result_record(
        workloads=[workload_record("w", parameters=own)], runs=[run_record("r")], files=files
    )
    assert [part.id for part in result_parts(result)] == ["parameters", "files"]
