"""What the API has promised is kept: fields, types, units, meanings, and figures of known runs."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from freeze_api import FROZEN, Promise, broken, promise_now, promise_text
from frozen_rows import read_rows, rows_now
from synthetic_archive import ROOT
from sysbench_archive.tables import columns_of
from sysbench_archive.tables.database import PARTS

NOW = promise_now()
OF_THE_RECORD = {"revision", "revision_date", "standing", "status", "figures_sha256"}
"""What the publication record says; it is not read here."""
NOBODY_HAS = {"replication_role", "kernel_instructions_per_transaction", "failed"}
"""Columns that no run of the archive had a value in when the rows were chosen."""


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


def test_columns_of_known_runs_are_what_they_were() -> None:
    now = rows_now()
    for bundle, row in read_rows().items():
        assert {name: now[bundle].get(name) for name in row} == row, bundle


def test_nearly_every_column_has_a_value_in_a_known_run() -> None:
    frozen = {name for row in read_rows().values() for name in row}
    wanted = {column.name for part in PARTS for column in columns_of(part).values()}
    wanted -= OF_THE_RECORD | NOBODY_HAS
    assert wanted - frozen == set(), "run python tests/frozen_rows.py"
    assert frozen & NOBODY_HAS == set()


def frozen_by(tmp_path: Path, promise: Promise) -> Any:
    """What the script does in a checkout with that frozen copy."""
    (tmp_path / "schema").mkdir()
    for path in (ROOT / "schema").glob("*.json"):
        (tmp_path / "schema" / path.name).write_bytes(path.read_bytes())
    (tmp_path / "schema" / FROZEN.name).write_text(promise_text(promise), encoding="utf-8")
    program = (
        "import pathlib, runpy, sys; from sysbench_archive.bundle import schema;"
        f"schema.SCHEMA_FOLDER = pathlib.Path({str(tmp_path / 'schema')!r});"
        "sys.argv = ['freeze_api.py'];"
        f"runpy.run_path({str(ROOT / 'scripts/freeze_api.py')!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return done.returncode, done.stderr, (tmp_path / "schema" / FROZEN.name).read_text()


def test_new_fields_are_added_to_the_copy(tmp_path: Path) -> None:
    before = copy.deepcopy(NOW)
    del before["run"]["tps"]
    assert frozen_by(tmp_path, before) == (0, "", promise_text(NOW))


def test_a_redefined_field_is_refused_and_the_copy_stays(tmp_path: Path) -> None:
    before = copy.deepcopy(NOW)
    before["run"]["tps"]["unit"] = "1/min"
    code, told, copied = frozen_by(tmp_path, before)
    assert (code, copied) == (1, promise_text(before))
    assert "run.tps has another unit: '1/s', promised '1/min'" in told
