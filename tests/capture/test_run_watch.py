"""What is looked at around a run: clock, huge pages, bytes; and what an executable says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.run_watch import ClockWatch, huge_pages_of
from sysbench_archive.capture.server.answers import counter_differences
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
