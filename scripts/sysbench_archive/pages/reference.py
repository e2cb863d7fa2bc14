"""Pages of reference: the table of conditions, the rules and the schemas.

They are read off the table, the catalogue of rules and the schemas themselves, so that no page can
fall behind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, get_args

from msgspec.structs import replace

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.comparability.table import FIELDS, variable_rules
from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.model.base import Record, narrowed
from sysbench_archive.model.bundle import Family
from sysbench_archive.model.comparability import ConditionGroup, Field
from sysbench_archive.model.comparability import Severity as Weight
from sysbench_archive.pages.kinds import PageKind, SearchDocument
from sysbench_archive.problems import RULES as EVERY_RULE
from sysbench_archive.problems import Severity

AUTHORED = ("bundle-1", "comparison-1", "series-1", "source-1")
"""Schemas of what people write."""


class RuleEntry(Record):
    """A rule."""

    code: str
    path: str
    severity: Severity
    """Whether it refuses."""
    summary: str
    """One line."""
    reason: str
    """Why it exists."""
    hint: str


class SchemaField(Record):
    """A field."""

    name: str
    kind: str
    required: bool
    """Whether it must be stated."""
    states: bool
    """Whether it may be unrecorded or unavailable."""
    unit: str
    """Unit; else empty."""
    description: str
    example: str
    """Example; else empty."""
    values: list[str]
    """Allowed values."""


class SchemaObject(Record):
    """A kind of object."""

    place: str
    """Dotted place; empty for the document."""
    description: str
    fields: list[SchemaField]


class SchemaEntry(Record):
    """A schema."""

    name: str
    path: str
    href: str
    """Address of the schema itself."""
    title: str
    description: str
    objects: list[SchemaObject]
    """Kinds of objects, outermost first."""


class ConditionField(Record):
    """A field."""

    field: str
    label: str
    why: str
    source: str
    """Where it is read."""
    severities: list[Weight]
    """What a difference weighs, in the order of the families."""
    note: str
    """What else decides; else empty."""
    effect: str
    """What is known of the variable's effect; else empty."""
    reference: str


class ConditionFieldGroup(Record):
    """A group."""

    id: str
    """Its id on the page."""
    title: str
    fields: list[ConditionField]


class ConditionFieldTable(Record):
    """The table of conditions that comparisons are held against."""

    families: list[str]
    """Families of workloads, for readers."""
    groups: list[ConditionFieldGroup]
    variables: list[ConditionField]
    """Variables beyond the table of which something is known, by name."""


Schema = Mapping[str, Any]
"""A JSON Schema."""


_WHEN_INTENDED: Mapping[str, str] = {
    "": "",
    "always": "It is what is compared.",
    "product": "A difference comes with the product.",
    "version": "A difference comes with the version.",
    "variant": "A difference between variants of one version is intended.",
    "defaults": "Where both servers run with their defaults, a difference is intended.",
}


_SOURCES: Mapping[str, str] = {
    "host": "host.{}",
    "server": "server.{}",
    "client": "client.{}",
    "connection": "client.{}",
    "parameter": "--{}",
    "workload": "workload.{}",
    "campaign": "campaign.{}",
    "figures": "run.figures.{}",
}
"""How a source of each subject is called there; variables of servers as they are."""


def condition_fields_record(pages: Collection[str] | None = None) -> ConditionFieldTable:
    """Groups in the table's order, each with its fields; severities in the order of `families`.

    `pages` are the comparisons there are: a copy of the program elsewhere has others. None are all.
    """
    rules = [_with_a_known_reference(rule, pages) for rule in FIELDS]
    return ConditionFieldTable(
        families=[FAMILIES[family] for family in get_args(Family)],
        groups=[
            ConditionFieldGroup(
                id=group.replace(" ", "-"),
                title="Conduct of the runs" if group == "run" else group.capitalize(),
                fields=[_condition_field(rule) for rule in rules if rule.group == group],
            )
            for group in get_args(ConditionGroup)
        ],
        variables=[
            _condition_field(_with_a_known_reference(rule, pages))
            for rule in sorted(variable_rules().known, key=lambda rule: rule.label)
        ],
    )


def _with_a_known_reference(rule: Field, pages: Collection[str] | None) -> Field:
    elsewhere = pages is not None and rule.reference not in pages
    return replace(rule, reference="") if elsewhere and rule.reference.startswith("/") else rule


def _condition_field(rule: Field) -> ConditionField:
    return narrowed(
        rule,
        ConditionField,
        field=rule.name,
        source=", ".join(_source_name(rule, name) for name in rule.source),
        severities=[rule.severity[family] for family in get_args(Family)],
        note=_note(rule),
    )


def _source_name(rule: Field, name: str) -> str:
    dashed = name.replace("_", "-") if rule.subject == "parameter" else name
    return _SOURCES.get(rule.subject, "{}").format(dashed)


def _note(rule: Field) -> str:
    """What a reader must know besides: when a difference is intended, when not knowing is light."""
    weighs_more = {*rule.severity.values()} != {"info"}
    unknown = "Where it was not recorded, it weighs little."
    notes = (_WHEN_INTENDED[rule.intended], unknown if weighs_more and not rule.needed else "")
    return " ".join(filter(None, notes))


def rule_entries() -> list[RuleEntry]:
    """Every rule with its address, by code."""
    return [RuleEntry(path=f"/rules/{r.code}/", **asdict(r)) for _, r in sorted(EVERY_RULE.items())]


def schema_entry(name: str, schema: Schema) -> SchemaEntry:
    """A schema as tables of fields: one for each kind of object in it, outermost first."""
    return SchemaEntry(
        name=name,
        path=f"/schema/{name}/",
        href=f"/schema/{name}.schema.json",
        title=schema["title"],
        description=schema["description"],
        objects=[
            SchemaObject(
                place=place,
                description=node.get("description", ""),
                fields=[
                    _schema_field(field, definition, is_required=field in required)
                    for field, definition in node["properties"].items()
                ],
            )
            for place, node in _objects(schema, schema)
            for required in [node.get("required") or node.get("then", {}).get("required", ())]
        ],
    )


_STATES = ("unrecorded", "unavailable")
"""Definitions of a fact that nobody states."""


def _objects(schema: Schema, root: Schema) -> Iterator[tuple[str, Schema]]:
    """(dotted place, object schema), in the order a reader meets them."""
    pending: list[tuple[str, Schema]] = [("", schema)]
    while pending:
        place, node = pending.pop(0)
        if "properties" in node:
            yield place, node
        nested = [
            (f"{place}.{name}".strip("."), branch)
            for name, child in node.get("properties", {}).items()
            for branch in _branches(child, root)
        ]
        pending += nested


def _branches(node: Any, root: Schema) -> Iterator[Schema]:
    """The object schemas a field can hold, looking through lists, states and references."""
    if not isinstance(node, dict):
        return
    name = str(node.get("$ref", "")).rpartition("/")[2]
    if name in _STATES:
        return
    if name:
        node = root["$defs"][name] | {k: v for k, v in node.items() if k != "$ref"}
    if "properties" in node:
        yield node
    for child in [*node.get("anyOf", ()), node.get("items")]:
        for branch in _branches(child, root):
            yield {**branch, "description": branch.get("description") or node["description"]}


def _schema_field(name: str, schema: Schema, *, is_required: bool) -> SchemaField:
    branches: Sequence[Schema] = schema.get("anyOf", ())
    stated = next((branch for branch in branches if not _is_state(branch)), schema)
    return SchemaField(
        name=name,
        kind=_kind(stated),
        required=is_required,
        states=any(map(_is_state, branches)),
        unit=schema.get("unit", ""),
        description=schema.get("description", ""),
        example=_example(schema),
        values=[str(value) for value in stated.get("enum", ())],
    )


def _is_state(branch: Schema) -> bool:
    return str(branch.get("$ref", "")).endswith(_STATES)


def _kind(node: Schema) -> str:
    if "$ref" in node:
        return str(node["$ref"]).rpartition("/")[2]
    if "const" in node:
        return str(node["const"])
    return str(node.get("type", ""))


def _example(node: Schema) -> str:
    """The first example where it is short enough for a table."""
    first = next(iter(node.get("examples", ())), "")
    if isinstance(first, dict | list):
        return ""
    return str(first).lower() if isinstance(first, bool) else str(first)


RULES = PageKind(
    name="rules",
    record=RuleEntry,
    grows=False,
    made=lambda _: rule_entries(),
    documents=lambda rules, _: (
        SearchDocument(
            kind="rule", path=rule.path, title=rule.code, text=rule.summary, words=rule.hint
        )
        for rule in rules
    ),
)
SCHEMAS = PageKind(
    name="schema",
    record=SchemaEntry,
    grows=False,
    made=lambda _: [schema_entry(n, load_schema(n)) for n in AUTHORED],
)
CONDITIONS = PageKind(
    name="fields",
    record=ConditionFieldTable,
    grows=False,
    made=lambda listed: condition_fields_record(listed.drawn),
)
