"""What the archive of a bundle holds, as RO-Crate: the record that its page has for search engines,
and its files.

RO-Crate wants every entity flat, so what a record nests is named and referred to. The description
stands beside the bundle's folder: inside it would change the folder's SWHID.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from sysbench_archive.derive.runs import CRATE
from sysbench_archive.model.base import StructuredData
from sysbench_archive.publish.output import json_bytes

Json = dict[str, Any]
"""An entity of a crate, whose format is not ours."""
_FORM = "https://w3id.org/ro/crate/1.1"
_ROOT = "./"
_ELSEWHERE = ("@context", "@type", "@id", "distribution", "creator", "license")
"""Properties of a record that a crate has in another form, or in its files."""
_KINDS = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".tsv": "text/tab-separated-values",
    ".yaml": "application/yaml",
}


def crate_of(
    bundle: str, described: StructuredData, files: Mapping[str, bytes]
) -> dict[str, bytes]:
    """The description of a bundle's archive by its name there; `files` is bytes by path."""
    parts = [_file(f"{bundle}/{path}", len(data)) for path, data in sorted(files.items())]
    entities: dict[str, Json] = {}
    root = {
        "@id": _ROOT,
        "@type": "Dataset",
        **{
            name: _flat(name, value, entities)
            for name, value in described.items()
            if name not in _ELSEWHERE
        },
        "author": _flat("author", described["creator"], entities),
        "license": [_license(address, entities) for address in described["license"]],
        "hasPart": [{"@id": part["@id"]} for part in parts],
    }
    about = {
        "@id": CRATE,
        "@type": "CreativeWork",
        "conformsTo": {"@id": _FORM},
        "about": {"@id": _ROOT},
    }
    graph = [about, root, *parts, *entities.values()]
    return {CRATE: json_bytes({"@context": f"{_FORM}/context", "@graph": graph})}


def _file(name: str, size: int) -> Json:
    kind = _KINDS.get(PurePosixPath(name).suffix, "text/plain")
    return {"@id": name, "@type": "File", "encodingFormat": kind, "contentSize": str(size)}


def _license(address: str, entities: dict[str, Json]) -> Json:
    name = PurePosixPath(address).stem
    entities[address] = {"@id": address, "@type": "CreativeWork", "name": name, "url": address}
    return {"@id": address}


def _flat(name: str, value: Any, entities: dict[str, Json]) -> Any:
    """A value with references in place of the entities in it, which are added."""
    if isinstance(value, list):
        return [_flat(name, each, entities) for each in value]
    if not isinstance(value, dict):
        return value
    own = {part: _flat(part, each, entities) for part, each in value.items()}
    key = value.get("@id") or f"#{name}-{len(entities) + 1}"
    entities[key] = {"@id": key, **own}
    return {"@id": key}
