"""The types of the files that programs of the site read, for `tsc`, made from the record types."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from sysbench_archive.intake.draft import Draft
from sysbench_archive.intake.dropped import Reading
from sysbench_archive.intake.dropped_answer import Beside, BundleAnswer
from sysbench_archive.model.listing import HardwareTables
from sysbench_archive.model.policy import PolicyRecord
from sysbench_archive.model.result import PublishedResult, VariableTable
from sysbench_archive.pages.comparison.charts import PanelChart
from sysbench_archive.pages.explore import ExploreIndex
from sysbench_archive.pages.listing import ListIndex, ListRecord
from sysbench_archive.pages.search import SearchIndex
from sysbench_archive.pages.settings import SettingUses
from sysbench_archive.pages.upgrade_question import UpgradeLines, UpgradeQuestion
from sysbench_archive.publish.compare import CompareRecord

READ = (
    *(
        PanelChart,
        CompareRecord,
        PublishedResult,
        PolicyRecord,
        VariableTable,
        SettingUses,
        HardwareTables,
    ),
    *(ExploreIndex, ListIndex, ListRecord, SearchIndex, Reading, Draft, BundleAnswer, Beside),
    *(UpgradeLines, UpgradeQuestion),
)
_HEAD = "// Generated from the record types of the Python package: `make schemas` writes it.\n"
_PLAIN = {"string": "string", "boolean": "boolean", "null": "null", "integer": "number"}
_PLAIN |= {"number": "number", "object": "Record<string, unknown>"}


def program_types() -> str:
    """A TypeScript interface for each record, by name."""
    _, schemas = msgspec.json.schema_components(READ, ref_template="{name}")
    return "\n".join([_HEAD, *(_interface(name, schemas[name]) for name in sorted(schemas))])


def _interface(name: str, schema: dict[str, Any]) -> str:
    fields = schema["properties"].items()
    # A field that may be left out has no default: one that has a default is written all the same.
    given = {name for name, field in fields if name in schema["required"] or "default" in field}
    lines = (
        f"  {name}{'' if name in given else '?'}: {_type_of(field)};\n" for name, field in fields
    )
    return f"export interface {name} {{\n{''.join(lines)}}}\n"


def _type_of(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type_of, schema["anyOf"])))
    if "enum" in schema or "const" in schema:
        return " | ".join(map(json.dumps, schema.get("enum") or [schema["const"]]))
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type_of, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        item = _type_of(schema["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {_type_of(schema['additionalProperties'])}>"
    name: str = schema.get("$ref") or _PLAIN[schema["type"]]
    return name
