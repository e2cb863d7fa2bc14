"""The publication record only grows, and says what a bundle is."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.ledger import (
    Identity,
    Row,
    history_problems,
    read_rows,
    record_problems,
    recorded,
    write_rows,
)

titles = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)
identities = st.builds(
    Identity,
    st.from_regex(r"swh:1:dir:[0-9a-f]{40}", fullmatch=True),
    st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    titles,
    st.lists(st.from_regex(r"[a-z0-9]{1,5}", fullmatch=True), max_size=3, unique=True).map(tuple),
)
ONE = Identity("swh:1:dir:" + "0" * 40, "0" * 64, "A title", ("r1", "r2"))


def rows(identity: Identity = ONE, standing: str = "provisional") -> tuple[Row, ...]:
    first = recorded((), identity, "2026-01-01", "first published")
    return (replace(first[0], standing=standing),)  # type: ignore[arg-type]


@given(identities)
def test_rows_come_back_as_written(identity: Identity) -> None:
    written = rows(identity)
    assert read_rows(write_rows(written), "x") == (written, [])


@given(st.lists(identities, min_size=1, max_size=4))
def test_a_record_always_ends_with_what_was_recorded(sequence: list[Identity]) -> None:
    record: tuple[Row, ...] = ()
    for identity in sequence:
        record = recorded(record, identity, "2026-01-01", "why")
    assert not list(record_problems({"b": record}, {"b": sequence[-1]}))


@given(identities)
def test_a_permanent_row_is_not_replaced(other: Identity) -> None:
    permanent = rows(standing="permanent")
    if other == ONE:
        return
    with pytest.raises(ValueError, match="permanent"):
        recorded(permanent, other, "2026-01-02", "why")


def codes(before: dict[str, tuple[Row, ...]], after: dict[str, tuple[Row, ...]]) -> list[str]:
    return [problem.code for problem in history_problems(before, after)]


def test_history_keeps_bundles_runs_and_permanent_rows() -> None:
    fewer = rows(replace(ONE, runs=("r1",)))
    permanent = rows(standing="permanent")
    edited = (replace(permanent[0], reason="another"),)
    assert codes({"b": rows()}, {}) == ["ledger-vanished"]
    assert codes({"b": rows()}, {"b": fewer}) == ["ledger-vanished"]
    assert codes({"b": permanent}, {"b": edited}) == ["ledger-rewritten"]
    assert codes({"b": permanent}, {"b": (*permanent, replace(permanent[0], revision=2))}) == []
    assert codes({"b": rows()}, {"b": rows(replace(ONE, title="Another"))}) == []


def test_record_and_bundles_must_agree() -> None:
    other = replace(ONE, figures_sha256="1" * 64)
    assert [p.code for p in record_problems({}, {"b": ONE})] == ["ledger-missing"]
    assert [p.code for p in record_problems({"b": rows()}, {"b": other})] == ["ledger-stale"]
    assert [p.code for p in record_problems({"b": rows()}, {})] == ["ledger-orphan"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "revision,date\n1,2\n",
        write_rows(rows()).replace("2026-01-01", "yesterday"),
        write_rows(rows()).replace("\n1,", "\n7,"),
        write_rows(rows()) + '"open',
    ],
)
def test_a_broken_record_is_refused(text: str) -> None:
    _, problems = read_rows(text, "x")
    assert problems
    assert {problem.code for problem in problems} == {"ledger-format"}
