"""What the publication record keeps of a bundle, and its parts' identifiers in their context.

Owns the step from model to `Identity`, and qualified SWHIDs: those that also say in which folder
a file lies, and which lines of it are meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sysbench_archive.bundle.facts import stated
from sysbench_archive.derive.results import bundle_swhid
from sysbench_archive.ledger import Identity, figures_digest
from sysbench_archive.model import Bundle

Record = dict[str, Any]


def identity_of(bundle: Bundle, comparisons: Iterable[Mapping[str, Any]]) -> Identity:
    """The identity of a bundle; `comparisons` are the records of its matrix comparisons."""
    return Identity(
        swhid=bundle_swhid(bundle),
        figures_sha256=figures_digest(bundle),
        title=bundle.title,
        runs=tuple(run.id for run in bundle.runs),
        authors="; ".join(authors(bundle.facts)),
        comparisons=tuple(c["slug"].removeprefix(f"{bundle.id}--") for c in comparisons),
    )


def authors(facts: Mapping[str, Any]) -> list[str]:
    """Whom to name: who submitted the bundle, and who wrote the source it is taken from."""
    submitter = facts["submitter"]
    names = [submitter["name"], stated(facts.get("source", {}).get("author"))]
    return list(dict.fromkeys(" ".join(str(name).split()) for name in names if name))


def identified(result: Mapping[str, Any]) -> Record:
    """A result record whose files and runs carry SWHIDs with their context (ISO/IEC 18670)."""
    files = [in_context(file, result["swhid"]) for file in result["files"]]
    known = {file["path"]: file["swhid_in_context"] for file in files}
    return {**result, "files": files, "runs": [_run(run, known) for run in result["runs"]]}


def in_context(file: Mapping[str, Any], folder: str) -> Record:
    """A file record with its SWHID qualified by the folder it lies in and its path there."""
    qualified = f"{file['swhid']};anchor={folder};path=/{file['path']}"
    return {**file, "swhid_in_context": qualified}


def _run(run: Record, known: Mapping[str, str]) -> Record:
    evidence = run["evidence"]
    if evidence["file"] not in known:
        return run
    lines = f";lines={evidence['first_line']}-{evidence['last_line']}"
    qualified = known[evidence["file"]] + (lines if evidence["first_line"] else "")
    return {**run, "evidence": {**evidence, "swhid": qualified}}


def by_hand(folder: str, swhid: str) -> dict[str, str]:
    """How to check the identity of a folder with git alone: a command and what it prints."""
    tree = swhid.rpartition(":")[2]
    return {
        "command": f"git ls-tree HEAD {folder}",
        "expected": f"040000 tree {tree}\t{folder}",
    }
