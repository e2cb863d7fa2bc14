"""What is in a table comes out of it in every reader: from Parquet as it is, from CSV by the types
that the data package declares.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

import duckdb
import frictionless
import pandas as pd
import polars as pl
import pytest

from synthetic_archive import ROOT
from sysbench_archive.csv_files import unmarked
from sysbench_archive.publish.tables import datapackage_record
from sysbench_archive.tables.database import TABLES
from written_tables import downloads, rows_of, write_rows

Rows = list[dict[str, Any]]
VALUES = {
    "series": "10.10",
    "bare series": "8.0",
    "number": "007",
    "fraction": "0.000000",
    "exponent": "1e5",
    "hexadecimal": "0x1F",
    "infinite": "inf",
    "nothing": "NULL",
    "not available": "NA",
    "not a number": "nan",
    "formula": "=1+1",
    "negative": "-1",
    "difference": "-1+1",
    "quoted": "'8.0'",
    "quoted formula": "'=1+1",
    "spaces": " 8.0 ",
    "lines": 'say "8",\nor so',
    "path": "/var/lib/mysql",
    "version": "10.11.5",
}
"""Texts that some reader takes for something else."""
ROWS: Rows = [
    {"bundle": "b", "server": "s", "name": name, "value": value, "origin": "option"}
    for name, value in VALUES.items()
]


PAGE = (ROOT / "content" / "api" / "_index.md").read_text(encoding="utf-8")
(SHOWN,) = re.findall(r"```r\n(.*?)```", PAGE, re.DOTALL)


def asked_of_r(folder: Path, script: str) -> Any:
    """What R prints as JSON in a folder; whatever it warns of is a failure."""
    whole = f"options(warn = 2)\n{script}"
    command = ["Rscript", "--vanilla", "-e", whole]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _has_r() -> bool:
    if shutil.which("Rscript") is None:
        return False
    command = ["Rscript", "--vanilla", "-e", "library(jsonlite)"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


needs_r = pytest.mark.skipif(not _has_r(), reason="R with jsonlite is not there (README)")

name_of = itemgetter("name")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of settings, and one of servers whose series are numbers to whoever looks at them."""
    made = tmp_path_factory.mktemp("tables")
    servers = [{"bundle": "b", "server": f"s{n}", "series": "10.10", "variant": ""} for n in "123"]
    tables = write_rows(made, settings=ROWS, servers=servers)
    package = datapackage_record(tables=tables, licenses=[], homepage="https://a.example/")
    (downloads(made) / "datapackage.json").write_text(json.dumps(package), encoding="utf-8")
    return downloads(made)


def declared(path: Path) -> dict[str, str]:
    """The types of a CSV file's columns, as the package beside it declares them."""
    package = json.loads((path.parent / "datapackage.json").read_text())
    (resource,) = (each for each in package["resources"] if each["path"] == path.name)
    return {field["name"]: field["type"] for field in resource["schema"]["fields"]}


def is_text(kind: str) -> bool:
    return kind not in ("integer", "number", "boolean")


def by_duckdb(path: Path) -> Rows:
    if path.suffix == ".parquet":
        return rows_of(duckdb.sql(f"SELECT * FROM '{path}'"))
    types = {n: "VARCHAR" if is_text(kind) else "DOUBLE" for n, kind in declared(path).items()}
    return rows_of(duckdb.sql(f"FROM read_csv('{path}', columns = {types}, quote = '\"')"))


def by_pandas(path: Path) -> Rows:
    texts = {name: "string" for name, kind in declared(path).items() if is_text(kind)}
    frame = pd.read_csv(path, dtype=texts, keep_default_na=False, na_values=[""])
    rows: Rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return rows


def by_polars(path: Path) -> Rows:
    if path.suffix == ".parquet":
        return pl.read_parquet(path).to_dicts()
    types = {n: pl.String if is_text(kind) else pl.Float64 for n, kind in declared(path).items()}
    return pl.read_csv(path, schema_overrides=types).to_dicts()


def by_frictionless(path: Path) -> Rows:
    package = frictionless.Package(str(path.parent / "datapackage.json"))
    resource = package.get_resource(path.name.partition(".")[0])
    return [row.to_dict() for row in resource.read_rows()]


READERS: Mapping[str, Callable[[Path], Rows]] = {
    "DuckDB": by_duckdb,
    "polars": by_polars,
}
CSV_READERS = READERS | {"pandas": by_pandas, "frictionless": by_frictionless}


@pytest.mark.parametrize("reader", READERS)
def test_parquet_gives_every_text_as_it_is(folder: Path, reader: str) -> None:
    found = READERS[reader](folder / "settings.parquet")
    assert sorted(found, key=name_of) == sorted(ROWS, key=name_of)


@pytest.mark.parametrize("reader", CSV_READERS)
def test_csv_gives_every_text_by_its_declared_types(folder: Path, reader: str) -> None:
    """Texts that a spreadsheet would run have the mark that the package tells of."""
    found = CSV_READERS[reader](folder / "settings.csv.gz")
    cells = {row["name"]: row["value"] for row in found}
    assert {name: unmarked(cell) for name, cell in cells.items()} == VALUES
    changed = {name for name, cell in cells.items() if cell != VALUES[name]}
    assert changed == {"formula", "difference", "quoted formula"}


@pytest.mark.parametrize(
    ("name", "reader"),
    [("servers.csv.gz", name) for name in CSV_READERS]
    + [("servers.parquet", name) for name in READERS],
)
def test_a_column_of_series_stays_text_and_an_empty_text_is_null(
    folder: Path, name: str, reader: str
) -> None:
    found = CSV_READERS[reader](folder / name)
    assert [row["series"] for row in found] == ["10.10"] * 3
    assert [row["variant"] for row in found] == [None] * 3


@needs_r
def test_r_reads_texts_numbers_days_and_nothing_as_the_page_of_the_api_says(
    tmp_path: Path,
) -> None:
    """By the lines of that page; R has no reader of Parquet among Debian's packages."""
    run = {"run": "r1", "server": "s", "workload": "w", "threads": 4, "tps": 1234.56}
    run |= {"queries": 2**40}
    bundles = [
        {"bundle": f"b{at:02}", "title": text, "revision_date": "2026-01-05"}
        for at, text in enumerate(VALUES.values())
    ]
    parts: dict[str, dict[str, Any]] = {
        "servers": {"server": "s", "host": "h", "series": "10.10"},
        "hosts": {"host": "h"},
        "workloads": {"workload": "w", "client": "c"},
        "clients": {"client": "c", "tls": True},
        "runs": run,
    }
    rows = {
        name: [{"bundle": each["bundle"]} | row for each in bundles] for name, row in parts.items()
    }
    tables = write_rows(tmp_path, bundles=bundles, **rows)
    package = datapackage_record(tables=tables, licenses=[], homepage="https://a.example/")
    folder = downloads(tmp_path)
    (folder / "datapackage.json").write_text(json.dumps(package), encoding="utf-8")
    names = ["title", "run", "series", "revision_date", "threads", "tps", "queries", "tls"]
    names += ["started", "latency_p99_ms"]
    script = f"""{SHOWN.replace("BASE", folder.parent.as_uri())}
asked <- runs[jsonlite::fromJSON('{json.dumps(names)}')]
told <- list(rows = asked, classes = sapply(asked, class))
cat(jsonlite::toJSON(told, digits = NA, na = "null", dataframe = "columns"))
"""
    (tmp_path / "r").mkdir()
    told = asked_of_r(tmp_path / "r", script)
    assert [unmarked(title) for title in told["rows"].pop("title")] == list(VALUES.values())
    expected = run | {"series": "10.10", "revision_date": "2026-01-05", "tls": True}
    del expected["server"], expected["workload"]
    expected |= {"started": None, "latency_p99_ms": None}
    assert told["rows"] == {name: [value] * len(VALUES) for name, value in expected.items()}
    assert told["classes"][2:] == [
        "character", "Date", "numeric", "numeric", "numeric", "logical", "character", "numeric",
    ]  # fmt: skip


def test_no_column_is_a_reserved_word() -> None:
    """Neither of DuckDB, which has PostgreSQL's words, nor of SQLite."""
    found = duckdb.sql(
        "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'"
    )
    reserved = {row[0] for row in found.fetchall()} | SQLITE
    assert "window" in reserved
    names = {column.name for table in TABLES.values() for column in table.columns}
    assert not names & reserved


SQLITE = {
    *("add", "alter", "between", "by", "commit", "delete", "drop", "escape", "exists", "group"),
    *("having", "if", "index", "insert", "is", "isnull", "join", "limit", "not", "nothing"),
    *("notnull", "null", "or", "order", "primary", "references", "select", "set", "table", "then"),
    *("to", "transaction", "union", "unique", "update", "using", "values", "when", "where", "with"),
}
"""Words of SQLite that are no names, of https://www.sqlite.org/lang_keywords.html, beyond those of
PostgreSQL or among them."""


def test_every_table_has_a_key_of_its_own_columns() -> None:
    for name, table in TABLES.items():
        columns = [column.name for column in table.columns]
        assert len(columns) == len(set(columns)), name
        assert set(table.key) <= set(columns), name
        assert table.key or table.is_long, name
        assert all(column.description for column in table.columns), name
