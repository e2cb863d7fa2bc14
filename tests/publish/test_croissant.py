"""The Croissant file: the library of the format's authors reads it, and loads tables by it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import duckdb
import mlcroissant
import pandas as pd
import pytest
from etils import epath
from works import OWN

from sysbench_archive.publish.citation import Imprint
from sysbench_archive.publish.croissant import croissant_record
from sysbench_archive.publish.structured import runs_record, runs_work
from sysbench_archive.publish.tables import DownloadTable
from sysbench_archive.tables.database import TABLES
from written_tables import downloads, write_rows

WORK = runs_work(["2026-01-05", "2025-12-31"])
SERVERS = [
    {"bundle": "b", "server": "s0", "product": "mariadb", "series": "10.10", "variant": "'=x"},
    {"bundle": "b", "server": "s1", "product": "mysql", "series": "8.0", "variant": ""},
]
REVISIONS = [
    {"comparison": "c", "revision": 2, "revision_date": "2026-01-05", "headline_ratio": 1.5},
    {"comparison": "c", "revision": 3},
]
Json = dict[str, Any]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def made(tmp_path: Path) -> tuple[Path, list[DownloadTable]]:
    """The folder that a site is served from, and its tables."""
    tables = write_rows(tmp_path, servers=SERVERS, revisions=REVISIONS)
    return downloads(tmp_path).parent, tables


@pytest.fixture
def site(made: tuple[Path, list[DownloadTable]]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(made[0])))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def record(made: tuple[Path, list[DownloadTable]], site: str) -> Json:
    files = [file for table in made[1] for file in table.files]
    imprint = Imprint(site)
    return croissant_record(runs_record(files, WORK, OWN, imprint), made[1], WORK, imprint)


@pytest.fixture(autouse=True)
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache; and DuckDB in place of pyarrow, by which pandas reads Parquet elsewhere."""

    def read_parquet(file: Any) -> pd.DataFrame:
        return duckdb.sql(f"FROM read_parquet('{file.name}')").df()

    place = epath.Path(tmp_path / "cache")
    monkeypatch.setattr("mlcroissant._src.core.constants.DOWNLOAD_PATH", place)
    monkeypatch.setattr(pd, "read_parquet", read_parquet)


def dataset(record: Json) -> mlcroissant.Dataset:
    return mlcroissant.Dataset(json.loads(json.dumps(record)))


def of_table(record: Json, name: str) -> Json:
    """A part of the record, which takes less time to read."""
    files = [file for file in record["distribution"] if file["name"].startswith(f"{name}.")]
    sets = [each for each in record["recordSet"] if each["name"] == name]
    return record | {"distribution": files, "recordSet": sets}


def rows(record: Json, table: str) -> list[Json]:
    return list(dataset(of_table(record, table)).records(table))


def causes(error: BaseException | None) -> str:
    return f"{error}\n{causes(error.__cause__)}" if error else ""


def test_its_own_library_has_nothing_to_say_of_it(
    record: Json, caplog: pytest.LogCaptureFixture
) -> None:
    found = dataset(record).metadata
    assert found.ctx.issues.report() == ""
    assert caplog.text == ""
    assert {file.sha256 for file in found.file_objects} == {
        file["sha256"] for file in record["distribution"]
    }
    assert found.version == "2026.1.5"
    assert found.cite_as.startswith("@misc{")


def test_fields_are_the_columns_of_the_tables(record: Json) -> None:
    assert [each["name"] for each in record["recordSet"]] == list(TABLES)
    for each in record["recordSet"]:
        table = TABLES[each["name"]]
        assert [field["name"] for field in each["field"]] == [c.name for c in table.columns]
        for field, column in zip(each["field"], table.columns, strict=True):
            assert field["description"].startswith(column.description)
            assert column.unit in field["description"]
        assert [key["@id"] for key in each.get("key", [])] == [
            f"{table.name}/{name}" for name in table.key
        ]


def test_rows_are_loaded_with_their_types(record: Json) -> None:
    first, second = rows(record, "servers")
    assert (first["servers/series"], first["servers/variant"]) == (b"10.10", b"'=x")
    assert (second["servers/series"], second["servers/variant"]) == (b"8.0", None)
    first, second = rows(record, "revisions")
    assert first["revisions/revision"] == 2
    assert first["revisions/revision_date"] == pd.Timestamp("2026-01-05")
    assert first["revisions/headline_ratio"] == 1.5
    assert pd.isna(second["revisions/revision_date"])


def test_a_file_that_is_not_the_one_described_is_refused(
    made: tuple[Path, list[DownloadTable]], record: Json
) -> None:
    path = made[0] / "downloads" / "servers.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(mlcroissant.GenerationError) as refused:
        rows(record, "servers")
    assert "is not identical with the reference" in causes(refused.value)


def test_a_column_that_the_table_lacks_is_noticed(record: Json) -> None:
    (servers,) = of_table(record, "servers")["recordSet"]
    servers["field"][2]["source"]["extract"] = {"column": "name_of_no_column"}
    with pytest.raises(mlcroissant.GenerationError) as refused:
        rows(record, "servers")
    assert "name_of_no_column" in causes(refused.value)


def test_a_file_that_nobody_describes_is_noticed(record: Json) -> None:
    own = of_table(record, "servers")
    with pytest.raises(mlcroissant.ValidationError, match=r"servers\.parquet"):
        dataset(own | {"distribution": own["distribution"][1:]})
