"""Profiles of callgrind: names by number, costs of calls left out, parts that must add up."""

from __future__ import annotations

import pytest

from sysbench_archive.counters.callgrind import ProfileError, read_profile

PROFILE = """# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 7
cmd:  /usr/sbin/mysqld --no-defaults
part: 3
thread: 22

desc: Trigger: dump run3

positions: line
event: sysTime : sysTime (elapsed ms)
events: Ir sysCount sysTime
summary: 0

ob=(1) /usr/sbin/mysqld
fl=(1) sql/sql_parse.cc
fn=(1) dispatch_command(THD*)
10 100
+2 20
cob=(2) /usr/lib/libc.so.6
cfn=(2) recv
calls=1 0
* 5000 12 3
fi=(2) sql/sql_class.h
4 5

ob=(2)
fn=(2)
0 30 12 3

ob=(1)
fn=(3) 0x00000000000f73c0
0 7

totals: 162 12 3
"""


def test_a_function_has_its_own_cost_and_not_that_of_its_calls() -> None:
    profile = read_profile(PROFILE)
    assert (profile.creator, profile.thread) == ("callgrind-3.19.0", 22)
    assert profile.functions == {
        ("dispatch_command(THD*)", "/usr/sbin/mysqld"): 125,
        ("recv", "/usr/lib/libc.so.6"): 30,
        ("0x00000000000f73c0", "/usr/sbin/mysqld"): 7,
    }
    assert (profile.total("Ir"), profile.total("sysCount"), profile.total("Dr")) == (162, 12, None)


def test_zeros_at_the_end_of_totals_are_left_out_by_callgrind() -> None:
    profile = read_profile(PROFILE.replace("totals: 162 12 3", "totals: 162"))
    assert profile.total("sysCount") == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            PROFILE.replace("totals: 162", "totals: 161"),
            "spend 162 instructions, its totals say 161",
        ),
        (PROFILE.partition("ob=(2)\nfn=(2)")[0], "spend 125 instructions, its totals say 0"),
        (PROFILE.replace("events: Ir", "events: Dr"), "not a profile of callgrind"),
        ("", "not a profile of callgrind"),
    ],
)
def test_a_profile_that_was_cut_or_is_none_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProfileError, match=message):
        read_profile(text)
