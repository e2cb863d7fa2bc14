"""The downloads hold every run, typed and described, and other programs read them as meant."""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import re
import shutil
import statistics
from pathlib import Path
from typing import Any

import duckdb
import frictionless
import pandas as pd
import polars as pl
import pytest
from browser_programs import run_program
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from synthetic_archive import ROOT
from sysbench_archive.csv_files import unmarked
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.publish.downloads import cell_text, csv_bytes
from sysbench_archive.publish.tables import _csv_column, datapackage_record
from sysbench_archive.tables import ApiColumn, Value
from sysbench_archive.tables.bundles import ApiBundle, bundle_document
from sysbench_archive.tables.database import TABLES
from written_tables import downloads, write_document, write_rows

Record = dict[str, Any]
COLUMNS = TABLES["runs"].columns
PAGE = (ROOT / "content" / "api" / "_index.md").read_text(encoding="utf-8")
(UNMARKED,) = re.findall(r"`(re\.sub\(.*?\))`", PAGE)


@pytest.fixture(scope="module")
def document(result: ResultRecord) -> ApiBundle:
    """A bundle with a title that a spreadsheet would run."""
    title = '=HYPERLINK("https://example.org"),"x"\nand more'
    return replace(bundle_document(result, "https://archive.example"), title=title)


@pytest.fixture(scope="module")
def derived_folder(document: ApiBundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A derived folder with the downloads of that bundle and their description."""
    made = tmp_path_factory.mktemp("tables")
    tables = write_document(made, document)
    package = datapackage_record(
        tables=tables, licenses=["CC0-1.0"], homepage="https://archive.example/"
    )
    (downloads(made) / "datapackage.json").write_text(json.dumps(package))
    return made


@pytest.fixture
def folder(derived_folder: Path, tmp_path: Path) -> Path:
    """A copy of the downloads."""
    return shutil.copytree(downloads(derived_folder), tmp_path / "downloads")


def test_parquet_columns_are_typed_and_say_what_they_mean(folder: Path) -> None:
    path = folder / "runs.parquet"
    found = duckdb.sql(f"SELECT column_name, column_type FROM (DESCRIBE FROM '{path}')").fetchall()
    kinds = dict(found)
    assert list(kinds) == [column.name for column in COLUMNS]
    assert (kinds["tps"], kinds["threads"], kinds["submitted"]) == ("DOUBLE", "BIGINT", "DATE")
    assert kinds["started"] == "TIMESTAMP WITH TIME ZONE"
    told = dict(duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{path}')").fetchall())
    columns = json.loads(told[b"columns"])
    assert [column["name"] for column in columns] == list(kinds)
    assert all(column["description"] for column in columns)
    assert next(c["unit"] for c in columns if c["name"] == "tps") == "1/s"


def test_csv_has_the_same_rows(folder: Path, document: ApiBundle) -> None:
    text = gzip.decompress((folder / "runs.csv.gz").read_bytes()).decode()
    told = {row["run"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}
    assert len(told) == len(document.runs)
    for run in document.runs:
        row = told[run.run]
        assert float(row["tps"]) == run.tps
        assert (row["tls"], row["kernel"], row["path"]) == ("false", "", run.path)
        assert row["title"] == f"'{document.title}"


def test_same_rows_in_any_order_give_same_bytes(document: ApiBundle, tmp_path: Path) -> None:
    other = replace(document, runs=document.runs[::-1], servers=document.servers[::-1])
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder, each in zip(folders, (document, other), strict=True):
        write_document(folder, each)
    one, two = map(downloads, folders)
    names = sorted(path.name for path in one.iterdir())
    assert [(one / name).read_bytes() for name in names] == [
        (two / name).read_bytes() for name in names
    ]


def test_an_archive_without_runs_has_every_file(tmp_path: Path) -> None:
    assert {table.rows for table in write_rows(tmp_path)} == {0}
    text = gzip.decompress((downloads(tmp_path) / "runs.csv.gz").read_bytes()).decode()
    assert text.split(",")[0] == COLUMNS[0].name


SPOKEN = st.text("'=+-@\t\r\n .0123456789eEx,\"é")
"""Texts of what a spreadsheet may run, what is a number, and what stands in front of either."""


@given(st.text() | SPOKEN)
def test_no_text_is_run_by_a_spreadsheet(text: str) -> None:
    shown = str(cell_text(text))
    if shown.startswith(("=", "+", "-", "@", "\t", "\r", "\n")):
        assert float(shown) == float(text)
    assert shown in (text, f"'{text}")
    assert unmarked(shown) == text
    assert eval(UNMARKED, {"re": re, "cell": shown}) == text
    table = csv_bytes(["a", "b"], [[text, 1]]).decode()
    assert list(csv.reader(io.StringIO(table, newline=""))) == [["a", "b"], [shown, "1"]]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("10.10", "10.10"), ("'8.0'", "'8.0'"), ("-1", "-1"), ("+1.5e-3", "+1.5e-3"),
        ("=1+1", "'=1+1"), ("-1+1", "'-1+1"), ("+ ", "'+ "), ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"), ("-1\n", "'-1\n"), ("'=1", "''=1"), ("'-1", "''-1"),
    ],
)  # fmt: skip
def test_only_a_text_that_a_spreadsheet_would_run_has_a_mark(text: str, shown: str) -> None:
    assert cell_text(text) == shown


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | SPOKEN)
)
def test_the_tables_and_what_pages_save_have_the_same_cells(texts: list[str]) -> None:
    """By DuckDB in a build, by JavaScript in a browser."""
    expected = [cell_text(text) for text in texts]
    column = _csv_column(ApiColumn(name="text", kind="string", unit="", description=""))
    rows = duckdb.execute(
        f"SELECT {column} FROM (SELECT unnest(?::VARCHAR[]) AS text)", [texts]
    ).fetchall()
    assert [row[0] for row in rows] == expected
    saved = run_program("csv", [["text", 1], *([text, 1] for text in texts)])
    assert saved.encode() == csv_bytes(["text", "1"], ([text, 1] for text in texts))


@pytest.mark.parametrize(
    ("value", "shown"), [(-1.5, -1.5), (True, "true"), (None, None), (0.1 + 0.2, 0.1 + 0.2)]
)
def test_numbers_keep_their_digits(value: Value, shown: Value) -> None:
    assert cell_text(value) == shown


def test_the_data_package_is_valid(folder: Path) -> None:
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert report.valid, report.flatten(["title", "message"])
    assert report.stats["tasks"] == sum(len(table.names) for table in TABLES.values())


def test_a_value_of_another_type_is_noticed(folder: Path) -> None:
    described = folder / "datapackage.json"
    package = json.loads(described.read_text())
    for resource in package["resources"]:
        del resource["hash"], resource["bytes"]
    described.write_text(json.dumps(package))
    assert frictionless.validate(str(described)).valid
    path = folder / "runs.csv.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    path.write_bytes(gzip.compress(text.replace(",2024-01-31,", ",last week,", 1).encode()))
    report = frictionless.validate(str(described))
    assert report.flatten(["type"]) == [["type-error"]]


def test_the_example_of_the_page_answers_its_question(
    document: ApiBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its three lines find the cell that varies most, and leave failed runs out."""
    (example,) = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert len(example.splitlines()) == 3
    steady, moving = [100.0, 101.0, 102.0], [100.0, 110.0, 120.0]
    cells = {"steady": steady, "moving": moving, "few": [1.0, 9.0]}
    run, workload = document.runs[0], document.workloads[0]
    named = [(name, value) for name, values in cells.items() for value in values]
    runs = [
        replace(run, run=f"r{n}", workload=name, tps=value) for n, (name, value) in enumerate(named)
    ]
    failed = replace(run, run="failed", workload="steady", tps=1.0, state="failed")
    workloads = [replace(workload, workload=name) for name in cells]
    write_document(tmp_path, replace(document, runs=[*runs, failed], workloads=workloads))
    monkeypatch.chdir(downloads(tmp_path))
    found = duckdb.sql(example).fetchall()
    assert [row[1] for row in found] == ["moving", "steady"]
    expected = statistics.stdev(moving) / statistics.mean(moving)
    assert math.isclose(found[0][4], expected)


def test_the_lines_of_the_page_read_csv_as_parquet_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's own Python, run as it stands."""
    (example,) = re.findall(r"```python\n(import json, pandas.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(folder)
    names: Record = {}
    exec(example, names)
    plain = pl.read_parquet(folder / "runs.parquet")
    found = names["runs"]
    assert list(found.columns) == list(plain.columns)
    for name in names["types"]:
        texts = [None if pd.isna(value) else unmarked(value) for value in found[name]]
        assert texts == plain[name].to_list(), name
    assert "series" in names["types"]
    assert list(found["tps"]) == list(plain["tps"])
