"""The lines of `perf stat -x,`: values, and counters that a machine refuses."""

from __future__ import annotations

import pytest

from sysbench_archive.counters.perf_stat import Counter, read_counter, read_counters

PRINTED = """# started on Mon Nov 23 04:00:00 2026

41235500,,instructions:u,912345678,100.00,,
<not supported>,,instructions:k,0,100.00,,
<not counted>,,raw_syscalls:sys_enter,0,0.00,,
"""


def test_counters_are_read_and_refused_ones_say_how() -> None:
    assert read_counters(PRINTED) == {
        "instructions:u": Counter("instructions:u", 41235500),
        "instructions:k": Counter("instructions:k", None, "not supported"),
        "raw_syscalls:sys_enter": Counter("raw_syscalls:sys_enter", None, "not counted"),
    }


def test_a_counter_that_shared_its_register_is_no_count() -> None:
    shared = read_counter("41235500,,instructions:u,456172839,50.00,,")
    assert shared == Counter("instructions:u", None, "ran 50 % of the time only")


@pytest.mark.parametrize(
    "line", ["", "# a comment", "1,2", "x,,instructions:u,1,100.00", "1,,,1,2"]
)
def test_other_lines_are_none(line: str) -> None:
    assert read_counter(line) is None
