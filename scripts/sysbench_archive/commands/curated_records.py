"""Curated comparisons as records, from their definitions and the outcomes of the bundles named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.commands.store import Store
from sysbench_archive.derive.comparisons import curated_comparison

Record = dict[str, Any]


def curated_records(
    definitions: Mapping[str, Mapping[str, Any]], keys: Mapping[str, str], store: Store
) -> list[Record]:
    """The records of the curated comparisons; `keys` finds each bundle's outcome."""
    named = {name for definition in definitions.values() for name in bundles_named(definition)}
    results = {name: store.need(keys[name])["result"] for name in sorted(named)}
    return [curated_comparison(slug, value, results) for slug, value in definitions.items()]


def bundles_named(definition: Mapping[str, Any]) -> set[str]:
    """Every bundle a curated definition speaks of."""
    checks = [c["check"]["bundle"] for c in definition.get("claims", ()) if "check" in c]
    panels = [panel["bundle"] for panel in definition["panels"]]
    return {*panels, *definition.get("bundles", ()), *checks}
