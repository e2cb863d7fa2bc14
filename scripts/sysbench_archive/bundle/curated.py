"""Curated comparisons: the front matter of `content/comparisons/*.md`.

Owns how a definition is read and whether what it names exists. The text below the front matter
is the analysis: Markdown, in which references to contrasts are filled in later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.strict_yaml import Document, read_yaml, utf8_text
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import as_record
from sysbench_archive.model.curated import ClaimCheck, ComparisonDefinition, PanelDefinition, Prose
from sysbench_archive.problems import RULES, Problem, got_expected

FOLDER = "content/comparisons"
_FENCE = b"---\n"
_STATING = ("title", "question", "summary", "doubt")
"""Texts of the front matter that speak of figures, besides the notes of claims."""

FRONT_MATTER = RULES["comparison-front-matter"]
REFERENCE = RULES["comparison-unknown"]


@dataclass(frozen=True, slots=True)
class BundleParts:
    """What a bundle offers to comparisons: ids of servers and workloads.

    Both are empty where the bundle itself has errors; then nothing is said of what names it.
    """

    servers: frozenset[str] = frozenset()
    workloads: frozenset[str] = frozenset()


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
    value = front_matter(data, slug).value
    aliases = value.get("aliases", ()) if isinstance(value, dict) else ()
    return {f"/comparisons/{slug}/", *(alias for alias in aliases if isinstance(alias, str))}


def read_curated(path: Path, label: str, known: Mapping[str, BundleParts]) -> Curated:
    """Read one definition; `known` holds every bundle that can be compared."""
    data = path.read_bytes()
    document = front_matter(data, label)
    if document.value is not None and not document.problems:
        document.problems += schema_problems(document, "comparison-1")
    # Of the front matter YAML says it as well; the analysis nothing else reads so strictly.
    utf8_text(data, document)
    definition = None
    if document.value is not None and not document.problems:
        definition = as_record(document.value, ComparisonDefinition)
        document.problems += _unknown(document, definition, known)
    problems = tuple(sorted(set(document.problems)))
    if definition is None or problems:
        return Curated(path.stem, None, problems)
    start = _end_of_front_matter(data) + len(_FENCE) + 1
    definition = replace(definition, analysis=data[start:].decode("utf-8"))
    stated = [(f"/{n}", document.value[n]) for n in _STATING if n in document.value]
    for index, finding in enumerate(definition.findings):
        texts = {"text": finding.text, "cause": finding.cause, "advice": finding.advice}
        stated += [(f"/findings/{index}/{name}", text) for name, text in texts.items()]
    stated += [(f"/claims/{n}/note", claim.note) for n, claim in enumerate(definition.claims)]
    prose = [Prose(pointer, document.line(pointer), text) for pointer, text in stated if text]
    prose.append(Prose("", data.count(b"\n", 0, start) + 1, definition.analysis))
    return Curated(path.stem, definition, problems, tuple(prose))


def _end_of_front_matter(data: bytes) -> int:
    """Where the line before the closing fence ends; -1 where there is no front matter."""
    return data.find(b"\n---\n", 3) if data.startswith(_FENCE) else -1


def front_matter(data: bytes, label: str) -> Document:
    """What stands between the fences at the head of a page."""
    end = _end_of_front_matter(data)
    if end < 0:
        return Document(label, problems=[FRONT_MATTER.at(label, "no front matter", line=1)])
    # The fence stays in front, so that lines count as in the file.
    return read_yaml(data[: end + 1], label)


def _unknown(
    document: Document, definition: ComparisonDefinition, known: Mapping[str, BundleParts]
) -> Iterator[Problem]:
    for pointer, name, kind, there in _mentions(definition, known):
        if (there or kind == "bundle") and name not in there:
            expected = f"one of {', '.join(sorted(there)[:8])}"
            yield document.at(REFERENCE, got_expected(f"no such {kind}", name, expected), pointer)


_Mention = tuple[str, str, str, Collection[str]]
"""What a definition names: where, the name, what it is the name of, and all there are."""


def _mentions(
    definition: ComparisonDefinition, known: Mapping[str, BundleParts]
) -> Iterator[_Mention]:
    for index, name in enumerate(definition.bundles):
        yield f"/bundles/{index}", name, "bundle", known
    for index, panel in enumerate(definition.panels):
        yield from _place(f"/panels/{index}", panel, known)
    # The baseline is in every panel's bundle, a candidate at least in one of them.
    own = [panel for panel in definition.panels if not panel.baseline]
    drawn = [panel.bundle for panel in own] or definition.bundles[:1]
    drawn_servers = [known[name].servers for name in dict.fromkeys(drawn) if name in known]
    if all(drawn_servers):
        for servers in drawn_servers:
            yield "/baseline", definition.baseline, "server", servers
        together = frozenset().union(*drawn_servers)
        for index, name in enumerate(definition.candidates):
            yield f"/candidates/{index}", name, "server", together
    for index, claim in enumerate(definition.claims):
        if claim.check:
            yield from _place(f"/claims/{index}/check", claim.check, known)


def _place(
    pointer: str, named: PanelDefinition | ClaimCheck, known: Mapping[str, BundleParts]
) -> Iterator[_Mention]:
    parts = known.get(named.bundle, BundleParts(frozenset(), frozenset()))
    yield f"{pointer}/bundle", named.bundle, "bundle", known
    yield f"{pointer}/workload", named.workload, "workload", parts.workloads
    if named.metric:
        yield f"{pointer}/metric", named.metric, "metric", METRICS
    if isinstance(named, PanelDefinition):
        if named.baseline:
            yield f"{pointer}/baseline", named.baseline, "server", parts.servers
        for index, name in enumerate(named.candidates or ()):
            yield f"{pointer}/candidates/{index}", name, "server", parts.servers
    if isinstance(named, ClaimCheck):
        yield f"{pointer}/candidate", named.candidate, "server", parts.servers
        if named.baseline:
            yield f"{pointer}/baseline", named.baseline, "server", parts.servers
