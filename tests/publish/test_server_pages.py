"""Servers side by side: every fact in a row, told apart where they differ."""

from __future__ import annotations

from typing import Literal

import pytest

from derived_records import server_record
from sysbench_archive.model.base import FactRow
from sysbench_archive.model.result import ServerRecord
from sysbench_archive.pages.result import (
    SideBySideTable,
    options_worth,
    server_facts,
    server_options,
    started_with,
)


def fact(
    name: str,
    value: str = "",
    state: Literal["stated", "unrecorded", "unavailable"] = "stated",
    unit: str = "",
    probe: str = "",
) -> FactRow:
    """A fact as its row shows it."""
    return FactRow(
        name=name, label=name.capitalize(), value=value, unit=unit, state=state, probe=probe
    )


def server(name: str, facts: list[FactRow], options: list[FactRow], basis: str) -> ServerRecord:
    """A pinned server of one version."""
    return server_record(
        name,
        label=name.upper(),
        regime="pinned",
        facts=facts,
        options=options,
        options_basis=basis,
    )


def rows(table: SideBySideTable | None) -> dict[str, tuple[bool, list[str]]]:
    """Label to whether servers differ, and what the cells say."""
    assert table
    return {row.label: (row.differs, [cell.text for cell in row.cells]) for row in table.rows}


def test_a_row_says_what_each_server_states_and_whether_they_differ() -> None:
    one = [fact("build", "debug"), fact("pool", "128", unit="MiB"), fact("pgo", state="unrecorded")]
    other = [
        fact("build", "debug"),
        fact("pool", state="unavailable", probe="SHOW"),
        fact("pgo", state="unrecorded"),
    ]
    servers = [server("a", one, [], "complete"), server("b", other, [], "complete")]
    shown = server_facts(servers)
    assert rows(shown) == {
        "Version": (False, ["8.0.36", "8.0.36"]),
        "Regime": (False, ["pinned", "pinned"]),
        "Build": (False, ["debug", "debug"]),
        "Pool": (True, ["128 MiB", "not exposed"]),
    }
    assert shown.missing == ["Pgo"]
    assert shown.rows[-1].cells[1].note == "tried: SHOW"
    assert server_options(servers) is None
    assert options_worth(servers) == ["No option was set; everything stood at its default."]


def test_an_option_one_server_does_not_set_is_told() -> None:
    """Only where every option is listed is one that is not there not set."""
    set_ = [fact("sync_binlog", "0")]
    servers = [server("a", [], set_, "excerpt"), server("b", [], [], "unrecorded")]
    assert rows(server_options(servers)) == {"Sync_binlog": (True, ["0", "not recorded"])}
    others = [server("b", [], [], "complete"), server("c", [], [], "excerpt")]
    shown_to_others = server_options([server("a", [], set_, "complete"), *others])
    assert rows(shown_to_others) == {"Sync_binlog": (True, ["0", "not set", "not named"])}
    assert options_worth(servers) == [
        "A: The source names these options; others may have been set.",
        "B: Nobody recorded which options were set.",
    ]


@pytest.mark.parametrize(
    ("basis", "count", "words"),
    [
        ("complete", 0, "no option set"),
        ("complete", 1, "the option set"),
        ("complete", 3, "the 3 options set"),
        ("excerpt", 0, "settings nobody recorded"),
        ("excerpt", 2, "the 2 options the source names"),
        ("presumed", 2, "the 2 options presumed"),
        ("unrecorded", 0, "settings nobody recorded"),
        ("unavailable", 0, "settings nobody recorded"),
    ],
)
def test_a_run_says_what_its_server_was_started_with(basis: str, count: int, words: str) -> None:
    options = [fact(f"option-{number}", "1") for number in range(count)]
    assert started_with(server("a", [], options, basis)) == words
