"""The downloads hold every run, typed and described, and other programs read them as meant."""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import re
import statistics
import tracemalloc
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import frictionless
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from shared_builds import made_apart
from synthetic_archive import ROOT
from sysbench_archive.model.api_bundle import ApiBundle
from sysbench_archive.model.tables import Cell
from sysbench_archive.publish.api_bundle import table_rows
from sysbench_archive.publish.downloads import cell_text, csv_bytes, download_record
from sysbench_archive.publish.tables import (
    GROUP,
    TABLES,
    TableFiles,
    datapackage_record,
    table_columns,
    table_record,
)

Record = dict[str, Any]
COLUMNS = table_columns("runs")
PAGE = (ROOT / "content" / "api" / "_index.md").read_text(encoding="utf-8")


@pytest.fixture
def rows(document: ApiBundle) -> list[Record]:
    """The rows of a bundle, one of them with a title that a spreadsheet would run."""
    found = list(table_rows(document))
    found[0]["title"] = '=HYPERLINK("https://example.org"),"x"\nand more'
    return found


@pytest.fixture
def folder(rows: list[Record], tmp_path: Path) -> Path:
    """The downloads in a folder, with their description."""
    files = written(tmp_path, rows)
    table = table_record(
        "runs", files.rows, lambda name, *about: download_record(name, *about, tmp_path / name)
    )
    package = datapackage_record(
        tables=[table], licenses=["CC0-1.0"], homepage="https://archive.example/"
    )
    (tmp_path / "datapackage.json").write_text(json.dumps(package))
    return tmp_path


def written(folder: Path, *bundles: Iterable[Record]) -> TableFiles:
    """Both files of runs, from the rows of some bundles."""
    files = TableFiles(TABLES["runs"], folder / "runs.parquet", folder / "runs.csv.gz")
    for rows in bundles:
        files.add(rows)
    files.close()
    return files


def read(folder: Path, name: str) -> list[Record]:
    """The rows of a download as DuckDB reads them, days and moments as text."""
    found = duckdb.sql(f"SELECT * FROM '{folder / name}'")
    names = found.columns
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_parquet_has_every_value_of_every_row(folder: Path, rows: list[Record]) -> None:
    for row, told in zip(rows, read(folder, "runs.parquet"), strict=True):
        dated = {name: told[name].isoformat() for name in ("submitted", "revision_date")}
        known = {column.name: row.get(column.name) for column in COLUMNS}
        unknown = {name for name, value in known.items() if value in ("", "unrecorded")}
        assert "failed" in unknown
        assert told | dated == known | dict.fromkeys(unknown)


def test_parquet_columns_are_typed_and_say_what_they_mean(folder: Path) -> None:
    schema = pq.read_schema(folder / "runs.parquet")
    assert schema.names == [column.name for column in COLUMNS]
    tps, threads = schema.field("tps"), schema.field("threads")
    assert (str(tps.type), str(threads.type)) == ("double", "int64")
    assert str(schema.field("started").type) == "timestamp[ms, tz=UTC]"
    assert tps.metadata[b"unit"] == b"1/s"
    assert all(schema.field(name).metadata[b"description"] for name in schema.names)
    told = json.loads(schema.metadata[b"columns"])
    assert [column["name"] for column in told] == schema.names


def test_csv_has_the_same_rows(folder: Path, rows: list[Record]) -> None:
    text = gzip.decompress((folder / "runs.csv.gz").read_bytes()).decode()
    found = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(found) == len(rows)
    for told, row in zip(found, rows, strict=True):
        assert float(told["tps"]) == row["tps"]
        assert (told["tls"], told["kernel"], told["path"]) == ("false", "", row["path"])
    assert found[0]["title"] == "'" + rows[0]["title"]


def test_same_rows_give_same_bytes(rows: list[Record], tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("first", "second")]
    for folder in names:
        folder.mkdir()
        assert written(folder, iter(rows[:4]), rows[4:]).rows == len(rows)
    for name in ("runs.parquet", "runs.csv.gz"):
        first, second = ((folder / name).read_bytes() for folder in names)
        assert first == second


SIZES = (3, GROUP, GROUP - 1, 2, 5)
"""Rows of bundles: a large one after a small one, two that share a row group, a rest."""


def test_a_bundle_is_in_one_row_group_and_small_ones_share_one(
    rows: list[Record], tmp_path: Path
) -> None:
    bundles = [
        [rows[0] | {"bundle": f"b{n}", "run": f"r{at}"} for at in range(size)]
        for n, size in enumerate(SIZES)
    ]
    written(tmp_path, *bundles)
    file = pq.ParquetFile(tmp_path / "runs.parquet")
    groups = [
        file.read_row_group(n, columns=["bundle"])["bundle"].to_pylist()
        for n in range(file.num_row_groups)
    ]
    assert [sorted(set(group)) for group in groups] == [["b0", "b1"], ["b2", "b3"], ["b4"]]
    assert list(map(len, groups)) == [GROUP + 3, GROUP + 1, 5]
    place = file.schema_arrow.names.index("bundle")
    spans = [file.metadata.row_group(n).column(place).statistics for n in range(len(groups))]
    assert [(span.min, span.max) for span in spans] == [("b0", "b1"), ("b2", "b3"), ("b4", "b4")]
    path = tmp_path / "runs.parquet"
    found = duckdb.sql(f"SELECT count(*) FROM '{path}' WHERE bundle = 'b2'").fetchall()
    assert found == [(GROUP - 1,)]


def test_an_archive_without_runs_has_both_files(tmp_path: Path) -> None:
    assert written(tmp_path).rows == 0
    assert pq.read_table(tmp_path / "runs.parquet").num_rows == 0
    text = gzip.decompress((tmp_path / "runs.csv.gz").read_bytes()).decode()
    assert text.split(",")[0] == COLUMNS[0].name


def test_no_more_than_a_row_group_is_held(rows: list[Record], tmp_path: Path) -> None:
    """Ten times the rows take hardly more memory."""

    def peak(groups: int) -> int:
        bundle = [rows[0] | {"run": f"r{at}"} for at in range(GROUP)]
        tracemalloc.start()
        written(tmp_path, *(bundle for _ in range(groups)))
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert peak(10) < 1.5 * peak(1)


@given(st.text())
def test_no_text_is_run_by_a_spreadsheet(text: str) -> None:
    shown = str(cell_text(text))
    assert not shown.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert shown in (text, f"'{text}")
    assert shown.removeprefix("'") == text
    table = csv_bytes(["a", "b"], [[text, 1]]).decode()
    assert list(csv.reader(io.StringIO(table, newline=""))) == [["a", "b"], [shown, "1"]]


@pytest.mark.parametrize(
    ("value", "shown"), [(-1.5, -1.5), (True, "true"), (None, None), (0.1 + 0.2, 0.1 + 0.2)]
)
def test_numbers_keep_their_digits(value: Cell, shown: Cell) -> None:
    assert cell_text(value) == shown


def test_the_data_package_is_valid(folder: Path) -> None:
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert report.valid, report.flatten(["title", "message"])
    assert report.stats["tasks"] == 2


def test_a_changed_file_is_noticed(folder: Path) -> None:
    data = (folder / "runs.parquet").read_bytes()
    (folder / "runs.parquet").write_bytes(data[:-1] + b"!")
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert "hash-count" in report.flatten(["type"])[0]


def test_a_changed_table_is_noticed(folder: Path) -> None:
    path = folder / "runs.csv.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    path.write_bytes(gzip.compress(text.replace("Synthetic", "Another", 1).encode()))
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert "hash-count" in report.flatten(["type"])[0]


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
    rows: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its three lines find the cell that varies most, and leave failed runs out."""
    (example,) = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert len(example.splitlines()) == 3
    steady, moving = [100.0, 101.0, 102.0], [100.0, 110.0, 120.0]
    cells = {"steady": steady, "moving": moving, "few": [1.0, 9.0]}
    runs = [
        rows[0] | {"workload": name, "tps": value}
        for name, values in cells.items()
        for value in values
    ]
    failed = rows[0] | {"workload": "steady", "tps": 1.0, "state": "failed"}
    written(tmp_path, [*runs, failed])
    monkeypatch.chdir(tmp_path)
    found = duckdb.sql(example).fetchall()
    assert [row[1] for row in found] == ["moving", "steady"]
    expected = statistics.stdev(moving) / statistics.mean(moving)
    assert math.isclose(found[0][4], expected)


def test_the_lines_of_the_page_read_csv_as_parquet_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's own Python, run as it stands."""
    (example,) = re.findall(r"```python\n(import json.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(folder)
    names: Record = {}
    exec(example, names)
    plain = pd.read_parquet(folder / "runs.parquet")
    found = names["runs"]
    assert list(found.columns) == list(plain.columns)
    for name in names["texts"]:
        texts = [None if pd.isna(value) else value for value in found[name]]
        assert texts == [None if pd.isna(value) else value for value in plain[name]], name
    assert "series" in names["texts"]
    assert list(found["tps"]) == list(plain["tps"])


@pytest.mark.parametrize(
    ("source", "report"), [("a/b.log#1", 2), ("a/b.log", None), ("a/b.tsv#14:1", None), ("", None)]
)
def test_reports_kept_elsewhere_are_counted_from_one_as_well(
    document: ApiBundle, source: str, report: int | None
) -> None:
    runs = [replace(document.runs[0], report=None, source=source), document.runs[1]]
    linked, kept = table_rows(replace(document, runs=runs))
    assert linked["report"] == report
    assert kept["report"] == document.runs[1].report == 1


def _by_threads(folder: Path) -> list[str]:
    """The allocator of every thread that writes a table; each is gone before the next begins."""
    return [_by_a_thread(folder / f"{number}.parquet") for number in range(3)]


def _by_a_thread(path: Path) -> str:
    def write() -> str:
        files = TableFiles(TABLES["runs"], path, None)
        files.add([{"run": "r1", "metrics_tps": 1.5}] * 1000)
        files.close()
        import pyarrow

        return str(pyarrow.default_memory_pool().backend_name)

    with ThreadPoolExecutor(1) as workers:
        return workers.submit(write).result()


def test_threads_that_end_write_tables_with_the_allocator_of_the_system(tmp_path: Path) -> None:
    """What imported pyarrow first decides that, so that it is asked in another process."""
    assert made_apart(_by_threads, tmp_path) == ["system"] * 3
