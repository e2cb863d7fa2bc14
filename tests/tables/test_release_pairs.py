"""Which releases are set beside each other, and what is said of them where it was judged."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from cell_samples import cell, pairs
from derived_records import plain
from open_data_contract import faults
from sysbench_archive.tables.cells import fit_of
from sysbench_archive.tables.comparisons import ApiContrast
from sysbench_archive.tables.release_pairs import (
    ReleasePair,
    release_pairs,
    upgrade_documents,
    upgrades_by_class,
)


def judged(baseline: str, candidate: str, **more: Any) -> ApiContrast:
    fields = {
        "bundle": "2026-01-b",
        "workload": "oltp-read-only",
        "baseline_server": f"mysql-{baseline.replace('.', '-')}",
        "candidate_server": f"mysql-{candidate.replace('.', '-')}",
        "threads": 4,
        "low": 1.1,
        "high": 1.25,
        "direction": "faster",
        "verdict": "faster",
        "evidence_status": "indicative",
        "comparison": "c",
        "path": "/comparisons/c/",
        "role": "cores",
        "ratio": 1.2,
        "metric": "tps",
    }
    return plain(ApiContrast, **fields | more)


def names(found: list[ReleasePair]) -> list[tuple[str, str]]:
    return [(pair.from_release, pair.to_release) for pair in found]


@pytest.mark.parametrize(
    "other",
    [
        {"bundle": "2026-01-c"},
        {"workload": "oltp-write-only"},
        {"host": "other"},
        {"client": "other"},
        {"threads": 8},
        {"regime": "defaults"},
        {"pool_mib": 4096},
        {"engine": "rocksdb"},
        {"variant": "threadpool"},
        {"alone": False},
        {"sliced": True},
    ],
    ids=lambda other: next(iter(other)),
)
def test_nothing_but_the_release_differs_between_two(other: dict[str, Any]) -> None:
    older = cell("5.6.51", 100)
    assert names(release_pairs([older, cell("5.7.44", 90)], [])) == [("5.6.51", "5.7.44")]
    assert release_pairs([older, cell("5.7.44", 90, **other)], []) == []


def test_a_ratio_is_newer_over_older_and_the_newest_general_release_speaks_for_a_series() -> None:
    found = release_pairs(
        [
            cell("8.0.9", 90),
            cell("8.0.11", 80),
            cell("8.0.40", 10, maturity="rc"),
            cell("5.7.44", 100),
        ],
        [],
    )
    assert names(found) == [("5.7.44", "8.0.11")]
    assert found[0].ratio == pytest.approx(0.8)
    assert found[0].general
    (candidate,) = release_pairs([cell("8.0.1", 90, maturity="rc"), cell("5.7.44", 100)], [])
    assert not candidate.general


def test_of_two_products_the_one_readers_come_from_is_the_first() -> None:
    maria = cell("10.6.1", 50, product="mariadb", server="maria")
    percona = cell("5.7.44", 90, product="percona-server", server="percona")
    found = release_pairs([maria, percona, cell("8.0.45", 100)], [])
    # Nobody asks for the way to Percona Server of an older series.
    assert [(pair.from_product, pair.to_product) for pair in found] == [
        ("mysql", "mariadb"),
        ("percona-server", "mariadb"),
    ]


def test_what_was_judged_the_other_way_round_is_turned() -> None:
    cells = [cell("5.6.51", 100), cell("5.7.44", 85)]
    (found,) = release_pairs(cells, [judged("5.7.44", "5.6.51")])
    assert (found.direction, found.sign) == ("slower", "slower")
    assert (found.low, found.high) == (pytest.approx(1 / 1.25), pytest.approx(1 / 1.1))
    (found,) = release_pairs(cells, [judged("5.6.51", "5.7.44", threads=8)])
    assert (found.direction, found.low, found.sign) == (None, None, "")


def test_what_makes_one_of_two_not_comparable_with_the_baseline_parts_them() -> None:
    cells = [cell("5.6.51", 100), cell("5.7.44", 85), cell("8.0.45", 80)]
    rows = [judged("5.6.51", "5.7.44", blockers=["Binary log"], threads=1)]
    assert names(release_pairs(cells, rows)) == [("5.6.51", "8.0.45")]
    rows += [judged("5.6.51", "8.0.45", blockers=["Binary log"], threads=1)]
    assert names(release_pairs(cells, rows)) == [("5.7.44", "8.0.45")]


@pytest.mark.parametrize(
    ("data", "fit"),
    [
        (850, "fits"),
        (851, "about"),
        (1250, "about"),
        (1251, "to-three-times"),
        (3000, "to-three-times"),
        (3001, "beyond"),
        (None, "unrecorded"),
    ],
)
def test_data_beside_the_pool(data: float | None, fit: str) -> None:
    assert fit_of(data, 1000) == fit
    assert fit_of(data, None) == "unrecorded"


def test_a_document_keeps_the_schema_and_a_class_names_its_upgrades() -> None:
    (document,) = upgrade_documents(pairs(), "https://archive.example")
    assert faults("upgrade", to_builtins(document)) == []
    assert document.permalink == "https://archive.example/upgrades/mysql-5.6-to-mysql-5.7/"
    assert [found.title for found in upgrades_by_class(pairs())["small"]] == [
        "MySQL 5.6 to MySQL 5.7"
    ]
