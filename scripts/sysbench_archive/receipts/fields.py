"""The one table of conditions: every field a receipt can name.

Owns the order of the groups, and the table as data for readers and browsers.
"""

from __future__ import annotations

from typing import Any

from sysbench_archive.receipts.field import Field, Subject
from sysbench_archive.receipts.table.client import CLIENT, RUN
from sysbench_archive.receipts.table.durability import DURABILITY
from sysbench_archive.receipts.table.machine import MACHINE
from sysbench_archive.receipts.table.settings import SETTINGS
from sysbench_archive.receipts.table.software import SOFTWARE
from sysbench_archive.receipts.table.workload import DATA, WORKLOAD

FIELDS: tuple[Field, ...] = (
    *MACHINE, *SOFTWARE, *CLIENT, *WORKLOAD, *DATA, *DURABILITY, *SETTINGS, *RUN,
)  # fmt: skip

_SPOKEN: dict[Subject, str] = {
    "host": "host.{}",
    "server": "server.{}",
    "setting": "{}",
    "client": "client.{}",
    "connection": "client.{}",
    "parameter": "--{}",
    "workload": "workload.{}",
    "campaign": "campaign.{}",
}


_BY_NAME = {field.name: field for field in FIELDS}


def field_named(name: str) -> Field | None:
    """The row of a name."""
    return _BY_NAME.get(name)


def of_subjects(*subjects: Subject) -> tuple[Field, ...]:
    """The rows about these subjects."""
    return tuple(field for field in FIELDS if field.subject in subjects)


def fields_record() -> list[dict[str, Any]]:
    """The table as data, a record a row; `severity` is by family of workload."""
    return [
        {
            "field": field.name,
            "label": field.label,
            "why": field.why,
            "group": field.group,
            "subject": field.subject,
            "source": [_spoken(field, name) for name in field.source],
            "severity": dict(field.severity),
            "needed": field.needed,
            "intended": field.intended,
        }
        for field in FIELDS
    ]


def _spoken(field: Field, name: str) -> str:
    """Where a row is read, as the bundle's format, the server or sysbench calls it."""
    dashed = name.replace("_", "-") if field.subject == "parameter" else name
    return _SPOKEN[field.subject].format(dashed)
