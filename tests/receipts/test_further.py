"""Variables beyond the table: how many differ, and which of them somebody set."""

from __future__ import annotations

from typing import Any

from sysbench_archive.receipts import further

ROWS = {
    "innodb_buffer_pool_size": ["1", "2", "1"],
    "port": ["3306", "3307", "3306"],
    "version_comment": ["a", "b", "c"],
    "max_heap_table_size": ["1", "2", "1"],
    "net_buffer_length": ["1", "1", "2"],
    "join_buffer_size": ["1", "2", "2"],
    "gone": ["1", None, "1"],
}


def result(**options: str) -> dict[str, Any]:
    rows = [{"name": n, "values": v, "differs": len(set(v)) > 1} for n, v in ROWS.items()]
    given = [{"name": name, "value": value} for name, value in options.items()]
    names = ("a", "b", "c")
    return {
        "path": "/results/b/",
        "servers": [{"id": name, "options": given if name == "a" else []} for name in names],
        "variables": {"servers": [{"id": name} for name in names], "rows": rows},
    }


def test_chosen_settings_are_named_and_defaults_counted() -> None:
    told = further(result(loose_join_buffer_size="1"), ["a", "b"])
    assert told == {
        "chosen": ["join_buffer_size"],
        "defaults": 1,
        "absent": 1,
        "sentence": "2 other effective variables differ, 1 of them set: join_buffer_size;"
        " 1 more are not there on every side.",
        "path": "/results/b/#variables",
    }


def test_only_the_sides_count() -> None:
    told = further(result(), ["a", "c"])
    assert told is not None
    assert (told["chosen"], told["defaults"], told["absent"]) == ([], 2, 0)


def test_nothing_is_said_where_somebody_dumped_nothing() -> None:
    assert further(result(), ["a", "d"]) is None
    assert further(result() | {"variables": None}, ["a", "b"]) is None
    assert further(result(), ["a"]) is None
