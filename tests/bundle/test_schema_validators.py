"""The compiled validator, which is asked first, and the one whose errors are told agree."""

from __future__ import annotations

import copy
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.curated import front_matter
from sysbench_archive.bundle.schema import fits, schema_problems, validator
from sysbench_archive.bundle.strict_yaml import Document, read_yaml

ROOT = Path(__file__).resolve().parents[2]
SMALL = 12_000
"""Bytes of the bundles that are changed at random: the slow validator takes its time."""
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 1.0, 0.5, 2.5e9, 10**19, -(2**64), 10**40,
    "", "unrecorded", "unavailable", "none", "8.0", "2024-02-30", "2024-02-29", "a b", "é",
    "https://a.example/\x85", "https://a.example/\x1c", "\ud800",
    "x" * 5000, "raw/a.txt", "../a", "/results/a/b/", "A-1", "-a", "a--b", "٣", "8.٣", "\u2028",
    [], [[]], ["unrecorded"], [1], {}, {"rest": "unrecorded"}, {"unavailable": "PROBE"},
    {"unavailable": 1}, {"rest": 1}, {"state": "unrecorded"},
)  # fmt: skip


@cache
def documents(schema: str) -> list[Any]:
    """Documents of a schema: small real ones, and those of the tests of rules."""
    if schema == "series-1":
        found = [read_yaml(p.read_bytes(), "") for p in ROOT.glob("data/series/*.yaml")]
    elif schema == "source-1":
        found = [read_yaml(p.read_bytes(), "") for p in ROOT.glob("data/sources/*.yaml")]
    elif schema == "comparison-1":
        found = [front_matter(p.read_bytes(), "") for p in ROOT.glob("content/comparisons/*.md")]
    else:
        paths = [*ROOT.glob("data/results/*/bundle.yaml"), *ROOT.glob("tests/rules/**/bundle.yaml")]
        sizes = {path: path.stat().st_size for path in sorted(paths)}
        found = [read_yaml(p.read_bytes(), "") for p, size in sizes.items() if size <= SMALL]
    return [document.value for document in found if isinstance(document.value, dict)]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every mapping or list of a document with each of its keys or places."""
    entries = value.items() if isinstance(value, dict) else ()
    entries = enumerate(value) if isinstance(value, list) else entries
    return [found for key, child in entries for found in [(value, key), *places(child)]]


def changed(document: Any, chance: random.Random) -> Any:
    """A copy with one to three values replaced, removed, renamed, or put where another was."""
    document = copy.deepcopy(document)
    for _ in range(chance.randint(1, 3)):
        if not (listed := places(document)):
            return document
        holder, key = chance.choice(listed)
        other, taken = chance.choice(listed)
        match chance.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(["rest", "notes", "x", "Id", f"{key}s"])] = holder.pop(key)
            case 2:
                holder[key] = copy.deepcopy(other[taken])
            case 3 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case _:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
    return document


@pytest.mark.parametrize("schema", ["bundle-1", "comparison-1", "series-1", "source-1"])
@given(seed=st.integers(0, 2**32))
def test_both_validators_agree_on_changed_documents(schema: str, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        document = changed(chance.choice(documents(schema)), chance)
        assert fits(document, schema) == validator(schema).is_valid(document)


@pytest.mark.parametrize("schema", ["bundle-1", "comparison-1", "series-1", "source-1"])
def test_both_validators_agree_on_whole_documents(schema: str) -> None:
    assert len(documents(schema)) >= 3
    for document in documents(schema):
        assert fits(document, schema) == validator(schema).is_valid(document)


def test_what_is_blank_to_one_validator_only_is_refused_with_its_message() -> None:
    document = copy.deepcopy(documents("bundle-1")[0])
    for blank in "\x1c\x1d\x1e\x1f\x85":
        document["source"] = {"url": f"https://a.example/{blank}"}
        faults = schema_problems(Document("bundle.yaml", document), "bundle-1")
        assert any(problem.pointer == "/source/url" for problem in faults), blank


@pytest.mark.parametrize("value", [{1: 2}, [[[]]] * 3, float("nan")])
def test_what_the_compiled_validator_cannot_read_does_not_fit(value: Any) -> None:
    document = {**documents("bundle-1")[0], "title": value}
    assert not fits(document, "bundle-1")


def test_what_is_blank_to_the_compiled_validator_only_is_left_to_the_other() -> None:
    document = copy.deepcopy(documents("bundle-1")[0])
    document["source"] = {**document.get("source", {}), "url": "https://a.example/\ufeff"}
    assert not fits(document, "bundle-1")


def test_no_pattern_lets_a_line_feed_follow() -> None:
    """To Python `$` stands before one as well, to JSON Schema it does not."""
    told = set()
    for place, (parent, key) in enumerate(places(documents("bundle-1")[0])):
        if isinstance(parent[key], str):
            document = copy.deepcopy(documents("bundle-1")[0])
            where, name = places(document)[place]
            where[name] += "\n"
            faults = schema_problems(Document("bundle.yaml", document), "bundle-1")
            assert fits(document, "bundle-1") is not bool(faults), name
            told |= {problem.pointer for problem in faults}
    assert {"/submitted", "/servers/0/version"} <= told
