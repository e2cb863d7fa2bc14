"""Lists of records as columns: nothing is lost, and nothing is said twice."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synthetic_archive import ROOT
from sysbench_archive.model.columns import ColumnList, columns_of_rows, rows_of_columns

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.floats(-2, 2), st.text(max_size=3),
    st.lists(st.integers(0, 2), max_size=2), st.integers(0, 9).map(lambda n: f"{'begin' * 9}{n}"),
)  # fmt: skip
ROWS = st.lists(
    st.dictionaries(st.sampled_from("bcdef"), VALUES).map(lambda row: {"a": "x", **row}),
    max_size=12,
)
FORM = ColumnList("a")


def as_json(rows: Any) -> str:
    """1, 1.0 and true are different things."""
    return json.dumps(rows, sort_keys=True)


@given(ROWS)
def test_records_come_back_as_they_were(rows: list[dict[str, Any]]) -> None:
    known = [{name: value for name, value in row.items() if value is not None} for row in rows]
    columns = json.loads(json.dumps(columns_of_rows(rows, FORM)))
    assert as_json(list(rows_of_columns(columns))) == as_json(known)
    documented: dict[str, Any] = {}
    exec(_documented(), documented)
    found = documented["rows"](columns)
    assert as_json([{k: v for k, v in row.items() if v is not None} for row in found]) == as_json(
        known
    )


def _documented() -> str:
    """The lines of Python by which the page of the API reads columns."""
    text = (ROOT / "content" / "api" / "_index.md").read_text("utf-8")
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def test_what_all_share_stands_once_and_what_nobody_has_does_not() -> None:
    rows = [{"a": n, "b": "same", "c": None, "d": [1]} for n in range(3)]
    assert columns_of_rows(rows, FORM) == {"a": [0, 1, 2], "b": "same", "d": {"all": [1]}}
    assert columns_of_rows([], FORM) == {"a": []}
    assert columns_of_rows(rows, ColumnList("a", without=frozenset("b"))).keys() == {"a", "d"}


def test_long_values_that_come_back_stand_once() -> None:
    words = ["one long name", "another long name"]
    rows = [{"a": n, "b": words[n % 2]} for n in range(12)]
    assert columns_of_rows(rows, FORM)["b"] == {"values": words, "indices": [0, 1] * 6}


def test_what_text_begins_with_stands_once() -> None:
    begin = "https://source.example/a/long/folder/of/logs/"
    rows = [{"a": n, "b": f"{begin}{n}.log", "c": f"{begin}{n % 3}"} for n in range(9)]
    columns = columns_of_rows(rows, FORM)
    assert columns["b"] == {"before": begin, "values": [f"{n}.log" for n in range(9)]}
    assert columns["c"] == {"before": begin, "values": ["0", "1", "2"], "indices": [0, 1, 2] * 3}
    # A record without a value has none to begin.
    gaps = columns_of_rows([*rows, {"a": 9}], FORM)["b"]
    assert gaps[-1] is None
    for known in (rows, [*rows, {"a": 9}]):
        assert list(rows_of_columns(columns_of_rows(known, FORM))) == known


@pytest.mark.parametrize(
    "columns",
    [
        {"a": [1, 2], "b": [1]},
        {"a": [1], "b": {"values": [1], "indices": [1]}},
        {"a": [1], "b": {"values": [1], "indices": [-1]}},
        {"a": [1], "b": {"values": [1], "indices": [True]}},
        {"a": [1], "b": {"values": 1, "indices": [0]}},
        {"a": [1], "b": {}},
        {"a": [1], "b": {"all": [1], "values": [1]}},
        {"a": [1], "b": {"before": "x", "values": [1]}},
        {"a": [1], "b": {"before": 1, "values": ["x"]}},
        {"a": [1], "b": {"before": "x" * 1001, "values": ["x"]}},
        {"a": [1], "b": {"before": "x", "values": "y"}},
        {"a": [1], "b": {"before": "x", "values": 1}},
        {"a": [1], "b": {"before": "x"}},
        {"a": [1], "b": {"before": "x", "values": ["y"], "indices": [1]}},
        {"a": [1, 2], "b": {"before": "x", "values": ["y"]}},
    ],
)
def test_what_is_no_table_is_refused(columns: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="column"):
        list(rows_of_columns(columns))
