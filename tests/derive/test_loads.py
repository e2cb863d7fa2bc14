"""Kinds of load: by statements that options leave, and by names where no command says them."""

from types import SimpleNamespace
from typing import Any, get_args

import pytest

from sysbench_archive.derive import workloads
from sysbench_archive.derive.workloads import LOADS, TESTS, load_named, load_of, workload_title
from sysbench_archive.model.bundle import Family, Load
from sysbench_archive.sysbench.command import parse_command

OWN_SCRIPT: dict[str, Any] = {"script": {"name": "oltp.lua"}}
NO_RANGES = "--simple-ranges=0 --sum-ranges=0 --order-ranges=0"


def load(name: str, command: str = "", facts: dict[str, Any] | None = None) -> Load:
    """The kind of a workload of that id and command."""
    read = parse_command(command) if command else None
    return load_of(SimpleNamespace(id=name, command=read, facts=facts or {}))  # type: ignore[arg-type]


def test_every_kind_has_a_line_and_a_family() -> None:
    assert tuple(LOADS) == get_args(Load)
    assert {kind.family for kind in LOADS.values()} == set(get_args(Family))


@pytest.mark.parametrize("name", TESTS)
def test_a_name_is_of_one_kind(name: str) -> None:
    found = [
        it for it, names in workloads._NAMES.items() if names.fullmatch(name.replace("_", "-"))
    ]
    assert found == [load_named(name)]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ("oltp_read_only --range-selects=off", "point"),
        (f"oltp_read_only --point-selects=0 {NO_RANGES}", "range"),
        ("oltp_read_only --point-selects=0", "read-only"),
        (f"oltp_read_only {NO_RANGES}", "read-only"),
        (f"oltp_read_write --point-selects=0 {NO_RANGES} --distinct-ranges=0", "write"),
        ("oltp_read_write --index-updates=0 --non-index-updates=0 --delete-inserts=0", "read-only"),
        ("oltp_read_write --range-selects=off", "read-write"),
        ("oltp_write_only --index-updates=0 --non-index-updates=0", "delete-insert"),
        ("oltp_write_only --delete-inserts=0 --index-updates=0", "update-non-index"),
        ("oltp_write_only", "write"),
        ("--test=oltp --oltp-read-only --oltp-point-selects=5 --oltp-range-selects=off", "point"),
        ("--test=oltp --oltp-reconnect-mode=query", "connect"),
        ("oltp_update_index", "update-index"),
        ("of_their_own.lua", "other"),
    ],
)
def test_statements_decide_and_not_the_name(options: str, wanted: str) -> None:
    assert load("w", f"sysbench {options} run") == wanted


@pytest.mark.parametrize(
    ("options", "facts", "wanted"),
    [
        ("oltp_read_only --range-selects=off", {}, "Point select"),
        ("oltp_read_only", {}, "OLTP read-only"),
        ("oltp_read_only --range-selects=off", {"title": "Hot rows"}, "Hot rows"),
        ("of_their_own.lua", {}, "of_their_own.lua"),
    ],
)
def test_a_title_says_what_the_statements_are(
    options: str, facts: dict[str, Any], wanted: str
) -> None:
    read = parse_command(f"sysbench {options} run")
    title = facts.get("title", options.split()[0])
    found = SimpleNamespace(id="w", title=title, command=read, facts=facts)
    assert workload_title(found) == wanted  # type: ignore[arg-type]


def test_the_name_decides_where_the_script_was_another() -> None:
    """An author's own `oltp.lua` may have other defaults: in 2019 one wrote only."""
    command = "sysbench --test=lua/oltp.lua --oltp_index_updates=20 run"
    assert load("update-index", command, OWN_SCRIPT) == "update-index"
    assert load("update-index", command) == load("w", command, OWN_SCRIPT) == "read-write"
    assert load("uniform", "sysbench lua/oltp_insert.lua run", OWN_SCRIPT) == "insert"
    assert load("read-only-count-range100") == "range"
    assert load("readonly") == load("") == "other"
