"""Which releases are set beside each other, and what is said of them where it was judged."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from cell_samples import cell, pairs
from derived_records import plain
from open_data_contract import faults
from sysbench_archive.tables.cells import Cell
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
        {"method": "slices"},
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
    assert [(pair.product, pair.to_product) for pair in found] == [
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


def quartet(
    mysql: tuple[float, float], percona: tuple[float, float | None]
) -> dict[str, ReleasePair]:
    """5.7 to 8.0 of MySQL and of Percona Server in one campaign, by product."""
    cells = [cell("5.7.44", mysql[0]), cell("8.0.45", mysql[1])]
    for version, tps in zip(("5.7.44-48", "8.0.45-36"), percona, strict=True):
        if tps:
            more = {"product": "percona-server", "server": f"percona-{version}"}
            cells.append(cell(version, tps, **more))
    found = release_pairs(cells, [])
    return {pair.product: pair for pair in found if pair.product == pair.to_product}


@pytest.mark.parametrize(
    ("percona", "twin", "alone"),
    [
        ((100, 140), "agrees", None),
        ((150, 132), "disagrees", "mysql-5-7-44"),
        ((100, 99), "disagrees", "mysql-8-0-45"),
        # Of one sign, but their bases are further apart than the effect.
        ((60, 140), "disagrees", "percona-5.7.44-48"),
        ((160, None), "disagrees", "mysql-5-7-44"),
        ((120, None), "agrees", None),
    ],
)
def test_a_twin_agrees_in_sign_and_stands_on_the_same_base(
    percona: tuple[float, float | None], twin: str, alone: str | None
) -> None:
    found = quartet((100, 145), percona)["mysql"]
    assert (found.twin, found.alone, found.speaks) == (twin, alone, twin == "agrees")


def test_a_twin_of_the_newer_release_alone_speaks_against_the_sign() -> None:
    for tps, twin in ((95, "disagrees"), (110, "agrees")):
        cells = [cell("5.7.44", 100), cell("8.0.45", 120)]
        cells.append(cell("8.0.45-36", tps, product="percona-server", server="percona"))
        found = {p.to_product: p.twin for p in release_pairs(cells, []) if p.from_series == "5.7"}
        assert found == {"mysql": twin, "percona-server": twin}


def test_a_twin_that_is_held_still_lies_apart() -> None:
    cells = [cell("5.7.44", 100, held=True), cell("8.0.45", 140)]
    for version, tps in (("5.7.44-48", 350), ("8.0.45-36", 300)):
        more = {"product": "percona-server", "server": f"percona-{version}"}
        cells.append(cell(version, tps, **more))
    found = [p for p in release_pairs(cells, []) if p.from_series == "5.7"]
    assert [(p.product, p.twin, p.alone) for p in found] == [
        ("percona-server", "disagrees", "mysql-5-7-44")
    ]


def test_without_a_twin_nothing_is_said_of_one() -> None:
    (found,) = pairs()
    assert (found.twin, found.alone, found.repeated, found.speaks) == (None, None, None, True)


def test_what_is_beyond_two_and_a_half_times_takes_another_campaign() -> None:
    def campaign(name: str, ratio: float, day: str) -> list[Cell]:
        more = {"bundle": name, "day": day}
        return [cell("5.6.51", 100, **more), cell("5.7.44", 100 * ratio, **more)]

    alone = [
        *campaign("a", 3, "2026-01"),
        *campaign("b", 3, "2026-01"),
        *campaign("c", 1.1, "2025"),
    ]
    assert [pair.repeated for pair in release_pairs(alone, [])] == [False, False, None]
    again = [*alone, *campaign("d", 2, "2024")]
    assert [pair.repeated for pair in release_pairs(again, [])] == [True, True, None, None]


def test_tables_of_another_character_set_are_not_set_beside_each_other() -> None:
    older = cell("5.6.51", 100, character_set="latin1")
    assert release_pairs([older, cell("5.7.44", 90, character_set="utf8mb4")], []) == []
    assert names(release_pairs([older, cell("5.7.44", 90)], [])) == [("5.6.51", "5.7.44")]


def test_a_document_keeps_the_schema_and_a_class_names_its_upgrades() -> None:
    (document,) = upgrade_documents(pairs(), "https://archive.example")
    assert faults("upgrade", to_builtins(document)) == []
    assert document.permalink == "https://archive.example/upgrades/mysql-5.6-to-mysql-5.7/"
    assert [found.title for found in upgrades_by_class(pairs())["small"]] == [
        "MySQL 5.6 to MySQL 5.7"
    ]
