"""The five ways in judge a log alike: `parse`, `check`, `import`, the issue form and `/check/`.

`logs/` stands for what public reports, threads and files show; `logs.tsv` says what becomes of
each: accepted, refused for what the log is, or refused for an answer that stands beside it.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from filled_in import body
from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.cli import main
from sysbench_archive.commands.intake import Issue, intake
from sysbench_archive.intake.document import Group, made_of
from sysbench_archive.intake.draft import draft_of
from sysbench_archive.intake.dropped import Dropped, bundle_problems
from sysbench_archive.problems import Problem, has_errors

LOGS = Path(__file__).parent / "logs"
TODAY = date(2026, 11, 24)
USUAL = "sysbench oltp_read_write --threads=16 --time=30 --report-interval=10 run"
FACTS = {
    "name": "Ada Example", "server": "MySQL 8.0.36", "machine": "kind: vm",
    "facts": "settings: defaults\nplacement: same-host", "disclosure": "none",
}  # fmt: skip
PRIVATE = {"private-host", "private-user", "private-address"}
"""What the other ways replace, and `check` refuses."""
LAYOUT = """
files: ["{name}.log"]
bundle:
  id: "2026-11-{name}"
  title: A log
  submitter: {name: Ada Example}
  disclosure: none
  license: CC0-1.0
  hosts: [{id: vm1, machine: unrecorded, kind: vm, cpu: unrecorded, memory: unrecorded,
    storage: unrecorded, os: unrecorded, kernel: unrecorded, arch: unrecorded, tuning: unrecorded}]
  server: {id: mysql, product: mysql, version: "VERSION", maturity: ga, regime: pinned,
    build: unrecorded, allocator: unrecorded, options: unrecorded}
  client: {id: local, sysbench: "{sysbench|unrecorded}", library: unrecorded,
    authentication_plugin: unrecorded, placement: same-host, transport: socket, tls: false}
  workload: {id: oltp, prepare: unrecorded, command: 'COMMAND', dataset: unrecorded}
  run: {id: "oltp-{report}", threads: "{threads}"}
"""


class Case(NamedTuple):
    """A row of the table."""

    log: str
    command: str
    version: str
    judged: str
    says: str
    figures: str

    @property
    def data(self) -> bytes:
        """Its bytes."""
        return (LOGS / self.log).read_bytes()

    @property
    def text(self) -> str:
        """What somebody pastes of it, or keeps in a bundle."""
        data = gzip.decompress(self.data) if self.log.endswith(".gz") else self.data
        return data.decode("utf-8", "replace").replace("\0", "")

    @property
    def answers(self) -> dict[str, str]:
        """What somebody states beside it."""
        return FACTS | ({"server": f"MySQL {self.version}"} if self.version else {})


def cases() -> list[Case]:
    with Path(__file__).with_name("logs.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Case(**(row | {"command": row["command"] or USUAL})) for row in rows]


Judgement = tuple[bool, str]
"""Whether the log is accepted, and all that is said of it."""


def told(problems: list[Problem]) -> str:
    return " ".join(problem.message for problem in problems)


def by_check(case: Case, _: Path) -> Judgement:
    group = Group("commands", "", {"log": "raw/output.txt"})
    answers = case.answers | {"commands": case.command}
    made = made_of({"log": case.text}, answers, [group], day="2026-11-24", notes="A log.")
    document: Any = read_yaml(made.files["bundle.yaml"], "").value
    if case.version:
        document["servers"][0]["version"] = case.version
    runs = [{k: v for k, v in run.items() if k != "failed"} for run in document["runs"]]
    place = {"server": document["servers"][0]["id"], "workload": document["workloads"][0]["id"]}
    runs = runs or [{"id": "r1", **place, "threads": 16, "file": "raw/output.txt"}]
    files = made.files | {"bundle.yaml": as_yaml(document | {"runs": runs}).encode()}
    files["raw/output.txt"] = case.text.encode()
    found = [p for p in bundle_problems(made.bundle, files, TODAY) if p.code not in PRIVATE]
    return not has_errors(found), told(found)


def by_import(case: Case, folder: Path) -> Judgement:
    (folder / "logs").mkdir()
    (folder / "logs" / "x.log").write_bytes(case.data)
    text = LAYOUT.replace("VERSION", case.version or "8.0.36")
    (folder / "layout.yaml").write_text(text.replace("COMMAND", case.command))
    words = ["import", str(folder / "layout.yaml"), str(folder / "logs"), "--copy", "--dry-run"]
    return main([*words, "--out", str(folder / "out"), "--day", "2026-11-24"]) == 0, ""


def by_form(case: Case, folder: Path) -> Judgement:
    text = body(server=case.answers["server"], commands=case.command, output=case.text)
    record = intake(Archive(folder), Issue(12, text, "ada"), TODAY)
    return record.bundle is not None, told(list(record.problems))


def by_page(case: Case, _: Path) -> Judgement:
    dropped = Dropped()
    dropped.add(case.log, case.data)
    reading = dropped.reading(TODAY)
    if not dropped.reports:
        return False, " ".join(reading.passed_over.values())
    answers = case.answers | {"commands-1": case.command}
    logs = {path: dropped.texts[path] for path in dropped.reports}
    draft = draft_of(logs, answers, TODAY)[0]
    remarks = [f"{r.fault} {' '.join(r.warnings)}" for r in reading.reports]
    unread = ["not understood" for report in reading.reports if report.unread]
    return draft.bundle != "", " ".join([told(draft.problems), *remarks, *unread])


WAYS: dict[str, Callable[[Case, Path], Judgement]] = {
    "check": by_check,
    "import": by_import,
    "form": by_form,
    "page": by_page,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.log} {case.judged}")
def test_a_log_is_judged_alike(
    case: Case, way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    accepted, said = WAYS[way](case, tmp_path)
    printed = capsys.readouterr()
    said = f"{said} {printed.out} {printed.err}"
    assert accepted == (case.judged == "accepted"), said
    assert case.says in said


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.log} {case.judged}")
def test_its_figures_are_those_that_stand_in_it(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["parse", str(LOGS / "base.txt")])
    (base,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    code = main(["parse", str(LOGS / case.log)])
    printed = capsys.readouterr()
    reports = [json.loads(line) for line in printed.out.splitlines()]
    assert code == (0 if reports else 1)
    if case.judged == "refused":
        assert case.says in printed.err
    if case.figures == "same":
        same = set(base) - {"source", "warnings"}
        assert [{name: r[name] for name in same} for r in reports] == [
            {name: base[name] for name in same}
        ]
    for pair in case.figures.split() if "=" in case.figures else ():
        name, _, value = pair.partition("=")
        assert [report[name] for report in reports] == [float(value)]


def test_every_log_is_in_the_table() -> None:
    assert {case.log for case in cases()} == {path.name for path in LOGS.iterdir()}


def test_standard_input_and_a_packed_log_are_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with (LOGS / "base.txt").open(encoding="utf-8") as log:
        monkeypatch.setattr("sys.stdin", log)
        assert main(["parse", "-", str(LOGS / "gzip.log.gz")]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first | {"source": ""} == second | {"source": ""}
