"""Which results stand nearest to a figure, and how each is told apart."""

from __future__ import annotations

import gzip
import math
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from cell_samples import cell
from sysbench_archive.tables.nearest import RULE, near_to, published_cells, standing
from written_tables import downloads, write_rows

OWN = cell("8.0.36", 100)


@pytest.mark.parametrize(
    ("differs", "cost", "words"),
    [
        ({"processors": 8}, RULE.processors, "8 CPUs"),
        ({"processors": 1}, 2 * RULE.processors, "1 CPU"),
        ({"processors": None}, RULE.processors, "CPUs not recorded"),
        ({"data_mib": 512}, RULE.data, "512 MiB of data"),
        ({"memory_mib": 8192}, RULE.memory, "8 GiB of memory"),
        ({"memory_mib": None}, RULE.memory, "size of the memory not recorded"),
        ({"placement": "other-host"}, RULE.named["placement"].cost, "client on another host"),
        ({"placement": ""}, RULE.named["placement"].cost, "place of the client not recorded"),
        ({"work": "b"}, RULE.named["work"].cost, "other parameters of the test"),
        ({"product": "mariadb", "series": "11.8"}, RULE.product, "MariaDB 11.8"),
        ({"series": "5.7"}, RULE.series, "MySQL 5.7"),
        ({"kind": "vm"}, RULE.named["kind"].cost, "virtual machine"),
        ({"engine": "rocksdb"}, RULE.named["engine"].cost, "other storage engine"),
        ({"method": "slices"}, RULE.named["method"].cost, "slices"),
        ({"regime": "defaults"}, RULE.named["regime"].cost, "default configuration"),
        ({"variant": "threadpool"}, RULE.variant, "threadpool"),
        ({"day": "2023"}, 3 * RULE.year, "2023"),
    ],
)
def test_each_difference_has_its_cost_and_its_words(
    differs: dict[str, Any], cost: float, words: str
) -> None:
    near = near_to(_own(), cell("8.0.36", 100, **_KNOWN | differs))
    assert near.distance == pytest.approx(cost)
    assert near.words == (words,)


_KNOWN = {"processors": 4, "work": "a", "engine": "innodb", "bundle": "2026-02-other"}


def _own(**more: Any) -> Any:
    own = {"bundle": "2026-01-own", "machine": "own"}
    return cell("8.0.36", 100, **_KNOWN | own | more)


def test_data_beyond_the_pool_is_another_thing_than_data_in_it() -> None:
    larger = cell("8.0.36", 100, **_KNOWN | {"data_mib": 4096})
    assert near_to(_own(), larger).words[0] == "data not in the pool"
    assert (
        near_to(_own(data_mib=4096), cell("8.0.36", 100, **_KNOWN)).words[0] == "data in the pool"
    )


def test_what_is_not_known_of_ones_own_costs_nothing() -> None:
    unknown: dict[str, Any] = {
        "processors": None, "work": "", "engine": "", "placement": "", "kind": "",
        "data_mib": None, "pool_mib": None, "regime": "unrecorded", "memory_mib": None,
    }  # fmt: skip
    assert near_to(_own(**unknown), cell("8.0.36", 1, **_KNOWN | {"processors": 64})).distance == 0


def test_one_cell_a_machine_is_named_and_each_that_is_about_as_near_has_a_place() -> None:
    others = [
        _other("a", 300, series="5.7"),
        _other("a", 200),
        _other("b", 80, processors=8),
        _other("c", 900, processors=64),
        _other("held", 999, held=True),
        _other("restless", 999, settled="never"),
        _other("other-test", 999, test="oltp_point_select"),
        _other("other-threads", 999, threads=64),
        _own(server="sibling"),
    ]
    found = standing(_own(), others)
    assert found is not None
    assert [near.cell.bundle for near in found.nearest] == ["2026-02-a", "2026-02-b"]
    assert math.isclose(found.nearest[0].value, 200)
    assert (found.place, found.of) == (2, 3)
    assert math.isclose(found.ratio, 100 / 140)


def test_nothing_is_named_where_no_machine_is_near() -> None:
    assert standing(_own(test="oltp_delete"), [_other("a", 200)]) is None
    assert standing(_own(), [_other("a", 200, processors=64)]) is None


def _other(name: str, tps: float, **more: Any) -> Any:
    own = {"bundle": f"2026-02-{name}", "machine": name}
    return cell("8.0.36", tps, **_KNOWN | own | more)


def test_cells_of_the_published_table_are_those_of_the_build(tmp_path: Path) -> None:
    cells = [
        cell("8.0.36", 100, data_mib=None, regime="unrecorded", place="unrecorded"),
        cell("10.11.5", 300, product="mariadb", bundle="2026-02-b", variant="1e5"),
        cell("8.4.1", 7, test="oltp_delete", threads=64),
    ]
    write_rows(tmp_path, cells=[to_builtins(each) for each in cells])
    table = (downloads(tmp_path) / "cells.csv.gz").read_bytes()
    found = published_cells(table, {"oltp_read_only"})
    # A list is not in the table, nor are words that say that nothing is known.
    expected = [replace(each, storage=[]) for each in cells[:2]]
    assert sorted(found, key=lambda each: each.bundle) == expected
    assert published_cells(gzip.decompress(table), {"oltp_delete"})[0].threads == 64


def test_a_release_that_nobody_stated_costs_nothing() -> None:
    other = cell("8.0.36", 1, **_KNOWN)
    assert near_to(_own(product="", series=""), other).distance == 0
    assert near_to(_own(series=""), other).distance == 0
    assert near_to(_own(product="mariadb", series=""), other).distance == RULE.product
