"""The one table of conditions, in the order pages list them, and the table as data."""

from __future__ import annotations

from sysbench_archive.comparability.environment_fields import CLIENT, MACHINE, RUN, SOFTWARE
from sysbench_archive.comparability.fields import Field
from sysbench_archive.comparability.workload_fields import DATA, DURABILITY, SETTINGS, WORKLOAD
from sysbench_archive.model.comparability import ConditionRule, Subject

FIELDS: tuple[Field, ...] = (
    *MACHINE, *SOFTWARE, *CLIENT, *WORKLOAD, *DATA, *DURABILITY, *SETTINGS, *RUN,
)  # fmt: skip

_SOURCE_FORMS: dict[Subject, str] = {
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
    """The condition of a name."""
    return _BY_NAME.get(name)


def of_subjects(*subjects: Subject) -> tuple[Field, ...]:
    """The conditions these subjects state."""
    return tuple(field for field in FIELDS if field.subject in subjects)


def fields_record() -> list[ConditionRule]:
    """The table as data, a record a condition."""
    return [
        ConditionRule(
            field=field.name,
            label=field.label,
            why=field.why,
            group=field.group,
            subject=field.subject,
            source=[_source_name(field, name) for name in field.source],
            severity=dict(field.severity),
            needed=field.needed,
            intended=field.intended,
        )
        for field in FIELDS
    ]


def _source_name(field: Field, name: str) -> str:
    """Where a condition is read, as the bundle's format, the server or sysbench calls it."""
    dashed = name.replace("_", "-") if field.subject == "parameter" else name
    return _SOURCE_FORMS[field.subject].format(dashed)
