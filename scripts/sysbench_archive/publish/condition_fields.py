"""The table of conditions as a page: every field, why it matters, what it weighs.

Read off the table itself, so that the page cannot fall behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.receipts import fields_record
from sysbench_archive.receipts.field import Group

Record = dict[str, Any]

_TITLES: Mapping[str, str] = {
    "machine": "Machine",
    "software": "Software",
    "client": "Client",
    "workload": "Workload",
    "data": "Data",
    "durability": "Durability",
    "server settings": "Server settings",
    "run": "Conduct of the runs",
}
_INTENDED: Mapping[str, str] = {
    "": "",
    "always": "It is what is compared.",
    "product": "A difference comes with the product.",
    "version": "A difference comes with the version.",
    "variant": "A difference between variants of one version is intended.",
}


def condition_fields_record() -> Record:
    """Groups in the table's order, each with its fields; severities in the order of `families`."""
    fields = fields_record()
    return {
        "families": list(FAMILIES.values()),
        "groups": [
            {
                "id": group.replace(" ", "-"),
                "title": _TITLES[group],
                "fields": [_field(field) for field in fields if field["group"] == group],
            }
            for group in get_args(Group)
        ],
    }


def _field(field: Mapping[str, Any]) -> Record:
    return {
        "field": field["field"],
        "label": field["label"],
        "why": field["why"],
        "source": ", ".join(field["source"]),
        "severities": [field["severity"][family] for family in FAMILIES],
        "note": _note(field),
    }


def _note(field: Mapping[str, Any]) -> str:
    """What a reader must know besides: when a difference is intended, when not knowing is light."""
    light = set(field["severity"].values()) != {"info"} and not field["needed"]
    unknown = "Where it was not recorded, it weighs little." if light else ""
    return " ".join(filter(None, (_INTENDED[field["intended"]], unknown)))
