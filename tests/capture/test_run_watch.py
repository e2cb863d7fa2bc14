"""What is looked at around a run: clock, huge pages, bytes; and what an executable says."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.run_watch import ClockWatch, mean_mhz
from sysbench_archive.capture.server.document import build_type
from sysbench_archive.capture.server.process import compiler_of
from sysbench_archive.capture.telemetry import bytes_between, huge_pages_mib


def elf(comment: bytes, order: str = "<") -> bytes:
    """A 64-bit file with nothing but a section `.comment` and the table of names."""
    names = b"\0.comment\0.shstrtab\0"
    start = 64
    at_names = start + len(comment)
    table = at_names + len(names)
    head = b"\x7fELF\x02" + (b"\x01" if order == "<" else b"\x02") + bytes(10)
    head += bytes(24) + struct.pack(f"{order}Q", table) + bytes(10)
    head += struct.pack(f"{order}HHH", 64, 3, 2)
    headers = struct.pack(f"{order}IIQQQQ", 0, 0, 0, 0, 0, 0) + bytes(24)
    headers += struct.pack(f"{order}IIQQQQ", 1, 1, 0, 0, start, len(comment)) + bytes(24)
    headers += struct.pack(f"{order}IIQQQQ", 10, 3, 0, 0, at_names, len(names)) + bytes(24)
    return head + comment + names + headers


GCC = b"GCC: (GNU) 8.3.1 20190311\0GCC: (GNU) 4.4.7\0GCC: (GNU) 8.3.1 20190311\0"


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_compiler_stands_in_the_executable(order: str) -> None:
    assert compiler_of(elf(GCC, order)) == "GCC: (GNU) 8.3.1 20190311, GCC: (GNU) 4.4.7"
    linked = elf(b"Linker: LLD 16.0.6\0clang version 16.0.6\0", order)
    assert compiler_of(linked) == "clang version 16.0.6"


def test_whatever_is_no_executable_says_nothing() -> None:
    whole = elf(GCC)
    assert compiler_of(elf(b"")) is None
    for data in (b"", b"#!/bin/sh\n", b"\x7fELF\x01" + whole[5:], b"\x7fELF\x02\x07" + whole[6:]):
        assert compiler_of(data) is None
    # Cut anywhere, it says the same or nothing.
    said = {compiler_of(whole[:length]) for length in range(len(whole))}
    assert None in said
    assert all(text is None or text in GCC.decode().replace("\0", ", ") for text in said)


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
        with pytest.raises(ValueError, match=r"says nothing|invalid literal"):
            mean_mhz(text)


def test_huge_pages_of_a_process_are_of_both_kinds() -> None:
    rollup = """\
Rss:              812340 kB
AnonHugePages:    614400 kB
ShmemPmdMapped:        0 kB
FilePmdMapped:         0 kB
Shared_Hugetlb:   409600 kB
Private_Hugetlb:       0 kB
"""
    assert huge_pages_mib(rollup) == 1000
    assert huge_pages_mib("Rss: 1 kB") is None


def test_bytes_are_differences_of_counters_that_grew() -> None:
    before = {"Bytes_received": "1000", "Bytes_sent": str(5 << 20)}
    after = {"Bytes_received": str((3 << 20) + 1000), "Bytes_sent": "10"}
    assert bytes_between(before, after) == {"received_mib": 3.0}
    assert bytes_between({}, after) == {}


def test_a_path_with_a_star_is_every_file_in_the_order_of_numbers(tmp_path: Path) -> None:
    folder = tmp_path
    for number in (0, 2, 10, 1):
        (folder / f"state{number}").mkdir()
        (folder / f"state{number}" / "name").write_text(f"C{number}\n")
    assert read(f"{folder}/state*/name") == "C0\nC1\nC2\nC10"
    with pytest.raises(SilentError, match="there is no"):
        read(f"{folder}/states*/name")
