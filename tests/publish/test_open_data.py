"""The tables in Python: from a site, a snapshot or a checkout, fetched once, as they are there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest
from test_table_readers import SHOWN, asked_of_r, needs_r

import built_sites
import sysbench_archive as sa
from synthetic_archive import ROOT
from sysbench_archive import open_data
from sysbench_archive.capture.plan import MissingError
from sysbench_archive.pages.questions import question_files, read_question
from sysbench_archive.problems import FailureError, UsageError
from sysbench_archive.publish.tables import datapackage_record
from sysbench_archive.tables.database import TABLES
from written_tables import downloads, write_rows

PAGE = (ROOT / "content" / "api" / "_index.md").read_text(encoding="utf-8")
LOADED, REDRAWN = re.findall(
    r"```python\n(import (?:sysbench|json, sysbench).*?)```", PAGE, re.DOTALL
)
COMPARED = "2026-11-mysql-and-mariadb-defaults-small-vm--oltp-point-select"
SERVERS = [
    {"bundle": "b", "server": f"s{at}", "product": product, "series": "10.10", "variant": ""}
    for at, product in enumerate(["mariadb", "mysql", "mysql"])
]


class Asked(SimpleHTTPRequestHandler):
    """Serves a folder and keeps what it was asked for."""

    names: list[str]

    def log_message(self, *_: object) -> None:
        self.names.append(self.path.rpartition("/")[2])


@pytest.fixture
def asked() -> list[str]:
    """Names of the files that the site was asked for."""
    return []


@pytest.fixture
def serve(asked: list[str]) -> Iterator[Any]:
    """Serves folders; each has the address that is given for it."""
    servers = []

    def served(folder: Path) -> str:
        kind = type("Kept", (Asked,), {"names": asked})
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield served
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where fetched tables are kept, empty at first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    open_data._tables_of.cache_clear()
    return tmp_path / "cache" / "sysbench-archive" / "tables"


def write_site(folder: Path, servers: list[dict[str, str]]) -> Path:
    """A checkout whose site was built, in as far as it has tables; the folder of those."""
    made = folder / "data" / "derived"
    tables = write_rows(made, servers=servers)
    package = datapackage_record(tables=tables, licenses=[], homepage="https://a.example/")
    (downloads(made) / "datapackage.json").write_text(json.dumps(package), encoding="utf-8")
    return downloads(made)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return write_site(tmp_path / "checkout", SERVERS)


def names(frame: Any) -> list[str]:
    return list(frame["server"])


@pytest.mark.parametrize("form", ["site", "folder of a site", "snapshot", "checkout"])
def test_every_source_gives_the_same_rows(
    form: str, tables: Path, tmp_path: Path, serve: Any
) -> None:
    sources = {
        "site": lambda: serve(tables.parent),
        "folder of a site": lambda: tables.parent,
        "snapshot": lambda: shutil.copytree(tables, tmp_path / "it's a snapshot"),
        "checkout": lambda: tmp_path / "checkout",
    }
    source = sources[form]()
    assert names(sa.load("servers", source=source)) == ["s0", "s1", "s2"]
    found = sa.sql(
        "SELECT count(*) AS n FROM 'servers.parquet' JOIN hosts USING (bundle)", source=source
    )
    assert list(found["n"]) == [0]


def test_the_checkout_around_the_current_folder_is_the_source_else_the_published_site(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tables)
    assert names(sa.load("servers", where="product = 'mysql'")) == ["s1", "s2"]
    monkeypatch.chdir(tmp_path)
    assert open_data._nearest() == "https://sysbench-archive.example"


def test_a_table_is_fetched_when_it_is_asked_for_and_kept_until_it_changes(
    tables: Path, tmp_path: Path, serve: Any, asked: list[str], cache: Path
) -> None:
    site = serve(tables.parent)
    for _ in range(2):
        sa.sql("WITH own AS (FROM servers) SELECT count(*) FROM own", source=site)
    assert asked == ["datapackage.json", "servers.parquet"]
    open_data._tables_of.cache_clear()
    sa.load("servers", source=site)
    assert asked[2:] == ["datapackage.json"]
    write_site(tmp_path / "checkout", SERVERS[:1])
    open_data._tables_of.cache_clear()
    assert names(sa.load("servers", source=site)) == ["s0"]
    assert len(list(cache.iterdir())) == 2


def test_a_file_that_is_not_the_described_one_is_refused_and_not_kept(
    tables: Path, serve: Any, cache: Path
) -> None:
    """As in the minute in which a site is renewed: whoever asks again has the new description."""
    site, file = serve(tables.parent), tables / "servers.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    with pytest.raises(FailureError, match=r"servers\.parquet: is not what .*\n  hint: "):
        sa.load("servers", source=site)
    assert not cache.exists()
    file.write_bytes(whole)
    assert len(sa.load("servers", source=site)) == 3


def test_types_and_texts_are_those_of_the_tables_in_every_form(tables: Path) -> None:
    pandas, polars, arrow = (
        sa.load("servers", source=tables, as_=form) for form in ("pandas", "polars", "arrow")
    )
    assert isinstance(pandas, pd.DataFrame)
    assert isinstance(polars, pl.DataFrame)
    assert polars["series"].to_list() == list(pandas["series"]) == ["10.10"] * 3
    assert polars["variant"].to_list() == [None] * 3
    assert polars.equals(pl.DataFrame(arrow))


def test_columns_say_what_they_mean(tables: Path) -> None:
    found = sa.columns("servers", source=tables, as_="polars").to_dicts()
    declared = TABLES["servers"].columns
    assert [(it["name"], it["unit"], it["description"]) for it in found] == [
        (column.name, column.unit, column.description) for column in declared
    ]
    assert {it["type"] for it in found} == {"VARCHAR", "BIGINT"}


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        (
            {"table": "server"},
            UsageError,
            r"no such table \(got 'server', expected bundles, .*servers",
        ),
        (
            {"as_": "excel"},
            UsageError,
            r"no such form \(got 'excel', expected pandas, polars, arrow\)",
        ),
        (
            {"source": "/nowhere"},
            MissingError,
            r"/nowhere/downloads/datapackage\.json: .*\n  hint: ",
        ),
        ({"source": "http://127.0.0.1:9"}, MissingError, r"127\.0\.0\.1:9/.*\n  hint: "),
        ({"source": "file:///etc/passwd"}, MissingError, "unknown url type: file"),
        ({"where": "speed > 1"}, duckdb.BinderException, "speed"),
    ],
)
def test_what_cannot_be_read_is_said(
    words: dict[str, str], error: type[Exception], told: str, tables: Path
) -> None:
    with pytest.raises(error, match=told):
        sa.load(**{"table": "servers", "source": tables} | words)  # type: ignore[arg-type]


def test_a_description_that_is_none_is_said(tmp_path: Path) -> None:
    for text in ("[]", '{"resources": [{}]}', "<html>"):
        (tmp_path / "datapackage.json").write_text(text)
        open_data._tables_of.cache_clear()
        with pytest.raises(FailureError, match=r"datapackage\.json: "):
            sa.load("runs", source=tmp_path)


def test_importing_the_package_loads_nothing_of_it() -> None:
    """Commands begin as fast as before."""
    loaded = "import sysbench_archive, sys; print(sorted(m for m in sys.modules if 'sysb' in m))"
    command = [sys.executable, "-c", loaded]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT / "scripts")
    assert done.stdout == "['sysbench_archive']\n"


@pytest.mark.costly
def test_the_page_draws_the_figures_of_a_comparison_again(
    real_site: built_sites.Site, serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own ten lines, over HTTP, against what lies beside the page of the comparison."""
    assert len(REDRAWN.splitlines()) <= 10
    monkeypatch.setattr(open_data, "_nearest", lambda: serve(real_site.public))
    monkeypatch.chdir(tmp_path)
    exec(REDRAWN, {})
    chart = json.loads((tmp_path / "chart.vl.json").read_text())
    page = json.loads((real_site.public / "comparisons" / COMPARED / "index.json").read_bytes())
    assert f"`{COMPARED}`" in PAGE
    (panel,) = page["panels"]
    shown = {
        (side["label"], row["threads"]): (cell["centre"], cell["low"], cell["high"])
        for row in panel["rows"]
        for side, cell in zip(panel["sides"], row["cells"], strict=True)
    }
    drawn = {
        (point["server"], point["threads"]): (point["tps"], point["low"], point["high"])
        for point in chart["data"]["values"]
    }
    assert len(shown) == 24
    assert drawn.keys() == shown.keys()
    for key, figures in shown.items():
        assert drawn[key] == pytest.approx(figures, rel=1e-8)
    draw = ["node", str(ROOT / "node_modules/vega-lite/bin/vl2svg"), "chart.vl.json"]
    picture = subprocess.run(draw, capture_output=True, text=True, check=True).stdout
    assert picture.count('aria-roledescription="line mark"') == len(panel["sides"])


@pytest.mark.costly
def test_lines_of_the_page_load_tables_of_a_site(
    real_site: built_sites.Site, serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python, and in SQL after its own line of curl; every question is answered as well."""
    site = serve(real_site.public)
    monkeypatch.setattr(open_data, "_nearest", lambda: site)
    monkeypatch.chdir(tmp_path)
    found: dict[str, Any] = {}
    exec(LOADED, found)
    tables = real_site.public / "downloads"
    plain = duckdb.sql(f"FROM '{tables}/runs.parquet'")
    assert list(found["runs"].columns) == plain.columns == list(found["meant"]["name"])
    assert len(found["runs"]) == len(plain)
    assert set(found["busy"]["threads"]) == {
        row[0]
        for row in duckdb.sql(
            f"SELECT threads FROM '{tables}/contrasts.parquet' WHERE threads > 64"
        ).fetchall()
    }
    (fetch,) = re.findall(r"```sh\n(curl -sO .*)\n```", PAGE)
    subprocess.run(fetch.replace("BASE", site).split(), check=True)
    (question,) = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    expected = duckdb.sql(question).df()
    assert len(expected)
    assert sa.sql(question).equals(expected)
    for path in question_files():
        *_, query = read_question(path.read_text("utf-8"))
        assert sa.sql(query) is not None


@pytest.mark.costly
@needs_r
def test_lines_of_the_page_load_runs_of_a_site_in_r(
    real_site: built_sites.Site, serve: Any, tmp_path: Path
) -> None:
    script = f"""{SHOWN.replace("BASE", serve(real_site.public))}
cat(jsonlite::toJSON(list(runs$run, runs$series, runs$tps), digits = NA, na = "null"))
"""
    runs = sa.load("runs", source=real_site.public, as_="polars")
    run, series, tps = asked_of_r(tmp_path, script)
    assert run == runs["run"].to_list()
    assert series == runs["series"].to_list()
    assert tps == pytest.approx(runs["tps"].to_list(), nan_ok=True)
