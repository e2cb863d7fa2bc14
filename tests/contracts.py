"""What a schema says of a document, however large: for tests that look at whole archives."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

_FOLDER = Path(__file__).resolve().parents[1] / "schema"


@cache
def _validator(schema: str, kind: str) -> Draft202012Validator:
    definitions = json.loads((_FOLDER / f"{schema}.schema.json").read_bytes())["$defs"]
    return Draft202012Validator({"$defs": definitions, "$ref": f"#/$defs/{kind}"})


def faults_of(document: Any, schema: str, kind: str) -> list[str]:
    """What a document lacks or has too much of its kind, by the definitions of a schema."""
    found = _validator(schema, kind).iter_errors(document)
    return [f"/{'/'.join(map(str, e.instance_path))}: {e.message[:200]}" for e in found]
