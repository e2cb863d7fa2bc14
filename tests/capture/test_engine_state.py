"""InnoDB's state as servers of both products print it, and what is said where they do not."""

from __future__ import annotations

from typing import Any

import pytest

from sysbench_archive.capture.connection import Answer
from sysbench_archive.capture.run_watch import (
    RunWatch,
    engine_entry,
    read_engine_state,
    state_of_status,
)

STATUS_5_5 = """\
------------
TRANSACTIONS
------------
Trx id counter 1A2B
Purge done for trx's n:o < 1A2A undo n:o < 0
History list length 509
---
LOG
---
Log sequence number 10021738
Log flushed up to   10021738
Last checkpoint at  10021700
0 pending log writes, 0 pending chkp writes
----------------------
BUFFER POOL AND MEMORY
----------------------
Buffer pool size   8191
Modified db pages  12
----------------------
INDIVIDUAL BUFFER POOL INFO
----------------------
---BUFFER POOL 0
Modified db pages  7
---BUFFER POOL 1
Modified db pages  5
"""
STATUS_8_0 = """\
History list length 0
Log sequence number          29110903
Log buffer assigned up to    29110903
Last checkpoint at           29109792
Modified db pages  2
"""
MIB = 1 << 20


class Refusing:
    """A session whose account may not see the status, with these status variables."""

    def __init__(self, variables: dict[str, str]) -> None:
        self.variables = variables

    def ask(self, question: str) -> Answer:
        return Answer(fault=f"{question}: 1227 Access denied")

    def pairs(self, question: str) -> dict[str, str]:
        return {name: value for name, value in self.variables.items() if f"'{name}'" in question}


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (STATUS_5_5, (10021738, 10021700, 12, 509)),
        (STATUS_8_0, (29110903, 29109792, 2, 0)),
        (STATUS_8_0.replace("\n", "\r\n"), (29110903, 29109792, 2, 0)),
        ("", (None, None, None, None)),
        ("Log sequence number soon\nHistory list length -1\n", (None, None, None, None)),
    ],
)
def test_the_status_of_both_generations(text: str, state: tuple[int | None, ...]) -> None:
    names = ("lsn", "checkpoint", "dirty_pages", "history_list_length")
    found = state_of_status(text)
    assert tuple(found.get(name) for name in names) == state


def test_where_the_status_is_refused_status_variables_say_what_they_can() -> None:
    mariadb = {
        "Innodb_lsn_current": "8766398",
        "Innodb_lsn_last_checkpoint": "45600",
        "Innodb_buffer_pool_pages_dirty": "577",
        "Innodb_history_list_length": "3",
    }
    found, fault = read_engine_state(Refusing(mariadb))  # type: ignore[arg-type]
    assert "1227 Access denied" in fault
    assert engine_entry({}, found, None)["after"] == {
        "checkpoint_age_mib": 8.3,
        "dirty_pages": 577,
        "history_list_length": 3,
    }


def test_what_is_not_shown_is_named_with_what_was_tried() -> None:
    session = Refusing({"Innodb_buffer_pool_pages_dirty": "0"})
    watch = RunWatch(session, None, lambda: None)  # type: ignore[arg-type]
    entry: dict[str, Any] = {"telemetry": {}}
    watch.add_server(entry, None)
    assert entry["innodb"] == {"before": {"dirty_pages": 0}, "after": {"dirty_pages": 0}}
    engine = {"checkpoint_age_mib", "history_list_length", "redo_written_mib"}
    assert watch.lacking.keys() == engine | {"received_mib", "sent_mib"}
    assert all("1227 Access denied" in watch.lacking[name] for name in engine)


def test_redo_is_the_difference_of_sequence_numbers() -> None:
    before = {"lsn": 100 * MIB, "checkpoint": 90 * MIB, "dirty_pages": 5, "history_list_length": 0}
    after = {"lsn": 612 * MIB, "checkpoint": 300 * MIB, "dirty_pages": 9}
    entry = engine_entry(before, after, settled=False)
    assert entry["settled"] is False
    assert entry["redo_written_mib"] == 512
    assert [entry[when]["checkpoint_age_mib"] for when in ("before", "after")] == [10, 312]


def test_a_log_that_began_anew_has_no_redo_written() -> None:
    entry = engine_entry({"lsn": 5 * MIB, "checkpoint": MIB}, {"lsn": MIB, "checkpoint": MIB}, True)
    assert "redo_written_mib" not in entry


def test_a_checkpoint_ahead_of_its_log_is_no_age() -> None:
    assert engine_entry({}, {"lsn": 1, "checkpoint": 2}, None) == {}
