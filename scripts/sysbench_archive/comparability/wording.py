"""The words of comparability: notes, and the sentence that sums up what differs.

They are data, so that a browser says the same. `{names}` is filled in, nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sysbench_archive.model.comparability import ComparabilityWords

WORDS = ComparabilityWords(
    notes={
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
    },
    sentences={
        "not-comparable": "Not comparable: {names} {differ}.",
        "not-all": "Not all are comparable: {names} {differ} on some sides.",
        "controlled-except": "Controlled except for {names}",
        "controlled": "Controlled: nothing recorded differs{besides}",
        "controlled-details": "Controlled except for what weighs little or has no known effect on"
        " such a workload: {names}",
        "as-intended": "Nothing recorded differs{besides}",
        "details": "; of little or no known effect: {names}",
        "defaults": " and its defaults for {names}",
        "chosen": " and its settings for {names}",
        "unrecorded": "; not recorded: {names}",
    },
    failures="{rate} per 1,000 transactions at {threads} {unit}",
    besides={
        "product": " besides the product",
        "version": " besides the version",
        "variant": " besides the variant",
        "": "",
    },
    differ=["differs", "differ"],
    most_named=3,
    joint=" and ",
    more="{count} more",
)


def label_inside_sentence(label: str) -> str:
    """A label inside a sentence: `Flush method` as `flush method`, `CPU model` as it is."""
    return label if label[1:2].isupper() or "/" in label[:3] else label[:1].lower() + label[1:]


def join_labels(labels: Sequence[str]) -> str:
    """A few labels by name: `a, b and 3 more`."""
    named = [label_inside_sentence(label) for label in labels]
    if len(named) > WORDS.most_named + 1:
        named = [*named[: WORDS.most_named], WORDS.more.format(count=len(named) - WORDS.most_named)]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])}{WORDS.joint}{named[-1]}"


def comparability_sentence(
    besides: str, labels: Mapping[str, Sequence[str]], *, throughout: bool = True
) -> str:
    """What two sides have in common, in a sentence.

    `besides` is what is compared: product, version, variant or "". `labels` are those of
    conditions, by what was found: blockers, warnings, details, defaults, chosen, unrecorded.
    `throughout` tells whether every candidate has a blocker.
    """
    if labels["blockers"]:
        form = WORDS.sentences["not-comparable" if throughout else "not-all"]
        names = join_labels(labels["blockers"])
        return form.format(names=names, differ=WORDS.differ[len(labels["blockers"]) > 1])
    tail = _phrase("unrecorded", labels["unrecorded"])
    if labels["warnings"]:
        light = _phrase("details", labels["details"])
        return f"{_phrase('controlled-except', labels['warnings'])}{light}{tail}."
    if labels["details"]:
        return f"{_phrase('controlled-details', labels['details'])}{tail}."
    said = WORDS.besides[besides]
    if said:
        said += _phrase("defaults", labels["defaults"]) + _phrase("chosen", labels["chosen"])
    form = "as-intended" if tail or labels["defaults"] or labels["chosen"] else "controlled"
    return f"{WORDS.sentences[form].format(besides=said)}{tail}."


def _phrase(form: str, labels: Sequence[str]) -> str:
    """A part of a sentence that names labels; nothing where there are none."""
    return WORDS.sentences[form].format(names=join_labels(labels)) if labels else ""
