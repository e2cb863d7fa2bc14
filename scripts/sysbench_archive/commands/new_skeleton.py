"""The skeleton of a bundle for something published: bundle.yaml with a remark for every gap.

Pure text. Owns what is asked of a source; where nobody said, it stands as `unrecorded`, and a
comment says what would go there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.bundle.names import identifier
from sysbench_archive.model import PRODUCTS, UNRECORDED

GAP = "# to fill in:"
_HOST_FACTS = {
    "machine": "make and model, as the source calls it",
    "kind": "bare-metal, vm, container or cloud-instance",
    "cpu": "model, sockets, cores, threads, clock_mhz; rest: unrecorded",
    "memory": "size_mib; rest: unrecorded",
    "storage": "role, kind, model, count, filesystem of each device",
    "os": "distribution and release",
    "kernel": "what uname -r prints",
    "arch": "x86_64, aarch64",
    "tuning": "transparent_huge_pages, swappiness, selinux; rest: unrecorded",
}
_SERVER_FACTS = {
    "maturity": "milestone, beta, rc or ga",
    "regime": "defaults, or pinned where options were set deliberately",
    "build": "vendor, distribution, package; rest: unrecorded",
    "allocator": "glibc malloc, jemalloc, tcmalloc",
}
_CLIENT_FACTS = {
    "sysbench": "its version, in quotes",
    "library": "client library and version",
    "authentication_plugin": "plugin of the account",
    "placement": "same-host or other-host; with other-host also link",
    "transport": "socket or tcp",
    "tls": "true or false",
}
_COMMAND_FACTS = {
    "prepare": "the command that loaded the tables, as the source gives it",
    "command": "the command of the runs, with --threads=$threads; parameters are read from it",
}
_STATED = "tables, table_size, time: what the source says in words only, as {tables: 8}"
_DATASET_FACTS = {"dataset": "size_mib, residency; rest: unrecorded"}


@dataclass(frozen=True, slots=True)
class Server:
    """A product of the archive, its version, and the id it gets."""

    product: str
    version: str

    @property
    def id(self) -> str:
        """Product and version as an id."""
        return identifier(f"{self.product} {self.version}")


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is known of a publication. Empty text is what nobody stated."""

    title: str
    submitter: str
    disclosure: str
    license: str
    submitted: str
    evidence: str
    source_title: str
    author: str
    url: str
    published: str
    retrieved: str
    servers: tuple[Server, ...]
    workloads: tuple[str, ...]
    threads: tuple[int, ...]
    metrics: tuple[str, ...]


def bundle_text(sketch: Sketch) -> str:
    """bundle.yaml."""
    return "".join(f"{line}\n" for line in _lines(sketch))


def figures_text(sketch: Sketch) -> str:
    """figures.csv: a row for each run, its cells empty."""
    header = ",".join(["run", *sketch.metrics])
    rows = [f"{run}{',' * len(sketch.metrics)}" for run, *_ in _runs(sketch)]
    return "\n".join([header, *rows, ""])


def _lines(sketch: Sketch) -> Iterator[str]:
    yield "# yaml-language-server: $schema=../../../schema/bundle-1.schema.json"
    yield "schema: 1"
    yield from _field("title", sketch.title, "")
    yield from _field("submitted", sketch.submitted, "")
    yield "submitter:"
    yield from _field("  name", sketch.submitter, "")
    if sketch.disclosure == "none":
        yield "disclosure: none"
    else:
        yield "disclosure:"
        yield from _field("  employer", sketch.disclosure, "")
    yield from _field("license", sketch.license, "")
    yield from _field("evidence", sketch.evidence, "")
    yield from _source(sketch)
    yield from ("", "hosts:", "  - id: host-1", *_facts(_HOST_FACTS), "", "servers:")
    for server in sketch.servers:
        yield from _server(server)
    yield from ("", "clients:", "  - id: client-1", "    host: host-1", *_facts(_CLIENT_FACTS))
    yield from ("", "workloads:")
    for workload in sketch.workloads:
        yield from (f"  - id: {_plain(workload)}", f"    title: {_quoted(workload)}")
        yield from ("    client: client-1", *_facts(_COMMAND_FACTS))
        yield from (f"    {GAP} {_STATED}", "    stated_parameters: {}", *_facts(_DATASET_FACTS))
    yield from ("", "runs:")
    for run, ran, workload, threads in _runs(sketch):
        place = f"server: {ran}, workload: {_plain(workload)}, threads: {threads}"
        yield f"  - {{id: {run}, {place}}}"


def _source(sketch: Sketch) -> Iterator[str]:
    yield "source:"
    yield from _field("  title", sketch.source_title, "title of the publication")
    yield from _field("  author", sketch.author, "who wrote it")
    yield from _field("  url", sketch.url, "where it was published")
    yield from _field("  published", sketch.published, "day, month or year, in quotes")
    yield from _field("  retrieved", sketch.retrieved, "day the figures were taken, in quotes")


def _server(server: Server) -> Iterator[str]:
    yield f"  - id: {server.id}"
    yield f"    product: {server.product}"
    yield f"    version: {_quoted(server.version)}"
    yield from _facts(_SERVER_FACTS)
    yield "    host: host-1"
    yield from _field("    options", "", "each option the source states; options_basis beside it")


def _facts(names: dict[str, str]) -> Iterator[str]:
    for name, said in names.items():
        yield from _field(f"    {name}", "", said)


def _field(name: str, value: str, said: str) -> Iterator[str]:
    """The field; a remark above it where nobody stated it."""
    if not value and said:
        yield f"{name[: len(name) - len(name.lstrip())]}{GAP} {said}"
    yield f"{name}: {_quoted(value) if value else UNRECORDED}"


def _quoted(text: str) -> str:
    """Text as a double-quoted scalar: what JSON writes, YAML reads."""
    return json.dumps(text, ensure_ascii=False)


def _plain(workload: str) -> str:
    """A workload's id, quoted where YAML would take the word for something else."""
    name = identifier(workload)
    return name if "-" in name and name[0].isalpha() else _quoted(name)


def _runs(sketch: Sketch) -> Iterator[tuple[str, str, str, int]]:
    """(id, server, workload, threads) of every run."""
    for workload in sketch.workloads:
        for server in sketch.servers:
            for threads in sketch.threads:
                name = f"{identifier(workload)}-{server.id}-t{threads}"
                yield name, server.id, identifier(workload), threads


def server_of(text: str) -> Server | None:
    """`mysql 5.7.11` or `mariadb-10.11.6`; None where the product is not one of the archive."""
    match = re.fullmatch(r"\s*([a-z][a-z-]*?)[\s:=-]+v?([0-9][\w.+-]{0,40})\s*", text.lower())
    if match is None or match[1] not in PRODUCTS:
        return None
    return Server(match[1], match[2])


def repeated(names: Sequence[str]) -> list[str]:
    """Names that would have the same id."""
    ids = [identifier(name) for name in names]
    return sorted({name for name in ids if not name or ids.count(name) > 1})
