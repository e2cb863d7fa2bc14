"""InnoDB's state as servers of both products print it, and what is said where they do not."""

from __future__ import annotations

import pytest

from sysbench_archive.capture.connection import Answer
from sysbench_archive.capture.engine_state import (
    EngineState,
    engine_entry,
    read_engine_state,
    state_of_status,
    state_of_variables,
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
    found = state_of_status(text)
    assert (found.lsn, found.checkpoint, found.dirty_pages, found.history_list_length) == state


def test_where_the_status_is_refused_status_variables_say_what_they_can() -> None:
    mariadb = {
        "Innodb_lsn_current": "8766398",
        "Innodb_lsn_last_checkpoint": "45600",
        "Innodb_buffer_pool_pages_dirty": "577",
        "Innodb_history_list_length": "3",
    }
    found = read_engine_state(Refusing(mariadb))  # type: ignore[arg-type]
    assert found.entry == {
        "checkpoint_age_mib": 8.3,
        "dirty_pages": 577,
        "history_list_length": 3,
    }
    old = read_engine_state(Refusing({"Innodb_buffer_pool_pages_dirty": "0"}))  # type: ignore[arg-type]
    assert old.entry == {"dirty_pages": 0}
    entry, lacking = engine_entry(old, old, None)
    assert entry == {"before": {"dirty_pages": 0}, "after": {"dirty_pages": 0}}
    assert set(lacking) == {"checkpoint_age_mib", "history_list_length", "redo_written_mib"}
    assert all("1227 Access denied" in why for why in lacking.values())


def test_redo_is_the_difference_of_sequence_numbers() -> None:
    before = EngineState(lsn=100 * MIB, checkpoint=90 * MIB, dirty_pages=5, history_list_length=0)
    after = EngineState(lsn=612 * MIB, checkpoint=300 * MIB, dirty_pages=9, history_list_length=7)
    entry, lacking = engine_entry(before, after, settled=False)
    assert not lacking
    assert entry["settled"] is False
    assert entry["redo_written_mib"] == 512
    assert (entry["before"]["checkpoint_age_mib"], entry["after"]["checkpoint_age_mib"]) == (
        10,
        312,
    )


def test_a_log_that_began_anew_has_no_redo_written() -> None:
    before, after = EngineState(lsn=5 * MIB, checkpoint=MIB), EngineState(lsn=MIB, checkpoint=MIB)
    entry, lacking = engine_entry(before, after, settled=True)
    assert "redo_written_mib" not in entry
    assert "redo_written_mib" in lacking


def test_a_checkpoint_ahead_of_its_log_is_no_age() -> None:
    assert (
        state_of_variables(
            {"Innodb_lsn_current": "1", "Innodb_lsn_last_checkpoint": "2"}, "why"
        ).entry
        == {}
    )
