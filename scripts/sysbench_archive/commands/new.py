"""`new`: the skeleton of a bundle for a published article or table.

Owns the questions. Whatever an option says is not asked; what nobody answers stands as
`unrecorded`. Refuses to write over anything.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.bundle.names import MAX_ID, identifier, is_bundle_id
from sysbench_archive.commands.new_skeleton import (
    GAP,
    Server,
    Sketch,
    bundle_text,
    figures_text,
    repeated,
    server_of,
)
from sysbench_archive.commands.terminal import Terminal
from sysbench_archive.commands.verb import (
    CLEAN,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
    today,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model import PRODUCTS
from sysbench_archive.rules.placeholders import ANONYMOUS

_DAY = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
_URL = re.compile(r"https?://[^\s<>\"]{1,400}")
_LINE = re.compile(r"[^\x00-\x1f]{1,160}")
_THREADS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*")


@dataclass(frozen=True, slots=True)
class Question:
    """An option that is asked for where it is not given; `fits` says which answers count."""

    option: str
    asked: str
    otherwise: str
    fits: Callable[[str], object]
    expected: str


QUESTIONS = (
    Question("title", "title of the bundle", "", _LINE.fullmatch, "a line of text"),
    Question("author", "author of the publication", "", _LINE.fullmatch, "a line of text"),
    Question("url", "its address", "", _URL.fullmatch, "http(s)://…"),
    Question("published", "when it was published", "", _DAY.fullmatch, "yyyy, yyyy-mm or a day"),
    Question("retrieved", "when you read it", "", _DAY.fullmatch, "yyyy-mm-dd"),
    Question(
        "evidence", "published-table or published-text", "published-table",
        re.compile("published-(table|text)").fullmatch,
        "published-table or published-text; for output use `capture` or `import`",
    ),
    Question(
        "servers", "products and versions, with commas, as mysql 5.7.11, mariadb 10.11.6", "",
        lambda text: all(map(server_of, text.split(","))),
        f"a product ({', '.join(PRODUCTS)}) and its version, each",
    ),
    Question(
        "workloads", "workloads, with commas", "", lambda text: not repeated(text.split(",")),
        "names, each once",
    ),
    Question("threads", "thread counts, with commas", "1", _THREADS.fullmatch, "numbers"),
    Question(
        "metrics", "what the figures are, with commas", "tps",
        lambda text: set(text.split(",")) <= METRICS.keys(), f"of {', '.join(METRICS)}",
    ),
    Question("submitter", "who submits it", ANONYMOUS, _LINE.fullmatch, "a line of text"),
    Question("disclosure", "your interest in the result", "none", _LINE.fullmatch, "a line"),
)  # fmt: skip
_NEEDED = ("title", "servers", "workloads")


def answers(arguments: Arguments, ask: Callable[[str, str], str]) -> dict[str, str]:
    """An answer to every question. UsageError names every one that is wrong or missing."""
    found, faults = {}, []
    for question in QUESTIONS:
        given = getattr(arguments, question.option)
        text = ask(question.asked, question.otherwise) if given is None else given
        found[question.option] = text.strip()
        wrong = bool(text.strip()) and not question.fits(text.strip())
        if wrong or (question.option in _NEEDED and not text.strip()):
            got = repr(text) if text else "nothing"
            faults.append(f"--{question.option}: got {got}, expected {question.expected}")
    if faults:
        raise UsageError("\n  ".join(["the bundle cannot be sketched", *faults]))
    return found


def sketch_of(found: dict[str, str], arguments: Arguments, day: str) -> Sketch:
    """What the answers say."""
    servers = tuple(s for text in found["servers"].split(",") if (s := server_of(text)))
    if doubled := repeated([server.id for server in servers]):
        raise UsageError(f"--servers: {', '.join(doubled)} stands there twice")
    return Sketch(
        title=found["title"],
        submitter=found["submitter"],
        disclosure=found["disclosure"],
        license=arguments.license,
        submitted=day,
        evidence=found["evidence"],
        source_title=arguments.source_title or "",
        author=found["author"],
        url=found["url"],
        published=found["published"],
        retrieved=found["retrieved"],
        servers=servers,
        workloads=tuple(name.strip() for name in found["workloads"].split(",")),
        threads=tuple(sorted({int(word) for word in found["threads"].split(",")})),
        metrics=tuple(dict.fromkeys(found["metrics"].split(","))),
    )


def bundle_id(given: str | None, title: str, published: str, servers: Sequence[Server]) -> str:
    """The folder's name: as given, or month of publication and the title's words."""
    if given:
        return given
    month = f"{published}-01"[:7] if published else today().isoformat()[:7]
    words = identifier(title) or "-".join(server.id for server in servers)
    return f"{month}-{words}"[:MAX_ID].rstrip("-")


def write(folder: Path, sketch: Sketch) -> None:
    """Write both files at once, or nothing. UsageError where the folder exists."""
    if folder.exists():
        raise UsageError(f"{folder} exists; name another --id, or edit what is there")
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    (partial / "bundle.yaml").write_text(bundle_text(sketch), encoding="utf-8")
    (partial / "figures.csv").write_text(figures_text(sketch), encoding="utf-8")
    partial.rename(folder)


def _takes(parser: argparse.ArgumentParser) -> None:
    for question in QUESTIONS:
        said = f"{question.asked} ({question.expected})".replace("%", "%%")
        parser.add_argument(f"--{question.option}", help=said)
    parser.add_argument("--source-title", help="title of the publication")
    parser.add_argument("--license", default="CC0-1.0", help="licence of the data")
    parser.add_argument("--id", help="name of the bundle: yyyy-mm-slug")
    parser.add_argument("--yes", action="store_true", help="ask nothing")


def _run(arguments: Arguments) -> int:
    archive = archive_here()
    with Terminal(1, ask=not arguments.yes) as terminal:
        found = answers(arguments, terminal.ask)
    sketch = sketch_of(found, arguments, today().isoformat())
    name = bundle_id(arguments.id, sketch.title, sketch.published, sketch.servers)
    if not is_bundle_id(name):
        raise UsageError(f"--id: got {name!r}, expected yyyy-mm-slug, at most {MAX_ID} characters")
    folder = archive.results / name
    write(folder, sketch)
    gaps = bundle_text(sketch).count(GAP)
    answer(
        f"wrote {archive.label(folder)}: {gaps} places to fill in are marked `{GAP}` in"
        " bundle.yaml, and the figures in figures.csv\n"
        f"next: `sysbench-archive check {archive.label(folder)}`,"
        f" then `sysbench-archive submit {name}`"
    )
    return CLEAN


VERB = Verb("write the skeleton of a bundle for something published", _takes, _run)
