"""The API says what records say, in the schema's names, on pages that stay as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from derived_records import listed_comparison
from open_data_contract import faults
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger.record import Row
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import ListedServer, Record, narrowed
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.publish.api import (
    ApiResultEntry,
    ApiShard,
    Lists,
    host_entries,
    index_record,
    lines_by_path,
    list_pages,
    result_entry,
    withdrawn_entry,
)
from sysbench_archive.tables.bundles import ApiBundle, bundle_document
from sysbench_archive.tables.comparisons import ApiComparison, comparison_row
from written_tables import table_of, write_document

BASE = "https://archive.example"


def entry(slug: str = "2026-01-a--read-only", **more: Any) -> ComparisonEntry:
    """A comparison in the lists of pages."""
    server = ListedServer(label="A", product="mysql", version="8.0.36", series="8.0")
    known = {"kind": "matrix", "servers": [server], "tests": {"oltp_read_only": "R"}}
    return listed_comparison(slug, **known | more)


def lists_of(document: ApiBundle, *comparisons: ApiComparison) -> Lists:
    """The lists of an archive with one bundle."""
    return list_pages(
        results=[result_entry(document)],
        comparisons=comparisons,
        contrasts=[],
        hosts=host_entries(document),
        withdrawn=[],
    )


def faults_of(kind: str, record: Record) -> list[str]:
    """What the record lacks or has too much as JSON."""
    return faults(kind, to_builtins(record))


def test_a_document_keeps_the_schema(document: ApiBundle) -> None:
    assert faults_of("bundle", document) == []
    assert faults_of("result_entry", result_entry(document)) == []
    assert [faults_of("host_entry", host) for host in host_entries(document)] == [[]]
    assert faults_of("comparison", comparison_row(entry(), BASE)) == []


def test_a_run_has_the_figures_of_its_record(result: ResultRecord, document: ApiBundle) -> None:
    for published, run in zip(document.runs, result.runs, strict=True):
        figures = {name: getattr(published, name) for name in METRICS}
        assert {name: value for name, value in figures.items() if value is not None} == {
            name: figure.value for name, figure in run.figures.items()
        }
        assert published.permalink == f"{BASE}{run.path}"
        assert run.line
        assert published.window_tps == run.line.window
        assert published.sha256 == run.evidence.sha256
    assert document.revision == 2
    assert (document.status, document.revision_date) == ("corrected", "2024-02-01")


def test_facts_are_typed_and_null_where_nobody_stated_them(result: ResultRecord) -> None:
    devices = {
        "storage.1.kind": "nvme",
        "storage.2.kind": "hdd",
        "storage.1.fsync_us": 90,
        "storage.2.fsync_us": 1200.5,
    }
    damaged = replace(result.hosts[0], stated=result.hosts[0].stated | devices)
    host = bundle_document(replace(result, hosts=[damaged]), BASE).hosts[0]
    assert (host.cpu_cores, host.memory_size_mib, host.kernel) == (8, 32768, None)
    assert (host.storage_kind, host.storage_fsync_us) == ("nvme, hdd", 1200.5)
    (client,) = bundle_document(result, BASE).clients
    assert client.tls is False


def test_a_bundle_without_a_row_has_no_revision(result: ResultRecord) -> None:
    document = bundle_document(replace(result, revision=None), BASE)
    assert faults_of("bundle", document) == []
    assert document.revision is document.status is None


def test_a_row_joins_a_run_with_all_it_rests_on(document: ApiBundle, tmp_path: Path) -> None:
    write_document(tmp_path, document)
    rows = {row["run"]: row for row in table_of(tmp_path, "runs")}
    assert len(rows) == len(document.runs)
    for run in document.runs:
        row = rows[run.run]
        (server,) = (s for s in document.servers if s.server == run.server)
        assert (row["product"], row["version"]) == (server.product, server.version)
        assert row["path"] == run.path
        assert (row["bundle"], row["cpu_cores"]) == (document.bundle, 8)


months = st.builds("20{:02}-{:02}".format, st.integers(10, 30), st.integers(1, 12))


def result_lists(document: ApiBundle, bundles: list[str]) -> Lists:
    """The lists of an archive with these bundles, alike but for their ids."""
    entries = [
        narrowed(
            document,
            ApiResultEntry,
            bundle=bundle,
            run_count=1,
            servers=[],
            tests=[],
            data="",
        )
        for bundle in bundles
    ]
    hosts = [replace(host, bundle=bundle) for bundle in bundles for host in host_entries(document)]
    return list_pages(results=entries, comparisons=[], contrasts=[], hosts=hosts, withdrawn=[])


@given(st.lists(months, unique=True, min_size=1), months)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_of_other_months_stay_as_they_are(
    document: ApiBundle, old: list[str], new: str
) -> None:
    known = [f"{month}-a" for month in old]
    before = lines_by_path(result_lists(document, known))
    after = lines_by_path(result_lists(document, sorted([*known, f"{new}-b"])))
    assert {p: d for p, d in after.items() if new not in p} == {
        p: d for p, d in before.items() if new not in p
    }
    assert {f"/api/v1/{kind}/{new}.jsonl.gz" for kind in ("results", "hosts")} <= after.keys()


def test_a_withdrawn_bundle_keeps_its_place() -> None:
    cells = {"title": "T", "authors": "A", "comparisons": "", "runs": "a b", "reason": "why"}
    digests = {"swhid": "swh:1:dir:" + "ab" * 20, "figures_sha256": "cd" * 32}
    row = Row(2, "2026-02-03", "withdrawn", "permanent", **digests, **cells)
    withdrawn = withdrawn_entry("2026-01-a", row, BASE)
    assert faults_of("withdrawn", withdrawn) == []
    lists = list_pages(results=[], comparisons=[], contrasts=[], hosts=[], withdrawn=[withdrawn])
    pages = lines_by_path(lists)
    for kind in ("results", "hosts", "comparisons"):
        assert pages[f"/api/v1/{kind}/2026-01.jsonl.gz"] == []
    assert pages["/api/v1/withdrawn/2026-01.jsonl.gz"] == [withdrawn]


def test_a_withdrawal_that_was_undone_leaves_its_page(document: ApiBundle) -> None:
    known: dict[str, Any] = {"results": [result_entry(document)], "hosts": [], "withdrawn": []}
    lists = list_pages(**known, comparisons=[], contrasts=[], ever_withdrawn=[document.bundle])
    assert lines_by_path(lists)["/api/v1/withdrawn/2024-01.jsonl.gz"] == []


def test_comparisons_are_filed_by_month_or_by_kind() -> None:
    compared = [
        comparison_row(e, BASE) for e in (entry(), entry(slug="a-question", kind="curated"))
    ]
    lists = list_pages(results=[], comparisons=compared, contrasts=[], hosts=[], withdrawn=[])
    assert [*lists["comparisons"]] == ["2026-01", "curated"]


def test_the_index_finds_every_page(document: ApiBundle) -> None:
    lists = lists_of(document, comparison_row(entry(), BASE))
    path = "/api/v1/upgrades/mysql-5.6-to-mysql-5.7.json"
    upgrades = [ApiShard(name="mysql-5.6-to-mysql-5.7", path=path, count=1)]
    index = index_record(lists, upgrades=upgrades, runs=10, downloads=[], base=BASE)
    assert faults_of("index", index) == []
    assert [shard.path for shard in index.results] == ["/api/v1/results/2024-01.jsonl.gz"]
    assert index.counts == {
        "bundles": 1,
        "runs": 10,
        "comparisons": 1,
        "contrasts": 0,
        "hosts": 1,
        "upgrades": 1,
        "withdrawn": 0,
    }
