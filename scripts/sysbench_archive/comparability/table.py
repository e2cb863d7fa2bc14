"""The one table of conditions, in the order pages list them, and what is known of variables.

`conditions.tsv` has a condition a line: where it is read, and what a difference weighs by family of
workloads. `effects.tsv` says what variables are known to change, each with its source: it ranks
variables that differ, and weighs those that have no condition of their own. An effect measured in
this archive names the runs it was measured in, and tests compute it again. A variable without a
line is listed all the same, behind those with one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from sysbench_archive.model.base import as_record, read_rows
from sysbench_archive.model.bundle import Family
from sysbench_archive.model.comparability import FAMILIES, Field, Severity, Subject, VariableRules

VARIABLE = "variable."
"""How the name of a condition begins that is a variable beyond the table of conditions."""
ANY = "*"
"""What ends the name of a line that holds for all variables which begin so."""
_UNKNOWN = "What it changes in such a workload is not known here."
MEASURED, DOCUMENTED, ELSEWHERE, NOT_KNOWN = 1.0, 2.0, 3.0, 4.0
"""Places of variables that weigh the same: effects measured in such a workload, the largest first;
documented ones; those of other workloads; variables of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A contrast of this archive: throughput of the candidate over that of the baseline."""

    bundle: str
    workload: str
    baseline: str
    candidate: str
    threads: int
    ratio: float


@dataclass(frozen=True, slots=True)
class Effect:
    """What is known of a variable.

    `families` are the workloads it matters for; `severity` is what a difference weighs there, where
    the table of conditions has no line that says so. `words` are sentences; `source` is a web
    address where it is documented, or empty.
    """

    variable: str
    families: tuple[Family, ...]
    severity: Severity
    words: str
    source: str
    measured: Measured | None

    @property
    def reference(self) -> str:
        """Where it is known from: a web address, or the comparison here that shows it."""
        found = self.measured
        return f"/comparisons/{found.bundle}--{found.workload}/" if found else self.source

    def names(self, variable: str) -> bool:
        """Whether this line is about a variable."""
        if self.variable.endswith(ANY):
            return variable.startswith(self.variable.removesuffix(ANY))
        return variable == self.variable

    def order(self, family: Family) -> float:
        """Its place among those that weigh the same."""
        if family not in self.families:
            return ELSEWHERE
        if self.measured is None:
            return DOCUMENTED
        return round(MEASURED / (1 + abs(math.log(self.measured.ratio))), 4)


def _read_effect(row: dict[str, str]) -> Effect:
    families = cast("tuple[Family, ...]", tuple(row["families"].split()))
    measured = None
    if row["measured"]:
        bundle, workload, baseline, candidate, threads, ratio = row["measured"].split()
        measured = Measured(bundle, workload, baseline, candidate, int(threads), float(ratio))
    severity = cast("Severity", row["severity"])
    return Effect(row["variable"], families, severity, row["words"], row["source"], measured)


EFFECTS = tuple(map(_read_effect, read_rows(Path(__file__).with_name("effects.tsv"))))


@cache
def effect_of(variable: str) -> Effect | None:
    """What is known of a variable: a line of its own before one that several share."""
    found = [effect for effect in EFFECTS if effect.names(variable)]
    return max(found, key=lambda effect: len(effect.variable), default=None)


def _known_of(variable: str) -> dict[str, Any]:
    """The fields of a condition that say what is known of a variable."""
    effect = effect_of(variable)
    if effect is None:
        return {"order": dict.fromkeys(FAMILIES, NOT_KNOWN)}
    order = {family: effect.order(family) for family in FAMILIES}
    return {"effect": effect.words, "reference": effect.reference, "order": order}


def _read_condition(row: dict[str, Any]) -> Field:
    row["severity"] = {family: row.pop(family) for family in FAMILIES}
    row["source"] = row["source"].split()
    row["needed"] = row["needed"] == "yes"
    is_setting = row["subject"] == "setting"
    known = _known_of(row["source"][0]) if is_setting else {"order": dict.fromkeys(FAMILIES, 0)}
    return as_record(row | known, Field)


FIELDS = tuple(map(_read_condition, read_rows(Path(__file__).with_name("conditions.tsv"))))
SETTINGS = tuple(field for field in FIELDS if field.subject == "setting")
NAMES = frozenset(name for field in SETTINGS for name in field.source)
"""Variables that are conditions of the table."""


def of_subjects(*subjects: Subject) -> tuple[Field, ...]:
    """The conditions these subjects state."""
    return tuple(field for field in FIELDS if field.subject in subjects)


@cache
def variable_field(variable: str) -> Field:
    """The condition of a variable that has no line in the table of conditions."""
    effect = effect_of(variable)
    weighing = effect.families if effect else ()
    return Field(
        name=f"{VARIABLE}{variable}",
        label=variable,
        group="server settings",
        subject="setting",
        source=[variable],
        why="" if effect else _UNKNOWN,
        severity={
            family: effect.severity if effect and family in weighing else "info"
            for family in FAMILIES
        },
        needed=False,
        **_known_of(variable),
    )


def variable_rules() -> VariableRules:
    """What is known of variables that are no conditions of the table, as data."""
    ordered = sorted(EFFECTS, key=lambda effect: -len(effect.variable))
    known = [variable_field(e.variable) for e in ordered if e.variable not in NAMES]
    return VariableRules(prefix=VARIABLE, any=ANY, known=known, unknown=variable_field(""))
