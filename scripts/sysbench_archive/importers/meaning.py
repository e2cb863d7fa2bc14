"""What fields mean: the parts inside of them, what labels say, what is made of others.

Owns the order: a thing is looked at once, as soon as everything it needs is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sysbench_archive.importers.fields import Fields, Known, UnknownError
from sysbench_archive.importers.layout import Layout
from sysbench_archive.importers.template import Template

MAX_PASSES = 12
_INFERRED = frozenset(["inferred"])


def give_meaning(layout: Layout, fields: Fields) -> None:
    """Split fields, labels, and fields made of others, until nothing is new.

    Raises ContradictionError and UnknownError.
    """
    done: set[str] = set()
    for _ in range(MAX_PASSES):
        before = len(done)
        for name in (n for n in layout.split if _new(f"{n}/", n, done, fields)):
            _split(fields, name, layout.split[name])
        last = _label_all(layout, fields, done)
        for name, text in layout.fields.items():
            if f"{name}=" not in done and _made(fields, name, text):
                done.add(f"{name}=")
        if len(done) == before:
            if last is not None:
                raise last
            return


def _label_all(layout: Layout, fields: Fields, done: set[str]) -> UnknownError | None:
    """What known labels mean; the fault of one that needs a field nobody has stated yet."""
    fault = None
    for name in (n for n in layout.labels if _new(n, n, done, fields)):
        meaning = _meaning(fields, name, layout.labels[name])
        try:
            stated = {key: _stated(fields, name, value) for key, value in meaning.items()}
        except UnknownError as error:
            done.remove(name)
            fault = error
            continue
        for key, known in stated.items():
            fields.put(key, known.value, known.origins)
    return fault


def _new(mark: str, name: str, done: set[str], fields: Fields) -> bool:
    """Whether a field became known since it was looked at; it is looked at once."""
    if mark in done or name not in fields.known:
        return False
    done.add(mark)
    return True


def _split(fields: Fields, name: str, templates: Iterable[Template]) -> None:
    """The fields inside of a field, by the first template that fits."""
    known = fields.known[name]
    for template in templates:
        parts = template.match(known.text)
        if parts is not None:
            for key, text in parts.items():
                value = int(text) if key in template.numbers else text
                fields.put(key, value, known.origins, text)
            return


def _meaning(fields: Fields, name: str, table: Mapping[str, object]) -> Mapping[str, object]:
    """What a field's text means. Raises UnknownError where the layout has no word for it."""
    known = fields.known[name]
    meaning = table.get(known.text, table.get(str(known.value), table.get("*")))
    if not isinstance(meaning, Mapping):
        raise UnknownError(f"the layout does not say what {name} {known.text!r} is")
    return meaning


def _stated(fields: Fields, name: str, value: object) -> Known:
    """A value of a label: it comes from where the label comes from, and from what it uses."""
    origins = fields.known[name].origins
    if not isinstance(value, str):
        return Known(value, origins)
    filled = fields.fill(value)
    return Known(filled.value, origins | (filled.origins - _INFERRED))


def _made(fields: Fields, name: str, text: object) -> bool:
    """Whether a field of the layout could be made yet.

    One made of other fields has to agree with what is known; a plain value yields to it.
    """
    try:
        known = fields.fill(text) if isinstance(text, str) else Known(text, _INFERRED)
    except UnknownError:
        return False
    if known.origins != _INFERRED or name not in fields.known:
        fields.put(name, known.value, known.origins)
    return True
