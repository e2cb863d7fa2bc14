"""Nothing of 2,000 planted secrets survives where text comes in, and `submit` refuses each.

`SYSBENCH_ARCHIVE_PLANTED` plants another number of forms in each of the four. Of the kinds of
`kinds.tsv` each way in gets some, after `test_kinds.py` looked for all of them at once.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from kinds import hidden

from filled_in import body
from planted_secrets import Planted, planted
from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.load import assemble
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.capture.opening import redact_known, redact_variables
from sysbench_archive.commands.intake import Issue, bundle_of
from sysbench_archive.importers.layout import Layout, read_layout
from sysbench_archive.importers.sources import Source
from sysbench_archive.importers.writing import ImportOptions, import_all
from sysbench_archive.intake.draft import draft_of
from sysbench_archive.model.bundle import BundleFile
from sysbench_archive.problems import has_errors
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.rules.catalogue import check_bundle

TESTS = Path(__file__).parents[1]
SOUND = TESTS / "rules/file-mode/pass/2026-01-raw-output"
COUNT = int(os.environ.get("SYSBENCH_ARCHIVE_PLANTED", "2000")) // 4
SEEDS = {"intake": 1, "capture": 2, "import": 3, "submit": 4, "/check/": 5}
SAMPLE = 125
REPORT = (SOUND / "raw/t1.txt").read_text()
COMMAND = "sysbench oltp_read_only --table-size=1000 --time=10 --threads=1 run"

Published = Iterator[str]


class Bytes(Source):
    """A source out of nothing but bytes."""

    def read(self, path: str) -> bytes:
        found = self.files[path]
        assert isinstance(found, bytes)
        return found


def in_one_line(line: str) -> str:
    return line.replace("\n", " ").replace("\t", " ").strip()


def intake(form: Planted, place: int) -> Published:
    """Every field of the form that takes text, one after another."""
    line = in_one_line(form.line)
    ways = (
        ("output", f"{form.line}\n{REPORT}"),
        ("facts", f"notes: {line}"),
        ("commands", line if line.startswith("sysbench ") else f"{line}; {COMMAND}"),
        ("commands", f"{line}\n{COMMAND}"),
        ("facts", f"init_connect = {line}"),
        ("machine", as_yaml({"kind": "vm", "machine": line})),
        ("disclosure", line),
        ("machine", as_yaml({"kind": "vm", "os": line})),
    )
    name, text = ways[place % len(ways)]
    made = bundle_of(Issue(12, body(**{name: text})), "2026-11-20")
    yield from (data.decode() for data in made.files.values() if not made.problems)


def capture(form: Planted, place: int) -> Published:
    """Output, a variable, an attachment, and what the operator says."""
    redactor = Redactor()
    if place % 4 == 0:
        yield redactor.clean(f"{form.line}\n{REPORT}")
    elif place % 4 == 1:
        yield redact_variables([("init_connect", form.line), ("port", "3306")], redactor)
    elif place % 4 == 2:
        yield redactor.clean(f"[mysqld]\n# {in_one_line(form.line)}\n{form.line}\n")
    else:
        document = {"title": "x", "campaign": {"notes": f"{form.line}\nmore"}}
        yield str(redact_known(document, redactor))


def check_page(form: Planted, place: int) -> Published:
    """A log that is dropped, and what is answered beside it."""
    line = in_one_line(form.line)
    answers = {
        "name": "Ada Example", "server": "MariaDB 10.11.6", "machine": "kind: vm",
        "disclosure": "none", "commands-1": COMMAND,
    }  # fmt: skip
    log = f"{form.line}\n{REPORT}" if place % 2 else REPORT
    if place % 4 == 0:
        answers["commands-1"] = f"{line}\n{COMMAND}"
    elif place % 2 == 0:
        answers["machine"] = as_yaml({"machine": line})
    draft, files = draft_of({"x.log": log.encode()}, answers, date(2026, 11, 20))
    yield draft.title
    yield from (data.decode() for data in files.values())


@cache
def layout_and_logs() -> tuple[Layout, Mapping[str, bytes], str]:
    tree = TESTS / "importers/cases/repeated-runs/tree"
    files = {
        p.relative_to(tree).as_posix(): p.read_bytes()
        for p in sorted(tree.rglob("*"))
        if p.is_file()
    }
    layout = read_layout("repeated-runs", tree.parent / "facts.yaml")
    return layout, files, next(path for path in files if path.endswith(".txt"))


def imported(form: Planted, place: int) -> Published:
    """A log that is copied, or a fact beside it."""
    layout, files, log = layout_and_logs()
    tree = dict(files) | {log: f"{form.line}\n".encode() + files[log]}
    source = Bytes(tree, None, "https://example.org/results", "0" * 40)  # type: ignore[arg-type]
    found = import_all(
        source,
        layout,
        ImportOptions("2026-11-20", copy=True, command=in_one_line(form.line) if place % 2 else ""),
        published=lambda *_: None,
        watch=lambda _: None,
    )
    assert found.bundles
    for bundle in found.bundles.values():
        yield from (data.decode() for data in bundle.values())


ROUTES: Mapping[str, Callable[[Planted, int], Published]] = {
    "intake": intake,
    "capture": capture,
    "import": imported,
    "/check/": check_page,
}


def survivors(route: str, forms: Iterable[Planted]) -> list[tuple[str, str]]:
    return [
        (form.spelling, form.line)
        for place, form in enumerate(forms)
        for text in ROUTES[route](form, place // 7 + place)
        if any(secret in text for secret in form.secrets)
    ]


def of_kinds(seed: int) -> Iterator[Planted]:
    return (Planted(*form) for form in hidden(SAMPLE, seed))


@pytest.mark.parametrize("route", ROUTES)
def test_no_planted_secret_is_published(route: str) -> None:
    assert survivors(route, planted(COUNT, SEEDS[route])) == []


@pytest.mark.parametrize("route", ROUTES)
def test_no_secret_of_any_kind_is_published(route: str) -> None:
    assert survivors(route, of_kinds(SEEDS[route])) == []


def contributed(form: Planted, place: int) -> Folder:
    """The files of a bundle somebody wrote by hand, with a secret in one place."""
    folder = read_folder(SOUND, "x")
    files = dict(folder.files)
    document = read_yaml(files["bundle.yaml"].data, "").value
    assert isinstance(document, dict)
    line, kind = form.line, place % 6
    if kind == 0:
        files["raw/t1.txt"] = _file("raw/t1.txt", f"{line}\n{REPORT}")
    elif kind == 1:
        files["config/my.cnf"] = _file("config/my.cnf", f"[mysqld]\n{line}\n")
        document["attachments"] = [{"file": "config/my.cnf", "description": "options"}]
    elif kind == 2:
        document["notes"] = f"{line}\n"
    elif kind == 3:
        document["workloads"][0]["prepare"] = f"{in_one_line(line)}; {COMMAND[:-3]}prepare"
    elif kind == 4:
        document["servers"][0]["options"] = {"init_connect": in_one_line(line)}
    else:
        document["runs"][0]["notes"] = in_one_line(line)
    files["bundle.yaml"] = _file("bundle.yaml", as_yaml(document))
    return Folder(files, folder.problems)


def _file(path: str, text: str) -> BundleFile:
    data = text.encode()
    return BundleFile(path, data, hashlib.sha256(data).hexdigest(), "")


@pytest.mark.parametrize("forms", ["spellings", "kinds"])
def test_every_planted_secret_keeps_a_bundle_from_being_submitted(forms: str) -> None:
    accepted = []
    seed = SEEDS["submit"]
    for place, form in enumerate(planted(COUNT, seed) if forms == "spellings" else of_kinds(seed)):
        loaded = assemble("2026-01-raw-output", "x", contributed(form, place // 7 + place))
        problems = list(loaded.problems)
        if loaded.bundle:
            problems += check_bundle(loaded.bundle, None)
        if not has_errors(p for p in problems if p.code.startswith("private-")):
            accepted.append((form.spelling, form.line, place % 6, problems[:1]))
    assert accepted == []
