"""Sample documentation: rules, schemas, the table of conditions, data and API."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.comparability import (
    ConditionField,
    ConditionFieldGroup,
    ConditionFieldTable,
)
from sysbench_archive.model.reference import (
    ApiColumn,
    ApiPage,
    RuleEntry,
    RuleList,
    SchemaEntry,
    SchemaField,
    SchemaList,
    SchemaObject,
)

from .shared import DIGEST, Text


def rules(text: Text) -> RuleList:
    """Two rules."""
    return RuleList(rules=[rule("date-future", "error", text), rule("date-order", "warning", text)])


def rule(code: str, severity: Literal["error", "warning"], text: Text) -> RuleEntry:
    """A rule."""
    return RuleEntry(
        code=code,
        path=f"/rules/{code}/",
        severity=severity,
        summary=text("The summary"),
        reason=text("The reason"),
        hint=text("The hint"),
    )


def schema(text: Text) -> SchemaList:
    """One schema, with one field."""
    field = SchemaField(
        name="machine",
        kind="string",
        required=True,
        states=True,
        unit="MiB",
        description=text("Its meaning"),
        example=text("x"),
        values=[text("one")],
    )
    entry = SchemaEntry(
        name="bundle-1",
        path="/schema/bundle-1/",
        href="/schema/bundle-1.schema.json",
        title=text("A schema"),
        description=text("Its purpose"),
        objects=[
            SchemaObject(place=place, description=text("A kind"), fields=[field])
            for place in ("", "hosts[].cpu")
        ],
    )
    return SchemaList(schemas=[entry])


def fields(text: Text) -> ConditionFieldTable:
    """Two groups of conditions, with a field each."""
    return ConditionFieldTable(
        families=[text("Reads"), text("Writes")],
        groups=[
            ConditionFieldGroup(id=group, title=text(group.title()), fields=[condition(text)])
            for group in ("machine", "server-settings")
        ],
        variables=[condition(text)],
    )


def condition(text: Text) -> ConditionField:
    """A field of the table of conditions."""
    return ConditionField(
        field="kernel",
        label=text("The label"),
        why=text("The why"),
        source=text("The source"),
        severities=["blocker", "info"],
        note=text("The note"),
        effect=text("The effect"),
        reference="/comparisons/2026-01-sample--read-only/",
    )


def api(text: Text) -> ApiPage:
    """One download, with one column."""
    download = ApiDownload(
        path="/downloads/runs.parquet",
        name="runs.parquet",
        media_type=text("type"),
        description=text("Every run"),
        bytes=812345,
        sha256=DIGEST,
    )
    column = ApiColumn(name="tps", kind="number", unit="1/s", description=text("A rate"))
    return ApiPage(downloads=[download], columns=[column])
