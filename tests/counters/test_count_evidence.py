"""The lines of an evidence file that hold counts: what is written is read again."""

from __future__ import annotations

from collections import Counter

import pytest

from sysbench_archive.counters.callgrind import Profile
from sysbench_archive.counters.evidence import (
    OTHERS,
    agreement_percent,
    callgrind_lines,
    function_lines,
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
    threads = [profile(9, 900, 40, 12, query=800, rest=100), profile(1, 100, 2, accept=90, rest=10)]
    (count,) = read_counts([*callgrind_lines(1, threads), *function_lines(1, threads)])
    assert [(part.name, part.instructions) for part in count.parts] == [
        ("thread 1", 100),
        ("thread 9", 900),
    ]
    assert (count.tool, count.instructions, count.served(18)) == ("callgrind-3.19.0", 1000, 900)
    assert count.system_calls == 42
    assert count.serving == ()
    assert sum(cost.instructions for cost in count.functions) == 1000
    found = [(cost.name, cost.library, cost.instructions) for cost in count.functions[:2]]
    assert found == [("query", "mysqld", 800), ("rest", "mysqld", 110)]
    assert count.faults == []


def threads_of(*lines: str) -> list[str]:
    """Evidence of a count with threads 1 to n, each with its totals."""
    threads = [f"count 1: thread: {n} totals: {text}" for n, text in enumerate(lines, 1)]
    return ["count 1: callgrind-3.19.0 events: Ir sysCount", *threads]


@pytest.mark.parametrize(
    ("name", "talks", "accepts"),
    [
        ("recv", True, False),
        ("__libc_recv@@GLIBC_2.2.5", True, False),
        ("accept4", False, True),
        ("vio_read", True, False),
        ("vio_write", False, False),
        ("receive", False, False),
        ("pwrite64", False, False),
    ],
)
def test_a_thread_serves_where_it_talked_to_a_client(name: str, talks: bool, accepts: bool) -> None:
    thread = Profile(functions=Counter({(name, "libc.so.6"): 1}))
    assert (thread.talks, thread.accepts) == (talks, accepts)


def test_a_busier_thread_that_served_nobody_is_not_the_path() -> None:
    written = [
        profile(1, 100, 2, accept=100),
        profile(9, 900, 40, recv=900),
        profile(3, 5000, 9, checksum=5000),
    ]
    (count,) = read_counts([*callgrind_lines(1, written)])
    assert count.serving == ("thread 1", "thread 9")
    assert path_lengths([count], 10) == path_lengths([count], 0) == [1000]


@pytest.mark.parametrize(
    ("totals", "queries", "length"),
    [
        (("900 40", "5000 9"), 10, 900),
        (("900 40", "100 99"), 10, 900),
        (("900 4", "5000 9"), 10, 5000),
        (("900 40", "5000 9"), 0, 5900),
    ],
)
def test_threads_nobody_named_are_told_by_their_system_calls(
    totals: tuple[str, ...], queries: int, length: int
) -> None:
    assert path_lengths(read_counts(threads_of(*totals)), queries) == [length]


def test_functions_beyond_the_list_are_one_line_so_that_the_parts_add_up() -> None:
    functions = {f"f{number}": 1 for number in range(500)}
    lines = [*function_lines(1, [profile(1, 500, **functions)])]
    (count,) = read_counts(lines)
    assert count.functions[-1].name == OTHERS
    assert count.functions[-1].library == "300"
    assert sum(cost.instructions for cost in count.functions) == 500


def test_a_name_with_brackets_or_line_ends_stays_on_its_line() -> None:
    odd = Profile(
        "callgrind-3.19.0", 1, EVENTS, (5,), Counter({("operator[]\n<b>", "/a/[heap]"): 5})
    )
    (count,) = read_counts([*function_lines(1, [odd])])
    assert (count.functions[0].name, count.functions[0].library) == ("operator()?<b>", "(heap)")


def test_a_count_of_perf_is_of_the_whole_server() -> None:
    printed = "1000,,instructions:u,9,100.00,,\n400,,instructions:k,9,100.00,,\n"
    (count,) = read_counts([*perf_lines(1, "perf version 6.1", printed)])
    assert (count.tool, count.instructions, count.served(8)) == ("perf version 6.1", 1000, 1000)
    assert (count.kernel, count.system_calls) == (400, None)
    assert path_lengths([count], 0) == [1000]


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
