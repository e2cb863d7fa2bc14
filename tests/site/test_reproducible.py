"""The same archive gives the same bytes, wherever, whenever and however often it is built."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from cold_builds import RUNS, build, published
from open_data_contract import assert_open_data_fits
from synthetic_archive import record_anew
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Work
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS

Built = tuple[Path, dict[str, bytes]]


@pytest.fixture(scope="module")
def first(cold_archive: Path) -> Built:
    """An archive built cold by one worker, and its site."""
    return cold_archive, published(cold_archive)


def copied(root: Path, target: Path) -> Path:
    """The authored tree elsewhere, with nothing derived, its files dated otherwise."""
    left = shutil.ignore_patterns("public", "derived", ".cache", "node_modules")
    shutil.copytree(root, target, ignore=left, copy_function=shutil.copyfile)
    (target / "node_modules").symlink_to((root / "node_modules").resolve())
    return target


def assert_same(one: dict[str, bytes], two: dict[str, bytes]) -> None:
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []


LATER = "2027-03-01"


@pytest.fixture(scope="module")
def elsewhere(first: Built, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The same archive in another place, built cold by three workers on another day.

    Tests build it again; each leaves it as it found it.
    """
    other = copied(first[0], tmp_path_factory.mktemp("elsewhere") / "a longer path with ümlauts")
    environment = {"TZ": "Pacific/Auckland", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "77"}
    return other, build(other, other.with_name("outcomes"), 3, LATER, **environment)


def again(root: Path) -> dict[str, bytes]:
    """Build it once more, with what the last build left."""
    return build(root, root.with_name("outcomes"), 2, LATER)


def test_elsewhere_on_another_day_the_bytes_are_the_same(first: Built, elsewhere: Built) -> None:
    assert_same(first[1], elsewhere[1])


def test_with_a_warm_cache_the_bytes_are_the_same(first: Built, elsewhere: Built) -> None:
    shutil.rmtree(elsewhere[0] / "public")
    assert_same(first[1], again(elsewhere[0]))


def test_a_change_and_its_undoing_leave_no_trace(
    first: Built, elsewhere: Built, work: Work
) -> None:
    site, other = first[1], Archive(elsewhere[0])
    path = other.bundles()[1] / "bundle.yaml"
    text, row = path.read_text(), other.ledger / f"{other.bundles()[1].name}.csv"
    before = row.read_bytes()
    compared = {p: p.read_bytes() for p in (other.root / COMPARISON_RECORDS).glob("*.jsonl")}
    path.write_text(text.replace("title: Synthetic", "title: Another"))
    record_anew(other, work)
    changed = again(other.root)
    differing = {name for name in site if site[name] != changed[name]}
    assert {"downloads/runs.parquet", "api/v1/results/2024-01.jsonl.gz"} <= differing
    path.write_text(text)
    row.write_bytes(before)
    for kept, data in compared.items():
        kept.write_bytes(data)
    assert_same(site, again(other.root))


def test_the_api_and_the_downloads_of_the_site_are_sound(first: Built) -> None:
    root, site = first
    assert_open_data_fits(root / "public")
    index = json.loads(site["api/v1/index.json"])
    assert index["counts"]["runs"] == RUNS
    for name in ("documentation", "changelog", "schema", "openapi"):
        path, _, fragment = index[name].strip("/").partition("#")
        target = site.get(path) or site[f"{path.rstrip('/')}/index.html"]
        assert not fragment or f'id="{fragment}"'.encode() in target
    lines = gzip.decompress(site["api/v1/comparisons/2024-01.jsonl.gz"]).splitlines()
    for entry in map(json.loads, lines):
        for name in ("index.json", "comparison.csv"):
            assert f"{entry['path'].strip('/')}/{name}" in site
