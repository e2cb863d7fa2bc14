"""Curated comparisons: the front matter of `content/comparisons/*.md`.

Owns how a definition is read and whether what it names exists. The text below the front matter
is the analysis: Markdown, in which references to contrasts are filled in later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sysbench_archive.bundle.prose import Prose
from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.strict_yaml import ENCODING, Document, read_yaml
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.problems import Problem, Rule, got_expected

FOLDER = "content/comparisons"
_FENCE = b"---\n"
_STATING = ("title", "question", "summary")
"""Texts of the front matter that speak of figures, besides claims, which quote a source."""

FRONT_MATTER = Rule(
    "comparison-front-matter",
    "A curated comparison has no front matter.",
    "The front matter is the definition the page is computed from.",
    "begin the file with a line `---`, the definition, and another line `---`",
)
REFERENCE = Rule(
    "comparison-unknown",
    "A curated comparison names something that is not in the archive.",
    "The page would compare a server nobody ran.",
    "correct the name; a bundle's page lists its servers, workloads and metrics",
)
VANISHED = Rule(
    "comparison-vanished",
    "The address of a curated comparison is gone.",
    "Somebody may have linked to it; a published address is kept or redirected.",
    "restore the file, or list its old address in `aliases` of the comparison that replaces it",
)
RULES = (FRONT_MATTER, REFERENCE, VANISHED)


@dataclass(frozen=True, slots=True)
class BundleParts:
    """What a bundle offers to comparisons: ids of servers and workloads.

    Both are empty where the bundle itself has errors; then nothing is said of what names it.
    """

    servers: frozenset[str]
    workloads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Curated:
    """A definition by slug; None where `problems` is not empty."""

    slug: str
    definition: ComparisonDefinition | None
    problems: tuple[Problem, ...]
    prose: tuple[Prose, ...] = ()
    """The texts that state something, with their places; empty where `problems` is not."""


def addresses(slug: str, data: bytes) -> set[str]:
    """The addresses a comparison answers to: its own, and those it had before."""
    value = _document(data, slug).value
    aliases = value.get("aliases", ()) if isinstance(value, dict) else ()
    return {f"/comparisons/{slug}/", *(alias for alias in aliases if isinstance(alias, str))}


def vanished(before: Mapping[str, set[str]], after: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Addresses of comparisons that led somewhere before, and lead nowhere now."""
    kept = set().union(*after.values())
    for slug, known in sorted(before.items()):
        for address in sorted(known - kept):
            yield VANISHED.at(f"{FOLDER}/{slug}.md", f"nothing answers to {address} any more")


def read_curated(path: Path, label: str, known: Mapping[str, BundleParts]) -> Curated:
    """Read one definition; `known` holds every bundle that can be compared."""
    data = path.read_bytes()
    document = _document(data, label)
    if document.value is not None and not document.problems:
        document.problems += schema_problems(document, "comparison-1")
    if document.value is not None and not document.problems:
        document.problems += _unknown(document, known)
    document.problems += _encoding_problems(data, label)
    problems = tuple(sorted(set(document.problems)))
    if problems:
        return Curated(path.stem, None, problems)
    definition = msgspec.convert(document.value, ComparisonDefinition)
    start = _end_of_front_matter(data) + len(_FENCE) + 1
    definition = replace(definition, analysis=data[start:].decode("utf-8"))
    stated = [
        Prose(f"/{name}", document.line(f"/{name}"), document.value[name]) for name in _STATING
    ]
    analysis = Prose("", data.count(b"\n", 0, start) + 1, definition.analysis)
    return Curated(path.stem, definition, problems, (*stated, analysis))


def _encoding_problems(data: bytes, label: str) -> Iterator[Problem]:
    """Of the front matter YAML says it as well; the analysis nothing else reads so strictly."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}"
        yield ENCODING.at(label, got_expected("not UTF-8 text", byte, "UTF-8"), line=line)


def _end_of_front_matter(data: bytes) -> int:
    """Where the line before the closing fence ends; -1 where there is no front matter."""
    return data.find(b"\n---\n", 3) if data.startswith(_FENCE) else -1


def _document(data: bytes, label: str) -> Document:
    end = _end_of_front_matter(data)
    if end < 0:
        return Document(label, problems=[FRONT_MATTER.at(label, "no front matter", line=1)])
    # The fence stays in front, so that lines count as in the file.
    return read_yaml(data[: end + 1], label)


def _unknown(document: Document, known: Mapping[str, BundleParts]) -> Iterator[Problem]:
    value = document.value
    sides = [("/baseline", value["baseline"])]
    sides += [(f"/candidates/{i}", name) for i, name in enumerate(value["candidates"])]
    for pointer, name, kind, there in _mentions(value, sides, known):
        if (there or kind == "bundle") and name not in there:
            expected = f"one of {', '.join(sorted(there)[:8])}"
            message = got_expected(f"no such {kind}", name, expected)
            yield REFERENCE.at(document.path, message, pointer=pointer, line=document.line(pointer))


Mention = tuple[str, str, str, frozenset[str] | set[str]]


def _mentions(
    value: Mapping[str, Any],
    sides: list[tuple[str, str]],
    known: Mapping[str, BundleParts],
) -> Iterator[Mention]:
    """(pointer, name, what it names, what there is)."""
    for index, name in enumerate(value.get("bundles", ())):
        yield f"/bundles/{index}", name, "bundle", set(known)
    for index, panel in enumerate(value["panels"]):
        yield from _place(f"/panels/{index}", panel, known)
    yield from _sides(value, sides, known)
    for index, claim in enumerate(value.get("claims", ())):
        if "check" in claim:
            yield from _check(f"/claims/{index}/check", claim["check"], known)


def _sides(
    value: Mapping[str, Any],
    sides: list[tuple[str, str]],
    known: Mapping[str, BundleParts],
) -> Iterator[Mention]:
    """The baseline is in every panel's bundle, a candidate at least in one of them."""
    drawn = [panel["bundle"] for panel in value["panels"]] or value["bundles"][:1]
    drawn_servers = [known[name].servers for name in dict.fromkeys(drawn) if name in known]
    if not all(drawn_servers):
        return
    pointer, baseline = sides[0]
    yield from ((pointer, baseline, "server", servers) for servers in drawn_servers)
    together = frozenset().union(*drawn_servers)
    yield from ((pointer, name, "server", together) for pointer, name in sides[1:])


def _place(
    pointer: str, spec: Mapping[str, Any], known: Mapping[str, BundleParts]
) -> Iterator[Mention]:
    yield f"{pointer}/bundle", spec["bundle"], "bundle", set(known)
    if spec["bundle"] in known:
        yield (
            f"{pointer}/workload",
            spec["workload"],
            "workload",
            known[spec["bundle"]].workloads,
        )
    if "metric" in spec:
        yield f"{pointer}/metric", spec["metric"], "metric", set(METRICS)


def _check(
    pointer: str, spec: Mapping[str, Any], known: Mapping[str, BundleParts]
) -> Iterator[Mention]:
    yield from _place(pointer, spec, known)
    servers = known[spec["bundle"]].servers if spec["bundle"] in known else frozenset()
    for side in ("candidate", "baseline"):
        if side in spec and servers:
            yield f"{pointer}/{side}", spec[side], "server", servers
