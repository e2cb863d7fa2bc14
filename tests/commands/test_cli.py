"""Exit codes that scripts can trust: 0 clean, 1 problems, 2 usage."""

import json
from pathlib import Path

import pytest

from sysbench_archive.cli import VERBS, main
from sysbench_archive.commands.archive import Archive


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


def test_outside_a_checkout_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "run this inside a checkout" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["no-such-verb"], ["check", "--format", "xml"]])
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


def test_every_verb_has_a_summary() -> None:
    assert all(verb.summary for verb in VERBS.values())
