"""What the API has promised is kept: fields, types, units, meanings, and figures of known runs."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from freeze_api import FROZEN, Promise, broken, promise_now, promise_text
from frozen_rows import read_rows, rows_now

NOW = promise_now()


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
