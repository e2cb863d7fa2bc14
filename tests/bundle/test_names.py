"""Ids out of words, and which names of folders are those of bundles."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.references import MAX_ID, identifier, is_bundle_id


@given(st.text(max_size=60))
def test_an_id_is_lower_case_digits_and_single_hyphens(text: str) -> None:
    made = identifier(text)
    assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", made)
    assert identifier(made) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [("MySQL 8.0.36", "mysql-8-0-36"), ("__a..b__", "a-b"), ("Größe 2", "gr-e-2"), ("…", "")],
)
def test_words_become_ids(text: str, made: str) -> None:
    assert identifier(text) == made


LONGEST = "2026-01-" + "a" * (MAX_ID - 8)


@pytest.mark.parametrize("name", ["2026-01-a", "2026-12-a-1-b", LONGEST])
def test_a_bundle_may_be_called_so(name: str) -> None:
    assert is_bundle_id(name)


@pytest.mark.parametrize(
    "name",
    ["", "2026-01", "2026-01-", "2026-13-a", "26-01-a", "2026-01-A", "2026-01-a--b", "2026-01-a\n",
     "2026-01-a/b", f"{LONGEST}a"],
)  # fmt: skip
def test_no_bundle_may_be_called_so(name: str) -> None:
    assert not is_bundle_id(name)
