"""A layout: where a folder of results keeps what, read from a YAML file.

Owns the form of layout files, those that come with the program and a user's own. A second file,
the facts of one source, is laid over it. Refuses patterns other than templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.importers.template import Template, TemplateError, read_template

MAX_LAYOUT = 1 << 20
KINDS = ("options", "variables", "lines")
KEYS = (
    "layout",
    "summary",
    "files",
    "preamble",
    "sidecars",
    "split",
    "labels",
    "fields",
    "repetitions",
    "bundle",
)
BUNDLE = ("id", "title", "submitter", "disclosure", "license", "source", "campaign", "hosts",
          "server", "client", "workload", "run", "notes")  # fmt: skip
REQUIRED = ("id", "title", "hosts", "server", "client", "workload", "run")
NEEDED = {"hosts": ("id",),
          "server": ("id", "product", "version"), "client": ("id", "sysbench"),
          "workload": ("id", "command"), "run": ("id", "threads")}  # fmt: skip
_FOLDER = resources.files("sysbench_archive.importers") / "layouts"


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
class Layout:
    """Everything a layout says.

    `split`: field -> templates of its text; `labels`: field -> its text -> what that means.
    """

    name: str
    files: tuple[Files, ...]
    preamble: tuple[Template, ...]
    sidecars: tuple[Sidecar, ...]
    split: Mapping[str, tuple[Template, ...]]
    labels: Mapping[str, Mapping[str, Any]]
    fields: Mapping[str, Any]
    counted: bool
    bundle: Mapping[str, Any]


def built_in() -> list[str]:
    """The names of the layouts that come with the program."""
    return sorted(entry.name.removesuffix(".yaml") for entry in _FOLDER.iterdir())


def read_layout(name: str, facts: Path | None) -> Layout:
    """A built-in layout by its name, or a file's; `facts` is laid over it. Raises LayoutError."""
    path = Path(name)
    if name in built_in():
        data = (_FOLDER / f"{name}.yaml").read_bytes()
    elif path.is_file():
        data = path.read_bytes()
    else:
        raise LayoutError(f"{name!r} is neither a file nor one of {', '.join(built_in())}")
    document = _mapping(data, name)
    if facts is not None:
        document = _over(document, _mapping(facts.read_bytes(), facts.name))
    return _layout(document, path.stem if path.suffix else name)


def _mapping(data: bytes, label: str) -> dict[str, Any]:
    if len(data) > MAX_LAYOUT:
        raise LayoutError(f"{label}: larger than {MAX_LAYOUT} bytes")
    document = read_yaml(data, label)
    if document.problems:
        raise LayoutError("\n".join(problem.text() for problem in document.problems))
    if not isinstance(document.value, dict):
        raise LayoutError(f"{label}: not a mapping")
    return document.value


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Facts over a layout: mappings entry by entry, everything else as a whole."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = _over(old, value) if both else value  # type: ignore[arg-type]
    return merged


def _layout(document: Mapping[str, Any], name: str) -> Layout:
    faults: list[str] = []
    _names(document, KEYS, "", faults)
    bundle = _part(document, "bundle", faults)
    _names(bundle, BUNDLE, "bundle.", faults)
    _complete(bundle, faults)
    labels, split = _part(document, "labels", faults), _part(document, "split", faults)
    for key in labels:
        _part(labels, key, faults)
    layout = Layout(
        str(document.get("layout", name)),
        tuple(_files(entry, faults) for entry in _list(document, "files", faults)),
        tuple(_line(text, faults) for text in _list(document, "preamble", faults)),
        tuple(
            _sidecar(key, entry, faults)
            for key, entry in _part(document, "sidecars", faults).items()
        ),
        {key: tuple(_line(text, faults) for text in _list(split, key, faults)) for key in split},
        labels,
        _part(document, "fields", faults),
        document.get("repetitions") == "counted",
        bundle,
    )
    if not layout.files:
        faults.append("files: no path template")
    if faults:
        raise LayoutError("\n".join(f"{name}: {fault}" for fault in faults))
    return layout


def _complete(bundle: Mapping[str, Any], faults: list[str]) -> None:
    """The parts a bundle is made of, each with what a run cannot do without."""
    faults += [f"bundle.{key}: missing" for key in REQUIRED if key not in bundle]
    hosts = bundle.get("hosts")
    if not isinstance(hosts, list) or not hosts:
        faults.append("bundle.hosts: a list with at least one host")
        hosts = []
    parts = [("hosts", host) for host in hosts]
    parts += [(key, bundle[key]) for key in NEEDED if key in bundle and key != "hosts"]
    for key, part in parts:
        missing = [n for n in NEEDED[key] if not isinstance(part, Mapping) or n not in part]
        faults += [f"bundle.{key}.{name}: missing" for name in missing]


def _names(value: Mapping[str, Any], known: tuple[str, ...], where: str, faults: list[str]) -> None:
    faults += [
        f"{where}{key}: unknown (known: {', '.join(known)})" for key in value if key not in known
    ]


def _part(value: Mapping[str, Any], key: str, faults: list[str]) -> Mapping[str, Any]:
    part = value.get(key, {})
    if isinstance(part, Mapping):
        return part
    faults.append(f"{key}: not a mapping")
    return {}


def _list(value: Mapping[str, Any], key: str, faults: list[str]) -> list[Any]:
    part = value.get(key, [])
    if isinstance(part, list):
        return part
    faults.append(f"{key}: not a list")
    return []


def _files(entry: Any, faults: list[str]) -> Files:
    given = {"path": entry} if isinstance(entry, str) else entry
    if not isinstance(given, Mapping):
        faults.append("files: an entry is a path, or a mapping with path, set and refuse")
        given = {}
    _names(given, ("path", "set", "refuse"), "files.", faults)
    refuse = given.get("refuse")
    path = _template(given.get("path"), "files.path", faults)
    return Files(path, _part(given, "set", faults), None if refuse is None else str(refuse))


def _sidecar(key: str, entry: Any, faults: list[str]) -> Sidecar:
    given = entry if isinstance(entry, Mapping) else {}
    _names(given, ("path", "kind", "lines"), f"sidecars.{key}.", faults)
    if given.get("kind") not in KINDS:
        faults.append(f"sidecars.{key}.kind: one of {', '.join(KINDS)}")
    lines = tuple(_line(text, faults) for text in _list(given, "lines", faults))
    path = _template(given.get("path"), f"sidecars.{key}.path", faults)
    return Sidecar(key, path, str(given.get("kind")), lines)


def _line(text: Any, faults: list[str]) -> Template:
    return _template(text, "line", faults, line=True)


def _template(text: Any, where: str, faults: list[str], *, line: bool = False) -> Template:
    try:
        return read_template(text if isinstance(text, str) else "", line=line)
    except TemplateError as error:
        faults.append(f"{where}: {error}")
        return Template("", (), line)
