"""`new`: write the skeleton of a bundle for a published article or table.

What no option states is asked; what nobody answers is `unrecorded`, with a comment that says what
belongs there. An existing folder is never overwritten.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.files import replace_folder
from sysbench_archive.bundle.formatting import GAP, as_yaml
from sysbench_archive.bundle.references import MAX_ID, identifier, is_bundle_id
from sysbench_archive.bundle.schema import load_schema, unrecorded
from sysbench_archive.bundle.server_names import Server, server_of
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.commands.arguments import QUESTIONS, Question
from sysbench_archive.commands.checkout import archive_or_folder, today
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.bundle import UNRECORDED
from sysbench_archive.problems import UsageError, shown
from sysbench_archive.rules.text import ANONYMOUS

_HEAD = "# yaml-language-server: $schema=../../../schema/bundle-1.schema.json"
_SOURCE_FACTS = ("title", "author", "url", "published", "retrieved")
_DAY = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
_URL = re.compile(r"https?://[^\s<>\"]{1,400}")
_TEXT_LINE = re.compile(r"[^\x00-\x1f]{1,160}")
_THREADS = re.compile(r"[1-9][0-9]{0,5}(\s*,\s*[1-9][0-9]{0,5})*")
_REQUIRED_OPTIONS = ("title", "servers", "workloads")


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is known of a publication: the answers, empty where nobody answered."""

    stated: Mapping[str, str]
    submitted: str

    def names(self, option: str) -> list[str]:
        """The names of an answer with commas, blanks around them or not, each once."""
        return list(dict.fromkeys(name.strip() for name in self.stated[option].split(",")))

    @property
    def servers(self) -> list[Server]:
        """Servers, in order."""
        return [server for name in self.names("servers") if (server := server_of(name))]

    def runs(self) -> Iterator[tuple[str, str, str, int]]:
        """(id, server, workload, threads) of every run."""
        for workload in map(identifier, self.names("workloads")):
            for server in self.servers:
                for threads in sorted(set(map(int, self.names("threads")))):
                    yield f"{workload}-{server.id}-t{threads}", server.id, workload, threads


def bundle_text(sketch: Sketch) -> str:
    """bundle.yaml."""
    return f"{_HEAD}\n{as_yaml(*document_of(sketch))}"


def figures_text(sketch: Sketch) -> str:
    """figures.csv: a row for each run, its cells empty."""
    metrics = sketch.names("metrics")
    rows = [f"{run}{',' * len(metrics)}" for run, *_ in sketch.runs()]
    return "\n".join([",".join(["run", *metrics]), *rows, ""])


def document_of(sketch: Sketch) -> tuple[dict[str, Any], dict[str, str]]:
    """The document, and by JSON pointer a remark for every gap in it, in the schema's words."""
    remarks: dict[str, str] = {}
    schema = load_schema("bundle-1")

    def gap(place: str, part: str, name: str) -> None:
        kind = schema["$defs"].get(part) or schema["properties"][part]
        remarks[f"{place}/{name}"] = f"{GAP} {_hint(kind['properties'][name])}"

    def asked(place: str, part: str, *but: str) -> dict[str, Any]:
        """What a part of the bundle must state besides these, all of it to fill in."""
        facts = unrecorded(part, "id", *but)
        for name in facts:
            gap(place, part, name)
        return facts

    stated, workloads = sketch.stated, sketch.names("workloads")
    stake: Any = {"employer": stated["disclosure"] or UNRECORDED}
    source = {name: stated[name] for name in _SOURCE_FACTS} | {"title": stated["source_title"]}
    for name in [name for name, text in source.items() if not text]:
        gap("/source", "source", name)
    for number in range(len(workloads)):
        gap(f"/workloads/{number}", "workload", "stated_parameters")
    document = {
        "schema": 1,
        "title": stated["title"],
        "submitted": sketch.submitted,
        "submitter": {"name": stated["submitter"] or ANONYMOUS},
        "disclosure": "none" if stated["disclosure"] == "none" else stake,
        "license": stated["license"],
        "evidence": stated["evidence"],
        "source": {name: text or UNRECORDED for name, text in source.items()},
        "hosts": [{"id": "host-1", **asked("/hosts/0", "host")}],
        "servers": [
            {"id": server.id, "product": server.product, "version": server.version}
            | {"host": "host-1"}
            | asked(f"/servers/{number}", "server", "product", "version", "host")
            for number, server in enumerate(sketch.servers)
        ],
        "clients": [{"id": "client-1", "host": "host-1", **asked("/clients/0", "client")}],
        "workloads": [
            {"id": identifier(name), "title": name, "client": "client-1", "stated_parameters": {}}
            | asked(f"/workloads/{number}", "workload", "client")
            for number, name in enumerate(workloads)
        ],
        "runs": [
            {"id": run, "server": server, "workload": workload, "threads": threads}
            for run, server, workload, threads in sketch.runs()
        ],
    }
    return document, remarks


def _hint(field: Mapping[str, Any]) -> str:
    """What belongs into a field, by its description; then its words, or an example."""
    kinds = [*field.get("anyOf", ()), field]
    words = next((kind["enum"] for kind in kinds if "enum" in kind), field["examples"][:1])
    # What begins with a digit is quoted: a version or a day is text.
    told = (w if isinstance(w, str) and w[0].isalpha() else json.dumps(w) for w in words)
    return f"{field['description'].rstrip('.')}, as {', '.join(told)}"


def repeated(names: Sequence[str]) -> list[str]:
    """Names that would have the same id."""
    ids = [identifier(name) for name in names]
    return sorted({name for name in ids if not name or ids.count(name) > 1})


def _all_servers(text: str) -> bool:
    found = [server_of(word) for word in text.split(",")]
    return all(found) and not repeated([server.id for server in found if server])


_FITS: Mapping[str, Callable[[str], object]] = {
    "url": _URL.fullmatch,
    "published": _DAY.fullmatch,
    "retrieved": _DAY.fullmatch,
    "evidence": re.compile("published-(table|text)").fullmatch,
    "servers": _all_servers,
    "workloads": lambda text: not repeated(text.split(",")),
    "threads": _THREADS.fullmatch,
    "metrics": lambda text: {name.strip() for name in text.split(",")} <= METRICS.keys(),
}
"""Which answers count, of questions that take no line of text."""


def answers(arguments: Arguments, person: Terminal) -> dict[str, str]:
    """An answer to every question; one that is wrong is asked for again, the others are kept.

    UsageError names every one that is wrong or missing where nobody is there.
    """
    found, faults = {}, []
    for question in QUESTIONS:
        given = getattr(arguments, question.option)
        text = person.ask(question.asked, question.otherwise) if given is None else given
        while (fault := _fault(question, text)) and person.is_answered:
            person.say(fault)
            text = person.ask(question.asked, question.otherwise)
        found[question.option] = text.strip() or question.otherwise
        faults += [fault] if fault else []
    if faults:
        raise UsageError("\n  ".join(["the bundle cannot be sketched", *faults]))
    return found


def _fault(question: Question, stated: str) -> str:
    """What is wrong with an answer, "" where it counts."""
    text = stated.strip() or question.otherwise
    wrong = bool(text) and not _FITS.get(question.option, _TEXT_LINE.fullmatch)(text)
    if not wrong and (text or question.option not in _REQUIRED_OPTIONS):
        return ""
    got = shown(text) if text else "nothing"
    return f"--{question.option}: got {got}, expected {question.expected}"


def repeatable(found: Mapping[str, str]) -> str:
    """The command that gives these answers."""
    stated = (f"--{name}={text}" for name, text in found.items() if text)
    return shlex.join(["sysbench-archive", "new", *stated])


def bundle_id(given: str | None, title: str, published: str, servers: Sequence[Server]) -> str:
    """The folder's name: as given, or month of publication and the title's words."""
    if given:
        return given
    month = f"{published}-01"[:7] if published else today().isoformat()[:7]
    words = identifier(title) or "-".join(server.id for server in servers)
    return f"{month}-{words}"[:MAX_ID].rstrip("-")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_or_folder()
    with Terminal(ask=not arguments.yes) as terminal:
        found = answers(arguments, terminal)
        asked = terminal.is_answered
    try:
        answer(_write_skeleton(archive, found, arguments))
    except UsageError as error:
        # What somebody typed is not typed twice.
        again = f"\n  the same answers again: {repeatable(found)}" if asked else ""
        raise UsageError(f"{error}{again}") from None
    return CLEAN


def _write_skeleton(archive: Archive, found: dict[str, str], arguments: Arguments) -> str:
    """Write both files at once, or nothing: what to do next. UsageError where the folder exists."""
    further = {"license": arguments.license, "source_title": arguments.source_title or ""}
    sketch = Sketch(found | further, today().isoformat())
    name = bundle_id(arguments.id, found["title"], found["published"], sketch.servers)
    if not is_bundle_id(name):
        raise UsageError(f"--id: got {name!r}, expected yyyy-mm-slug, at most {MAX_ID} characters")
    folder = (archive.results if archive.is_checkout else archive.root) / name
    if folder.exists():
        raise UsageError(f"{folder} exists; name another --id, or edit what is there")
    text = bundle_text(sketch)
    files = {"bundle.yaml": text.encode(), "figures.csv": figures_text(sketch).encode()}
    replace_folder(folder, files)
    return (
        f"wrote {archive.label(folder)}: {text.count(GAP)} places to fill in are marked `{GAP}` in"
        " bundle.yaml, and the figures in figures.csv\n"
        "next: fill them in and remove each mark; then"
        f" `sysbench-archive check {archive.label(folder)}`,"
        f" then `sysbench-archive submit {name}`"
    )
