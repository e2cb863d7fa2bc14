"""Variables beyond the table: how many differ, and which of them somebody set."""

from __future__ import annotations

from msgspec.structs import replace

from derived_records import result_record, server_record
from sysbench_archive.comparability.variables import further_variables
from sysbench_archive.model.base import Named
from sysbench_archive.model.comparability import FurtherVariables
from sysbench_archive.model.result import ResultRecord, VariableRow, VariableTable

ROWS: dict[str, list[str | None]] = {
    "innodb_buffer_pool_size": ["1", "2", "1"],
    "port": ["3306", "3307", "3306"],
    "version_comment": ["a", "b", "c"],
    "max_heap_table_size": ["1", "2", "1"],
    "net_buffer_length": ["1", "1", "2"],
    "join_buffer_size": ["1", "2", "2"],
    "gone": ["1", None, "1"],
}


def result(**options: str) -> ResultRecord:
    rows = [VariableRow(name=n, differs=len(set(v)) > 1, values=v) for n, v in ROWS.items()]
    names = ("a", "b", "c")
    return result_record(
        servers=[server_record(n, set_options=options if n == "a" else {}) for n in names],
        variables=VariableTable(servers=[Named(id=n, label=n) for n in names], rows=rows),
    )


def test_chosen_settings_are_named_and_defaults_counted() -> None:
    found = further_variables(result(loose_join_buffer_size="1"), ["a", "b"])
    assert found == FurtherVariables(
        chosen=["join_buffer_size"],
        defaults=1,
        absent=1,
        sentence="2 other effective variables differ, 1 of them set: join_buffer_size;"
        " 1 more are not there on every side.",
        path="/results/b/#variables",
    )


def test_only_the_sides_count() -> None:
    found = further_variables(result(), ["a", "c"])
    assert found is not None
    assert (found.chosen, found.defaults, found.absent) == ([], 2, 0)


def test_nothing_is_said_where_somebody_dumped_nothing() -> None:
    assert further_variables(result(), ["a", "d"]) is None
    assert further_variables(replace(result(), variables=None), ["a", "b"]) is None
    assert further_variables(result(), ["a"]) is None
