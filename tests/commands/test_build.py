"""A build writes everything or nothing, and the same bundles give the same bytes."""

import json
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from open_data_contract import assert_open_data_fits
from synthetic_archive import ROOT, TODAY, UNPUBLISHED
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.build import Build, build
from sysbench_archive.commands.record import record
from sysbench_archive.commands.store import Store

SCHEMA = json.loads((ROOT / "schema" / "derived.schema.json").read_text())


def job(archive: Archive, store: Store, workers: Executor) -> Build:
    said: list[str] = []
    return Build(archive, archive.root / "public", "/", TODAY, store, workers, said.append)


def files(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


def faults(record: str, value: Any) -> list[str]:
    validator = Draft202012Validator({"$ref": f"#/$defs/{record}", "$defs": SCHEMA["$defs"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


def assert_fits_contract(derived: Path) -> None:
    records = {"results": "result_page", "comparisons": "comparison"}
    for name in (
        "site",
        "pages",
        "versions",
        "workloads",
        "rules",
        "schema",
        "api",
        "catalog",
        "upgrades",
        "hardware",
    ):
        assert faults(name, json.loads((derived / f"data/{name}.json").read_bytes())) == []
    found = json.loads((derived / "static/search/documents.json").read_bytes())
    assert faults("search", found) == []
    for path in (derived / "static/results").glob("*/index.json"):
        assert faults("result", json.loads(path.read_bytes())) == []
    for room, name in records.items():
        paths = [*derived.glob(f"records/{room}/*.json")]
        assert paths, room
        for path in paths:
            assert faults(name, json.loads(path.read_bytes())) == [], path.name
    for path in derived.glob("data/upgrade_pairs/*.json"):
        assert faults("upgrade_pair", json.loads(path.read_bytes())) == [], path.name


def test_build_publishes_every_run_and_nothing_twice(
    synthetic: Archive, store: Store, workers: Executor
) -> None:
    first = job(synthetic, store, workers)
    assert build(first), first.problems
    assert_fits_contract(synthetic.derived)
    before = files(first.out)
    for run in json.loads(before["results/2024-01-synthetic-000000/index.json"])["runs"]:
        assert f"{run['path'].strip('/')}/index.html" in before
        assert run["evidence"]["href"].strip("/") in before
    with ProcessPoolExecutor(2) as pool:
        again = job(synthetic, Store(store.folder.with_name("other")), pool)
        assert build(again)
    assert files(again.out) == before


def test_rendering_what_changed_is_rendering_everything(
    synthetic: Archive, store: Store, workers: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build(job(synthetic, store, workers))
    bundle = synthetic.bundles()[0] / "bundle.yaml"
    bundle.write_text(bundle.read_text().replace("title: Synthetic", "title: Another"))
    record(synthetic, (), store, TODAY, workers, UNPUBLISHED)
    with monkeypatch.context() as patched:
        patched.setattr("sysbench_archive.commands.build.render_all", None)
        changed = job(synthetic, store, workers)
        assert build(changed), changed.problems
    partial = files(changed.out)
    (synthetic.derived / "manifest.json").unlink()
    assert build(job(synthetic, store, workers))
    assert files(changed.out) == partial
    assert b"Another campaign 0" in partial["index.html"]


def test_an_error_leaves_the_last_site_alone(
    synthetic: Archive, store: Store, workers: Executor
) -> None:
    published = synthetic.root / "public" / "index.html"
    published.parent.mkdir()
    published.write_text("the last site")
    (synthetic.bundles()[1] / "bundle.yaml").write_text("schema: 1\n")
    failing = job(synthetic, store, workers)
    assert not build(failing)
    assert failing.problems
    assert published.read_text() == "the last site"
    assert not synthetic.derived.exists()


def test_a_removed_bundle_leaves_no_page(
    synthetic: Archive, store: Store, workers: Executor
) -> None:
    assert build(job(synthetic, store, workers))
    gone = synthetic.bundles()[0]
    (synthetic.ledger / f"{gone.name}.csv").unlink()
    gone.rename(synthetic.root / "elsewhere")
    second = job(synthetic, store, workers)
    assert build(second), second.problems
    assert not [path for path in files(second.out) if gone.name in path]


def test_the_real_archive_fits_the_contract(
    tmp_path: Path, store: Store, workers: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived = tmp_path / "derived"
    monkeypatch.setattr(Archive, "derived", derived)
    for step in ("draw_charts", "draw_pictures", "render_all"):
        monkeypatch.setattr(f"sysbench_archive.commands.build.{step}", lambda *_: None)
    now = datetime.now(UTC).date()
    real = Build(Archive(ROOT), tmp_path / "public", "/", now, store, workers, str)
    assert build(real), real.problems
    assert_fits_contract(derived)
    assert_open_data_fits(derived / "static")
