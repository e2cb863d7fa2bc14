"""The words of comparability: notes, and the sentence that sums up what differs.

They are data, `words.json`, so that a browser says the same. `{names}` is filled in, nothing else
is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sysbench_archive.model.base import read_record
from sysbench_archive.model.comparability import ComparabilityWords

WORDS = read_record(Path(__file__).with_name("words.json").read_bytes(), ComparabilityWords)


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
