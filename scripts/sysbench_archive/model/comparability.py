"""What the sides of a comparison have in common, and what differs or was not recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, get_args

from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.bundle import Family

Severity = Literal["blocker", "warning", "info"]
FAMILIES: tuple[Family, ...] = get_args(Family)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""Heaviest first."""
ConditionGroup = Literal[
    "machine", "software", "client", "workload", "data", "durability", "server settings", "run"
]
"""Part of the environment that a condition describes."""
Subject = Literal[
    "host",
    "server",
    "setting",
    "client",
    "connection",
    "parameter",
    "workload",
    "campaign",
    "figures",
]
"""What states a condition."""
Intended = Literal["", "always", "product", "version", "variant", "defaults"]
"""What has to be compared for a difference to be the point of the comparison."""


Summary = Literal["not-comparable", "controlled-except", "as-intended", "controlled"]
"""What is said of two sides: a blocker differs; something differs or was not recorded; variables
differ, and only because of what is compared; nothing does.
"""


class ConditionDetail(Record):
    """A condition that is more than its value: `value` with `origin`, or `state` alone."""

    json_schema: ClassVar[Mapping[str, Any]] = {
        "oneOf": [
            {"required": ["value", "origin"], "maxProperties": 2},
            {"required": ["state"], "maxProperties": 1},
        ]
    }

    value: str | UnsetType = UNSET
    """Value as text."""
    origin: Literal["default", "chosen"] | UnsetType = UNSET
    """Whether somebody set it."""
    state: Literal["unrecorded", "unavailable"] | UnsetType = UNSET
    """Nobody looked, or it was not exposed."""

    @property
    def text(self) -> str:
        """The value; the state where it is not known."""
        return (self.state or "") if self.value is UNSET else self.value


# One type for both forms: msgspec tells only one type of object apart from a text.
Condition = str | ConditionDetail
"""A condition: its value, who chose it where that is known, or why it is not known."""


def text_of_condition(value: Condition) -> str:
    """Its value; the state where that is not known."""
    return value if isinstance(value, str) else value.text


class Conditions(Record):
    """Under which conditions the figures of a result came about."""

    servers: dict[str, dict[str, Condition]]
    """Server id to its conditions and its host's, by field of the table of conditions. Keys that
    begin with `variable.` are variables beyond the table in which servers differ; `identity.` keys
    name what sides can share.
    """
    workloads: dict[str, dict[str, Condition]]
    """Workload id to its conditions, its client's and the campaign's."""


class ComparabilityRow(Record, kw_only=True):
    """A condition that differs or was not recorded. Files beside pages of comparisons leave out
    what the table of conditions says of its field, which `/policy.json` has.
    """

    field: str
    """Field of the table of conditions."""
    label: str
    why: str = ""
    severity: Severity
    """What it weighs for such a workload."""
    status: Literal["differs", "unrecorded", "intended"]
    """What is said of it."""
    values: list[str]
    """A value per side; empty where it does not apply."""
    note: str
    """What else is known; else empty."""
    effect: str = ""
    """What is known of the variable's effect, in sentences; empty where nothing is, and of what is
    no variable.
    """
    reference: str = ""


class CandidateComparability(Record):
    """A candidate beside the baseline."""

    id: str
    """Its side."""
    summary: Summary
    """The worst that is said."""
    sentence: str
    blockers: list[str]
    """Labels of what makes it not comparable."""
    warnings: list[str]
    """Labels of what differs and weighs."""
    unrecorded: list[str]
    """Labels of what was not recorded and weighs."""


class Comparability(Record, kw_only=True):
    """What differs between the sides of a comparison, and what nobody recorded."""

    summary: Summary
    """The worst that is said."""
    sentence: str
    rows: list[ComparabilityRow]
    """Fields that differ or were not recorded, the worst first."""
    details: list[str]
    """Labels of fields that were not recorded and weigh little."""
    left: list[str]
    """Labels of settings left to versions whose defaults the archive does not know."""
    same: list[str]
    """Labels of fields that are the same on all sides."""
    candidates: list[CandidateComparability]
    """Candidates, in the order of the sides."""
    further: FurtherVariables | UnsetType | None = UNSET
    """Variables that only some sides have; null where not every side dumped its variables."""


class FurtherVariables(Record):
    """Variables that nobody set and that only some sides have."""

    absent: int
    """How many they are."""
    sentence: str
    path: str
    """Where the full table is."""


class Field(Record, kw_only=True):
    """A condition of the table: where it is read, and how sides are held against each other by it.

    The first source that is stated counts.
    """

    name: str = field(name="field")
    label: str
    why: str
    group: ConditionGroup
    """Part of the environment that it describes."""
    subject: Subject
    """What states it."""
    source: list[str]
    """Facts of the format of bundles, variables of a server or parameters of sysbench."""
    severity: dict[Family, Severity]
    """What a difference weighs, by family of workloads."""
    reading: str = "text"
    """How what is stated becomes text."""
    missing: str = ""
    """Text where the source is silent because nothing of the kind is there; empty: does not apply.
    """
    needed: bool
    """Whether not knowing it weighs as much as a difference; else little."""
    intended: Intended = ""
    """What has to be compared for a difference to be intended; settings are with a variant."""
    decided_by: str = ""
    """Condition that counts in its place where both sides state it; else empty."""
    effect: str = ""
    """What is known of the variable's effect; else empty."""
    reference: str = ""
    order: dict[Family, Number]
    """Place among rows that weigh the same, the lowest first, by family of workloads."""


class VariableRules(Record):
    """Variables that are no conditions of the table, as a browser compares them."""

    prefix: str
    """How names of such conditions begin."""
    any: str
    """What ends the name of a rule for all variables that begin so."""
    known: list[Field]
    """Variables of which something is known. Longest names first: the first that fits counts."""
    unknown: Field
    """What holds for the others; its label is the variable's name."""


class ComparabilityRules(Record):
    """Order and exceptions of what is said of two sides."""

    statuses: list[str]
    """What may be said of a condition, worst first."""
    severities: list[str]
    """What a difference may weigh, worst first."""
    unknowns: list[str]
    """States of a condition that is not known."""
    identity: str
    """What keys of conditions begin with that name what sides can share."""
    identities: list[str]
    """What sides can share."""
    shared_by: dict[Subject, list[str]]
    """Subject of a condition to all that sides share which have it in common."""
    comes_with: dict[str, list[str]]
    """When a difference is intended, to what must be compared for that."""
    default_of: str
    """How a value begins of which only this is known: nobody set it."""
    besides: list[str]
    """Kinds of comparison that are named beside what differs."""
    across: list[str]
    """Conditions that are blockers between two results, whatever the workload, unless both servers
    have one origin.
    """
    notable_failures: Number
    """Failed statements a transaction by which two sides must differ to have a row."""


class ComparabilityWords(Record):
    """Notes, summaries and sentences; `{names}` is filled in, nothing else is."""

    notes: dict[str, str]
    sentences: dict[str, str]
    """Sentences, and parts of sentences."""
    failures: str
    """Failed statements of a side: `{rate}` is a number, `{unit}` is thread or threads."""
    besides: dict[str, str]
    """What is compared, as a part of a sentence."""
    differ: list[str]
    """The verb for one label and for several."""
    most_named: int
    """Labels a sentence names."""
    joint: str = field(name="and")
    """What stands before the last of several labels."""
    more: str
    """What stands for the labels left out."""
