"""bundle.yaml as text, for every room that makes bundles.

Owns the order of its fields, which is the schema's. Refuses to write aliases: the reader refuses
them, and two entries that are alike today need not be so tomorrow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from sysbench_archive.bundle.form import Node, fields_of, items_of, root

WIDTH = 96
"""Characters of a line, where it can be broken."""


class PlainDumper(yaml.SafeDumper):
    """Writes the same thing out each time."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Whether something may not be named and referred to: nothing may."""
        return True


def as_yaml(document: Mapping[str, Any]) -> str:
    """The text of bundle.yaml, fields in the schema's order."""
    return yaml.dump(
        ordered(document), Dumper=PlainDumper, sort_keys=False, allow_unicode=True, width=WIDTH
    )


def ordered(value: Any, node: Node | None = None) -> Any:
    """The same value, fields in the order of the schema; those it does not know come last."""
    schema = root() if node is None else node
    if isinstance(value, list):
        return [ordered(item, items_of(schema)) for item in value]
    if not isinstance(value, Mapping):
        return value
    fields = fields_of(schema)
    places = {name: fields[name][0] if name in fields else len(fields) for name in value}
    names = sorted(value, key=lambda name: places[name])
    return {n: ordered(value[n], fields[n][1] if n in fields else {}) for n in names}
