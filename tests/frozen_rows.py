"""What the columns of the API's rows are for some real runs, frozen: a column keeps its meaning.

Together these runs have a value in nearly every column. `python tests/frozen_rows.py` adds columns
that are new, and leaves those that are frozen.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from synthetic_archive import ROOT
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.derive.results import result_record
from sysbench_archive.publish.output import round_record
from sysbench_archive.tables import Value
from sysbench_archive.tables.bundles import bundle_document
from written_tables import table_of, write_document

FILE = Path(__file__).with_name("frozen_rows.json")
BASE = "https://archive.example"
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
Rows = dict[str, dict[str, Value]]


def rows_now() -> Rows:
    """The rows as they are now, without what nobody recorded."""
    return {bundle: _row(bundle, run) for bundle, run in RUNS.items()}


def _row(bundle: str, run: str) -> dict[str, Value]:
    folder = ROOT / "data" / "results" / bundle
    loaded = assemble(bundle, bundle, read_folder(folder, bundle))
    assert loaded.bundle, bundle
    document = bundle_document(round_record(result_record(loaded.bundle)), BASE)
    with TemporaryDirectory() as made:
        write_document(Path(made), document)
        (row,) = (row for row in table_of(Path(made), "runs") if row["run"] == run)
    return {name: value for name, value in row.items() if value is not None}


def read_rows() -> Rows:
    """The rows as they were frozen."""
    rows: Rows = json.loads(FILE.read_text(encoding="utf-8"))
    return rows


if __name__ == "__main__":
    kept = read_rows()
    rows = {bundle: {**row, **kept.get(bundle, {})} for bundle, row in rows_now().items()}
    FILE.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
