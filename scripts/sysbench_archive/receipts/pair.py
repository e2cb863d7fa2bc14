"""Two sides and one row of the table: same, intended, different or not recorded; how heavy.

Owns the rules by which a difference is intended, and by which not knowing does no harm. Works on
conditions as `conditions` writes them; each rule is an equality, so that a browser can apply it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sysbench_archive.receipts.field import SEVERITIES, Field, Severity, Subject
from sysbench_archive.receipts.settings import DEFAULT_OF

Status = Literal["differs", "unrecorded", "intended", "same"]
STATUSES: tuple[Status, ...] = ("differs", "unrecorded", "intended", "same")
"""Worst first."""
SHARED_BY: Mapping[Subject, str] = {
    "host": "host",
    "client": "client",
    "parameter": "workload",
    "workload": "workload",
    "campaign": "campaign",
}
"""A row's subject to the identity that makes it the same on both sides."""
IDENTITIES = ("host", "client", "workload", "campaign")
IDENTITY = "identity."
COMES_WITH: Mapping[str, tuple[str, ...]] = {
    "product": ("product",),
    "version": ("product", "version"),
}
"""When a row is intended, to what must be compared for that."""
UNKNOWNS = ("unrecorded", "unavailable")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a row says of two sides. `note` is a key of `wording.NOTES`."""

    status: Status
    severity: Severity
    note: str = ""

    @property
    def rank(self) -> tuple[int, int]:
        """Order among findings, the worst first."""
        return STATUSES.index(self.status), SEVERITIES.index(self.severity)

    @property
    def weighs(self) -> bool:
        """Whether it is more than a detail."""
        return self.severity != "info"


@dataclass(frozen=True, slots=True)
class Pair:
    """A baseline and a candidate, as conditions; what they share decides several rules."""

    baseline: Mapping[str, Any]
    candidate: Mapping[str, Any]
    besides: str
    """What is compared: product, version or variant; "" where all are the same."""
    defaults: bool
    """Whether both servers were run with their defaults."""
    shared: frozenset[str]
    """Identities that are the same on both sides."""

    @property
    def kind(self) -> tuple[str, bool, frozenset[str]]:
        """All that decides besides the values of a row."""
        return self.besides, self.defaults, self.shared


def pair(baseline: Mapping[str, Any], candidate: Mapping[str, Any]) -> Pair:
    """Two sides, looked at once."""
    both = (baseline, candidate)
    names = ("product", "version", "variant")
    besides = next((n for n in names if text_of(baseline, n) != text_of(candidate, n)), "")
    return Pair(
        baseline,
        candidate,
        besides,
        all(text_of(side, "regime") == "defaults" for side in both),
        frozenset(name for name in IDENTITIES if _place(baseline, name) == _place(candidate, name)),
    )


def _place(side: Mapping[str, Any], name: str) -> str:
    """Which host, client, workload or campaign a side had; each is written with its bundle."""
    return str(side[f"{IDENTITY}{name}"])


def text_of(side: Mapping[str, Any], name: str) -> str:
    """What a side says of a row, as text: "" does not apply; a state by its name."""
    value = side.get(name, "")
    return value if isinstance(value, str) else str(value.get("value") or value["state"])


def finding(field: Field, both: Pair, severity: Severity) -> Finding | None:
    """What a row says of two sides; None where it applies to neither. `severity` is its weight."""
    one, other = (text_of(side, field.name) for side in (both.baseline, both.candidate))
    if one in UNKNOWNS or other in UNKNOWNS:
        return _unknown(field, both, severity, (one, other))
    if one == other:
        return Finding("same", severity) if one else None
    return _different(field, both, severity, (one, other))


def _unknown(field: Field, both: Pair, severity: Severity, texts: tuple[str, str]) -> Finding:
    weight = severity if field.needed else "info"
    if SHARED_BY.get(field.subject) in both.shared:
        return Finding("unrecorded", "info", "shared")
    if "unrecorded" not in texts and "host" in both.shared:
        return Finding("unrecorded", "info", "not-exposed")
    if field.subject == "setting" and _is_set_once(field, both, texts):
        # It may be the same by default: too little to say that the sides cannot be compared.
        return Finding("differs", "info" if weight == "info" else "warning", "one-sided")
    return Finding("unrecorded", weight, "unknown")


def _is_set_once(field: Field, both: Pair, texts: tuple[str, str]) -> bool:
    """Whether a setting is recorded of one side, and not as what its version does by itself."""
    known = any(text not in UNKNOWNS for text in texts)
    return known and not any(_is_default(side, field) for side in (both.baseline, both.candidate))


def _different(field: Field, both: Pair, severity: Severity, texts: tuple[str, str]) -> Finding:
    untouched = all(_is_default(side, field) for side in (both.baseline, both.candidate))
    if untouched and _says_nothing(texts, severity):
        return Finding("intended", "info", "left")
    intended = _intention(field, both, untouched)
    if intended:
        return Finding("intended", severity, intended)
    if not all(texts):
        return Finding("differs", "info", "not-everywhere")
    return Finding("differs", severity, "default" if untouched else "")


def _says_nothing(texts: tuple[str, str], severity: Severity) -> bool:
    """Whether values nobody set tell no more than the versions do: unknown, or light and absent."""
    unknown = any(text.startswith(DEFAULT_OF) for text in texts)
    return unknown or (severity == "info" and not all(texts))


def _intention(field: Field, both: Pair, untouched: bool) -> str:
    """Why a difference is what is compared, as a note; "" where it is not."""
    if field.intended == "always":
        return "compared"
    if both.besides in COMES_WITH.get(field.intended, ()):
        return f"with-{field.intended}"
    if both.defaults and untouched:
        return "default"
    for_variant = field.subject == "setting" or field.intended == "variant"
    return "chosen-for-variant" if both.besides == "variant" and for_variant else ""


def _is_default(side: Mapping[str, Any], field: Field) -> bool:
    """Whether a side left a row to its version; a variable it lacks is such a row too."""
    value = side.get(field.name)
    if value is None:
        return field.subject == "setting"
    return isinstance(value, Mapping) and value.get("origin") == "default"
