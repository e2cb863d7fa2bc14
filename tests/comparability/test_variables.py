"""Variables beyond the table of conditions: each that differs is listed, the best known first."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from comparability_bundles import bundle, chosen, made, made_sides, server, sides
from msgspec.structs import replace

from derived_records import result_record, server_record
from sysbench_archive.comparability.differences import compare_conditions
from sysbench_archive.comparability.fields import UNKNOWN
from sysbench_archive.comparability.settings import switch
from sysbench_archive.comparability.variables import (
    further_variables,
    is_setting,
    variable_conditions,
)
from sysbench_archive.model.base import Named
from sysbench_archive.model.bundle import Family, Server
from sysbench_archive.model.comparability import Comparability, FurtherVariables
from sysbench_archive.model.result import ResultRecord, VariableRow, VariableTable

PINNED = "2026-11-mysql-and-mariadb-pinned-small-vm"
COMPLETE: dict[str, Any] = {"options": {}, "options_basis": "complete"}
Dumps = Mapping[str, Mapping[str, str]]


def compared(
    *servers: Server, dumps: Dumps | None = None, family: Family = "write"
) -> Comparability:
    return compare_conditions(made_sides(made(*servers, variables=dumps)), family)


def listed(report: Comparability) -> dict[str, tuple[str, str]]:
    return {row.label: (row.status, row.severity) for row in report.rows}


def dumped(regime: str, **variables: tuple[str, str]) -> Comparability:
    """Two versions that dumped these variables and set none."""
    old, new = (server(v, regime=regime, **COMPLETE) for v in ("8.0.36", "8.4.3"))
    columns = [{name: values[side] for name, values in variables.items()} for side in (0, 1)]
    return compared(old, new, dumps=dict(zip((old.id, new.id), columns, strict=True)))


def test_every_variable_whose_default_changed_is_listed_and_nothing_is_called_controlled() -> None:
    report = dumped("pinned", made_up_for_this_test=("1", "2"))
    assert listed(report)["made_up_for_this_test"] == ("differs", "info")
    assert report.summary == "controlled-except"
    assert "made_up_for_this_test" in report.sentence


def test_between_defaults_a_changed_default_is_intended_and_still_not_controlled() -> None:
    report = dumped("defaults", made_up_for_this_test=("1", "2"))
    assert listed(report)["made_up_for_this_test"] == ("intended", "info")
    assert "made_up_for_this_test" in report.sentence
    assert report.candidates[0].summary != "controlled"


def test_a_variable_set_on_one_side_is_listed_without_any_dump() -> None:
    old = server("8.0.36", regime="pinned", **COMPLETE)
    new = server("8.4.3", regime="pinned", options={"made-up": "5"}, options_basis="complete")
    (row,) = (row for row in compared(old, new).rows if row.label == "made_up")
    assert row.values == ["default of MySQL 8.0", "5"]
    assert (row.status, row.severity) == ("differs", "info")


def test_an_excerpt_leaves_open_whether_the_other_side_differs() -> None:
    old = server("8.0.36", options={"made_up": "5"}, options_basis="excerpt")
    new = server("8.4.3", options={"other": "1"}, options_basis="excerpt")
    found = variable_conditions(made(old, new))
    assert found[old.id]["variable.made_up"] == "5"
    assert found[new.id]["variable.made_up"] == UNKNOWN
    assert listed(compared(old, new))["made_up"] == ("differs", "info")


@pytest.mark.parametrize(
    ("one", "other"), [("1G", "1073741824"), ("on", "ON"), ("true", "1"), ("64K", "65536")]
)
def test_spellings_of_one_value_do_not_differ(one: str, other: str) -> None:
    old = server("8.0.36", options={"made_up": one}, options_basis="complete")
    new = server("8.4.3", options={"made_up": other}, options_basis="complete")
    assert variable_conditions(made(old, new)) == {old.id: {}, new.id: {}}


def test_a_number_is_no_switch_where_no_server_writes_it_in_words() -> None:
    old, new = (
        server(v, options={"made_up": n}, options_basis="complete")
        for v, n in (("8.0.36", "1"), ("8.4.3", "0"))
    )
    found = variable_conditions(made(old, new))
    assert found[old.id]["variable.made_up"] == chosen("1")


def test_names_of_places_and_moments_are_no_variables() -> None:
    variables = {"datadir": ("/a", "/b"), "some_file": ("/a", "/b"), "version_comment": ("a", "b")}
    assert not listed(dumped("pinned", **variables)).keys() & variables.keys()


def test_what_a_version_lacks_and_nobody_set_is_counted_and_not_listed() -> None:
    old, new = (server(v, **COMPLETE) for v in ("8.0.36", "8.4.3"))
    report = compared(old, new, dumps={old.id: {"made_up": "1"}, new.id: {}})
    assert "made_up" not in listed(report)
    old = server("8.0.36", options={"made_up": "1"}, options_basis="complete")
    report = compared(old, new, dumps={old.id: {"made_up": "1"}, new.id: {}})
    assert listed(report)["made_up"] == ("differs", "info")


def test_what_is_best_known_stands_first() -> None:
    report = dumped(
        "pinned",
        aaa_unknown=("1", "2"),
        require_secure_transport=("OFF", "ON"),
        innodb_use_fdatasync=("OFF", "ON"),
        innodb_purge_threads=("4", "1"),
    )
    names = [row.label for row in report.rows if row.status == "differs"]
    assert names == [
        "Purge threads", "innodb_use_fdatasync", "require_secure_transport", "aaa_unknown",
    ]  # fmt: skip


def test_the_archives_own_pair_differs_in_who_writes_the_redo_log() -> None:
    pair = sides(PINNED, "oltp-read-write", "mysql-8-0-33", "mysql-9-7-4-2")
    report = compare_conditions(pair, "read-write")
    (row,) = (row for row in report.rows if row.field == "log_writer_threads")
    assert (row.status, row.severity, row.values) == ("differs", "warning", ["ON", "OFF"])
    assert "71 % faster" in row.effect
    assert row.reference.startswith("/comparisons/2026-11-mysql-8-0-log-writer-threads-small-vm--")
    assert compare_conditions(pair, "point").candidates[0].warnings != report.candidates[0].warnings


def test_snapshot_isolation_weighs_on_writes_also_where_the_other_product_lacks_it() -> None:
    mariadb = server("11.8.2", "mariadb", regime="pinned", **COMPLETE)
    mysql = server("8.4.3", regime="pinned", **COMPLETE)
    for family, severity in (("write", "warning"), ("point", "info")):
        report = compared(mysql, mariadb, family=family)  # type: ignore[arg-type]
        assert listed(report)["Snapshot isolation"] == ("differs", severity)


ROWS: dict[str, list[str | None]] = {
    "port": ["3306", "3307", "3306"],
    "join_buffer_size": ["1", "2", "2"],
    "gone": ["1", None, "1"],
    "chosen": ["1", None, "1"],
}


def result() -> ResultRecord:
    rows = [VariableRow(name=n, differs=len(set(v)) > 1, values=v) for n, v in ROWS.items()]
    names = ("a", "b", "c")
    return result_record(
        servers=[server_record(n, set_options={"chosen": "1"}) for n in names],
        variables=VariableTable(servers=[Named(id=n, label=n) for n in names], rows=rows),
    )


def test_what_only_some_sides_have_is_counted() -> None:
    assert further_variables(result(), ["a", "b"]) == FurtherVariables(
        absent=1,
        sentence="1 more variable is not there on every side; nobody set them.",
        path="/results/b/#variables",
    )
    found = further_variables(result(), ["a", "c"])
    assert found is not None
    assert found.absent == 0


def test_nothing_is_said_where_somebody_dumped_nothing() -> None:
    assert further_variables(result(), ["a", "d"]) is None
    assert further_variables(replace(result(), variables=None), ["a", "b"]) is None
    assert further_variables(result(), ["a"]) is None


DUMPED = (
    PINNED,
    "2026-11-mysql-and-mariadb-defaults-small-vm",
    "2026-11-mysql-8-0-log-writer-threads-small-vm",
    "2026-11-mariadb-11-8-and-10-11-debian-vm",
)


@pytest.mark.parametrize("name", DUMPED)
def test_no_variable_that_differs_between_two_dumps_is_left_out(name: str) -> None:
    """Every pair of servers, whatever their regime: a row each, and never `controlled`."""
    archived = bundle(name)
    workload = next(iter(archived.workloads))
    for one, other in itertools.combinations(archived.variables, 2):
        dumps = archived.variables[one], archived.variables[other]
        common = (v for v in dumps[0].keys() & dumps[1].keys() if is_setting(v))
        differing = {v for v in common if switch(dumps[0][v]) != switch(dumps[1][v])}
        report = compare_conditions(sides(name, workload, one, other), "read-write")
        assert differing <= {row.label for row in report.rows}
        assert not differing or report.summary != "controlled"
        assert not differing or report.candidates[0].summary != "controlled"
