"""What an operator says of a server, held against the bundle's schema before anything is measured.

A label the schema refuses would otherwise be found when hours of runs are done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.capture.stops import RefusalError

STATED = ("variant", "maturity", "allocator", "notes", "stands_for")
"""What a plan says of a server and a bundle repeats as it is."""
_EXPECTED = {
    "pattern": "text matching {}",
    "enum": "one of {}",
    "maxLength": "at most {} characters",
}


def refuse_unfit(where: str, stated: Mapping[str, Any]) -> None:
    """Raise RefusalError for the first of these that a bundle cannot hold; None is nothing said."""
    for name, value in stated.items():
        error = None if value is None else _fault(name, value)
        if error is not None:
            place, what = f"{where}/{name}", "a bundle cannot hold this"
            raise RefusalError(place, what, got=repr(value), expected=_expected(error))


def _fault(name: str, value: Any) -> ValidationError | None:
    place = {"$ref": f"#/$defs/server/properties/{name}", "$defs": load_schema("bundle-1")["$defs"]}
    fault: ValidationError | None = best_match(Draft202012Validator(place).iter_errors(value))
    return fault


def _expected(error: ValidationError) -> str:
    words, value = _EXPECTED.get(str(error.validator)), error.validator_value
    if words is None:
        return error.message
    return words.format(", ".join(map(str, value)) if isinstance(value, list) else value)
