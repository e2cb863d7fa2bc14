"""Rows of the tables of settings and of series, from bundles that are made for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import asdict

from synthetic_archive import ROOT
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.synthesize import synthesize
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.tables.series import TableSeries, series_rows
from sysbench_archive.tables.settings import setting_rows


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    root = Path(tmp_path_factory.mktemp("synthetic")) / "archive"
    synthesize(10, root, ROOT)
    (folder,) = (root / "data" / "results").iterdir()
    found = assemble(folder.name, folder.name, read_folder(folder, folder.name)).bundle
    assert found
    return found


def test_an_interval_line_is_a_row_that_begins_where_the_last_one_ends(bundle: Bundle) -> None:
    fields = TableSeries.__struct_fields__
    rows = [dict(zip(fields, row, strict=True)) for row in series_rows(bundle.runs)]
    run = bundle.runs[0]
    assert run.report
    own = [row for row in rows if row["run"] == run.id]
    assert [(row["to_s"], row["tps"]) for row in own] == [
        (interval.t, interval.tps) for interval in run.report.intervals
    ]
    assert [row["from_s"] for row in own] == [0, *(row["to_s"] for row in own[:-1])]
    assert {(row["part"], row["intervals"]) for row in own} == {("interval", 1)}


def test_a_setting_says_where_it_is_known_from(bundle: Bundle) -> None:
    rows = [asdict(row) for row in setting_rows(result_record(bundle))]
    for server in bundle.servers.values():
        options = {name.replace("-", "_"): value for name, value in server.facts["options"].items()}
        told = {r["name"]: r["value"] for r in rows if r["server"] == server.id}
        assert all(told[name] == str(value) for name, value in options.items())
        chosen = {r["name"] for r in rows if r["server"] == server.id and r["origin"] == "option"}
        assert chosen == options.keys()
        assert {r["origin"] for r in rows} <= {"option", "variable", "default"}
    assert all(isinstance(row["value"], str) for row in rows)
