"""Layouts: YAML files that say where a folder of results states what, and their templates.

A template is text with named fields, matched from left to right: `{name}` is text up to what
follows it, `{name:int}` a number, `{name:2}` a number of exactly two digits, `{_}` text that is not
kept. In a path a field never spans a `/`, nor the `!` between an archive and its member. A match
reads each character once and never backtracks, so no template and no path can make it slow. Facts
of one source can be merged over a layout.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
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
SIDECAR_KINDS = ("options", "variables", "lines")
KEYS = (
    "layout",
    "summary",
    "files",
    "preamble",
    "table",
    "sidecars",
    "split",
    "labels",
    "described",
    "fields",
    "repetitions",
    "means",
    "bundle",
)
BUNDLE_KEYS = ("id", "title", "submitter", "disclosure", "license", "source", "campaign", "hosts",
          "server", "client", "workload", "run", "notes")  # fmt: skip
REQUIRED_KEYS = ("id", "title", "hosts", "server", "client", "workload", "run")
REQUIRED_FIELDS = {"hosts": ("id",),
          "server": ("id", "product", "version"), "client": ("id", "sysbench"),
          "workload": ("id", "command"), "run": ("id", "threads")}  # fmt: skip
_BUILT_IN_FOLDER = resources.files("sysbench_archive.importers") / "layouts"


class TemplateError(ValueError):
    """A template that cannot be read; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named part: `digits` is None for text, 0 for a number of any length, else its length."""

    name: str
    digits: int | None


@dataclass(frozen=True, slots=True)
class Template:
    """Literals and fields in turn. `line` lets fields span `/`, which paths forbid."""

    text: str
    parts: tuple[str | Field, ...]
    line: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields, in order."""
        return tuple(part.name for part in self.parts if isinstance(part, Field))

    @property
    def numbers(self) -> frozenset[str]:
        """Those that are numbers."""
        fields = [part for part in self.parts if isinstance(part, Field)]
        return frozenset(field.name for field in fields if field.digits is not None)

    def match(self, text: str) -> dict[str, str] | None:
        """The fields of a text as they stand in it, or None where it is no such text."""
        if len(text) > MAX_TEXT:
            return None
        found: dict[str, str] = {}
        at = 0
        for index, part in enumerate(self.parts):
            end = self._end(index, text, at)
            if end is None or (
                isinstance(part, Field) and not self._keep(part, text[at:end], found)
            ):
                return None
            at = end
        found.pop(IGNORED, None)
        return found if at == len(text) else None

    def _end(self, index: int, text: str, at: int) -> int | None:
        """Where a part that begins at `at` ends."""
        part = self.parts[index]
        if isinstance(part, str):
            return at + len(part) if text.startswith(part, at) else None
        if part.digits is not None:
            return _digits_end(text, at, part.digits)
        if index + 1 == len(self.parts):
            return len(text) if len(text) > at else None
        end = text.find(str(self.parts[index + 1]), at + 1)
        return end if end > at else None

    def _keep(self, field: Field, value: str, found: dict[str, str]) -> bool:
        """Note a field's value; False where it cannot be one, or was another before."""
        if not self.line and ("/" in value or MEMBER_MARK in value):
            return False
        return found.setdefault(field.name, value) == value or field.name == IGNORED

    def format(self, fields: Mapping[str, str]) -> str:
        """The text with these fields. Raises KeyError for a field that is missing."""
        return "".join(p if isinstance(p, str) else fields[p.name] for p in self.parts)


def _digits_end(text: str, at: int, length: int) -> int | None:
    end = at
    while end < len(text) and "0" <= text[end] <= "9" and not (length and end - at == length):
        end += 1
    fits = end - at == length if length else at < end <= at + MAX_DIGITS
    return end if fits else None


def read_template(text: str, *, line: bool = False) -> Template:
    """Read a template. Raises TemplateError."""
    if not text or len(text) > MAX_TEMPLATE:
        raise TemplateError(f"a template has 1 to {MAX_TEMPLATE} characters")
    parts: list[str | Field] = []
    at = 0
    for match in _FIELD.finditer(text):
        if match.start() > at:
            parts.append(_literal(text[at : match.start()]))
        parts.append(Field(match[1], _digit_count(match[2])))
        at = match.end()
    if at < len(text):
        parts.append(_literal(text[at:]))
    _refuse_touching_fields(parts)
    if not line and (text.startswith("/") or ".." in text.split("/")):
        raise TemplateError("a path stays below the folder: it neither begins with / nor holds ..")
    if not line and text.count(MEMBER_MARK) > 1:
        raise TemplateError("an archive inside of an archive is not opened: a path has one ! only")
    return Template(text, tuple(parts), line)


def _digit_count(kind: str | None) -> int | None:
    return None if kind is None else 0 if kind == "int" else int(kind)


def _literal(text: str) -> str:
    if "{" in text or "}" in text:
        raise TemplateError(
            f"{text!r} is no field; write {{name}}, {{name:int}}, {{name:2}} or {{_}}"
        )
    return text


def _refuse_touching_fields(parts: list[str | Field]) -> None:
    for one, other in pairwise(parts):
        if isinstance(one, Field) and isinstance(other, Field) and not one.digits:
            raise TemplateError(
                f"{{{one.name}}} and {{{other.name}}} touch: only a number of fixed length may"
                " stand before another field"
            )


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
    faults: list[str] = []
    _refuse_unknown_keys(document, KEYS, "", faults)
    bundle = _mapping_at(document, "bundle", faults)
    _refuse_unknown_keys(bundle, BUNDLE_KEYS, "bundle.", faults)
    _require_parts(bundle, faults)
    labels, split = _mapping_at(document, "labels", faults), _mapping_at(document, "split", faults)
    for key in labels:
        _mapping_at(labels, key, faults)
    layout = Layout(
        name=str(document.get("layout", name)),
        files=tuple(
            _read_files_entry(entry, faults) for entry in _list_at(document, "files", faults)
        ),
        preamble=tuple(
            _line_template(text, faults) for text in _list_at(document, "preamble", faults)
        ),
        sidecars=tuple(
            _read_sidecar_entry(key, entry, faults)
            for key, entry in _mapping_at(document, "sidecars", faults).items()
        ),
        split={
            key: tuple(_line_template(text, faults) for text in _list_at(split, key, faults))
            for key in split
        },
        labels=labels,
        fields=_mapping_at(document, "fields", faults),
        counted=document.get("repetitions") == "counted",
        means=_means(document.get("means", MOST["mean"]), faults),
        bundle=bundle,
        described=frozenset(map(str, _list_at(document, "described", faults))),
        table=_read_table_form(document, faults) if "table" in document else None,
    )
    if not layout.files:
        faults.append("files: no path template")
    if faults:
        raise LayoutError("\n".join(f"{name}: {fault}" for fault in faults))
    return layout


def _means(value: object, faults: list[str]) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST["mean"]:
        return value
    faults.append(f"means: a whole number from 1 to {MOST['mean']}")
    return MOST["mean"]


def _require_parts(bundle: Mapping[str, Any], faults: list[str]) -> None:
    """The parts a bundle is made of, each with what a run cannot do without."""
    faults += [f"bundle.{key}: missing" for key in REQUIRED_KEYS if key not in bundle]
    hosts = bundle.get("hosts")
    if not isinstance(hosts, list) or not hosts:
        faults.append("bundle.hosts: a list with at least one host")
        hosts = []
    parts = [("hosts", host) for host in hosts]
    parts += [(key, bundle[key]) for key in REQUIRED_FIELDS if key in bundle and key != "hosts"]
    for key, part in parts:
        missing = [
            n for n in REQUIRED_FIELDS[key] if not isinstance(part, Mapping) or n not in part
        ]
        faults += [f"bundle.{key}.{name}: missing" for name in missing]


def _refuse_unknown_keys(
    value: Mapping[str, Any], known: tuple[str, ...], where: str, faults: list[str]
) -> None:
    faults += [
        f"{where}{key}: unknown (known: {', '.join(known)})" for key in value if key not in known
    ]


def _mapping_at(value: Mapping[str, Any], key: str, faults: list[str]) -> Mapping[str, Any]:
    part = value.get(key, {})
    if isinstance(part, Mapping):
        return part
    faults.append(f"{key}: not a mapping")
    return {}


def _list_at(value: Mapping[str, Any], key: str, faults: list[str]) -> list[Any]:
    part = value.get(key, [])
    if isinstance(part, list):
        return part
    faults.append(f"{key}: not a list")
    return []


def _read_files_entry(entry: Any, faults: list[str]) -> Files:
    given = {"path": entry} if isinstance(entry, str) else entry
    if not isinstance(given, Mapping):
        faults.append("files: an entry is a path, or a mapping with path, set and refuse")
        given = {}
    _refuse_unknown_keys(given, ("path", "set", "refuse"), "files.", faults)
    refuse = given.get("refuse")
    path = _template_or_fault(given.get("path"), "files.path", faults)
    return Files(path, _mapping_at(given, "set", faults), None if refuse is None else str(refuse))


def _read_sidecar_entry(key: str, entry: Any, faults: list[str]) -> Sidecar:
    given = entry if isinstance(entry, Mapping) else {}
    _refuse_unknown_keys(given, ("path", "kind", "lines"), f"sidecars.{key}.", faults)
    if given.get("kind") not in SIDECAR_KINDS:
        faults.append(f"sidecars.{key}.kind: one of {', '.join(SIDECAR_KINDS)}")
    lines = tuple(_line_template(text, faults) for text in _list_at(given, "lines", faults))
    path = _template_or_fault(given.get("path"), f"sidecars.{key}.path", faults)
    return Sidecar(key, path, str(given.get("kind")), lines)


def _read_table_form(document: Mapping[str, Any], faults: list[str]) -> TableForm:
    given = _mapping_at(document, "table", faults)
    _refuse_unknown_keys(given, ("columns", "metric", "separator"), "table.", faults)
    columns = _template_or_fault(given.get("columns"), "table.columns", faults, line=True)
    if not {"number", "column"} <= set(columns.names):
        faults.append("table.columns: names no {number:int} and {column}")
    metric = str(given.get("metric"))
    if metric not in METRICS or not METRICS[metric].report_field:
        faults.append(f"table.metric: {metric!r} is no figure that sysbench prints")
    return TableForm(columns, metric, str(given.get("separator", "\t")))


def _line_template(text: Any, faults: list[str]) -> Template:
    return _template_or_fault(text, "line", faults, line=True)


def _template_or_fault(text: Any, where: str, faults: list[str], *, line: bool = False) -> Template:
    try:
        return read_template(text if isinstance(text, str) else "", line=line)
    except TemplateError as error:
        faults.append(f"{where}: {error}")
        return Template("", (), line)
