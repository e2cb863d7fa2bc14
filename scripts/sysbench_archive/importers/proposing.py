"""Write the layout of a guess: templates, what texts of fields mean, a bundle to fill in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sysbench_archive.bundle.formatting import GAP, as_plain_yaml
from sysbench_archive.bundle.schema import unrecorded
from sysbench_archive.importers.guessing import (
    PRODUCT_FIELD,
    SERVER_FIELD,
    TEST_FIELD,
    Guess,
    Proposal,
)
from sysbench_archive.importers.names import COUNTS, script_of, server_of
from sysbench_archive.model.bundle import UNRECORDED
from sysbench_archive.words.phrases import count_text


def layout_document(guess: Guess, name: str, folder: str) -> dict[str, Any]:
    """The layout: templates, labels of fields with a meaning, and a bundle in which only what
    files do not say is left to fill in. `name` becomes the bundle's id.
    """
    values: dict[str, Counter[str]] = {}
    own = [{part.name for part in proposal.parts} for proposal in guess.proposals]
    for proposal in guess.proposals:
        for part in proposal.parts:
            values.setdefault(part.name, Counter()).update(part.values)
    pieces = _variant_pieces(guess, values)
    alike = Counter(_told(proposal) for proposal in guess.proposals)
    if max(alike.values(), default=0) > 1:
        pieces["template"] = "template"
    files: list[Any] = [{"path": path, "refuse": reason} for path, reason in guess.refused]
    for proposal, names in zip(guess.proposals, own, strict=True):
        left_out = {piece: PLAIN for name, piece in pieces.items() if name not in names}
        path = proposal.template.text
        own_text = {"template": _small(_FIELD.sub("", path)[-MAX_OWN:])}
        states = {**proposal.states, **left_out, **(own_text if alike[_told(proposal)] > 1 else {})}
        files.append({"path": path, "set": states} if states else path)
    repeated = all("repetition" in names for names in own)
    bundle = _bundle(guess, "-".join(f"{{{field}}}" for field in pieces.values()), folder)
    if repeated:
        bundle["run"]["id"] += "-r{repetition}"
        bundle["run"]["sequence"] = {"repetition": "{repetition}"}
    options = {"options": {"path": guess.option_file, "kind": "options"}}
    document = {
        "layout": re.sub(r"[^a-z0-9]+", "-", folder.lower()).strip("-") or "layout",
        "files": files,
        "sidecars": options if guess.option_file else {},
        "labels": dict(_labels(values, guess, pieces)),
        "fields": {"name": name},
        "repetitions": "" if repeated else "counted",
        "bundle": bundle,
    }
    return {key: value for key, value in document.items() if value}


_FIELD = re.compile(r"\{[^}]*\}")
MAX_OWN = 60
PLAIN = "plain"
"""What stands in a variant for a field that a path does not have, or that says nothing special."""


def _told(proposal: Proposal) -> tuple[str, ...]:
    """What runs of a template are told apart by; where two have the same, also by its own text."""
    return *(part.name for part in proposal.parts), *map(str, proposal.states.items())


def _variant_pieces(guess: Guess, values: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Field of a path to the field of its piece of a variant: what tells servers apart besides
    product and version.
    """
    special = {
        name: f"{name}_special"
        for name in (PRODUCT_FIELD, SERVER_FIELD)
        if any("special" in server_of(text) for text in values.get(name, ()))
    }
    parts = {part.name: part for p in guess.proposals for part in p.parts if not part.known}
    return special | {
        name: name if all(text.isdigit() for text in part.values) else f"{name}_word"
        for name, part in parts.items()
    }


def _small(text: str) -> str:
    """A text as a piece of a variant."""
    return re.sub(r"[^a-z0-9_.=+-]+", "-", text.lower()).strip("-_.=+") or PLAIN


def _labels(
    values: Mapping[str, Iterable[str]], guess: Guess, pieces: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Fields whose texts stand for something, with what each stands for."""
    product = {} if PRODUCT_FIELD in values else {"product": guess.product or GAP}
    server = {"version": GAP} | product
    near: dict[str, set[str]] = {}
    for proposal in guess.proposals:
        for path in (one.path for one in proposal.files):
            text = (proposal.template.match(path) or {}).get(SERVER_FIELD, "")
            near.setdefault(text, set()).add(server_of(path).get("product", ""))
    meanings: dict[str, Callable[[str], dict[str, str]]] = {
        PRODUCT_FIELD: lambda text: {"product": GAP} | _server_label(text, pieces, PRODUCT_FIELD),
        SERVER_FIELD: lambda text: server | _server_label(text, pieces, SERVER_FIELD, near[text]),
        TEST_FIELD: _test_label,
    }
    for name, meaning in meanings.items():
        if name in values:
            yield name, {text: meaning(text) for text in sorted(values[name])}
    for name, piece in pieces.items():
        if name not in meanings and piece != name:
            yield name, {text: {piece: _small(text)} for text in sorted(values[name])}


def _server_label(
    text: str, pieces: Mapping[str, str], field: str, near: Iterable[str] = ()
) -> dict[str, str]:
    """What a text says of a server, and what is special of it where any of the field is special;
    `near` are the products that paths with it name.
    """
    stated = server_of(text, "".join(near))
    special = _small(stated.pop("special", ""))
    return stated | {pieces[field]: special} if field in pieces else stated


def _test_label(text: str) -> dict[str, str]:
    script = script_of(text)
    counts = {"counts": COUNTS[script]} if script in COUNTS else {}
    return {"script": script or f"{GAP} the script of {text}", **counts}


def _bundle(guess: Guess, variant: str, folder: str) -> dict[str, Any]:
    """The bundle's own fields."""
    server = f"{{product}}-{{version}}-{variant}".rstrip("-")
    options = "{options|unrecorded}" if guess.option_file else UNRECORDED
    workload = _workload_id(guess)
    return {
        "id": "{name}",
        "title": f"{GAP} what was measured in {folder}",
        "submitter": {"name": GAP},
        "disclosure": UNRECORDED,
        "hosts": [unrecorded("host") | {"id": "server-host"}],
        "server": unrecorded("server", "host")
        | {"id": server, "product": "{product}", "version": "{version}", "options": options}
        | ({"variant": variant} if variant else {}),
        "client": unrecorded("client")
        | {"id": "sysbench-{sysbench|}", "sysbench": f"{{sysbench|{UNRECORDED}}}"},
        "workload": unrecorded("workload", "client")
        | {"id": workload, "stated_parameters": {"rest": UNRECORDED}},
        "run": {"id": f"{workload}-{server}-t{{threads}}", "threads": "{threads}"},
    }


def _workload_id(guess: Guess) -> str:
    """Test and, where there are several, release of sysbench: a workload has one of each."""
    named = [
        "script" in proposal.states or any(part.name == TEST_FIELD for part in proposal.parts)
        for proposal in guess.proposals
    ]
    test = "{script}" if all(named) else "{script|test}-{counts|}"
    releases = {name for p in guess.proposals for one in p.files for name in one.sysbench}
    return f"{test}-sysbench-{{sysbench|}}" if len(releases) > 1 else test


def layout_text(document: Mapping[str, Any], guess: Guess) -> str:
    """The layout as a file, with what was understood above it."""
    remarks = [f"# {line}".rstrip() for line in understood(guess)]
    return "\n".join([*remarks, "", as_plain_yaml(document)])


SHOWN_VALUES = 6


def understood(guess: Guess) -> list[str]:
    """What was understood, for a person to look at: each template, then its fields in columns."""
    lines: list[str] = []
    for proposal in guess.proposals:
        lines.append(f"{count_text(len(proposal.files), 'file')}: {proposal.template.text}")
        rows = [(part.name, _values_text(part.values), part.why) for part in proposal.parts]
        rows += [(name, value, "the same in every path") for name, value in proposal.states.items()]
        widths = [max((len(row[place]) for row in rows), default=0) for place in (0, 1)]
        lines += [
            f"  {name.ljust(widths[0])}  {found.ljust(widths[1])}  {why}"
            for name, found, why in rows
        ]
    if guess.option_file:
        lines.append(f"options are read from {guess.option_file}")
    if guess.unplaced:
        number = count_text(len(guess.unplaced), "file")
        lines.append(f"{number} with reports in no template, such as {guess.unplaced[0]}")
    return lines


def _values_text(values: Mapping[str, int]) -> str:
    """The first values, in order of numbers or of letters, and how many more there are."""
    ordered = sorted(values, key=lambda text: (int(text) if text.isdigit() else 0, text))
    more = len(ordered) - SHOWN_VALUES
    shown = " ".join(ordered[:SHOWN_VALUES])
    return f"{shown} and {more} more" if more > 0 else shown
