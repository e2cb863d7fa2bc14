"""Curated comparisons once a bundle they speak of is withdrawn.

Owns what is left of a definition: panels of other bundles stay, claims that rested on a withdrawn
one cannot be told any more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

Definition = Mapping[str, Any]
_UNCHECKED = "the result it rests on was withdrawn"


def bundles_named(definition: Definition) -> list[str]:
    """Every bundle a curated definition speaks of, each once."""
    checks = [c["check"]["bundle"] for c in definition.get("claims", ()) if "check" in c]
    panels = [panel["bundle"] for panel in definition["panels"]]
    return list(dict.fromkeys((*panels, *definition.get("bundles", ()), *checks)))


def standing(definition: Definition, gone: Collection[str]) -> Definition | None:
    """The definition without the withdrawn bundles; None where nothing is left to draw."""
    if not set(gone) & set(bundles_named(definition)):
        return definition
    panels = [panel for panel in definition["panels"] if panel["bundle"] not in gone]
    bundles = [name for name in definition.get("bundles", ()) if name not in gone]
    # Without panels, the first bundle is the one whose servers are compared.
    described = definition.get("bundles", ())[:1]
    if not panels and (definition["panels"] or list(described) != bundles[:1]):
        return None
    claims = [_claim(claim, gone) for claim in definition.get("claims", ())]
    kept = {name: value for name, value in definition.items() if name not in ("bundles", "claims")}
    return {**kept, "panels": panels, "bundles": bundles, "claims": claims}


def _claim(claim: Mapping[str, Any], gone: Collection[str]) -> Mapping[str, Any]:
    if claim.get("check", {}).get("bundle") not in gone:
        return claim
    kept = {name: value for name, value in claim.items() if name != "check"}
    return {**kept, "unchecked": _UNCHECKED}
