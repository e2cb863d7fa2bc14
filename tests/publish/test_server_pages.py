"""Servers side by side: every fact in a row, told apart where they differ."""

from typing import Any

import pytest

from sysbench_archive.publish.server_pages import listed_servers, side_by_side

Record = dict[str, Any]


def fact(name: str, value: str = "", state: str = "stated", **more: str) -> Record:
    named = {"name": name, "label": name.capitalize(), "value": value, "state": state}
    return named | {"unit": "", "probe": "", **more}


def server(name: str, facts: list[Record], options: list[Record], basis: str) -> Record:
    told = {"version": "8.0.36", "regime": "pinned", "variant": ""}
    return {"id": name, "label": name.upper(), **told, "facts": facts, "options": options} | {
        "options_basis": basis
    }


def rows(table: Record) -> dict[str, tuple[bool, list[str]]]:
    return {r["label"]: (r["differs"], [c["text"] for c in r["cells"]]) for r in table["rows"]}


def test_a_row_says_what_each_server_states_and_whether_they_differ() -> None:
    one = [fact("build", "debug"), fact("pool", "128", unit="MiB"), fact("pgo", state="unrecorded")]
    other = [
        fact("build", "debug"),
        fact("pool", state="unavailable", probe="SHOW"),
        fact("pgo", state="unrecorded"),
    ]
    shown = side_by_side([server("a", one, [], "complete"), server("b", other, [], "complete")])
    assert shown["columns"] == [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]
    assert rows(shown["facts"]) == {
        "Version": (False, ["8.0.36", "8.0.36"]),
        "Regime": (False, ["pinned", "pinned"]),
        "Build": (False, ["debug", "debug"]),
        "Pool": (True, ["128 MiB", "not exposed"]),
    }
    assert shown["facts"]["missing"] == ["Pgo"]
    assert shown["facts"]["rows"][-1]["cells"][1]["note"] == "tried: SHOW"
    assert shown["options"] is None
    assert shown["worth"] == ["No option was set; everything stood at its default."]


def test_an_option_one_server_does_not_set_is_told() -> None:
    set_ = [fact("sync_binlog", "0")]
    shown = side_by_side([server("a", [], set_, "excerpt"), server("b", [], [], "unrecorded")])
    assert rows(shown["options"]) == {"Sync_binlog": (True, ["0", "not set"])}
    assert shown["worth"] == [
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
    (listed,) = listed_servers([server("a", [], options, basis)])
    assert (listed["options"], listed["started_with"]) == (count, words)
