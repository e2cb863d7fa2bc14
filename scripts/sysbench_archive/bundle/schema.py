"""The JSON Schemas, and everything their validator finds wrong with a document, in sentences.

No field is known by name here; what is said of one comes from the schema. A compiled validator
says whether a document fits, which nearly all do; only of one that does not, the slow validator
whose errors can be told in sentences is asked. Tests hold the one against the other. Without the
compiled one, which an installation for contributors lacks, the slow one is asked of all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, cast

from sysbench_archive.bundle.strict_yaml import Document, pointer_to, read_yaml
from sysbench_archive.model.base import RecordT, as_record
from sysbench_archive.problems import RULES, Problem, Rule, got_expected, shown

if TYPE_CHECKING:
    import jsonschema_rs
    from jsonschema import Draft202012Validator, ValidationError

VERSION = RULES["schema-version"]
MISSING = RULES["schema-missing"]
UNKNOWN = RULES["schema-unknown"]
TYPE = RULES["schema-type"]
VALUE = RULES["schema-value"]

MAX_UNKNOWN = 20
MAX_COMPARED = 100
"""Unknown fields listed of one mapping, and characters of a name compared with known ones: looking
for the word that was meant takes time a hostile document must not choose."""

_KINDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}

_STATES = {"unrecorded": "unrecorded", "unavailable": "{unavailable: PROBE}"}


def translate(document: Document, error: ValidationError) -> Iterator[Problem]:
    """The problems an error of the validator stands for: one, or one for each field it is about."""
    pointer = ""
    for part in _path(document.value, error):
        pointer = pointer_to(pointer, part)
    teller = _DESCRIBERS.get(str(error.validator), _describe_value)
    for rule, child, message in teller(error):
        place = pointer_to(pointer, child) if child else pointer
        yield rule.at(document.path, message, pointer=place, line=document.line(place))


def _path(value: Any, error: ValidationError) -> list[Any]:
    """Where the error is. The validator tells a forbidden field at its parent."""
    path: list[Any] = list(error.absolute_path)
    # Its types say that there always is one; a forbidden field has none.
    if cast("str | None", error.validator) is not None:
        return path
    for part in path:
        value = value[part]
    return path + [name for name in value if value[name] is error.instance][:1]


Violations = Iterator[tuple[Rule, str, str]]


def _describe_missing(error: ValidationError) -> Violations:
    """Fields that are required, or that another one needs beside it."""
    wanted: Any = error.validator_value
    instance: Any = error.instance
    if error.validator == "dependentRequired":
        wanted = [other for name, others in wanted.items() if name in instance for other in others]
    for name in wanted:
        if name not in instance:
            yield MISSING, name, f"required field {shown(name)} is missing"


def _describe_unknown(error: ValidationError) -> Violations:
    schema: Any = error.schema
    instance: Any = error.instance
    known = sorted(schema.get("properties", {}))
    unknown = sorted(set(instance) - set(known))
    for name in unknown[:MAX_UNKNOWN]:
        near = get_close_matches(name[:MAX_COMPARED], known, 1)
        expected = f"perhaps {near[0]!r}" if near else f"one of {', '.join(known)}"
        yield UNKNOWN, name, got_expected("unknown field", name, expected)
    if len(unknown) > MAX_UNKNOWN:
        more = len(unknown) - MAX_UNKNOWN
        yield UNKNOWN, "", got_expected("more unknown fields", more, "none")


def _describe_type(error: ValidationError) -> Violations:
    wanted: Any = error.validator_value
    names = [wanted] if isinstance(wanted, str) else wanted
    expected = " or ".join(_KINDS.get(name, name) for name in names)
    yield TYPE, "", got_expected(f"not {expected}", error.instance, expected)


def _describe_choice(error: ValidationError) -> Violations:
    """No alternative was meant: the value is of another kind than all of them."""
    branches: Any = error.validator_value
    expected = _or(dict.fromkeys(map(_alternative, branches)))
    words = any("const" in branch for branch in branches)
    if error.instance == "unavailable":
        yield VALUE, "", got_expected("no probe is named", error.instance, expected)
    else:
        rule = VALUE if words and isinstance(error.instance, str) else TYPE
        yield rule, "", got_expected("not one of the alternatives", error.instance, expected)


def _or(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _alternative(branch: Mapping[str, Any]) -> str:
    reference = str(branch.get("$ref", "")).rpartition("/")[2]
    if reference:
        return _STATES.get(reference, f"a {reference}")
    if "const" in branch:
        return str(branch["const"])
    if "enum" in branch:
        return ", ".join(map(str, branch["enum"]))
    if branch.get("type") == "object" and "required" in branch:
        return f"a mapping with {', '.join(branch['required'])}"
    return _KINDS.get(str(branch.get("type", "")), "text of that form")


def _describe_value(error: ValidationError) -> Violations:
    phrase = _PHRASES.get(str(error.validator))
    expected = phrase(error.validator_value) if phrase else f"{error.validator} to hold"
    if error.validator == "pattern":
        schema: Any = error.schema
        examples = [f"such as {example}, " for example in schema.get("examples", ())]
        expected = f"text {''.join(examples[:1])}{expected}"
    expected = _or([expected, *_states_beside(error)])
    yield VALUE, "", got_expected("not an allowed value", error.instance, expected)


def _states_beside(error: ValidationError) -> list[str]:
    """`unrecorded` and the like, where the value could have been one of them instead."""
    parent: Any = error.parent
    branches = parent.validator_value if parent is not None and not error.relative_path else ()
    names = [str(branch.get("$ref", "")).rpartition("/")[2] for branch in branches]
    return [_STATES[name] for name in names if name in _STATES]


def _describe_forbidden(error: ValidationError) -> Violations:
    yield VALUE, "", got_expected("not allowed with this evidence", error.instance, "no such field")


def _bound(bound: str, one: str, many: str) -> Callable[[int], str]:
    return lambda number: f"{bound} {number} {one if number == 1 else many}"


_END = r"\Z"
_PHRASES: dict[str, Callable[[Any], str]] = {
    "enum": lambda v: f"one of {', '.join(map(str, v))}",
    "const": lambda v: repr(v),
    "pattern": lambda v: f"matching {v.removesuffix(_END)}{'$' * v.endswith(_END)}",
    "minimum": lambda v: f"at least {v}",
    "maximum": lambda v: f"at most {v}",
    "minLength": _bound("at least", "character", "characters"),
    "maxLength": _bound("at most", "character", "characters"),
    **dict.fromkeys(("minItems", "minProperties"), _bound("at least", "entry", "entries")),
    **dict.fromkeys(("maxItems", "maxProperties"), _bound("at most", "entry", "entries")),
}
_DESCRIBERS: dict[str, Callable[[ValidationError], Violations]] = {
    "required": _describe_missing,
    "additionalProperties": _describe_unknown,
    "type": _describe_type,
    "anyOf": _describe_choice,
    "oneOf": _describe_choice,
    "dependentRequired": _describe_missing,
    "None": _describe_forbidden,
}


_INSTALLED = Path(__file__).resolve().parents[1] / "schema"
SCHEMA_FOLDER = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[2] / "schema"
"""The schemas: beside `scripts` in a checkout, in the package where it is installed."""


@cache
def load_schema(name: str) -> dict[str, Any]:
    """A schema of the archive, such as `bundle-1`."""
    text = (SCHEMA_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def unrecorded(part: str, *but: str) -> dict[str, Any]:
    """The fields that a host, server, client or workload must have, none of them recorded; `but`
    are left out.
    """
    required = load_schema("bundle-1")["$defs"][part]["required"]
    return {name: "unrecorded" for name in required if name not in but}


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator for a schema of the archive."""
    # Imported here, because it costs a quarter of a second that only a faulty document needs.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_to_the_end(load_schema(name)))


def _to_the_end(node: Any, key: str = "") -> Any:
    """The schema with patterns that end where the text does: to Python `$` is also what stands
    before a line feed at the end, to JSON Schema it is not.
    """
    if isinstance(node, list):
        return [_to_the_end(item) for item in node]
    if isinstance(node, dict):
        return {name: _to_the_end(value, name) for name, value in node.items()}
    return f"{node[:-1]}\\Z" if key == "pattern" and node.endswith("$") else node


@cache
def _quick_validator(name: str) -> jsonschema_rs.Draft202012Validator | None:
    """The compiled validator, None where it is not installed."""
    try:
        import jsonschema_rs
    except ImportError:
        return None
    return jsonschema_rs.Draft202012Validator(_with_all_blanks(load_schema(name)))


def _with_all_blanks(node: Any) -> Any:
    """The schema with the characters that are blank to Python alone written out in patterns."""
    if isinstance(node, list):
        return [_with_all_blanks(item) for item in node]
    if isinstance(node, dict):
        return {key: _with_all_blanks(value) for key, value in node.items()}
    return node.replace(r"[^\s", r"[^\s\x1c-\x1f\x85") if isinstance(node, str) else node


def fits(value: Any, name: str) -> bool:
    """Whether a value fits a schema of the archive; False also where that takes a closer look."""
    quick = _quick_validator(name)
    try:
        return quick is not None and quick.is_valid(value)
    except (ValueError, TypeError):
        # Text that is not Unicode, or nesting deeper than the validator goes.
        return False


def schema_problems(document: Document, name: str) -> list[Problem]:
    """Everything the schema finds wrong with a document, each problem once."""
    if fits(document.value, name):
        return []
    errors = [
        leaf for error in validator(name).iter_errors(document.value) for leaf in _leaves(error)
    ]
    found = {problem for error in errors for problem in translate(document, error)}
    return sorted(found)


@dataclass(frozen=True)
class Definition(Generic[RecordT]):
    """A file by its name and the record in it; None where its document has problems."""

    id: str
    record: RecordT | None
    document: Document


def read_definition(
    path: Path,
    label: str,
    schema: str,
    kind: type[RecordT],
    further: Callable[[Document, RecordT], Iterable[Problem]],
) -> Definition[RecordT]:
    """An authored file of a schema; `further` says what is wrong with one that fits it."""
    document = read_yaml(path.read_bytes(), label)
    record = None
    if document.value is not None and not document.problems:
        document.problems += schema_problems(document, schema)
    if document.value is not None and not document.problems:
        record = as_record(document.value, kind)
        document.problems += further(document, record)
    document.problems = sorted(set(document.problems))
    return Definition(path.stem, None if document.problems else record, document)


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The errors worth telling: of a choice, those of the alternative that was meant."""
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for nested in error.context:
        branches.setdefault(nested.schema_path[0], []).append(nested)
    meant = [b for b in branches.values() if not any(_wrong_kind(error, e) for e in b)]
    if not meant:
        yield error
        return
    for nested in meant[0]:
        yield from _leaves(nested)


def _wrong_kind(choice: ValidationError, error: ValidationError) -> bool:
    at_choice = error.absolute_path == choice.absolute_path
    return (
        at_choice
        and error.validator in ("type", "const", "required")
        and (error.validator != "required" or choice.validator == "oneOf")
    )
