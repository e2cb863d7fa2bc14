"""A browser keeps the size and the storage of a reader's machine, and only what makes sense."""

from __future__ import annotations

import json

from browser_programs import run_program

from sysbench_archive.derive.entries import STORAGE

FOREIGN = {
    "label": "x",
    "values": {},
    "size": {"cores": "8", "memory": "<b>", "storage": "constructor"},
}
TYPED = [["16", "64", "nvme"], ["16", "", ""], ["", "", "hdd"], ["", "", "tape"], ["", "", ""]]
KEPT = run_program("own_machine", {"typed": TYPED, "stored": json.dumps(FOREIGN)})


def test_kinds_of_storage_are_those_of_records() -> None:
    assert KEPT["storage"] == STORAGE


def test_what_is_typed_is_read_back() -> None:
    assert KEPT["own"][:-1] == [
        {"cores": "16", "memory": "64", "storage": "nvme"},
        {"cores": "16"},
        {"storage": "hdd"},
        {},
        {},
    ]


def test_of_what_somebody_else_stored_only_what_makes_sense_is_taken() -> None:
    assert KEPT["own"][-1] == {"cores": "8"}
