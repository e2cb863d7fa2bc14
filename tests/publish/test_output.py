"""Files are written whole or not at all, and numbers are rounded once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.model.reproduction import RepeatedRatio
from sysbench_archive.publish.output import Output, remove_others, round_record, rounded

records = st.recursive(
    st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
)


@given(records)
def test_rounding_twice_changes_nothing(record: object) -> None:
    assert rounded(rounded(record)) == rounded(record)


def test_figures_keep_every_digit_and_ratios_lose_some() -> None:
    record = {"value": 12345678.123456789, "ratio": 1.0833333333, "centre": 10 / 3}
    assert rounded(record) == {"value": 12345678.123456789, "ratio": 1.08333, "centre": 3.33333333}


def test_a_rounded_record_is_of_its_own_type() -> None:
    ratio = RepeatedRatio(ratio=1.0833333333, low=None, high=10 / 3, n=2)
    assert round_record(ratio) == RepeatedRatio(ratio=1.08333, low=None, high=3.33333333, n=2)


_MEET_AT_FIRST_USE = """
import threading
from sysbench_archive.model.base import Record, as_record

learning, met = threading.Event(), threading.Event()

def number():
    # Runs while the fields of Outer are learnt.
    learning.set()
    met.wait(0.5)
    return int

class Inner(Record):
    value: "number()"

class Outer(Record):
    inner: Inner
    name: str

def other():
    learning.wait()
    as_record({"inner": {"value": 1}, "name": "second"}, Outer)

second = threading.Thread(target=other)
second.start()
print(as_record({"inner": {"value": 2}, "name": "first"}, Outer).inner.value)
second.join()
"""


def test_threads_may_meet_at_the_first_use_of_a_type() -> None:
    # In a process of its own, because this crashed one.
    command = [sys.executable, "-c", _MEET_AT_FIRST_USE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_same_bytes_are_not_written_again(tmp_path: Path) -> None:
    Output(tmp_path).json("data/a.json", {"a": 1})
    # Two writes may fall into one tick of the file system's clock: the first is put long ago.
    os.utime(tmp_path / "data/a.json", ns=(1, 1))
    Output(tmp_path).json("data/a.json", {"a": 1})
    assert (tmp_path / "data/a.json").stat().st_mtime_ns == 1
    Output(tmp_path).json("data/a.json", {"a": 2})
    assert (tmp_path / "data/a.json").stat().st_mtime_ns > 1


def test_numbers_json_does_not_know_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        Output(tmp_path).json("data/a.json", {"a": float("nan")})
    assert not (tmp_path / "data").exists()


def test_files_of_earlier_builds_are_removed(tmp_path: Path) -> None:
    earlier, now = Output(tmp_path), Output(tmp_path)
    earlier.json("data/gone/a.json", {})
    earlier.json("assets/kept.json", {})
    now.json("data/b.json", {"text": "ä"})
    remove_others(tmp_path, ("data",), now.written)
    assert sorted(p.name for p in tmp_path.rglob("*.json")) == ["b.json", "kept.json"]
    assert not (tmp_path / "data/gone").exists()
    assert json.loads((tmp_path / "data/b.json").read_bytes()) == {"text": "ä"}


def test_a_file_written_in_parts_is_taken_once_it_is_whole(tmp_path: Path) -> None:
    output = Output(tmp_path)
    output.partial("a/b.bin").write_bytes(b"one")
    output.take("a/b.bin")
    assert (tmp_path / "a/b.bin").read_bytes() == b"one"
    assert output.written == output.changed == {"a/b.bin"}


def test_a_file_written_in_parts_is_not_touched_where_it_is_the_same(tmp_path: Path) -> None:
    Output(tmp_path).bytes("a/b.bin", b"one")
    before = (tmp_path / "a/b.bin").stat().st_mtime_ns
    output = Output(tmp_path)
    output.partial("a/b.bin").write_bytes(b"one")
    output.take("a/b.bin")
    assert (output.written, output.changed) == ({"a/b.bin"}, set())
    assert (tmp_path / "a/b.bin").stat().st_mtime_ns == before
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b.bin"]
