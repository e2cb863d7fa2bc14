"""What the API has promised: each field with its type, its unit and its meaning, in a frozen copy.

`schema/api-1.frozen.json` is the copy. Fields may be added to the API, which adds them to the copy
(`make freeze`); one that is in the copy is neither removed nor redefined within version 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.schema import SCHEMA_FOLDER

FROZEN = SCHEMA_FOLDER / "api-1.frozen.json"
Json = Mapping[str, Any]
Promise = dict[str, dict[str, dict[str, Any]]]
"""Schema to field to what is promised of it."""


def promise_of(schema: Json) -> Promise:
    """What a schema promises."""
    return {
        name: {
            field: _promised(node, is_required=field in definition.get("required", ()))
            for field, node in definition["properties"].items()
        }
        for name, definition in schema["$defs"].items()
    }


def _promised(node: Json, *, is_required: bool) -> dict[str, Any]:
    words = sorted({str(word) for word in _words(node)})
    return {
        "type": shape(node),
        "always": is_required,
        **({"unit": node["unit"]} if node.get("unit") else {}),
        **({"words": words} if words else {}),
        "meaning": node["description"],
    }


def shape(node: Json) -> str:
    """The type of a value in one line; words that a field chooses from are not part of it."""
    if "$ref" in node:
        return str(node["$ref"]).rpartition("/")[2]
    if "anyOf" in node:
        return " or ".join(sorted({shape(form) for form in node["anyOf"]}))
    if "enum" in node or "const" in node:
        return "word"
    kinds = [node["type"]] if isinstance(node.get("type"), str) else node.get("type", ["any"])
    return " or ".join(sorted(_one_shape(kind, node) for kind in kinds))


def _one_shape(kind: str, node: Json) -> str:
    if kind == "array":
        return f"[{shape(node.get('items', {}))}]"
    if kind == "object":
        fields = node.get("properties", {})
        inside = ", ".join(f"{name}: {shape(fields[name])}" for name in sorted(fields))
        more = node.get("additionalProperties")
        return f"{{{inside or (shape(more) if isinstance(more, Mapping) else '')}}}"
    return str(node.get("format", kind)) if kind == "string" else kind


def _words(node: Any) -> Iterator[Any]:
    """The words a value, or what it is made of, is chosen from."""
    if isinstance(node, Mapping):
        yield from node.get("enum", ())
        if "const" in node:
            yield node["const"]
        for key in ("items", "anyOf", "additionalProperties"):
            yield from _words(node.get(key))
        yield from _words(list(node.get("properties", {}).values()))
    elif isinstance(node, list):
        for part in node:
            yield from _words(part)


def broken(frozen: Promise, now: Promise) -> Iterator[str]:
    """What is not as promised any more, in sentences. New fields and new words break nothing."""
    for name, fields in frozen.items():
        for field, promised in fields.items():
            kept = now.get(name, {}).get(field)
            where = f"{name}.{field}"
            if kept is None:
                yield f"{where} is gone"
                continue
            for part in ("type", "unit", "meaning"):
                was, is_now = promised.get(part, ""), kept.get(part, "")
                if was != is_now:
                    yield f"{where} has another {part}: {is_now!r}, promised {was!r}"
            if promised["always"] and not kept["always"]:
                yield f"{where} may be missing now"
            if lost := sorted(set(promised.get("words", ())) - set(kept.get("words", ()))):
                yield f"{where} lost the words {', '.join(lost)}"


def missing(frozen: Promise, now: Promise) -> list[str]:
    """Fields that are not in the frozen copy yet, or have words that are not."""
    return [
        f"{name}.{field}"
        for name, fields in now.items()
        for field, found in fields.items()
        if frozen.get(name, {}).get(field) != found
    ]


def read_promise() -> Promise:
    """The frozen copy; empty where there is none."""
    return json.loads(FROZEN.read_bytes()) if FROZEN.is_file() else {}


def promise_lines(promise: Promise) -> str:
    """A promise as its file has it: a line a field, so that a change shows which."""
    parts = [
        f"{json.dumps(name)}: {{\n{_lines(list(fields.items()))}\n}}"
        for name, fields in promise.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(fields: Sequence[tuple[str, Any]]) -> str:
    return ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(it, ensure_ascii=False)}" for name, it in fields
    )


def write_promise(path: Path, promise: Promise) -> None:
    """Write a frozen copy."""
    path.write_text(promise_lines(promise), encoding="utf-8")
