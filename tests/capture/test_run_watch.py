"""What is looked at around a run: clock, huge pages, bytes, InnoDB's state as servers of both
products print it; and what an executable says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sysbench_archive.capture.connection import Answer
from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.run_watch import (
    ClockWatch,
    RunWatch,
    counter_differences,
    engine_entry,
    huge_pages_of,
    read_engine_state,
    state_of_status,
)
from sysbench_archive.capture.server.document import build_type
from sysbench_archive.capture.server.process import compiler_of


@pytest.mark.parametrize(
    ("data", "compiler"),
    [
        (b"\x7fELF\2GCC: (GNU) 8.3.1 20190311\0GCC: (GNU) 4.4.7\0GCC: (GNU) 8.3.1 20190311\0",
         "GCC: (GNU) 8.3.1 20190311, GCC: (GNU) 4.4.7"),
        (b"\x7fELF\2Linker: LLD 16.0.6\0clang version 16.0.6\0", "clang version 16.0.6"),
        (b"\x7fELF\2GCC: (GNU) cut of", None),
        (b"#!/bin/sh\n", None),
        (b"", None),
    ],
)  # fmt: skip
def test_the_compiler_stands_in_the_executable(data: bytes, compiler: str | None) -> None:
    assert compiler_of(data) == compiler


@pytest.mark.parametrize(
    ("version", "has_variable", "kind"),
    [
        ("8.0.33", False, "release"),
        ("8.0.33-debug", False, "debug"),
        ("8.0.33", True, "debug"),
        ("8.0.33-debug-asan", True, "sanitizer"),
        ("10.11.19-MariaDB-0+deb12u1", False, "release"),
        ("10.11.19-MariaDB-debug", False, "debug"),
    ],
)
def test_builds_say_what_they_are(version: str, has_variable: bool, kind: str) -> None:
    assert build_type(version, has_variable) == kind


def test_the_clock_is_the_mean_of_looks_two_seconds_apart() -> None:
    clocks = iter(["2000000\n2200000", "3000000\n3200000", "9000000"])
    time = [0.0]
    ticks: list[None] = []
    watch = ClockWatch(lambda _: next(clocks), lambda: ticks.append(None), lambda: time[0])
    for time[0] in (0.0, 0.5, 1.9, 2.0, 2.1, 3.9, 4.0, 5.0):
        watch.tick()
    assert watch.mhz == 2600
    assert len(ticks) == 8


def test_without_cpufreq_the_clock_is_unknown_and_says_why() -> None:
    def silent(source: str) -> str:
        raise SilentError(f"there is no {source}")

    time = [0.0]
    watch = ClockWatch(silent, lambda: None, lambda: time[0])
    assert watch.fault.endswith("no look at it during the run")
    time[0] = 9.0
    watch.tick()
    assert watch.mhz is None
    assert watch.fault.startswith("there is no /sys/devices/system/cpu/cpu*")
    for text in ("", "fast"):
        watch = ClockWatch(lambda _, text=text: text, lambda: None, lambda: time[0])
        time[0] += 9
        watch.tick()
        assert watch.mhz is None
        assert "says nothing" in watch.fault or "invalid literal" in watch.fault


def test_huge_pages_of_a_process_are_of_both_kinds() -> None:
    rollup = """\
Rss:              812340 kB
AnonHugePages:    614400 kB
ShmemPmdMapped:        0 kB
FilePmdMapped:         0 kB
Shared_Hugetlb:   409600 kB
Private_Hugetlb:       0 kB
"""
    assert huge_pages_of(lambda _: rollup, 7)[0] == 1000
    unsaid = (None, "/proc/<pid>/smaps_rollup does not say")
    assert huge_pages_of(lambda _: "Rss: 1 kB", 7) == unsaid


def test_counters_are_differences_of_those_that_grew() -> None:
    before = {"Bytes_received": "1000", "Bytes_sent": "5"}
    after = {"Bytes_received": "3000", "Bytes_sent": "4", "Questions": "7"}
    assert counter_differences(before, after) == {"Bytes_received": 2000}


def test_a_path_with_a_star_is_every_file_in_the_order_of_numbers(tmp_path: Path) -> None:
    folder = tmp_path
    for number in (0, 2, 10, 1):
        (folder / f"state{number}").mkdir()
        (folder / f"state{number}" / "name").write_text(f"C{number}\n")
    assert read(f"{folder}/state*/name") == "C0\nC1\nC2\nC10"
    with pytest.raises(SilentError, match="there is no"):
        read(f"{folder}/states*/name")


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
