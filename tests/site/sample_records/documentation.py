"""Sample documentation: rules, schemas, the table of conditions, data and API."""

from __future__ import annotations

from .shared import DIGEST, Record, Text


def rules(text: Text) -> Record:
    """Two rules."""
    return {"rules": [rule("date-future", "error", text), rule("date-order", "warning", text)]}


def rule(code: str, severity: str, text: Text) -> Record:
    """A rule."""
    words = {name: text(f"The {name}") for name in ("summary", "reason", "hint")}
    return {"code": code, "path": f"/rules/{code}/", "severity": severity, **words}


def schema(text: Text) -> Record:
    """One schema, with one field."""
    meaning = {"name": "machine", "kind": "string", "unit": "MiB", "values": [text("one")]}
    field = {**meaning, "required": True, "states": True, "description": text("Its meaning")}
    objects = [
        {"place": place, "description": text("A kind"), "fields": [field | {"example": text("x")}]}
        for place in ("", "hosts[].cpu")
    ]
    where = {"path": "/schema/bundle-1/", "href": "/schema/bundle-1.schema.json"}
    shown = {"name": "bundle-1", "title": text("A schema"), "description": text("Its purpose")}
    return {"schemas": [{**where, **shown, "objects": objects}]}


def fields(text: Text) -> Record:
    """Two groups of conditions, with a field each."""
    return {
        "families": [text("Reads"), text("Writes")],
        "groups": [
            {"id": group, "title": text(group.title()), "fields": [condition(text)]}
            for group in ("machine", "server-settings")
        ],
    }


def condition(text: Text) -> Record:
    """A field of the table of conditions."""
    words = {name: text(f"The {name}") for name in ("label", "why", "source", "note")}
    return {"field": "kernel", **words, "severities": ["blocker", "info"]}


def api(text: Text) -> Record:
    """One download, with one column."""
    file = {"path": "/downloads/runs.parquet", "name": "runs.parquet", "media_type": text("type")}
    column = {"name": "tps", "kind": "number", "unit": "1/s", "description": text("A rate")}
    told = {"description": text("Every run"), "bytes": 812345, "sha256": DIGEST}
    return {"downloads": [{**file, **told}], "columns": [column]}
