"""Two servers that were one process: what nobody recorded of either cannot differ."""

from __future__ import annotations

from typing import Any

from comparability_bundles import made, made_sides, run, server

from sysbench_archive.comparability.conditions import conditions_of
from sysbench_archive.comparability.differences import compare_conditions
from sysbench_archive.model.bundle import Server
from sysbench_archive.model.comparability import CandidateComparability

EXCERPT = {"options_basis": "excerpt", "allocator": "unrecorded"}


def candidate(*servers: Server, **facts: Any) -> CandidateComparability:
    """What is said of the second of two servers beside the first."""
    both = made_sides(made(*servers, client={"tls": "unrecorded"}, **facts))
    return compare_conditions(both, "read-write").candidates[0]


def pair(**facts: Any) -> tuple[Server, Server]:
    """A server, and a variant of it with another delay of spin waits."""
    one = server("8.0.36", options={"innodb_spin_wait_delay": 6}, **EXCERPT)
    other = server(
        "8.0.36", variant="delay-0", options={"innodb_spin_wait_delay": 0}, **EXCERPT, **facts
    )
    return one, other


def test_what_nobody_recorded_of_two_servers_may_differ() -> None:
    unrecorded = candidate(*pair()).unrecorded
    assert {"Memory allocator", "Flush of the redo log at commit", "TLS"} <= set(unrecorded)


def test_what_nobody_recorded_of_one_process_is_the_same() -> None:
    one, other = pair(same_process_as="8-0-36")
    assert candidate(one, other).unrecorded == []


def test_a_variable_that_only_one_side_names_may_have_been_changed() -> None:
    one = server("8.0.36", options={"innodb_flush_method": "O_DIRECT"}, **EXCERPT)
    other = server(
        "8.0.36", variant="v", options={"made_up": 0}, same_process_as="8-0-36", **EXCERPT
    )
    assert candidate(one, other).unrecorded == ["Flush method"]


def test_one_process_is_one_through_others() -> None:
    one, other = pair(same_process_as="8-0-36")
    third = server("8.0.36", variant="v", options="unrecorded", same_process_as=other.id)
    known = conditions_of(made(one, other, third)).servers.values()
    assert len({side["identity.process"] for side in known}) == 1


def test_servers_that_name_each_other_are_one_process() -> None:
    one = server("8.0.36", options="unrecorded", same_process_as="v")
    other = server("8.0.36", variant="v", options="unrecorded", same_process_as="8-0-36")
    known = conditions_of(made(one, other)).servers
    assert known[one.id]["identity.process"] == known["v"]["identity.process"]


def test_an_equal_session_number_is_not_one_process() -> None:
    """Sessions are counted for each server: the first start of one is not that of another."""
    one, other = pair()
    runs = tuple(run(s.id, s.id, session=1) for s in (one, other))
    assert candidate(one, other, runs=runs).unrecorded == candidate(*pair()).unrecorded
