"""bundle.yaml as text, for every room that makes bundles.

Owns the order of its fields, which is the schema's, and that the reader reads back what was
written: texts that look like something else are quoted, and there are no aliases.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from sysbench_archive.bundle.form import Node, fields_of, items_of, root
from sysbench_archive.bundle.strict_yaml import is_text

WIDTH = 96
"""Characters of a line, where it can be broken."""


class PlainDumper(yaml.SafeDumper):
    """Writes the same thing out each time, and quotes what only looks like a number or a word."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Whether something may not be named and referred to: nothing may."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None if is_text(text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


PlainDumper.add_representer(str, _text)


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
