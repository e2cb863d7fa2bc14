"""What is written as bundle.yaml is in the archive's form, and is read as it was."""

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.formatting import as_yaml, misordered, ordered
from sysbench_archive.bundle.strict_yaml import read_yaml

SOUND = Path(__file__).parents[1] / "rules/file-mode/pass/2026-01-raw-output/bundle.yaml"


def test_a_document_in_any_order_is_written_in_the_schemas() -> None:
    value = read_yaml(SOUND.read_bytes(), "b").value
    assert isinstance(value, dict)
    backwards = {name: value[name] for name in reversed(value)}
    backwards["hosts"] = [{n: host[n] for n in reversed(host)} for host in value["hosts"]]
    assert list(misordered(backwards))
    read = read_yaml(as_yaml(backwards).encode(), "b")
    assert read.problems == []
    assert read.value == value
    assert list(misordered(read.value)) == []


def test_a_thing_that_stands_twice_is_written_twice() -> None:
    twice = {"unavailable": "nobody asked"}
    text = as_yaml({"hosts": [{"cpu": twice, "memory": twice}]})
    assert read_yaml(text.encode(), "b").problems == []
    assert text.count("nobody asked") == 2


def test_a_field_the_schema_does_not_know_comes_last() -> None:
    assert list(ordered({"other": 1, "title": "T", "schema": 1})) == ["schema", "title", "other"]


WORDS = st.one_of(
    st.sampled_from(["y", "N", "on", "Yes", "null", "~", "8.10", "2026-01-02", "010", "=", "<<"]),
    st.from_regex(r"[0-9a-zA-Z:._+~<=*&!%@#>|{}\[\],?' -]{1,12}", fullmatch=True),
)


@given(WORDS)
def test_any_word_is_read_as_it_was_written(word: str) -> None:
    read = read_yaml(as_yaml({"title": word, "servers": [{"options": {"a": word}}]}).encode(), "b")
    assert read.problems == []
    assert read.value == {"title": word, "servers": [{"options": {"a": word}}]}


def test_a_remark_stands_above_the_field_it_is_about() -> None:
    document = {"title": "T", "hosts": [{"id": "h", "cpu": {"model": "m"}, "os": "unrecorded"}]}
    text = as_yaml(document, {"/hosts/0/os": "# which?", "/title": "# a title"})
    assert read_yaml(text.encode(), "b").value == document
    above = dict(pairwise(text.splitlines()))
    assert above["# a title"] == "title: T"
    assert above["  # which?"] == "  os: unrecorded"
