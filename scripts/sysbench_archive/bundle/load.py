"""The sole reader of bundles: a folder in, a `Bundle` or its problems out.

Owns the order in which a bundle is read. A bundle whose files, YAML, schema or names are wrong
has no model; everything wrong is told at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.bundle.assembly import assembled
from sysbench_archive.bundle.files import AUTHORED, BundleFile, Folder, read_folder
from sysbench_archive.bundle.flood import bounded
from sysbench_archive.bundle.form import form_problems
from sysbench_archive.bundle.names import is_bundle_id
from sysbench_archive.bundle.references import reference_problems
from sysbench_archive.bundle.schema import VERSION, schema_problems
from sysbench_archive.bundle.strict_yaml import Document, read_yaml
from sysbench_archive.model import Bundle
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.redaction.findings import file_problems

ID = Rule(
    "bundle-id",
    "The bundle's folder is not named yyyy-mm-slug.",
    "The name is the bundle's permanent address.",
    "rename the folder: year, month and a few words, in lower case with hyphens",
)
ABSENT = Rule(
    "bundle-missing",
    "The folder holds no bundle.yaml.",
    "Evidence without a description of what produced it cannot be compared with anything.",
    "add bundle.yaml; CONTRIBUTING.md shows the smallest one",
)
RULES = (ID, ABSENT)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A bundle, or None, with everything that is wrong so far. `id` is the folder's name."""

    id: str
    bundle: Bundle | None
    problems: tuple[Problem, ...]


def load_bundle(folder: Path, label: str) -> Loaded:
    """Read the bundle in a folder; `label` is how messages name the folder."""
    return assemble(folder.name, label, read_folder(folder, label))


def assemble(name: str, label: str, files: Folder) -> Loaded:
    """The bundle of that name out of the files of its folder."""
    problems = list(files.problems)
    if not is_bundle_id(name):
        problems.append(ID.at(label, got_expected("bad name", name, "yyyy-mm-slug")))
    for path, file in files.files.items():
        if path not in AUTHORED:
            problems += file_problems(file.data, f"{label}/{path}")
    document = _document(files.files, f"{label}/bundle.yaml")
    problems += document.problems
    if document.value is None or document.problems:
        return Loaded(name, None, tuple(bounded(problems, label)))
    digests = {path: file.sha256 for path, file in files.files.items()}
    problems += form_problems(document, files.files["bundle.yaml"].data, digests)
    bundle, faults = assembled(name, label, document, files.files)
    return Loaded(name, bundle, tuple(bounded([*problems, *faults], label)))


def _document(files: Mapping[str, BundleFile], path: str) -> Document:
    if "bundle.yaml" not in files:
        return Document(path, problems=[ABSENT.at(path, "no such file")])
    document = read_yaml(files["bundle.yaml"].data, path)
    if document.problems:
        return document
    version = document.value.get("schema") if isinstance(document.value, dict) else None
    if version != 1 or isinstance(version, bool):
        message = got_expected("unknown schema version", version, "1")
        document.complain(VERSION, message, "/schema", document.line("/schema"))
        return document
    document.problems += schema_problems(document, "bundle-1")
    if not document.problems:
        document.problems += reference_problems(document)
    return document
