"""Comparability of whole comparisons: what they list, sum up and say."""

from __future__ import annotations

from typing import Any

import pytest
from comparability_bundles import (
    PLACE,
    chosen,
    default,
    made,
    made_sides,
    server,
    sides,
)

from sysbench_archive.comparability.differences import (
    ComparedSide,
    compare_conditions,
)
from sysbench_archive.comparability.fields import UNKNOWN
from sysbench_archive.comparability.wording import (
    comparability_sentence,
    join_labels,
)
from sysbench_archive.model.comparability import Comparability, Condition

DL380 = "2011-10-mysql-5-5-and-5-1-dl380-g7"
NUC = "2017-10-intel-nuc-i5-io-bound"
DEFAULTS = "2026-11-mysql-and-mariadb-defaults-small-vm"


def rows(told: Comparability) -> dict[str, tuple[str, str]]:
    return {row.field: (row.status, row.severity) for row in told.rows}


def test_the_dl380_pair_differs_in_what_only_one_side_set() -> None:
    told = compare_conditions(sides(DL380, "simple"), "point")
    listed = rows(told)
    for name in ("buffer_pool_instances", "io_capacity", "read_io_threads", "write_io_threads",
                 "dirty_pages", "purge_threads"):  # fmt: skip
        assert listed[name] == ("differs", "info")
    assert listed["flush_method"] == ("differs", "warning")
    assert listed["version"] == ("intended", "info")
    assert "Size of the buffer pool" in told.same
    (candidate,) = told.candidates
    assert candidate.warnings == ["Flush method"]
    assert "Flush method" in candidate.unrecorded
    assert told.summary == "controlled-except"
    assert told.sentence.startswith("Controlled except for flush method; of little or no known")
    assert "; not recorded: " in told.sentence


def test_the_nuc_versions_differ_in_the_adaptive_hash_index() -> None:
    told = compare_conditions(sides(NUC, "point-query-pre", "mysql-8-0-1", "mysql-5-6-35"), "point")
    row = next(row for row in told.rows if row.field == "adaptive_hash_index")
    assert (row.status, row.values, row.note) == ("differs", ["ON", "OFF"], "")
    assert told.candidates[0].warnings == ["Adaptive hash index"]


@pytest.mark.parametrize("family", ["point", "read-write", "connect"])
def test_a_captured_bundle_is_not_held_back_by_what_was_not_recorded(family: Any) -> None:
    told = compare_conditions(
        sides(DEFAULTS, "oltp-read-write", "mysql-5-7-22", "mariadb-11-4-5"), family
    )
    assert told.candidates[0].unrecorded == []


def test_a_log_without_configuration_is_held_back() -> None:
    both = made_sides(made(server("5.7.44", options="unrecorded"), server("8.0.36")))
    told = compare_conditions(both, "read-write")
    assert {"Binary log", "Flush of the redo log at commit", "Size of the buffer pool"} <= set(
        told.candidates[0].unrecorded
    )
    assert told.candidates[0].blockers == []


def test_defaults_that_came_with_the_version_are_intended_and_named() -> None:
    told = compare_conditions(
        sides(DEFAULTS, "oltp-read-write", "mysql-5-7-22", "mysql-8-0-33"), "read-write"
    )
    assert rows(told)["binary_log"] == ("intended", "blocker")
    assert told.candidates[0].blockers == []
    assert told.sentence.startswith("Controlled except for "), "built by another"
    by_others = compare_conditions(
        sides(DEFAULTS, "oltp-read-write", "mysql-8-0-33", "mariadb-11-4-5"), "read-write"
    )
    assert by_others.summary == "as-intended"
    assert by_others.sentence.startswith(
        "Nothing recorded differs besides the product and its defaults for binary log, "
    )


def side(name: str, **conditions: Condition) -> ComparedSide:
    return ComparedSide(name, {**PLACE, "version": name, **conditions})


def test_a_blocker_makes_it_not_comparable() -> None:
    told = compare_conditions([side("1", tls="no"), side("2", tls="yes")], "connect")
    assert (told.summary, told.sentence) == ("not-comparable", "Not comparable: TLS differs.")
    assert told.candidates[0].blockers == ["TLS"]
    assert compare_conditions([side("1", tls="no"), side("2", tls="yes")], "range").sentence == (
        "Controlled except for TLS."
    )


def test_a_blocker_of_one_candidate_is_not_that_of_another() -> None:
    told = compare_conditions(
        [side("1", tls="no"), side("2", tls="no"), side("3", tls="yes")], "connect"
    )
    assert [c.summary for c in told.candidates] == ["controlled", "not-comparable"]
    assert told.sentence == "Not all are comparable: TLS differs on some sides."
    (row,) = (row for row in told.rows if row.field == "tls")
    assert row.values == ["no", "no", "yes"]


def test_the_worst_stands_first_and_the_same_is_left_out() -> None:
    told = compare_conditions(
        [
            side("1", kernel="5", tls="no", swappiness="1", os="A", allocator=UNKNOWN),
            side("2", kernel="6", tls="yes", swappiness="2", os="A", allocator="jemalloc"),
        ],
        "connect",
    )
    assert [row.field for row in told.rows] == [
        "tls", "kernel", "swappiness", "allocator", "version",
    ]  # fmt: skip
    assert told.same == ["Operating system"]


def test_of_two_equally_bad_the_first_candidate_decides_the_note() -> None:
    left, set_ = default("ON"), chosen("ON")
    base = side("1", doublewrite=default("OFF"))
    for first, second, note in (
        (left, set_, "The default of each version; nobody set it."),
        (set_, left, ""),
    ):
        told = compare_conditions(
            [base, side("2", doublewrite=first), side("3", doublewrite=second)], "write"
        )
        assert [row.note for row in told.rows if row.field == "doublewrite"] == [note]


def test_what_weighs_little_and_is_not_known_is_a_label() -> None:
    unknown: dict[str, Condition] = dict.fromkeys(("pgo", "cpu_model"), UNKNOWN)
    told = compare_conditions([side("1", **unknown), side("2", **unknown)], "range")
    assert told.details == ["CPU model", "Profile-guided optimisation"]
    assert [row.field for row in told.rows] == ["version"]
    assert told.summary == "controlled"


def test_a_side_alone_is_told_what_was_not_recorded() -> None:
    told = compare_conditions([side("1", allocator=UNKNOWN)], "range")
    assert told.candidates == []
    assert [row.field for row in told.rows] == ["allocator"]


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (
            {"besides": "version"},
            "Controlled: nothing recorded differs besides the version.",
        ),
        ({"besides": ""}, "Controlled: nothing recorded differs."),
        (
            {"besides": "variant", "details": ["Kernel"]},
            (
                "Controlled except for what weighs little or has no known effect on such a"
                " workload: kernel."
            ),
        ),
        (
            {"besides": "variant", "chosen": ["Thread handling"]},
            "Nothing recorded differs besides the variant and its settings for thread handling.",
        ),
        (
            {"besides": "product", "unrecorded": ["TLS", "Kernel"]},
            "Nothing recorded differs besides the product; not recorded: TLS and kernel.",
        ),
        (
            {
                "besides": "version",
                "warnings": ["CPU clock", "I/O capacity"],
                "details": ["Kernel"],
            },
            (
                "Controlled except for CPU clock and I/O capacity; of little or no known effect:"
                " kernel."
            ),
        ),
        (
            {"besides": "version", "blockers": ["Test", "Tables"], "warnings": ["Kernel"]},
            "Not comparable: test and tables differ.",
        ),
    ],
)
def test_a_comparability_is_summed_up(told: dict[str, Any], text: str) -> None:
    kinds = ("blockers", "warnings", "details", "defaults", "chosen", "unrecorded")
    labels = {kind: told.get(kind, []) for kind in kinds}
    assert comparability_sentence(told["besides"], labels) == text


def test_a_list_names_a_few() -> None:
    assert join_labels(["One", "Two", "Three", "Four"]) == "one, two, three and four"
    assert join_labels(["One", "Two", "Three", "Four", "Five"]) == "one, two, three and 2 more"
