"""The files of an imported bundle, as bytes.

Owns the form of `bundle.yaml`, and what stands in it about the import itself. The rest of a
bundle's form belongs to `bundle`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml

from sysbench_archive.bundle.figures import figures_of, write_figures
from sysbench_archive.bundle.series import write_series
from sysbench_archive.bundle.stretches import summarised
from sysbench_archive.bundle.writing import WIDTH, PlainDumper, ordered
from sysbench_archive.importers.document import Draft, origins_of
from sysbench_archive.importers.privacy import clean_all
from sysbench_archive.importers.runs import FoundRun, Refusal
from sysbench_archive.importers.sources import Source
from sysbench_archive.redaction.redactor import Redactor

MAX_REFUSED = 1_000
_RAW_NAME = re.compile(r"[^a-z0-9._-]+")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
MAX_SHORT = 40
ONE_LINE = 1_000_000


def linked_files(
    draft: Draft, layout: str, source: Source, refused: Iterable[Refusal], day: str,
    redactor: Redactor,
) -> dict[str, bytes]:  # fmt: skip
    """The bundle of output that stays where it is: figures, stretches, places."""
    head = draft.document()
    place = {"repository": source.repository, "commit": source.commit}
    head["source"] = _unstated(source, day) | head.get("source", {}) | place
    document = _document(draft, layout, head, "linked-output", refused, day, redactor)
    series = {name: summarised(run.report) for name, run in draft.members.items()}
    files = {
        "bundle.yaml": as_yaml(document).encode(),
        "figures.csv": write_figures(_rows(draft.members, source)).encode(),
    }
    if any(series.values()):
        files["series.csv"] = write_series(series).encode()
    return files


def _unstated(source: Source, day: str) -> dict[str, Any]:
    """What is known of a source that nobody describes: its address, and that it was read."""
    address = source.repository or "unrecorded"
    title = address.rpartition("/")[2]
    return {
        "title": title,
        "author": "unrecorded",
        "url": address,
        "published": "unrecorded",
        "retrieved": day,
    }


def copied_files(
    draft: Draft, layout: str, source: Source, refused: Iterable[Refusal], day: str,
    redactor: Redactor,
) -> dict[str, bytes]:  # fmt: skip
    """The bundle with a copy of the output, without names, addresses and passwords."""
    copies: dict[str, str] = {}
    files: dict[str, bytes] = {}
    head = draft.document()
    for record in head["runs"]:
        run = draft.members[record["id"]]
        if run.path not in copies:
            copies[run.path] = _raw_name(run.path, set(copies.values()))
            text = source.read(run.path).decode("utf-8", "replace")
            files[copies[run.path]] = redactor.clean(text).encode()
        record["file"] = copies[run.path]
        if run.report.index:
            record["report"] = run.report.index
    document = _document(draft, layout, head, "raw-output", refused, day, redactor)
    return {"bundle.yaml": as_yaml(document).encode()} | files


def _raw_name(path: str, taken: set[str]) -> str:
    """A safe name in `raw/` for a file of the source, and no other file's."""
    plain = _RAW_NAME.sub("-", path.lower().replace("/", "-")).strip("-._")
    stem = plain.removesuffix(".txt").removesuffix(".log")[-80:].strip("-._") or "log"
    name, number = f"raw/{stem}.txt", 1
    while name in taken:
        number += 1
        name = f"raw/{stem}-{number}.txt"
    return name


def _document(
    draft: Draft,
    layout: str,
    head: dict[str, Any],
    evidence: str,
    refused: Iterable[Refusal],
    day: str,
    redactor: Redactor,
) -> dict[str, Any]:
    rows = [*refused, *draft.refused]
    files = {run.path for run in draft.members.values()}
    lost = {row.path.partition("#")[0] for row in rows} - files
    imported = {
        "layout": layout,
        "origins": origins_of(draft.trace),
        "files": {"found": len(files) + len(lost), "imported": len(files), "refused": len(lost)},
        "refused": [{"path": r.path, "reason": r.reason} for r in rows[:MAX_REFUSED]],
    }
    if not rows:
        del imported["refused"]
    document = {"schema": 1, "submitted": day, "license": "CC0-1.0", "disclosure": "unrecorded",
                "evidence": evidence} | head | {"imported": imported}  # fmt: skip
    cleaned: dict[str, Any] = clean_all(document, redactor)
    return cleaned | ({"redactions": redactor.count} if redactor.count else {})


def _rows(members: Mapping[str, FoundRun], source: Source) -> Iterator[tuple[str, Any, str, str]]:
    for name, run in members.items():
        place = f"#{run.report.index}" if run.reports > 1 else ""
        yield name, figures_of(run.report), f"{source.prefix}{run.path}{place}", run.sha256


class _Value(str):
    """A text of the document, as against a key."""


class _Quoting(PlainDumper):
    """Words quoted that readers differ on."""


def _text(dumper: yaml.SafeDumper, text: _Value) -> yaml.ScalarNode:
    """`on`, `y` and `10.11` are quoted whatever this writer's own reader makes of them."""
    plain = text[:1].isalpha() and text.lower() not in _WORDS
    style = None if plain or len(text) > MAX_SHORT else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)


_Quoting.add_representer(_Value, _text)


def as_yaml(document: Mapping[str, Any]) -> str:
    """The text of bundle.yaml in the schema's order; a run on a line of its own."""
    parts = []
    for key, value in _marked(ordered(document)).items():
        if key == "runs":
            parts.append("runs:\n" + "".join(f"  - {_line(run)}\n" for run in value))
        else:
            parts.append(_dump({key: value}, width=WIDTH, flow=False))
    return "".join(parts)


def _marked(value: Any) -> Any:
    """The same document, its texts told from its keys."""
    if isinstance(value, Mapping):
        return {name: _marked(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_marked(entry) for entry in value]
    return _Value(value) if isinstance(value, str) else value


def _line(run: Mapping[str, Any]) -> str:
    return _dump(run, width=ONE_LINE, flow=True).strip()


def _dump(value: Any, *, width: int, flow: bool) -> str:
    return yaml.dump(
        value, Dumper=_Quoting, sort_keys=False, allow_unicode=True, width=width,
        default_flow_style=flow,
    )  # fmt: skip
