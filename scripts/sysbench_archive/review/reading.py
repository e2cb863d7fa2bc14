"""A report that somebody else made: bounded, strict, and only what the schema knows.

Owns the refusal. A file that is too large, no JSON, or anything but a report is not read further,
and the message repeats none of it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from sysbench_archive.bundle.schema import validator
from sysbench_archive.review.bounds import MAX_BYTES


class RefusedError(Exception):
    """The file is not a report; the message says why in our own words."""


def read_report(path: Path, schema: str = "review-1", most: int = MAX_BYTES) -> dict[str, Any]:
    """The record in a file. Raises RefusedError, and OSError for an unreadable file."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    return report_in(data, schema, most)


def report_in(data: bytes, schema: str = "review-1", most: int = MAX_BYTES) -> dict[str, Any]:
    """The record in these bytes. Raises RefusedError."""
    if len(data) > most:
        raise RefusedError(f"the report is larger than {most} bytes")
    try:
        record = json.loads(data.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        raise RefusedError("the report is not JSON") from None
    if not validator(schema).is_valid(record):
        raise RefusedError(f"the report does not fit {schema}.schema.json")
    found: dict[str, Any] = record
    return found


def _refuse(_constant: str) -> NoReturn:
    raise ValueError("no number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found
