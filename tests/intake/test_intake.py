"""A filled-in form becomes a bundle that passes every check; a hostile one becomes nothing."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from filled_in import GOOD, REPORT, SECOND, body
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sysbench_archive.bundle.schema import validator
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.intake import MAX_EVENT, MAX_INTAKE, intake, issue_in, unpack
from sysbench_archive.commands.verb import UsageError
from sysbench_archive.intake.document import Issue
from sysbench_archive.intake.message import message
from sysbench_archive.review.reading import RefusedError, report_in

TODAY = date(2026, 11, 20)
NAME = "2026-11-mariadb-10-11-oltp-read-only-issue-12"
PATH = re.compile(
    r"data/(results/[a-z0-9-]+/(bundle\.yaml|raw/output\.txt)|ledger/[a-z0-9-]+\.csv)"
)
PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
Record = dict[str, Any]


def made(text: str, folder: Path = Path("/nonexistent"), author: str = "ada-example") -> Record:
    record = intake(Archive(folder), Issue(12, text, author), TODAY)
    assert [error.message for error in validator("intake-1").iter_errors(record)] == []
    assert len(json.dumps(record).encode()) <= MAX_INTAKE
    assert_inert(message(record))
    return record


def assert_inert(page: str) -> None:
    tokens = [t for token in PARSER.parse(page) for t in (token, *(token.children or []))]
    active = {"link_open", "image", "html_inline", "fence", "code_block", "table_open"}
    assert not active & {token.type for token in tokens}
    assert len([token for token in tokens if token.type == "html_block"]) == 1
    assert "@" not in "".join(token.content for token in tokens if token.type == "text")


def texts(record: Record) -> dict[str, str]:
    return {file["path"]: file["text"] for file in record["files"]}


def document(record: Record) -> Record:
    path = f"data/results/{record['bundle']}/bundle.yaml"
    value = read_yaml(texts(record)[path].encode(), "").value
    assert isinstance(value, dict)
    return value


def complaints(text: str) -> list[tuple[str, str]]:
    record = made(text)
    assert record["bundle"] is None
    assert record["files"] == []
    assert record["complaints"]
    return [(c["heading"], c["message"]) for c in record["complaints"]]


def test_a_good_form_becomes_a_clean_bundle() -> None:
    record = made(body())
    assert (record["bundle"], record["complaints"], record["warnings"]) == (NAME, [], [])
    assert set(texts(record)) == {
        f"data/results/{NAME}/bundle.yaml",
        f"data/results/{NAME}/raw/output.txt",
        f"data/ledger/{NAME}.csv",
    }
    found = document(record)
    assert found["submitter"] == {"name": "Ada Example", "handle": "ada-example"}
    assert found["hosts"][0]["memory"]["size_mib"] == 15872
    assert found["hosts"][0]["machine"] == "unrecorded"
    assert texts(record)[f"data/results/{NAME}/raw/output.txt"].strip() == REPORT.strip()


def test_line_ends_of_the_forge_make_no_difference() -> None:
    assert texts(made(body().replace("\n", "\r\n"))) == texts(made(body()))


def test_several_reports_become_runs() -> None:
    record = made(body(output=REPORT + SECOND + SECOND.replace("12.00", "12.50")))
    found = document(record)
    ids = [run["id"] for run in found["runs"]]
    assert ids == ["oltp-read-only-t1-r1", "oltp-read-only-t2-r1", "oltp-read-only-t2-r2"]
    assert "--threads=$threads" in found["workloads"][0]["command"]


def test_another_host_another_regime_and_settings() -> None:
    record = made(
        body(
            placement="On another machine",
            kind="A cloud instance",
            regime="Some settings were changed",
            options="# mine\n[mysqld]\ninnodb-buffer-pool-size = 4G\nskip-log-bin\n"
            "report_password = hunter2\n",
        )
    )
    found = document(record)
    assert [host["id"] for host in found["hosts"]] == ["server-host", "client-host"]
    server = found["servers"][0]
    assert server["options"] == {"innodb-buffer-pool-size": "4G", "skip-log-bin": ""}
    assert (server["regime"], server["options_basis"]) == ("pinned", "excerpt")
    assert "hunter2" not in json.dumps(record)


@pytest.mark.parametrize("prompt", ["ada@db17:~$ ", "[root@db17 ~]# ", "$ ", ""])
def test_a_command_on_several_lines_loses_its_prompt_and_nothing_else(prompt: str) -> None:
    plain = "sysbench oltp_read_only --table-size=1000 --time=10 --threads=1 run"
    typed = prompt + plain.replace(" --time", " \\\n    --time")
    record = made(body(command=typed))
    assert document(record)["workloads"][0]["command"] == plain
    assert "db17" not in json.dumps(record)


def test_an_environment_before_the_command_stays() -> None:
    command = "LD_PRELOAD=libjemalloc.so sysbench oltp_read_only --time=10 --threads=1 run"
    assert document(made(body(command=command)))["workloads"][0]["command"] == command


@pytest.mark.parametrize(
    "typed",
    [
        "--mysql-password=hunter2",
        "--mysql-password='hunter2 x'",
        "--mysql-password hunter2",
        "--db-password=hunter2",
    ],
)
def test_a_password_in_the_command_goes_and_the_rest_stays(typed: str) -> None:
    command = f"sysbench oltp_read_only {typed} --table-size=1000 --time=10 --threads=1 run"
    record = made(body(command=command, prepare=command.replace(" run", " prepare")))
    assert "hunter2" not in json.dumps(record)
    assert document(record)["workloads"][0]["command"].endswith("--time=10 --threads=1 run")
    assert document(record)["redactions"] >= 2


@pytest.mark.parametrize(
    ("secret", "line"),
    [
        ("hunter2", "MYSQL_PWD=hunter2 sysbench oltp_read_only run"),
        ("hunter2", "mysql -u root -phunter2 -e 'select 1'"),
        ("hunter2", "password: hunter2"),
        ("10.20.30.40", "connecting to host 10.20.30.40"),
        ("db17", "ada@db17:~$ sysbench oltp_read_only run"),
        ("ada.lovelace@corp.invalid.net", "mail to ada.lovelace@corp.invalid.net"),
        ("00:1b:44:11:3a:b7", "link/ether 00:1b:44:11:3a:b7"),
    ],
)
def test_private_things_around_the_output_are_replaced(secret: str, line: str) -> None:
    record = made(body(output=f"{line}\n{REPORT}", notes=line))
    assert record["bundle"] == NAME
    assert secret not in json.dumps(record)


def test_a_name_that_is_a_word_of_the_output_is_refused_rather_than_replaced() -> None:
    command = "sysbench oltp_read_only --mysql-user=tps --mysql-host=transactions --time=10 run"
    assert [heading for heading, _ in complaints(body(command=command))] == [
        "What sysbench printed"
    ]


def test_more_names_than_can_be_replaced_are_refused() -> None:
    prompts = "\n".join(f"ada{n}@db{n}:~$ date" for n in range(500))
    ((heading, said),) = complaints(body(output=f"{REPORT}\n{prompts}"))
    assert heading == "What sysbench printed"
    assert "names more hosts" in said


@pytest.mark.parametrize("kind", ["91.{0}.7.{0}", "ada{0}@corp{0}.invalid.net", "password: a{0}b"])
def test_a_flood_of_private_things_is_refused_or_replaced(kind: str) -> None:
    flood = "\n".join(f"host {kind.format(n % 250)}" for n in range(1500))
    record = made(body(output=f"{REPORT}\n{flood}"))
    if record["bundle"]:
        assert not re.search(r"91\.[0-9]|@corp|: a[0-9]+b", json.dumps(record["files"]))


def test_everything_wrong_is_told_at_once() -> None:
    text = body(
        name="", version="latest", product="Oracle", command="rm -rf /", cpu_threads="many",
        output="no report here", license="All rights reserved", consent="- [ ] no",
        options="this is no setting",
    )  # fmt: skip
    told = {heading for heading, _ in complaints(text)}
    assert told == {
        "Your name, or a pseudonym", "Version of the server", "Product",
        "Command that ran the test", "CPU threads", "What sysbench printed",
        "Licence of the data", "Before you send this", "Settings that were changed",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "hello", body().replace("### Product", "### Produkt"), body() * 2000, "#" * 1_000_000],
    ids=["empty", "prose", "heading", "huge", "noise"],
)
def test_what_is_no_form_is_refused(text: str) -> None:
    ((heading, said),) = complaints(text)
    assert heading == ""
    assert "form" in said or "longer" in said


@pytest.mark.parametrize(
    "output",
    [
        "x" * 64_000,
        REPORT.replace("Number of threads: 1", ""),
        REPORT[: REPORT.index("SQL statistics")],
        REPORT + SECOND.replace("1.0.20", "1.1.0"),
        REPORT.replace("read:                            70000", "read: 70001"),
        REPORT + REPORT,
    ],
    ids=["noise", "no threads", "cut", "two versions", "contradicts itself", "two the same"],
)
def test_output_that_cannot_be_runs(output: str) -> None:
    assert {heading for heading, _ in complaints(body(output=output))} <= {
        "What sysbench printed",
        "",
    }


HOSTILE = (
    "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]",
    "!!python/object/apply:os.system [id]",
    "../../.github/workflows/x.yml",
    "${{ secrets.GITHUB_TOKEN }}",
    "$(id) `id` ; rm -rf / #",
    "::set-output name=x::y\n::add-mask::z",
    "<script>alert(1)</script>",
    "[x](javascript:alert(1)) ![x](http://e.example/x.png)",
    "@torvalds #1 ```\n```",
    "\u202egnp.exe \u200b \ufeff \x00\x1b[2J",
    "### Licence of the data\n\nAll rights reserved",
    '"quoted": {yaml: [1, 2', "---\n...\n---", "8.10", "NaN", "2026-11-20", "yes", "~", "- ", "|",
)  # fmt: skip
FREE = [name for name in GOOD if name not in ("consent", "license", "product", "output")]


@pytest.mark.parametrize("name", FREE)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_answers_stay_text(name: str, text: str) -> None:
    record = made(body(**{name: text}))
    for path in texts(record):
        assert PATH.fullmatch(path)
    if record["bundle"]:
        # Whatever was typed is text where it was typed, and nothing anywhere else.
        assert isinstance(document(record)["notes"], str)
        assert document(record)["license"] == "CC0-1.0"


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.sampled_from(FREE), st.text(max_size=400))
def test_any_answer_is_a_bundle_or_a_complaint(name: str, text: str) -> None:
    record = made(body(**{name: text}))
    assert (record["bundle"] is None) == bool(record["complaints"])
    assert bool(record["files"]) == bool(record["bundle"])


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.text(max_size=2000))
def test_any_text_is_answered(text: str) -> None:
    made(text)


@pytest.mark.parametrize("author", ["", "x y", "../x", "github-actions[bot]", "a" * 99])
def test_an_odd_account_is_no_handle(author: str) -> None:
    assert document(made(body(), author=author))["submitter"] == {"name": "Ada Example"}


def test_an_event_is_read(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    event = {"issue": {"number": 12, "body": "\ud800x", "user": {"login": "ada"}}}
    path.write_text(json.dumps(event))
    assert issue_in(path, 0) == Issue(12, "?x", "ada")
    path.write_text("### no JSON")
    assert issue_in(path, 3) == Issue(3, "### no JSON")
    for text in ("{}", "[1]", '{"issue": {"number": "12"}}'):
        path.write_text(text)
        with pytest.raises(UsageError):
            issue_in(path, 0)
    path.write_text(" " * (MAX_EVENT + 1))
    with pytest.raises(UsageError):
        issue_in(path, 0)


def test_an_intake_is_unpacked_once(tmp_path: Path) -> None:
    record = made(body())
    paths = unpack(Archive(tmp_path), record, 12)
    assert sorted(texts(record)) == paths
    assert {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.*")} == set(paths)
    with pytest.raises(RefusedError, match="already"):
        unpack(Archive(tmp_path), record, 12)
    assert made(body(), tmp_path)["complaints"][0]["message"].endswith("in the archive already")


@pytest.mark.parametrize(
    "forged",
    [
        lambda r: r | {"issue": 13},
        lambda r: r | {"bundle": "2026-11-other-issue-13"},
        lambda r: r | {"bundle": "2026-11-mariadb-issue-12"},
        lambda r: r | {"files": r["files"][:2]},
        lambda r: r | {"files": [f | {"path": f["path"] + "\n"} for f in r["files"]]},
        lambda r: r | {"files": [*r["files"][:2], r["files"][0]]},
    ],
)
def test_a_forged_intake_writes_nothing(tmp_path: Path, forged: Any) -> None:
    with pytest.raises(RefusedError):
        unpack(Archive(tmp_path), forged(made(body())), 12)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "path",
    [
        "../x", "/etc/passwd", ".github/workflows/x.yml", f"data/results/{NAME}/../x/bundle.yaml",
        f"data/results/{NAME}/raw/../../x.txt", f"data/results/{NAME}/bundle.yaml\nx",
        "data/results/x/bundle.yaml", f"data/ledger/{NAME}.csv/x",
    ],
)  # fmt: skip
def test_no_other_path_fits_the_schema(path: str) -> None:
    record = made(body())
    record["files"][0]["path"] = path
    with pytest.raises(RefusedError, match="does not fit"):
        report_in(json.dumps(record).encode(), "intake-1", MAX_INTAKE)
