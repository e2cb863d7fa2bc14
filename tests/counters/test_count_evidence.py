"""The lines of an evidence file that hold counts: what is written is read again."""

from __future__ import annotations

from collections import Counter

import pytest

from sysbench_archive.counters.callgrind import Profile
from sysbench_archive.counters.evidence import (
    OTHERS,
    agreement_percent,
    callgrind_lines,
    path_lengths,
    perf_lines,
    read_counts,
    resting_from,
)

EVENTS = ("Ir", "sysCount", "sysTime")


def profile(thread: int, *totals: int, **functions: int) -> Profile:
    named = Counter({(name, "/opt/mysqld"): spent for name, spent in functions.items()})
    return Profile("callgrind-3.19.0", thread, EVENTS, totals, named)


def test_a_count_of_threads_is_read_as_it_was_written() -> None:
    threads = [profile(9, 900, 40, 12, query=800, rest=100), profile(1, 100, 2, accept=100)]
    (count,) = read_counts([*callgrind_lines(1, threads, functions=True)])
    assert [(part.name, part.instructions) for part in count.parts] == [
        ("thread 1", 100),
        ("thread 9", 900),
    ]
    assert (count.tool, count.instructions, count.beside) == ("callgrind-3.19.0", 1000, 100)
    assert count.system_calls == 42
    assert sum(cost.instructions for cost in count.functions) == 1000
    assert (count.functions[0].name, count.functions[0].library) == ("query", "mysqld")
    assert count.faults == []


def test_functions_beyond_the_list_are_one_line_so_that_the_parts_add_up() -> None:
    functions = {f"f{number}": 1 for number in range(500)}
    lines = [*callgrind_lines(1, [profile(1, 500, **functions)], functions=True)]
    (count,) = read_counts(lines)
    assert count.functions[-1].name == OTHERS
    assert count.functions[-1].library == "300"
    assert sum(cost.instructions for cost in count.functions) == 500


def test_a_name_with_brackets_or_line_ends_stays_on_its_line() -> None:
    odd = Profile(
        "callgrind-3.19.0", 1, EVENTS, (5,), Counter({("operator[]\n<b>", "/a/[heap]"): 5})
    )
    (count,) = read_counts([*callgrind_lines(1, [odd], functions=True)])
    assert (count.functions[0].name, count.functions[0].library) == ("operator()?<b>", "(heap)")


def test_a_count_of_perf_is_of_the_whole_server() -> None:
    printed = "1000,,instructions:u,9,100.00,,\n400,,instructions:k,9,100.00,,\n"
    (count,) = read_counts([*perf_lines(1, "perf version 6.1", printed)])
    assert (count.tool, count.instructions, count.beside) == ("perf version 6.1", 1000, 0)
    assert (count.kernel, count.system_calls) == (400, None)
    assert path_lengths([count], whole=False) == [1000]


def test_a_line_that_says_nothing_known_is_a_fault() -> None:
    (count,) = read_counts(["count 1: thread: many"])
    assert count.faults == [(1, "thread: many")]


@pytest.mark.parametrize(
    ("lengths", "first"),
    [
        ([100], 0),
        ([100, 100.4], 0),
        ([90, 100, 100.4], 1),
        ([80, 90, 100, 110], 2),
        ([80, 90, 100], 1),
    ],
)
def test_a_run_rests_on_two_counts_that_agree_or_on_the_later_half(
    lengths: list[int], first: int
) -> None:
    assert resting_from(lengths) == first


def test_one_count_agrees_with_nothing() -> None:
    assert agreement_percent([100]) == float("inf")
    assert agreement_percent([100, 101]) == pytest.approx(1)
