"""The words of comparability: notes, and the sentence that sums up what differs.

They are data, so that a browser says the same. `{names}` is filled in, nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.model.comparability import ComparabilityWords

NOTES: Mapping[str, str] = {
    "compared": "This is what is compared.",
    "with-product": "It comes with the product.",
    "with-version": "It comes with the version.",
    "default": "The default of each version; nobody set it.",
    "left": "Left to each version, which may lack it, or whose default is not known here.",
    "one-sided": "Set on one side; the other's value was not recorded.",
    "chosen-for-variant": "Set for the variant.",
    "shared": "The same on all sides, whatever it was.",
    "not-exposed": "Looked for, and not exposed.",
    "not-everywhere": "It does not apply to every side.",
    "unknown": "",
    "": "",
}
SENTENCES: Mapping[str, str] = {
    "not-comparable": "Not comparable: {names} {differ}.",
    "not-all": "Not all are comparable: {names} {differ} on some sides.",
    "controlled-except": "Controlled except for {names}",
    "controlled": "Controlled: nothing recorded differs{besides}",
    "controlled-details": "Controlled except for what weighs little or has no known effect on such"
    " a workload: {names}",
    "as-intended": "Nothing recorded differs{besides}",
    "details": "; of little or no known effect: {names}",
    "defaults": " and its defaults for {names}",
    "chosen": " and its settings for {names}",
    "unrecorded": "; not recorded: {names}",
}
FAILURES = "{rate} per 1,000 transactions at {threads} {unit}"
BESIDES: Mapping[str, str] = {
    "product": " besides the product",
    "version": " besides the version",
    "variant": " besides the variant",
    "": "",
}
DIFFER = ("differs", "differ")
MOST_NAMED = 3
AND, MORE = " and ", "{count} more"


def words_record() -> ComparabilityWords:
    """The words as data."""
    return ComparabilityWords(
        notes=dict(NOTES),
        sentences=dict(SENTENCES),
        failures=FAILURES,
        besides=dict(BESIDES),
        differ=list(DIFFER),
        most_named=MOST_NAMED,
        joint=AND,
        more=MORE,
    )


def label_inside_sentence(label: str) -> str:
    """A label inside a sentence: `Flush method` as `flush method`, `CPU model` as it is."""
    return label if label[1:2].isupper() or "/" in label[:3] else label[:1].lower() + label[1:]


def join_labels(labels: Sequence[str]) -> str:
    """A few labels by name: `a, b and 3 more`."""
    named = [label_inside_sentence(label) for label in labels]
    if len(named) > MOST_NAMED + 1:
        named = [*named[:MOST_NAMED], MORE.format(count=len(named) - MOST_NAMED)]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])}{AND}{named[-1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsByFinding:
    """What a sentence is made of: labels of conditions, by what was found of them.

    `besides` is what is compared: product, version, variant or "". `throughout` tells whether
    every candidate has a blocker.
    """

    besides: str
    blockers: Sequence[str] = ()
    warnings: Sequence[str] = ()
    details: Sequence[str] = ()
    defaults: Sequence[str] = ()
    chosen: Sequence[str] = ()
    unrecorded: Sequence[str] = ()
    throughout: bool = True


def comparability_sentence(found: LabelsByFinding) -> str:
    """What two sides have in common, in a sentence."""
    if found.blockers:
        form = SENTENCES["not-comparable" if found.throughout else "not-all"]
        return form.format(
            names=join_labels(found.blockers), differ=DIFFER[len(found.blockers) > 1]
        )
    tail = _phrase("unrecorded", found.unrecorded)
    if found.warnings:
        light = _phrase("details", found.details)
        return f"{_phrase('controlled-except', found.warnings)}{light}{tail}."
    if found.details:
        return f"{_phrase('controlled-details', found.details)}{tail}."
    besides = BESIDES[found.besides]
    if besides:
        besides += _phrase("defaults", found.defaults) + _phrase("chosen", found.chosen)
    form = "as-intended" if tail or found.defaults or found.chosen else "controlled"
    return f"{SENTENCES[form].format(besides=besides)}{tail}."


def _phrase(form: str, labels: Sequence[str]) -> str:
    """A part of a sentence that names labels; nothing where there are none."""
    return SENTENCES[form].format(names=join_labels(labels)) if labels else ""
