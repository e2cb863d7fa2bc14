"""What differs between the sides of a comparison, what was not recorded, and how heavily it weighs.

Every candidate is held against the baseline; a row of the summary says the worst of that. Each rule
is an equality of texts, but for failed statements, so that a browser can apply it too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sysbench_archive.comparability.settings import DEFAULT_OF
from sysbench_archive.comparability.table import FIELDS, VARIABLE, variable_field
from sysbench_archive.comparability.wording import WORDS, comparability_sentence
from sysbench_archive.model.base import narrowed
from sysbench_archive.model.bundle import Family
from sysbench_archive.model.comparability import (
    SEVERITIES,
    CandidateComparability,
    Comparability,
    ComparabilityRow,
    ComparabilityRules,
    Condition,
    ConditionDetail,
    Field,
    Severity,
    Summary,
    text_of_condition,
)

Status = Literal["differs", "unrecorded", "intended", "same"]
RULES = ComparabilityRules(
    statuses=["differs", "unrecorded", "intended", "same"],
    severities=list(SEVERITIES),
    unknowns=["unrecorded", "unavailable"],
    identity="identity.",
    identities=["host", "process", "client", "workload", "campaign"],
    shared_by={
        "host": ["host"],
        "server": ["process"],
        "setting": ["process"],
        "client": ["client"],
        "connection": ["client", "process"],
        "parameter": ["workload"],
        "workload": ["workload"],
        "campaign": ["campaign"],
    },
    comes_with={"product": ["product"], "version": ["product", "version"]},
    default_of=DEFAULT_OF,
    besides=[kind for kind in WORDS.besides if kind],
    # The sides ran at other times, on machines that are the same in name at most.
    across=["campaign"],
    # One in a hundred transactions that is repeated is work of about one per cent that the
    # throughput does not count.
    notable_failures=0.01,
)
WITH_DEFAULTS = "defaults"
"""Intended where both sides run with their defaults, whoever states it."""

SideConditions = Mapping[str, Condition]
"""The conditions of a server and of a workload it ran, together."""


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """A side of a comparison by the id of its server."""

    id: str
    conditions: SideConditions
    failures: Mapping[int, float] = dataclasses.field(default_factory=dict)
    """Thread count to failed statements a transaction; those that are known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is found of a condition of two sides. `note` is a key of `WORDS.notes`."""

    status: Status
    severity: Severity
    note: str = ""

    @property
    def rank(self) -> tuple[int, int]:
        """Order among findings, the worst first."""
        return RULES.statuses.index(self.status), RULES.severities.index(self.severity)

    @property
    def weighs(self) -> bool:
        """Whether it is more than a detail."""
        return self.severity != "info"


@dataclass(frozen=True, slots=True)
class Pair:
    """A baseline and a candidate, as conditions; what they share decides several rules."""

    baseline: SideConditions
    candidate: SideConditions
    besides: str
    """What is compared: product, version or variant; "" where all are the same."""
    defaults: bool
    """Whether both servers were run with their defaults."""
    shared: frozenset[str]
    """Identities that are the same on both sides."""


Row = tuple[Field, Finding]


def compare_conditions(sides: Sequence[ComparedSide], family: Family) -> Comparability:
    """How far the sides of a comparison can be compared, the baseline first.

    A side alone is held against itself: what was not recorded is told of it too. `details` are
    labels of what was not recorded and weighs little, `left` of settings left to versions that
    may lack them, or whose defaults the archive does not know.
    """
    baseline, *candidates = sides
    pairs = [pair_sides(baseline.conditions, side.conditions) for side in candidates]
    pairs = pairs or [pair_sides(baseline.conditions, baseline.conditions)]
    columns: list[list[Row]] = [[] for _ in pairs]
    rows: list[Row] = []
    same: list[str] = []
    failures = [side.failures for side in sides]
    others = failures[1:] or failures
    names = {name for side in sides for name in side.conditions if name.startswith(VARIABLE)}
    further = [variable_field(name.removeprefix(VARIABLE)) for name in sorted(names)]
    for field in (*FIELDS, *further):
        if _all_state_the_same(field, sides):
            same.append(field.label)
            continue
        findings = (
            [_compare_failures(failures[0], each, field.severity[family]) for each in others]
            if field.subject == "figures"
            else [find_difference(field, pair, field.severity[family]) for pair in pairs]
        )
        for column, finding in zip(columns, findings, strict=True):
            if finding and finding.status != "same":
                column.append((field, finding))
        worst = _worst(findings)
        if worst and worst.status == "same":
            same.append(field.label)
        elif worst:
            rows.append((field, worst))
    rows, columns = _ordered(rows, family), [_ordered(column, family) for column in columns]
    labels, by_candidate = _labels(rows), [_labels(column) for column in columns]
    kinds = [pair.besides for pair in pairs]
    return Comparability(
        summary=_summary(labels),
        # One for all candidates: the first thing any of them differs in counts.
        sentence=comparability_sentence(
            next((kind for kind in WORDS.besides if kind in kinds), ""),
            labels,
            throughout=all(own["blockers"] for own in by_candidate),
        ),
        rows=list(_shown_rows(rows, sides)),
        details=[field.label for field, finding in rows if _is_detail(finding)],
        left=[field.label for field, finding in rows if finding.note == "left"],
        same=same,
        candidates=[
            CandidateComparability(
                id=side.id,
                summary=_summary(own),
                sentence=comparability_sentence(pair.besides, own),
                blockers=own["blockers"],
                warnings=own["warnings"],
                # What was recorded of one side only counts with what was not.
                unrecorded=own["unrecorded"]
                + [f.label for f, found in column if found.note == "one-sided" and found.weighs],
            )
            for side, pair, column, own in zip(
                candidates, pairs, columns, by_candidate, strict=False
            )
        ],
    )


_OF_MACHINES = {
    family: frozenset(
        field.label
        for field in FIELDS
        if field.subject == "host" and field.severity[family] == "blocker"
    )
    for family in get_args(Family)
}
"""Labels of what makes two machines not comparable."""


def unproven_of(compared: CandidateComparability, family: Family) -> tuple[str, ...]:
    """Labels of what nobody recorded of the two machines of a pair, though a difference in it would
    make them not comparable. Of sides on one machine there is none.
    """
    return tuple(label for label in compared.unrecorded if label in _OF_MACHINES[family])


def _worst(findings: Sequence[Finding | None]) -> Finding | None:
    """The worst of them, the first among equals; None where there is none."""
    known = [finding for finding in dict.fromkeys(findings) if finding]
    if len(known) < 2:
        return known[0] if known else None
    return min(known, key=lambda finding: finding.rank)


def _ordered(rows: Iterable[Row], family: Family) -> list[Row]:
    """The worst first; of variables that weigh the same, those first of which more is known."""
    return sorted(rows, key=lambda row: (row[1].rank, row[0].order[family]))


def _compare_failures(
    baseline: Mapping[int, float], candidate: Mapping[int, float], severity: Severity
) -> Finding | None:
    """None where they are not known of both at any thread count."""
    apart = [abs(candidate[n] - baseline[n]) for n in baseline.keys() & candidate.keys()]
    if not apart:
        return None
    return Finding("differs" if max(apart) >= RULES.notable_failures else "same", severity)


def _failure_texts(failures: Sequence[Mapping[int, float]]) -> list[str]:
    """A value per side, at the thread count at which sides lie farthest apart."""

    def spread(threads: int) -> tuple[float, int]:
        rates = [side[threads] for side in failures if threads in side]
        return max(rates) - min(rates), -threads

    threads = max({n for side in failures for n in side}, key=spread)
    known = (side.get(threads) for side in failures)
    return ["" if rate is None else failure_text(rate, threads) for rate in known]


def failure_text(rate: float, threads: int) -> str:
    """Failed statements as a reader sees them."""
    unit = "thread" if threads == 1 else "threads"
    return WORDS.failures.format(rate=f"{1000 * rate:.1f}", threads=threads, unit=unit)


def pair_sides(baseline: SideConditions, candidate: SideConditions) -> Pair:
    """Two sides, looked at once."""
    both = (baseline, candidate)
    names = ("product", "version", "variant")
    besides = next((n for n in names if text_of(baseline, n) != text_of(candidate, n)), "")
    return Pair(
        baseline=baseline,
        candidate=candidate,
        besides=besides,
        defaults=all(text_of(side, "regime") == "defaults" for side in both),
        shared=frozenset(
            name
            for name in RULES.identities
            if (identity := baseline.get(f"{RULES.identity}{name}"))
            and identity == candidate.get(f"{RULES.identity}{name}")
        ),
    )


def text_of(side: SideConditions, name: str) -> str:
    """What a side states of a condition, as text: "" does not apply; a state by its name."""
    return text_of_condition(side.get(name, ""))


def _all_state_the_same(field: Field, sides: Sequence[ComparedSide]) -> bool:
    """Whether all sides state the same text. Most conditions are so, and need no rule."""
    text = text_of(sides[0].conditions, field.name)
    if not text or text in RULES.unknowns:
        return False
    return all(text_of(side.conditions, field.name) == text for side in sides[1:])


def find_difference(field: Field, pair: Pair, severity: Severity) -> Finding | None:
    """What is found of a condition; None where it applies to neither. `severity` is its weight."""
    baseline, candidate = (text_of(side, field.name) for side in (pair.baseline, pair.candidate))
    unknown = baseline in RULES.unknowns or candidate in RULES.unknowns
    if baseline == candidate and not unknown:
        return Finding("same", severity) if baseline else None
    # Where both sides state the condition that counts in its place, it does not.
    deciding = [text_of(side, field.decided_by) for side in (pair.baseline, pair.candidate)]
    if all(text and text not in RULES.unknowns for text in deciding):
        return None
    if unknown:
        return _unknown(field, pair, severity, (baseline, candidate))
    return _different(field, pair, severity, (baseline, candidate))


def _unknown(field: Field, pair: Pair, severity: Severity, texts: tuple[str, str]) -> Finding:
    weight = severity if field.needed else "info"
    # A variable that only one side names may have been changed while the server ran.
    one_sided = field.subject == "setting" and any(text not in RULES.unknowns for text in texts)
    if pair.shared.issuperset(RULES.shared_by[field.subject]) and not one_sided:
        return Finding("unrecorded", "info", "shared")
    if "unrecorded" not in texts and "host" in pair.shared:
        return Finding("unrecorded", "info", "not-exposed")
    left = any(_is_default(side, field) for side in (pair.baseline, pair.candidate))
    if one_sided and not left:
        # It may be the same by default: too little to say that the sides cannot be compared.
        return Finding("differs", "info" if weight == "info" else "warning", "one-sided")
    return Finding("unrecorded", weight, "unknown")


def _different(field: Field, pair: Pair, severity: Severity, texts: tuple[str, str]) -> Finding:
    untouched = all(_is_default(side, field) for side in (pair.baseline, pair.candidate))
    # Values nobody set tell no more than the versions do: unknown, or light and absent.
    unknown = any(text.startswith(DEFAULT_OF) for text in texts)
    if untouched and (unknown or (severity == "info" and not all(texts))):
        return Finding("intended", "info", "left")
    intended = _intention(field, pair, untouched)
    if intended:
        return Finding("intended", severity, intended)
    if not all(texts):
        return Finding("differs", "info", "not-everywhere")
    return Finding("differs", severity, "default" if untouched else "")


def _intention(field: Field, pair: Pair, untouched: bool) -> str:
    """Why a difference is what is compared, as a note; "" where it is not."""
    if field.intended == "always":
        return "compared"
    if pair.besides in RULES.comes_with.get(field.intended, ()):
        return f"with-{field.intended}"
    if pair.defaults and (untouched or field.intended == WITH_DEFAULTS):
        return "default"
    for_variant = field.subject == "setting" or field.intended == "variant"
    return "chosen-for-variant" if pair.besides == "variant" and for_variant else ""


def _is_default(side: SideConditions, field: Field) -> bool:
    """Whether a side left a setting to its version; a variable it lacks is left so too."""
    value = side.get(field.name)
    if value is None:
        return field.subject == "setting"
    return isinstance(value, ConditionDetail) and value.origin == "default"


def _shown_rows(rows: Iterable[Row], sides: Sequence[ComparedSide]) -> Iterable[ComparabilityRow]:
    """What is told in full, the worst first."""
    for field, finding in rows:
        if finding.status == "same" or finding.note == "left" or _is_detail(finding):
            continue
        yield narrowed(
            field,
            ComparabilityRow,
            field=field.name,
            severity=finding.severity,
            status=finding.status,
            values=_values(field, sides),
            note=WORDS.notes[finding.note],
        )


def _values(field: Field, sides: Sequence[ComparedSide]) -> list[str]:
    if field.subject == "figures":
        return _failure_texts([side.failures for side in sides])
    return [text_of(side.conditions, field.name) for side in sides]


def _is_detail(finding: Finding) -> bool:
    """Not recorded, and of little weight: its label is enough."""
    return finding.status == "unrecorded" and not finding.weighs


_DIFFERING: Mapping[Severity, str] = {
    "blocker": "blockers",
    "warning": "warnings",
    "info": "details",
}
_INTENDED = {"default": "defaults", "chosen-for-variant": "chosen"}


def _labels(rows: Iterable[Row]) -> dict[str, list[str]]:
    """Labels by what was found, the heaviest first."""
    kinds = (*_DIFFERING.values(), *_INTENDED.values(), "unrecorded")
    found: dict[str, list[str]] = {kind: [] for kind in kinds}
    for field, finding in rows:
        if finding.status == "differs":
            found[_DIFFERING[finding.severity]].append(field.label)
        elif finding.status == "unrecorded" and finding.weighs:
            found["unrecorded"].append(field.label)
        elif finding.status == "intended" and finding.note in _INTENDED:
            found[_INTENDED[finding.note]].append(field.label)
    return found


def _summary(labels: Mapping[str, Sequence[str]]) -> Summary:
    if labels["blockers"]:
        return "not-comparable"
    if labels["unrecorded"] or labels["warnings"] or labels["details"]:
        return "controlled-except"
    # A variable that differs because of what is compared is never called controlled.
    return "as-intended" if labels["defaults"] or labels["chosen"] else "controlled"
