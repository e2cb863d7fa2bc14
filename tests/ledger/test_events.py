"""The publication record only grows, and says what a bundle is."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.ledger.agreement import history_problems, record_problems
from sysbench_archive.ledger.events import (
    NotRecordableError,
    corrected,
    recorded,
    reparsed,
    withdrawn,
)
from sysbench_archive.ledger.record import Identity, Row, read_rows, write_rows

titles = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)
names = st.lists(st.from_regex(r"[a-z0-9]{1,5}", fullmatch=True), max_size=3, unique=True).map(
    " ".join
)
identities = st.builds(
    Identity,
    st.from_regex(r"swh:1:dir:[0-9a-f]{40}", fullmatch=True),
    st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    titles,
    names,
    st.one_of(st.just(""), titles),
    names,
)
ONE = Identity("swh:1:dir:" + "0" * 40, "0" * 64, "A title", "r1 r2", "Ada", "read-only")
OTHER = replace(ONE, swhid="swh:1:dir:" + "1" * 40, figures_sha256="1" * 64)
REREAD = replace(ONE, figures_sha256="2" * 64)


def rows(identity: Identity = ONE) -> tuple[Row, ...]:
    return recorded((), identity, "2026-01-01")


@given(identities)
def test_rows_come_back_as_written(identity: Identity) -> None:
    written = rows(identity)
    assert read_rows(write_rows(written).encode(), "x") == (written, [])


@given(st.lists(identities, min_size=1, max_size=4))
def test_a_record_always_ends_with_what_was_recorded(sequence: list[Identity]) -> None:
    record: tuple[Row, ...] = ()
    for identity in sequence:
        record = recorded(record, identity, "2026-01-01")
    assert not list(record_problems({"b": record}, {"b": sequence[-1]}))


@given(identities)
def test_a_permanent_row_is_not_replaced(other: Identity) -> None:
    permanent = rows()
    if other == ONE:
        return
    with pytest.raises(NotRecordableError, match="permanent"):
        recorded(permanent, other, "2026-01-02", fixed=1)
    (unpublished,) = recorded(permanent, other, "2026-01-02")
    assert (unpublished.revision, unpublished.swhid) == (1, other.swhid)


def codes(before: dict[str, tuple[Row, ...]], after: dict[str, tuple[Row, ...]]) -> list[str]:
    return [problem.code for problem in history_problems(before, after)]


def test_history_keeps_bundles_runs_and_permanent_rows() -> None:
    fewer = rows(replace(ONE, runs="r1"))
    permanent = rows()
    edited = (replace(permanent[0], reason="another"),)
    assert codes({"b": rows()}, {}) == ["ledger-rewritten"]
    assert codes({"b": rows()}, {"b": fewer}) == ["ledger-rewritten"]
    assert codes({"b": permanent}, {"b": edited}) == ["ledger-rewritten"]
    assert codes({"b": permanent}, {"b": corrected(permanent, OTHER, "2026-01-02", "why")}) == []


def test_record_and_bundles_must_agree() -> None:
    other = replace(ONE, figures_sha256="1" * 64)
    record = rows()
    assert [p.code for p in record_problems({}, {"b": ONE})] == ["ledger-missing"]
    assert [p.code for p in record_problems({"b": record}, {"b": other})] == ["ledger-stale"]
    assert [p.code for p in record_problems({"b": record}, {})] == ["ledger-orphan"]
    gone = withdrawn(record, "2026-01-02", "why")
    assert not list(record_problems({"b": gone}, {}))
    assert [p.code for p in record_problems({"b": gone}, {"b": ONE})] == ["ledger-stale"]


def test_events_follow_each_other_and_come_back_as_written() -> None:
    record = rows()
    record = reparsed(record, REREAD, "2026-01-02", "read  better\n")
    record = corrected(record, OTHER, "2026-01-03", "a misprint")
    record = withdrawn(record, "2026-01-04", "asked for")
    record = withdrawn(record, "2026-01-05", "ordered")
    assert read_rows(write_rows(record).encode(), "x") == (record, [])
    assert [row.status for row in record] == [
        "published", "reparsed", "corrected", "withdrawn", "withdrawn"
    ]  # fmt: skip
    assert [row.revision for row in record] == [1, 2, 3, 4, 5]
    assert record[1].reason == "read better"
    assert {row.standing for row in record} == {"permanent"}
    assert record[4].swhid == OTHER.swhid


def test_what_changes_nothing_or_takes_something_is_no_correction() -> None:
    lost = replace(OTHER, runs="r1")
    for identity, said in ((ONE, "nothing changed"), (REREAD, "no byte"), (lost, "are gone: r2")):
        with pytest.raises(NotRecordableError, match=said):
            corrected(rows(), identity, "2026-01-02", "why")
    with pytest.raises(NotRecordableError, match="no reason"):
        corrected(rows(), OTHER, "2026-01-02", " ")
    with pytest.raises(NotRecordableError, match="bytes changed"):
        reparsed(rows(), OTHER, "2026-01-02", "why")
    gone = withdrawn(rows(), "2026-01-02", "why")
    for event in (corrected, reparsed):
        with pytest.raises(NotRecordableError, match="withdrawn"):
            event(gone, ONE, "2026-01-02", "why")
    with pytest.raises(NotRecordableError, match="withdrawn"):
        recorded(gone, ONE, "2026-01-02")
    with pytest.raises(NotRecordableError, match="nothing was published"):
        corrected((), ONE, "2026-01-02", "why")


def test_a_correction_taken_back_before_it_is_published_leaves_no_row() -> None:
    two = corrected(rows(), OTHER, "2026-01-02", "why")
    assert recorded(two, ONE, "2026-01-03", fixed=1) == two[:1]
    (_, again) = recorded(two, REREAD, "2026-01-03", fixed=1)
    assert (again.status, again.reason) == ("reparsed", "why")


FAULTS = {
    "published a second time": (1, {"status": "published"}),
    "has lost runs: r2": (1, {"runs": "r1"}),
    "is withdrawn, and yet changes title": (2, {"title": "Another"}),
    "the first row": (0, {"status": "corrected"}),
    "do not count": (1, {"revision": 7}),
}


@pytest.mark.parametrize("said", FAULTS)
def test_rows_that_cannot_follow_each_other_are_told(said: str) -> None:
    record = list(corrected(rows(), OTHER, "2026-01-02", "why"))
    record = list(withdrawn(record, "2026-01-03", "why"))
    place, change = FAULTS[said]
    record[place] = replace(record[place], **change)  # type: ignore[arg-type]
    _, problems = read_rows(write_rows(record).encode(), "x")
    assert any(said in problem.message for problem in problems)


def test_only_what_was_withdrawn_is_restored() -> None:
    never = replace(rows()[-1], revision=2, status="restored")
    told = read_rows(write_rows((*rows(), never)).encode(), "x")[1]
    assert "was not withdrawn" in told[0].message


def test_nothing_but_a_withdrawal_or_its_undoing_follows_a_withdrawal() -> None:
    gone = withdrawn(rows(), "2026-01-02", "why")
    back = replace(gone[-1], revision=3, status="restored")
    assert read_rows(write_rows((*gone, back)).encode(), "x")[1] == []
    again = replace(gone[-1], revision=3, status="corrected")
    told = read_rows(write_rows((*gone, again)).encode(), "x")[1]
    assert "follows a withdrawal" in told[0].message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "revision,date\n1,2\n",
        write_rows(rows()).replace("2026-01-01", "yesterday"),
        write_rows(rows()).replace("\n1,", "\n7,"),
        write_rows(rows()) + '"open',
        write_rows(rows()).replace("\n1,", f"\n{'1' * 5000},"),
        write_rows(rows()).replace("\n1,", "\n\udcff1,"),
    ],
)
def test_a_broken_record_is_refused(text: str) -> None:
    _, problems = read_rows(text.encode("utf-8", "surrogateescape"), "x")
    assert problems
    assert {problem.code for problem in problems} == {"ledger-format"}
