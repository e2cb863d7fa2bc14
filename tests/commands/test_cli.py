"""Exit codes that scripts can trust, those of `EXIT_CODES`, as the documents have them."""

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from sysbench_archive.build.archive import Archive
from sysbench_archive.capture.plan import InterruptionError, MissingError, RefusalError
from sysbench_archive.cli import COMMANDS, load_command, main
from sysbench_archive.commands import arguments
from sysbench_archive.problems import (
    ENVIRONMENT,
    EXIT_CODES,
    PROBLEMS,
    USAGE,
    FailureError,
    FaultError,
    UsageError,
)


@pytest.fixture
def inside(synthetic: Archive, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.chdir(synthetic.root)
    return synthetic


def test_check_is_clean_then_not(inside: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    (inside.bundles()[0] / "bundle.yaml").write_text("schema: 1\n")
    assert main(["check", "--format", "json"]) == 1
    problems = json.loads(capsys.readouterr().out.partition("\n")[2])["problems"]
    assert {problem["code"] for problem in problems} == {"schema-missing"}


def test_parse_prints_a_report_a_line(inside: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    path = next(inside.results.glob("*/raw/*.txt"))
    assert main(["parse", str(path), str(path)]) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["source"] for report in reports] == [str(path)] * 2
    assert len(reports[0]["intervals"]) == 60
    assert reports[0]["complete"] is True


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    "words",
    [
        ["explain", "no-such-code"],
        ["check", "no/such/folder"],
        ["parse", "no-such-file"],
        ["record", "no-such-bundle"],
        ["synthesize", "0", "x"],
        ["synthesize", "1", "data"],
    ],
)
def test_wrong_usage_exits_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("sysbench-archive: ")


@pytest.mark.parametrize("both", [False, True], ids=["output", "output and messages"])
@pytest.mark.parametrize(
    "words", [["parse", "{file}"], ["check"], ["explain", "date-order"], ["--help"]]
)
def test_a_closed_pipe_ends_it_without_a_word(
    inside: Archive, words: list[str], *, both: bool
) -> None:
    file = next(inside.results.glob("*/raw/*.txt"))
    given = [word.format(file=file) for word in words]
    program = "import sys; from sysbench_archive.cli import main; sys.exit(main())"
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, *given],
            cwd=inside.root,
            # Without a buffer argparse itself swallows the error.
            env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
            stdout=writer,
            stderr=writer if both else subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.returncode == 141
    assert "Broken pipe" not in (done.stderr or "")
    assert "Traceback" not in (done.stderr or "")


def test_outside_a_checkout_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "run this inside a checkout" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["no-such-command"], ["check", "--format", "xml"]])
def test_unknown_arguments_exit_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2


def test_explain_prints_the_long_form(inside: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    assert inside.root.is_dir()
    assert main(["explain", "yaml-alias"]) == 0
    text = capsys.readouterr().out
    assert "yaml-alias" in text
    assert "write the value out" in text


def test_every_command_has_a_summary_and_a_module() -> None:
    assert all(COMMANDS.values())
    assert all(callable(load_command(name).run) for name in COMMANDS)


HEAVY = {"jsonschema", "pymysql", "duckdb", "multiprocessing"}


def imported_by(inside: Archive, *calls: Sequence[str]) -> set[str]:
    """What a process has imported once it has run these commands, one after the other."""
    program = (
        "import json, sys\nfrom sysbench_archive.cli import main\n"
        "for words in json.loads(sys.argv[1]):\n"
        "    try: main(words)\n"
        "    except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, json.dumps(calls)],
        cwd=inside.root,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def own(names: set[str]) -> list[str]:
    return sorted(name for name in names if name.startswith("sysbench_archive"))


def test_help_imports_nothing_of_what_commands_do(inside: Archive) -> None:
    """What is imported decides how long a command takes to start; counts are the same anywhere."""
    names = imported_by(inside, ["--help"], *([name, "--help"] for name in COMMANDS))
    assert not {"yaml", "msgspec", *HEAVY} & {name.partition(".")[0] for name in names}
    assert len(own(names)) <= 9, own(names)


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (["parse", "{file}"], 21),
        (["explain", "date-order"], 10),
        (["cite", "{bundle.name}/read-only-mysql-t1"], 48),
        (["check", "{bundle}"], 127),
    ],
    ids=["parse", "explain", "cite", "check"],
)
def test_a_command_imports_what_it_needs(inside: Archive, words: list[str], most: int) -> None:
    bundle = inside.bundles()[0]
    file = next(bundle.glob("raw/*.txt"))
    names = imported_by(inside, [word.format(file=file, bundle=bundle) for word in words])
    assert not HEAVY & {name.partition(".")[0] for name in names}
    assert len(own(names)) <= most, own(names)


@pytest.mark.parametrize("command", ["cite", "compare"])
def test_every_format_can_be_asked_for(command: str) -> None:
    """They are named apart from what writes them, so that naming them imports none of it."""
    parser = argparse.ArgumentParser()
    getattr(arguments, command)(parser)
    choices = next(a.choices for a in parser._actions if a.dest == "format")
    assert set(choices or ()) == load_command(command).FORMATS.keys()


ROOT = Path(__file__).resolve().parents[2]
FAULTS = {
    UsageError("u"): USAGE,
    RefusalError("where", "what"): USAGE,
    FileNotFoundError("f"): USAGE,
    MissingError("sysbench", "not installed"): ENVIRONMENT,
    InterruptionError("stopped"): ENVIRONMENT,
    FailureError("f"): ENVIRONMENT,
    PermissionError("p"): ENVIRONMENT,
    FaultError("f"): PROBLEMS,
}


@pytest.mark.parametrize(("fault", "code"), FAULTS.items(), ids=lambda one: type(one).__name__)
def test_what_ends_a_command_has_one_code(
    fault: Exception, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: object) -> int:
        raise fault

    monkeypatch.setattr(load_command("explain"), "run", failing)
    assert main(["explain", "date-order"]) == code


def test_exit_codes_are_those_of_the_documents() -> None:
    text = (ROOT / "docs" / "measuring.md").read_text()
    assert all(f"| {code} | {words} |" in text for code, words in EXIT_CODES.items())


def test_no_server_and_no_program_are_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["capture", f"--socket={tmp_path}/none", f"--out={tmp_path}/out", "--yes"]
    monkeypatch.chdir(tmp_path)
    assert main(words) == ENVIRONMENT
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(words) == ENVIRONMENT
    assert "sysbench" in capsys.readouterr().err


def test_no_git_is_the_environment(
    inside: Archive, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(inside.root))
    assert main(["check", "--base", "main"]) == ENVIRONMENT
    assert "git is not installed" in capsys.readouterr().err


def test_the_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"sysbench-archive {project['version']}\n"
