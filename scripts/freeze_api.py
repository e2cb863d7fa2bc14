"""Add the API's new fields to the frozen copy of its schema: `make freeze`.

`schema/api-1.frozen.json` has each field with its type, its unit and its meaning. What is in it is
neither removed nor redefined within version 1: where the API has something else for it, that is
said and nothing is written. New fields, and new words to choose from, break nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from sysbench_archive.bundle.schema import SCHEMA_FOLDER
from sysbench_archive.publish.schemas import API, schema_of

FROZEN = SCHEMA_FOLDER / "api-1.frozen.json"
Promise = dict[str, dict[str, dict[str, Any]]]
"""Record to field to what is promised of it."""
_HINT = "keep the field and add another beside it; another meaning is version 2 of the API"


def promise_now() -> Promise:
    """What the schema of the API promises."""
    return {
        name: {
            field: {key: value for key, value in node.items() if key != "examples"}
            | {"always": field in definition.get("required", ())}
            for field, node in definition["properties"].items()
        }
        for name, definition in schema_of(API)["$defs"].items()
    }


def broken(frozen: Promise, now: Promise) -> Iterator[str]:
    """What is not as promised any more, in sentences."""
    for name, fields in frozen.items():
        for field, promised in fields.items():
            kept = now.get(name, {}).get(field)
            if kept is None:
                yield f"{name}.{field} is gone"
                continue
            for part in sorted((promised.keys() | kept.keys()) - {"always", "enum"}):
                was, is_now = promised.get(part), kept.get(part)
                if _without_words(was) != _without_words(is_now):
                    yield f"{name}.{field} has another {part}: {is_now!r}, promised {was!r}"
            if promised["always"] and not kept["always"]:
                yield f"{name}.{field} may be missing now"
            if lost := sorted(set(_words_of(promised)) - set(_words_of(kept))):
                yield f"{name}.{field} lost the words {', '.join(lost)}"


def _without_words(node: Any) -> Any:
    """A part of a schema without its lists of words, which may grow."""
    if isinstance(node, list):
        return [_without_words(each) for each in node]
    if isinstance(node, dict):
        return {key: _without_words(each) for key, each in node.items() if key != "enum"}
    return node


def _words_of(node: Any) -> Iterator[str]:
    """The words to choose from, also those of a field that may be null."""
    if isinstance(node, dict):
        yield from node.get("enum", ())
        node = list(node.values())
    for each in node if isinstance(node, list) else ():
        yield from _words_of(each)


def promise_text(promise: Promise) -> str:
    """A promise as its file has it."""
    return json.dumps(promise, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    before: Promise = json.loads(FROZEN.read_bytes()) if FROZEN.is_file() else {}
    if faults := list(broken(before, promise_now())):
        sys.exit("\n".join([*faults, f"  hint: {_HINT}"]))
    FROZEN.write_text(promise_text(promise_now()), encoding="utf-8")
