"""A build writes everything or nothing, and the same bundles give the same bytes."""

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from build_jobs import job
from built_sites import Site
from contracts import faults_of
from folder_bytes import bytes_below
from open_data_contract import assert_open_data_fits
from synthetic_archive import record_anew
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import Work
from sysbench_archive.problems import UsageError


def faults(record: str, value: Any) -> list[str]:
    return faults_of(value, "derived", record)


def assert_fits_contract(derived: Path) -> None:
    records = {"results": "result_page", "comparisons": "comparison"}
    for name in (
        "site",
        "pages",
        "api",
        "catalog",
        "upgrades",
        "hardware",
    ):
        assert faults(name, json.loads((derived / f"data/{name}.json").read_bytes())) == []
    for name in ("versions", "workloads", "rules", "schema", "settings", "glossary"):
        kind = "filed" if name in ("versions", "workloads") else name
        for entry in json.loads((derived / f"data/{name}.json").read_bytes()):
            assert faults(kind, entry) == []
    found = json.loads((derived / "static/search/documents.json").read_bytes())
    assert faults("search", found) == []
    for path in (derived / "static/results").glob("*/index.json"):
        assert faults("result", json.loads(path.read_bytes())) == []
    for folder, name in records.items():
        paths = [*derived.glob(f"records/{folder}/*.json")]
        assert paths, folder
        for path in paths:
            assert faults(name, json.loads(path.read_bytes())) == [], path.name
    for path in derived.glob("data/upgrade_pairs/*.json"):
        assert faults("upgrade_pair", json.loads(path.read_bytes())) == [], path.name


def test_build_publishes_every_run_and_nothing_twice(built: Archive, work: Work) -> None:
    assert_fits_contract(built.derived)
    before = bytes_below(built.root / "public")
    shown = json.loads(before["results/2024-01-synthetic-000000/index.json"])
    runs = json.loads(before[shown["data"].strip("/")])["runs"]
    assert len({run["run"] for run in runs}) == len(runs) == shown["run_count"]
    folder = shown["path"].strip("/")
    for run in runs:
        assert f"{folder}/{run['run']}/index.html" in before
        assert f"{folder}/{run['file']}" in before
    with ProcessPoolExecutor(2) as pool:
        again = job(built, replace(work, executor=pool))
        assert build(again)
    assert bytes_below(again.out) == before


def files_of(folder: Path) -> dict[str, tuple[int, int]]:
    """The file each path below a folder is, and when that got its last name."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_ino, path.stat().st_ctime_ns) for path in found}


def test_rendering_what_changed_is_rendering_everything(
    built: Archive, its_work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = built.bundles()[0] / "bundle.yaml"
    bundle.write_text(bundle.read_text().replace("title: Synthetic", "title: Another"))
    record_anew(built, its_work)
    with monkeypatch.context() as patched:
        patched.setattr("sysbench_archive.build.pipeline.render_all", None)
        changed = job(built, its_work)
        stays = files_of(changed.out / "results" / built.bundles()[1].name)
        assert build(changed), changed.problems
    assert files_of(changed.out / "results" / built.bundles()[1].name) == stays
    partial = bytes_below(changed.out)
    shard = json.loads((built.cache / "parts" / "0" / "data" / "pages.json").read_bytes())
    assert [*shard["results"]] == [bundle.parent.name]
    assert not (built.cache / "parts" / "1").exists()
    (built.derived / "manifest.json").unlink()
    assert build(job(built, its_work))
    assert bytes_below(changed.out) == partial
    assert b"Another campaign 0" in partial["results/index.html"]


def test_another_program_renders_everything(
    built: Archive, its_work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it calls things stands on pages whose records are as they were."""
    pipeline = "sysbench_archive.build.pipeline"
    monkeypatch.setattr(f"{pipeline}.source_digest", lambda: "another program")
    monkeypatch.setattr(f"{pipeline}.render_changed", None)
    assert build(job(built, its_work))


def test_an_error_leaves_the_last_site_alone(synthetic: Archive, work: Work) -> None:
    published = synthetic.root / "public" / "index.html"
    published.parent.mkdir()
    published.write_text("the last site")
    published.with_name("addresses.json").write_text("{}")
    broken = synthetic.bundles()[1].name
    (synthetic.results / broken / "bundle.yaml").write_text("schema: 1\n")
    failing = job(synthetic, work)
    assert not build(failing)
    assert {problem.path for problem in failing.problems} == {f"data/results/{broken}/bundle.yaml"}
    assert published.read_text() == "the last site"
    assert not synthetic.derived.exists()


def test_a_folder_that_is_no_site_is_not_replaced(synthetic: Archive, work: Work) -> None:
    other = job(synthetic, work)
    other.out.mkdir()
    (other.out / "thesis.txt").write_text("ten years of work")
    with pytest.raises(UsageError, match="holds something else than a built site"):
        build(other)
    assert (other.out / "thesis.txt").is_file()
    other.out = other.out / "thesis.txt"
    with pytest.raises(UsageError, match="is no folder"):
        build(other)


def test_a_removed_bundle_leaves_no_page(built: Archive, its_work: Work) -> None:
    gone = built.bundles()[0]
    assert [path for path in bytes_below(built.root / "public") if gone.name in path]
    (built.ledger / f"{gone.name}.csv").unlink()
    gone.rename(built.root / "elsewhere")
    second = job(built, its_work)
    assert build(second), second.problems
    assert not [path for path in bytes_below(second.out) if gone.name in path]


def test_who_says_that_a_result_is_superseded_is_named(built: Archive, its_work: Work) -> None:
    """Of somebody else's result it is a claim, of one's own it is not."""
    older, later = (folder.name for folder in built.bundles())
    path = built.results / later / "bundle.yaml"
    stated = path.read_text().replace("disclosure:", f"supersedes: [{older}]\ndisclosure:", 1)
    for name, words in (("Synthetic", "Superseded by <a"), ("Bob Else", "Bob Else says that <a")):
        path.write_text(stated.replace("  name: Synthetic", f"  name: {name}", 1))
        record_anew(built, its_work)
        third = job(built, its_work)
        assert build(third), third.problems
        assert words in (third.out / "results" / older / "index.html").read_text()


def test_a_real_archive_fits_the_contract(walked_site: Site) -> None:
    assert_fits_contract(walked_site.derived)
    assert_open_data_fits(walked_site.public)
