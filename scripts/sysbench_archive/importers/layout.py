"""Layouts: YAML files that say where a folder of results states what, and their templates.

A template is text with named fields, matched from left to right: `{name}` is text up to what
follows it, `{name:int}` a number, `{name:2}` a number of exactly two digits, `{_}` text that is not
kept. In a path a field never spans a `/`, nor the `!` between an archive and its member. A match
reads each character once and never backtracks, so no template and no path can make it slow. Facts
of one source can be merged over a layout.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.series import MOST
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.bundle import MEMBER_MARK

MAX_TEMPLATE = 400
MAX_TEXT = 8_000
MAX_DIGITS = 18
_FIELD = re.compile(r"\{([a-z_][a-z0-9_]{0,39})(?::(int|[1-9]))?\}")
IGNORED = "_"
MAX_LAYOUT = 1 << 20
_PACKAGE = resources.files("sysbench_archive.importers")
SCHEMA: dict[str, Any] = json.loads((_PACKAGE / "layout.schema.json").read_text("utf-8"))
_BUILT_IN_FOLDER = _PACKAGE / "layouts"


class TemplateError(ValueError):
    """A template that cannot be read; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Template:
    """A text with its fields, in order, `numbers` among them. `line` lets fields span `/`, which
    paths forbid. No group of `pattern`, one a field, is entered a second time.
    """

    text: str
    names: tuple[str, ...]
    numbers: frozenset[str]
    pattern: re.Pattern[str]
    line: bool

    def match(self, text: str) -> dict[str, str] | None:
        """The fields of a text as they stand in it, or None where it is no such text."""
        found: dict[str, str] = {}
        match = self.pattern.fullmatch(text) if len(text) <= MAX_TEXT else None
        for name, value in zip(self.names, match.groups() if match else (), strict=False):
            spans = not self.line and ("/" in value or MEMBER_MARK in value)
            if spans or (found.setdefault(name, value) != value and name != IGNORED):
                return None
        found.pop(IGNORED, None)
        return found if match else None

    def format(self, fields: Mapping[str, str]) -> str:
        """The text with these fields. Raises KeyError for a field that is missing."""
        return _FIELD.sub(lambda match: fields[match[1]], self.text)


def read_template(text: str, *, line: bool = False) -> Template:
    """Read a template. Raises TemplateError."""
    if not text or len(text) > MAX_TEMPLATE:
        raise TemplateError(f"a template has 1 to {MAX_TEMPLATE} characters")
    if not line and (text.startswith("/") or ".." in text.split("/")):
        raise TemplateError("a path stays below the folder: it neither begins with / nor holds ..")
    if not line and text.count(MEMBER_MARK) > 1:
        raise TemplateError("an archive inside of an archive is not opened: a path has one ! only")
    first, *rest = _FIELD.split(text)
    pieces = [*zip(rest[::3], rest[1::3], rest[2::3], strict=True)]
    pattern = _literal(first)
    for place, (name, kind, following) in enumerate(pieces, 1):
        if (kind or "int") == "int" and not following and place < len(pieces):
            raise TemplateError(
                f"{{{name}}} touches the next field: only a number of fixed length may stand"
                " before another field"
            )
        pattern += _group(kind, _literal(following)) + _literal(following)
    return Template(
        text,
        names=tuple(name for name, _, _ in pieces),
        numbers=frozenset(name for name, kind, _ in pieces if kind),
        pattern=re.compile(pattern, re.DOTALL),
        line=line,
    )


def _literal(text: str) -> str:
    if "{" in text or "}" in text:
        raise TemplateError(
            f"{text!r} is no field; write {{name}}, {{name:int}}, {{name:2}} or {{_}}"
        )
    return re.escape(text)


def _group(kind: str | None, following: str) -> str:
    """A field that reads up to what follows it, or a number, and never gives a character back."""
    if kind:
        return f"([0-9]{{{kind}}})" if kind != "int" else f"([0-9]{{1,{MAX_DIGITS}}}+)(?![0-9])"
    return f"((?>.+?(?={following})))" if following else "(.+)"


class LayoutError(Exception):
    """A layout that cannot be used; the message names the file and every fault."""


@dataclass(frozen=True, slots=True)
class Files:
    """A path template, what it says of each file, or why such files are refused."""

    path: Template
    states: Mapping[str, Any]
    refuse: str | None


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A file beside the output: its path, how it is read, for `lines` which lines."""

    name: str
    path: Template
    kind: str
    lines: tuple[Template, ...]


@dataclass(frozen=True, slots=True)
class TableForm:
    """How a layout's tables are written.

    `columns` matches a line that names a column: `number`, from 1, and `column`, its text.
    """

    columns: Template
    metric: str
    separator: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything a layout says.

    `split`: field -> templates of its text; `labels`: field -> its text -> what that means;
    `means`: how many means of interval lines are kept of a run at most.
    `described`: fields whose labels tell what the source says elsewhere, not what the text means.
    """

    name: str
    files: tuple[Files, ...]
    preamble: tuple[Template, ...]
    sidecars: tuple[Sidecar, ...]
    split: Mapping[str, tuple[Template, ...]]
    labels: Mapping[str, Mapping[str, Any]]
    fields: Mapping[str, Any]
    counted: bool
    means: int
    bundle: Mapping[str, Any]
    described: frozenset[str] = frozenset()
    table: TableForm | None = None

    def reads_archive(self, path: str) -> bool:
        """Whether members of the archive at this path are named."""
        wanted = (entry.path.text.partition(MEMBER_MARK) for entry in self.files)
        return any(
            mark and read_template(archive).match(path) is not None for archive, mark, _ in wanted
        )


def built_in() -> list[str]:
    """The names of the layouts that come with the program."""
    return sorted(entry.name.removesuffix(".yaml") for entry in _BUILT_IN_FOLDER.iterdir())


def read_layout(name: str, facts: Path | None) -> Layout:
    """A built-in layout by its name, or a file's; `facts` is laid over it. Raises LayoutError."""
    path = Path(name)
    if name in built_in():
        data = (_BUILT_IN_FOLDER / f"{name}.yaml").read_bytes()
    elif path.is_file():
        data = path.read_bytes()
    else:
        raise LayoutError(f"{name!r} is neither a file nor one of {', '.join(built_in())}")
    document = _read_mapping(data, name)
    if facts is not None:
        document = _merge_facts(document, _read_mapping(facts.read_bytes(), facts.name))
    return build_layout(document, path.stem if path.suffix else name)


def _read_mapping(data: bytes, label: str) -> dict[str, Any]:
    if len(data) > MAX_LAYOUT:
        raise LayoutError(f"{label}: larger than {MAX_LAYOUT} bytes")
    document = read_yaml(data, label)
    if document.problems:
        raise LayoutError("\n".join(problem.text() for problem in document.problems))
    if not isinstance(document.value, dict):
        raise LayoutError(f"{label}: not a mapping")
    return document.value


def _merge_facts(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Facts over a layout: mappings entry by entry, everything else as a whole."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge_facts(old, value) if both else value  # type: ignore[arg-type]
    return merged


def build_layout(document: Mapping[str, Any], name: str) -> Layout:
    """The layout of a document; `name` stands in messages. Raises LayoutError."""
    # Imported here, because it costs a quarter of a second.
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(SCHEMA).iter_errors(document)
    if faults := [f"{name}: {error.json_path[2:]}: {error.message}" for error in errors]:
        raise LayoutError("\n".join(sorted(faults)))
    try:
        return _layout(document, name)
    except TemplateError as error:
        raise LayoutError(f"{name}: {error}") from None


def _layout(document: Mapping[str, Any], name: str) -> Layout:
    entries: list[Any] = [{"path": e} if isinstance(e, str) else e for e in document["files"]]
    return Layout(
        name=str(document.get("layout", name)),
        files=tuple(
            Files(read_template(e["path"]), e.get("set", {}), e.get("refuse")) for e in entries
        ),
        preamble=_lines(document.get("preamble", ())),
        sidecars=tuple(
            Sidecar(key, read_template(e["path"]), e["kind"], _lines(e.get("lines", ())))
            for key, e in document.get("sidecars", {}).items()
        ),
        split={key: _lines(texts) for key, texts in document.get("split", {}).items()},
        labels=document.get("labels", {}),
        fields=document.get("fields", {}),
        counted=document.get("repetitions") == "counted",
        means=document.get("means", MOST["mean"]),
        bundle=document["bundle"],
        described=frozenset(map(str, document.get("described", ()))),
        table=_table_form(document["table"]) if "table" in document else None,
    )


def _lines(texts: Iterable[str]) -> tuple[Template, ...]:
    return tuple(read_template(text, line=True) for text in texts)


def _table_form(given: Mapping[str, str]) -> TableForm:
    columns, metric = read_template(given["columns"], line=True), given["metric"]
    if not {"number", "column"} <= set(columns.names):
        raise TemplateError("table.columns: names no {number:int} and {column}")
    if metric not in METRICS or not METRICS[metric].report_field:
        raise TemplateError(f"table.metric: {metric!r} is no figure that sysbench prints")
    return TableForm(columns, metric, given.get("separator", "\t"))
