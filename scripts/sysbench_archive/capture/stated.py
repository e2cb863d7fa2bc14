"""What an operator says of a server, held against the bundle's schema before anything is measured.

A label the schema refuses would otherwise be found when hours of runs are done.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.capture.plan import ServerPlan
from sysbench_archive.capture.stops import RefusalError

_STATED = ("variant", "maturity", "allocator", "notes", "stands_for")
_EXPECTED = {
    "pattern": "text matching {}",
    "enum": "one of {}",
    "maxLength": "at most {} characters",
}


def refuse_unfit(servers: Iterable[ServerPlan]) -> None:
    """Raise RefusalError for the first text that a bundle cannot hold."""
    for number, server in enumerate(servers):
        for name in _STATED:
            value = getattr(server, name)
            error = None if value is None else _fault(name, value)
            if error is not None:
                where = f"servers/{number}/{name}"
                what = "a bundle cannot hold this"
                raise RefusalError(where, what, got=repr(value), expected=_expected(error))


def _fault(name: str, value: Any) -> ValidationError | None:
    place = {"$ref": f"#/$defs/server/properties/{name}", "$defs": load_schema("bundle-1")["$defs"]}
    fault: ValidationError | None = best_match(Draft202012Validator(place).iter_errors(value))
    return fault


def _expected(error: ValidationError) -> str:
    words = _EXPECTED.get(str(error.validator), error.message)
    value = error.validator_value
    listed = ", ".join(map(str, value)) if isinstance(value, list) else value
    return words.format(listed)
