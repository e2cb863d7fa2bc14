"""A damaged entry counts as absent."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from derived_records import result_record, run_record
from sysbench_archive.build.store import Outcome, Store

KEY = "ab" + "0" * 62


def outcome(title: str = "ä") -> Outcome:
    run = run_record("r", {"tps": 401, "latency_avg_ms": 2.0}, stated={"sequence.block": 1})
    result = result_record(title=title, runs=[run])
    return Outcome(result=result, matrix=[], own_panels=[], series=[])


def test_an_outcome_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.get(KEY) is None
    store.put(KEY, [], outcome())
    assert store.get(KEY) == outcome()
    assert [p.suffix for p in tmp_path.rglob("*") if p.is_file()] == [".json"]


def test_whole_numbers_come_back_whole_and_others_as_they_were(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(KEY, [], outcome())
    assert repr(store.need(KEY)) == repr(outcome())


@given(position=st.integers(0, 2**16), byte=st.integers(0, 255))
def test_a_damaged_entry_is_absent(tmp_path_factory: type, position: int, byte: int) -> None:
    store = Store(tmp_path_factory.mktemp("store"))
    store.put(KEY, [], outcome())
    data = bytearray(store.path(KEY).read_bytes())
    place = position % len(data)
    changed = data[place] != byte
    data[place] = byte
    store.path(KEY).write_bytes(bytes(data))
    assert (store.get(KEY) is None) == changed


def test_unused_entries_are_removed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    other = "cd" + "0" * 62
    store.put(KEY, [], outcome("one"))
    store.put(other, [], outcome("two"))
    store.keep_only({other})
    assert (store.get(KEY), store.get(other)) == (None, outcome("two"))
