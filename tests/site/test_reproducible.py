"""The same archive gives the same bytes, wherever, whenever and however often it is built."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from open_data_contract import assert_open_data_fits
from synthetic_archive import TODAY, UNPUBLISHED, recorded
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.record import record
from sysbench_archive.commands.store import Store

RUNS = 40
BUILD = """
import json, sys
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.build import Build, build
from sysbench_archive.commands.store import Store

root, store, workers, day = sys.argv[1:]
archive = Archive(Path(root))
with ProcessPoolExecutor(int(workers)) as pool:
    job = Build(archive, archive.root / "public", "/base/", date.fromisoformat(day),
                Store(Path(store)), pool, lambda _: None, pool.shutdown)
    assert build(job), job.problems
"""


def build(root: Path, store: Path, workers: int, day: str, **environment: str) -> dict[str, bytes]:
    """Build in a process of its own: every published file."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(root), str(store), str(workers), day],
        cwd=root,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    public = root / "public"
    return {
        p.relative_to(public).as_posix(): p.read_bytes() for p in public.rglob("*") if p.is_file()
    }


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """An archive built cold by one worker, and its site."""
    folder = Path(tmp_path_factory.mktemp("one"))
    with ThreadPoolExecutor(1) as pool:
        archive = recorded(folder / "archive", RUNS, Store(folder / "recording"), pool)
    environment = {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
    site = build(archive.root, folder / "outcomes", 1, "2026-11-20", **environment)
    return archive.root, site


def copied(root: Path, target: Path) -> Path:
    """The authored tree elsewhere, with nothing derived, its files dated otherwise."""
    left = shutil.ignore_patterns("public", "derived", ".cache", "node_modules")
    shutil.copytree(root, target, ignore=left, copy_function=shutil.copyfile)
    (target / "node_modules").symlink_to((root / "node_modules").resolve())
    return target


def assert_same(one: dict[str, bytes], two: dict[str, bytes]) -> None:
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []


def test_elsewhere_on_another_day_the_bytes_are_the_same(
    first: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    root, site = first
    other = copied(root, tmp_path / "a longer path with ümlauts")
    environment = {"TZ": "Pacific/Auckland", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "77"}
    assert_same(site, build(other, tmp_path / "outcomes", 3, "2027-03-01", **environment))


def test_with_a_warm_cache_the_bytes_are_the_same(
    first: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    root, site = first
    other = copied(root, tmp_path / "archive")
    build(other, tmp_path / "outcomes", 2, "2026-11-20")
    shutil.rmtree(other / "public")
    assert_same(site, build(other, tmp_path / "outcomes", 2, "2026-11-20"))


def test_a_change_and_its_undoing_leave_no_trace(
    first: tuple[Path, dict[str, bytes]], tmp_path: Path, store: Store, workers: Executor
) -> None:
    root, site = first
    other = Archive(copied(root, tmp_path / "archive"))
    build(other.root, tmp_path / "outcomes", 2, "2026-11-20")
    path = other.bundles()[1] / "bundle.yaml"
    text, row = path.read_text(), other.ledger / f"{other.bundles()[1].name}.csv"
    before = row.read_bytes()
    path.write_text(text.replace("title: Synthetic", "title: Another"))
    record(other, (), store, TODAY, workers, UNPUBLISHED)
    changed = build(other.root, tmp_path / "outcomes", 2, "2026-11-20")
    differing = {name for name in site if site[name] != changed[name]}
    assert {"downloads/runs.parquet", "api/v1/results/2024-01.json"} <= differing
    path.write_text(text)
    row.write_bytes(before)
    assert_same(site, build(other.root, tmp_path / "outcomes", 2, "2026-11-20"))


def test_the_api_and_the_downloads_of_the_site_are_sound(
    first: tuple[Path, dict[str, bytes]],
) -> None:
    root, site = first
    assert_open_data_fits(root / "public")
    index = json.loads(site["api/v1/index.json"])
    assert index["counts"]["runs"] == RUNS
    for name in ("documentation", "changelog", "schema", "openapi"):
        path, _, fragment = index[name].strip("/").partition("#")
        target = site.get(path) or site[f"{path.rstrip('/')}/index.html"]
        assert not fragment or f'id="{fragment}"'.encode() in target
    for entry in json.loads(site["api/v1/comparisons/2024-01.json"])["comparisons"]:
        for name in ("data", "figures"):
            assert entry[name].strip("/") in site
