"""The servers of a result as its pages show them: side by side, a row for each fact or option.

Owns what a cell says where a fact is not stated, and what a list of options is worth in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Record = dict[str, Any]

_OWN = ("version", "regime", "variant")
_WORTH = {
    "none": "No option was set; everything stood at its default.",
    "complete": "Every option that was set is listed; the others stood at their defaults.",
    "presumed": "The source is presumed to have used these options; it does not say so.",
    "excerpt": "The source names these options; others may have been set.",
    "unrecorded": "Nobody recorded which options were set.",
    "unavailable": "Which options were set could not be found out.",
}
"""What a basis of options means, in the order in which they are told."""
_NO_FACT = "\N{EN DASH}"
_UNKNOWN = "settings nobody recorded"
_COUNTED = {
    "complete": ("no option set", "the option set", "the {} options set"),
    "presumed": ("no option set", "the option presumed", "the {} options presumed"),
    "excerpt": (_UNKNOWN, "the option the source names", "the {} options the source names"),
}
"""What a server is started with: no, one, several options."""


def listed_servers(servers: Iterable[Mapping[str, Any]]) -> list[Record]:
    """What runs' pages say of each server: {id, label, regime, options, started_with}."""
    kept = ("id", "label", "regime")
    return [
        {name: server[name] for name in kept}
        | {"options": len(server["options"]), "started_with": _started_with(server)}
        for server in servers
    ]


def _started_with(server: Mapping[str, Any]) -> str:
    none, one, several = _COUNTED.get(server["options_basis"], (_UNKNOWN,) * 3)
    count = len(server["options"])
    return (none, one)[count] if count < 2 else several.format(count)


def side_by_side(servers: Sequence[Mapping[str, Any]]) -> Record:
    """{columns, facts, options, worth}: `options` is None where none is known of any server."""
    options = [server["options"] for server in servers]
    return {
        "columns": [{"id": server["id"], "label": server["label"]} for server in servers],
        "facts": _table([[*_own_facts(server), *server["facts"]] for server in servers], _NO_FACT),
        "options": _table(options, "not set") if any(options) else None,
        "worth": _worth(servers),
    }


def _own_facts(server: Mapping[str, Any]) -> list[Record]:
    """Fields that every server has, as facts."""
    plain = {"unit": "", "state": "stated", "probe": ""}
    return [
        {"name": name, "label": name.capitalize(), "value": server[name], **plain}
        for name in _OWN
        if server[name]
    ]


def _worth(servers: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence for each basis, with the servers it is about where there are several."""
    by_basis = {
        basis: [server["label"] for server in servers if _basis(server) == basis]
        for basis in _WORTH
    }
    told = {basis: labels for basis, labels in by_basis.items() if labels}
    if len(told) == 1:
        return [_WORTH[basis] for basis in told]
    return [f"{', '.join(labels)}: {_WORTH[basis]}" for basis, labels in told.items()]


def _basis(server: Mapping[str, Any]) -> str:
    basis: str = server["options_basis"]
    return "none" if basis == "complete" and not server["options"] else basis


def _table(parts: Sequence[Sequence[Record]], absent: str) -> Record:
    """{rows, missing}: facts that nobody recorded of any part are only named."""
    by_part = [{fact["name"]: fact for fact in facts} for facts in parts]
    labels = {fact["name"]: fact["label"] for facts in parts for fact in facts}
    rows, missing = [], []
    for name, label in labels.items():
        own = [part.get(name) for part in by_part]
        if all(fact is None or fact["state"] == "unrecorded" for fact in own):
            missing.append(label)
            continue
        values = {None if fact is None else fact["value"] for fact in own}
        cells = [_cell(fact, absent) for fact in own]
        rows.append({"label": label, "differs": len(values) > 1, "cells": cells})
    return {"rows": rows, "missing": missing}


def _cell(fact: Mapping[str, Any] | None, absent: str) -> Record:
    if fact is None:
        return {"state": "absent", "text": absent, "note": ""}
    if fact["state"] == "unavailable":
        note = f"tried: {fact['probe']}" if fact["probe"] else ""
        return {"state": "unavailable", "text": "not exposed", "note": note}
    if fact["state"] == "unrecorded":
        return {"state": "unrecorded", "text": "not recorded", "note": ""}
    unit = "" if fact["unit"] in ("", "1") else f" {fact['unit']}"
    return {"state": "stated", "text": f"{fact['value']}{unit}", "note": ""}
