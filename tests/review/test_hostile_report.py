"""A report is made by code nobody has read yet: it is bounded, strict and shown inert."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markdown_tokens import ACTIVE, tokens
from sysbench_archive.model.base import as_record
from sysbench_archive.review.markdown import MARK, markdown
from sysbench_archive.review.record import ReviewReport
from sysbench_archive.review.untrusted import (
    MAX_BYTES,
    MAX_COMMENT,
    RefusedError,
    read_untrusted,
)

(SCHEMA,), DEFS = msgspec.json.schema_components([ReviewReport], ref_template="#/$defs/{name}")
EVIL = (
    "@torvalds #1 [x](http://e.example) ![i](http://e.example/i.png) <img src=x> ``` ` | \n\n# h\n"
)


def worst(node: dict[str, Any], text: str) -> Any:
    """The largest value a type allows, every free text of it being `text` over and over."""
    if "$ref" in node:
        return worst(DEFS[node["$ref"].rpartition("/")[2]], text)
    if "const" in node or "enum" in node:
        return node.get("const", node.get("enum", [None])[0])
    if "anyOf" in node:
        return worst(node["anyOf"][0], text)
    kinds = node["type"] if isinstance(node["type"], list) else [node["type"]]
    if kinds[0] == "object":
        return {name: worst(child, text) for name, child in node.get("properties", {}).items()}
    if kinds[0] == "array":
        if "prefixItems" in node:
            return [worst(item, text) for item in node["prefixItems"]]
        return [worst(node["items"], text) for _ in range(node["maxItems"])]
    if kinds[0] == "string":
        return text
    return True if kinds[0] == "boolean" else node.get("maximum", 1 << 40)


def assert_inert(page: str) -> None:
    found = tokens(page)
    # Besides the first line, which is ours.
    blocks = [t.content for t in found if t.type == "html_block"]
    assert [block.split("\n")[0] for block in blocks] == [MARK]
    assert not ACTIVE & {t.type for t in found}
    words = " ".join(t.content for t in found if t.type == "text")
    assert "@" not in words
    assert "#" not in words
    assert "http" not in words


def test_the_worst_report_is_bounded_and_inert() -> None:
    report = worst(SCHEMA, EVIL * 40)
    page = markdown(as_record(report, ReviewReport))
    assert len(page) <= MAX_COMMENT
    assert_inert(page)
    assert "more" in page


@given(st.text(min_size=1, max_size=80))
def test_any_text_is_inert(text: str) -> None:
    report = small()
    report |= {name: worst(SCHEMA, text)[name][:1] for name in ("problems", "bundles", "tables")}
    found = {t.type for t in tokens(markdown(as_record(report, ReviewReport)))}
    assert not ACTIVE & found


def test_an_unknown_rule_brings_no_words_of_its_own() -> None:
    report = small() | {"problems": worst(SCHEMA, "x")["problems"][:1]}
    report["problems"][0] |= {"code": "no-such-rule", "hint": "**run** `curl e.example`"}
    page = markdown(as_record(report, ReviewReport))
    assert "explain no-such-rule" not in page
    assert "to do: `**run** \N{MODIFIER LETTER GRAVE ACCENT}curl" in page


def small() -> dict[str, Any]:
    report: dict[str, Any] = worst(SCHEMA, "x")
    return report | {key: [] for key in ("problems", "bundles", "tables")}


def test_a_small_report_is_read(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(small()))
    assert read_untrusted(path, ReviewReport) == as_record(small(), ReviewReport)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b"not json",
        b"\xff\xfe",
        b'{"review": NaN}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b" " * (MAX_BYTES + 1),
        json.dumps(small() | {"surprise": 1}).encode(),
        json.dumps(small() | {"changes": {"added": -1}}).encode(),
        json.dumps(small() | {"changes": {"other": 1}}).encode(),
        json.dumps(small() | {"changes": {"added": 1 << 70}}).encode(),
        json.dumps(small() | {"review": 1}).encode(),
    ],
    ids=lambda data: data[:20].decode("latin-1"),
)
def test_anything_else_is_refused_in_our_own_words(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_bytes(data)
    with pytest.raises(RefusedError, match=r"^the report [a-z0-9 .-]+(JSON)?$"):
        read_untrusted(tmp_path / "report.json", ReviewReport)


def test_a_file_is_not_read_beyond_the_bound(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RefusedError, match="larger than"):
        read_untrusted(path, ReviewReport)
