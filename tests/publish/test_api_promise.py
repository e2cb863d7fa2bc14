"""What the API has promised is kept: fields, types, units, meanings, and figures of known runs.

What columns are for some real runs is frozen beside this file. Together these runs have a value in
nearly every column; `--accept` adds columns that are new, and leaves those that are frozen.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from freeze_api import FROZEN, Promise, broken, promise_now, promise_text
from synthetic_archive import ROOT
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.derive.results import result_record
from sysbench_archive.publish.output import round_record
from sysbench_archive.tables.bundles import bundle_document
from written_tables import table_of, write_document

NOW = promise_now()
ROWS = Path(__file__).with_name("frozen_rows.json")
RUNS = {
    "2012-02-schwenke-mariadb-mysql-percona-5-1-to-5-5": "rw-mariadb-5-3-4-t1",
    "2012-12-connections-per-second": "connect-mysql-5-1-65-t100",
    "2014-11-bwgartner-power8-smt-176-vcpus": "oltp-read-write-fedora-19-smt-1-t1",
    "2016-04-mysql-5-7-5-6-5-5-read-only-local": "read-only-mysql-5-6-stro-t1-interval-mean",
    "2016-05-percona-oltp-read-write-proxy-thread-pool": "mysql-5-7-proxysql-200-connections-t1-r1",
    "2020-02-percona-tpcc-group-replication": "percona-server-8-0-18-gr-3-nodes-t1-r1",
    "2024-12-mdcallag-facebook-mysql-8-0-32-24-cpus": (
        "hot-points-range100-mysql-8-0-32-innodb-ia-t1"
    ),
    "2026-11-instructions-per-transaction-noise-floor": "oltp-point-select-mysql-5-6-24-t1-r1",
    "2026-11-mysql-8-0-log-writer-threads-small-vm": (
        "oltp-read-write-mysql-8-0-33-log-writer-threads-on-t4-r1"
    ),
    "2026-11-mysql-8-0-log-writer-threads-until-resolved-small-vm": (
        "oltp-write-only-mysql-8-0-33-innodb-log-writer-threads-on-t1"
    ),
}


def test_nothing_that_was_promised_is_gone_and_every_field_is_in_the_frozen_copy() -> None:
    assert list(broken(json.loads(FROZEN.read_bytes()), NOW)) == []
    assert FROZEN.read_text(encoding="utf-8") == promise_text(NOW), "run make freeze"


def change(name: str, field: str, **parts: Any) -> Callable[[Promise], None]:
    """What makes of a promise another."""

    def made(promise: Promise) -> None:
        promise[name][field] |= parts

    return made


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda p: p["run"].pop("tps"), "run.tps is gone"),
        (lambda p: p.pop("host"), "host.cpu_model is gone"),
        (change("run", "tps", type="string"), "run.tps has another type"),
        (change("run", "latency_avg_ms", unit="s"), "run.latency_avg_ms has another unit"),
        (change("run", "tps", description="Queries."), "run.tps has another description"),
        (change("bundle", "swhid", always=False), "bundle.swhid may be missing now"),
        (change("contrast", "role", enum=["single"]), "contrast.role lost the words"),
    ],
)
def test_what_would_break_a_reader_is_named(changed: Callable[[Promise], None], words: str) -> None:
    other = copy.deepcopy(NOW)
    changed(other)
    assert words in "\n".join(broken(NOW, other))


def test_what_is_new_breaks_nothing() -> None:
    other = copy.deepcopy(NOW)
    other["run"]["more"] = {"type": "string", "always": True}
    other["contrast"]["role"]["enum"] = [*other["contrast"]["role"]["enum"], "another"]
    other["new"] = {"field": {"type": "string", "always": True}}
    assert list(broken(NOW, other)) == []


def row_now(bundle: str, run: str, folder: Path) -> dict[str, Any]:
    """The row of a run as it is now, without what nobody recorded."""
    loaded = assemble(bundle, bundle, read_folder(ROOT / "data" / "results" / bundle, bundle))
    assert loaded.bundle, bundle
    result = round_record(result_record(loaded.bundle))
    write_document(folder, bundle_document(result, "https://archive.example"))
    (row,) = (row for row in table_of(folder, "runs") if row["run"] == run)
    return {name: value for name, value in row.items() if value is not None}


def test_columns_of_known_runs_are_what_they_were(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    now = {bundle: row_now(bundle, run, tmp_path / bundle) for bundle, run in RUNS.items()}
    kept = json.loads(ROWS.read_text(encoding="utf-8"))
    if request.config.getoption("accept"):
        rows = {bundle: {**row, **kept.get(bundle, {})} for bundle, row in now.items()}
        text = json.dumps(rows, indent=1, ensure_ascii=False)
        ROWS.write_text(f"{text}\n", encoding="utf-8")
    for bundle, row in kept.items():
        assert {name: now[bundle].get(name) for name in row} == row, bundle
