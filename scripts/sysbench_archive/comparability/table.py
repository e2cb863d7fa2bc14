"""The one table of conditions, in the order pages list them, and the table as data."""

from __future__ import annotations

from sysbench_archive.comparability.effects import (
    ANY,
    EFFECTS,
    VARIABLE,
    effect_order,
    known_effect,
    variable_field,
)
from sysbench_archive.comparability.environment_fields import CLIENT, MACHINE, RUN, SOFTWARE
from sysbench_archive.comparability.fields import FAMILIES, Field
from sysbench_archive.comparability.workload_fields import DATA, DURABILITY, SETTINGS, WORKLOAD
from sysbench_archive.model.comparability import ConditionRule, Subject, VariableRules

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
    "figures": "run.figures.{}",
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
    return [field_record(field) for field in FIELDS]


def variables_record() -> VariableRules:
    """What is known of variables that are no conditions of the table, as data."""
    named = {name for field in FIELDS if field.subject == "setting" for name in field.source}
    return VariableRules(
        prefix=VARIABLE,
        any=ANY,
        known=[
            field_record(variable_field(effect.variable))
            for effect in sorted(EFFECTS, key=lambda effect: -len(effect.variable))
            if effect.variable not in named
        ],
        unknown=field_record(variable_field("")),
    )


def field_record(field: Field) -> ConditionRule:
    """A condition as data."""
    effect = known_effect(field)
    return ConditionRule(
        field=field.name,
        label=field.label,
        why=field.why,
        group=field.group,
        subject=field.subject,
        source=[_source_name(field, name) for name in field.source],
        severity=dict(field.severity),
        needed=field.needed,
        intended=field.intended,
        decided_by=field.decided_by,
        effect=effect.words if effect else "",
        reference=effect.reference if effect else "",
        order={family: effect_order(field, family) for family in FAMILIES},
    )


def _source_name(field: Field, name: str) -> str:
    """Where a condition is read, as the bundle's format, the server or sysbench calls it."""
    dashed = name.replace("_", "-") if field.subject == "parameter" else name
    return _SOURCE_FORMS[field.subject].format(dashed)
