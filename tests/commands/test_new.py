"""A skeleton passes the schema whatever was answered, marks its gaps, and writes over nothing."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.formatting import GAP
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.server_names import Server, server_of
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.cli import main
from sysbench_archive.commands import arguments, new
from sysbench_archive.commands.new import Sketch, bundle_text, figures_text
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.problems import UsageError

lines = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=100)
names = st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True)


def sketch(**more: str) -> Sketch:
    found = {
        "title": "A table", "submitter": "Ada Example", "disclosure": "none",
        "evidence": "published-table", "author": "", "url": "", "published": "", "retrieved": "",
        "servers": "mysql 5.7.11, mariadb 10.11.6", "workloads": "oltp_read_only, OLTP read-write",
        "threads": "1,64", "metrics": "tps",
    }  # fmt: skip
    rest = {"license": "CC0-1.0", "source_title": ""}
    return Sketch(found | rest | more, "2026-01-05")


def test_a_skeleton_fits_the_schema_and_marks_every_gap() -> None:
    text = bundle_text(sketch())
    document = read_yaml(text.encode(), "bundle.yaml")
    assert not document.problems
    assert not schema_problems(document, "bundle-1")
    assert len(document.value["runs"]) == 8
    shown = text.splitlines()
    gaps = {number for number, line in enumerate(shown) if line.endswith(_OPEN) and GAP not in line}
    assert {number + 1 for number, line in enumerate(shown) if GAP in line} == gaps


def test_every_run_has_a_row_to_fill_in() -> None:
    rows = figures_text(sketch(metrics="tps, qps")).splitlines()
    assert rows[0] == "run,tps,qps"
    assert rows[1] == "oltp-read-only-mysql-5-7-11-t1,,"
    assert len(rows) == 9


@given(lines, lines, names, st.sampled_from(["none", "An employer"]))
def test_any_answer_gives_a_document_that_says_it(
    title: str, author: str, workload: str, stake: str
) -> None:
    made = bundle_text(sketch(title=title, author=author, workloads=workload, disclosure=stake))
    document = read_yaml(made.encode(), "bundle.yaml")
    assert not document.problems
    assert document.value["title"] == title
    assert document.value["source"]["author"] == author
    assert not [p for p in schema_problems(document, "bundle-1") if "title" not in p.pointer]


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("mysql 5.7.11", Server("mysql", "5.7.11")),
        (" MariaDB-10.11.6 ", Server("mariadb", "10.11.6")),
        ("percona-server:8.0.36-28", Server("percona-server", "8.0.36-28")),
        ("postgres 16", None),
        ("mysql", None),
        ("mysql 5.7: x", None),
        ("11.8.6-MariaDB-0+deb13u1 from Debian", Server("mariadb", "11.8.6")),
        ("mariadb 11.8.6-MariaDB-0+deb13u1 from Debian", Server("mariadb", "11.8.6")),
        ("10.11.6-MariaDB-1:10.11.6+maria~deb12", Server("mariadb", "10.11.6")),
        ("mysql 8.0.45-0ubuntu0.22.04.1", Server("mysql", "8.0.45")),
        ("8.4.3 MySQL Community Server - GPL", Server("mysql", "8.4.3")),
        ("8.0.36-28 Percona Server (GPL)", Server("percona-server", "8.0.36-28")),
        ("mysql 8.0.0-dmr", Server("mysql", "8.0.0-dmr")),
        ("mysql 11.8.6-MariaDB-0+deb13u1 from Debian", None),
        ("8.4.3", None),
    ],
)
def test_a_server_is_a_product_and_a_version(text: str, server: Server | None) -> None:
    assert server_of(text) == server


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    (tmp_path / "schema").mkdir()
    (tmp_path / "schema" / "bundle-1.schema.json").touch()
    monkeypatch.chdir(tmp_path)
    return Archive(tmp_path)


_OPEN = (": unrecorded", ": {}")
WORDS = (
    "new", "--yes", "--title=Read-only on two versions", "--servers=mysql 5.6.10,mysql 5.7.11",
    "--workloads=oltp_read_only", "--threads=1,8", "--published=2016-04", "--submitter=Ada Example",
)  # fmt: skip


def test_one_command_writes_a_folder_once(checkout: Archive, capsys: pytest.CaptureFixture) -> None:
    assert main(WORDS) == 0
    folder = checkout.results / "2016-04-read-only-on-two-versions"
    assert "places to fill in" in capsys.readouterr().out
    problems = load_bundle(folder, folder.name).problems
    assert {problem.code for problem in problems} == {"figures-empty", "skeleton-unfilled"}
    written = (folder / "bundle.yaml").read_bytes()
    assert main(WORDS) == 2
    assert "exists" in capsys.readouterr().err
    assert (folder / "bundle.yaml").read_bytes() == written
    assert [entry.name for entry in checkout.results.iterdir()] == [folder.name]


def test_lists_may_have_blanks_and_an_empty_option_is_the_default(checkout: Archive) -> None:
    words = (*WORDS, "--threads=1, 4", "--metrics=tps, qps", "--disclosure=")
    assert main(words) == 0
    folder = checkout.results / "2016-04-read-only-on-two-versions"
    assert (folder / "figures.csv").read_text().splitlines()[0] == "run,tps,qps"
    bundle = load_bundle(folder, folder.name).bundle
    assert bundle is not None
    assert {run.threads for run in bundle.runs} == {1, 4}
    assert bundle.facts["disclosure"] == "none"


@pytest.mark.parametrize(
    ("option", "got"), [("--threads", "0"), ("--threads", "1,"), ("--metrics", "tps,")]
)
def test_a_list_with_nothing_in_it_is_refused(
    checkout: Archive, capsys: pytest.CaptureFixture, option: str, got: str
) -> None:
    assert main((*WORDS, f"{option}={got}")) == 2
    assert f"{option}: got '{got}'" in capsys.readouterr().err
    assert not checkout.results.exists()


def test_everything_that_is_wrong_is_said_at_once(
    checkout: Archive, capsys: pytest.CaptureFixture
) -> None:
    words = ("new", "--yes", "--servers=oracle 23", "--url=ftp://x", "--id=../x")
    assert main(words) == 2
    said = capsys.readouterr().err
    for option in ("--title: got nothing", "--servers: got 'oracle 23'", "--url", "--workloads"):
        assert option in said
    assert not checkout.results.exists()
    assert main((*WORDS, "--id=../../x")) == 2


class Scripted(Terminal):
    """A person whose answers are known beforehand, by the beginning of the question."""

    def __init__(self, *, there: bool = True, **answers: list[str]) -> None:
        super().__init__(ask=False)
        self.there = there
        self._answers = answers
        self.asked: list[str] = []
        self.told: list[str] = []

    @property
    def is_answered(self) -> bool:
        return self.there

    def ask(self, question: str, otherwise: str) -> str:
        self.asked.append(question)
        left = self._answers.get(question.split()[0].rstrip(","))
        return left.pop(0) if left else otherwise

    def say(self, text: str) -> None:
        self.told.append(text)


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    arguments.new(parser)
    return parser.parse_args(words)


def test_products_are_named_where_they_are_asked_for() -> None:
    (question,) = (q for q in arguments.QUESTIONS if q.option == "servers")
    assert f"({', '.join(PRODUCTS)})" in question.expected


def test_what_is_not_given_is_asked() -> None:
    person = Scripted(there=False, title=["T"], when=["soon"])
    with pytest.raises(UsageError, match="--published"):
        new.answers(options("--author=Ada", "--url=https://example.org/x"), person)
    assert "author of the publication" not in person.asked
    assert len(person.asked) == len(arguments.QUESTIONS) - 2


def test_one_wrong_answer_is_asked_for_again_and_the_others_are_kept() -> None:
    person = Scripted(
        title=["", "T"], when=["April", "2016", "2016-04-07"],
        products=["oracle 23", "mysql 5.7.11"], workloads=["oltp"],
    )  # fmt: skip
    found = new.answers(options("--threads=none"), person)
    assert [found[name] for name in ("title", "published", "retrieved", "servers")] == [
        "T", "2016", "2016-04-07", "mysql 5.7.11",
    ]  # fmt: skip
    assert found["threads"] == "1"
    assert [text.partition(":")[0] for text in person.told] == [
        "--title", "--published", "--servers", "--threads",
    ]  # fmt: skip
    assert person.asked.count("title of the bundle") == 2
    assert person.asked.count("workloads, with commas") == 1


def test_what_was_typed_is_not_lost_where_the_folder_exists() -> None:
    again = new.repeatable({"title": "A table", "url": "", "servers": "mysql 5.7.11"})
    assert again == "sysbench-archive new '--title=A table' '--servers=mysql 5.7.11'"
