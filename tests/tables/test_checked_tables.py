"""Tables that would mislead their readers are not published: keys, parents, units."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sysbench_archive.problems import FailureError
from sysbench_archive.tables import row_lines
from sysbench_archive.tables.database import check_tables, open_tables, rows_path

Row = dict[str, Any]
WHOLE: dict[str, list[Row]] = {
    "bundles": [{"bundle": "b"}],
    "hosts": [{"bundle": "b", "host": "h"}],
    "servers": [{"bundle": "b", "server": "s", "host": "h"}],
    "workloads": [{"bundle": "b", "workload": "w", "client": None}],
    "runs": [{"bundle": "b", "run": "r", "server": "s", "workload": "w", "tps": 1.5}],
    "series": [{"bundle": "b", "run": "r", "part": "interval", "tps": 0}],
}


def told(folder: Path, **rows: list[Row]) -> str:
    for name, own in (WHOLE | rows).items():
        path = folder / rows_path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(row_lines(own))
    with open_tables(folder) as connection:
        try:
            check_tables(connection)
        except FailureError as error:
            return str(error)
    return ""


def test_whole_tables_pass(tmp_path: Path) -> None:
    assert told(tmp_path) == ""


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        ("hosts", {"bundle": "b", "host": "h"}, "hosts: two rows of one key, such as {'bundle': b"),
        ("series", {"bundle": "b", "run": "x"}, "series: no row of runs beside one of its own"),
        ("servers", {"bundle": "b", "server": "t", "host": "x"}, "servers: no row of hosts"),
        ("cells", {"bundle": "b", "server": "s", "workload": "x"}, "cells: no row of workloads"),
        ("series", {"bundle": "b", "run": "r", "tps": -1}, "series: tps is no number from 0 on"),
    ],
    ids=["key", "no run", "no host", "no workload", "negative"],
)
def test_a_fault_is_told_with_an_example(tmp_path: Path, name: str, row: Row, message: str) -> None:
    assert message in told(tmp_path, **{name: [*WHOLE.get(name, []), row]})
