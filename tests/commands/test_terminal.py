"""A question nobody can answer has the answer that was stated beforehand."""

from __future__ import annotations

import argparse
import io
import sys
import time
from pathlib import Path

import pytest

from sysbench_archive.capture.pace import Steps
from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.commands.arguments import QUESTIONS
from sysbench_archive.commands.capture import Measured, authorship, next_steps
from sysbench_archive.rules.text import ANONYMOUS


class Typed(io.StringIO):
    def isatty(self) -> bool:
        """Say that somebody is there."""
        return True


def stated(submitter: str | None = None, disclosure: str | None = None) -> argparse.Namespace:
    return argparse.Namespace(submitter=submitter, disclosure=disclosure, license="CC0-1.0")


def test_who_submits_is_asked_where_somebody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("Ada Example\n\n"))
    author = authorship(stated(), Terminal(ask=True))
    assert (author.submitter, author.disclosure) == ("Ada Example", "none")


def test_nothing_is_offered_as_a_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("\n\n\n"))
    assert authorship(stated(), Terminal(ask=True)).submitter == ANONYMOUS
    (question,) = (q for q in QUESTIONS if q.option == "submitter")
    assert question.otherwise == ""
    said = capsys.readouterr().err
    assert "[none]" in said
    assert ANONYMOUS not in said


def test_nobody_is_asked_after_a_yes_or_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("Ada Example\n\n"))
    assert authorship(stated(), Terminal(ask=False)).submitter == ANONYMOUS
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ada Example\n\n"))
    assert authorship(stated(), Terminal(ask=True)).submitter == ANONYMOUS


def test_an_option_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed(""))
    author = authorship(stated("Ada Example", "Example Corp"), Terminal(ask=True))
    assert (author.submitter, author.disclosure) == ("Ada Example", "Example Corp")


def test_that_nobody_is_named_is_told_with_what_to_do(tmp_path: Path) -> None:
    silent, named = (authorship(stated(n), Terminal(ask=False)) for n in (None, "Ada Example"))
    assert "`submit --author 'NAME <ADDRESS>'`" in next_steps(Measured(tmp_path, [], silent))
    assert "nobody is named" not in next_steps(Measured(Path("b"), [], named))
    assert "given up: r1" in next_steps(Measured(tmp_path, ["r1"], named))
    assert "put the folder into data/results/" in next_steps(Measured(tmp_path, [], named))
    there = next_steps(Measured(Path("/a/data/results/2026-11-b"), [], named))
    assert "put the folder" not in there
    assert "submit 2026-11-b` checks it" in there
    assert there.endswith("submit --web /a/data/results/2026-11-b` does")


def test_the_end_of_input_ends_the_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-D nothing more is asked, and nobody is asked for ever."""
    monkeypatch.setattr(sys, "stdin", Typed(""))
    terminal = Terminal(ask=True)
    assert terminal.is_answered
    assert terminal.ask("who?", "nobody") == "nobody"
    assert not terminal.is_answered
    assert not terminal.agree("begin?")


def test_a_licence_that_is_not_accepted_is_refused_before_the_first_run() -> None:
    arguments = argparse.Namespace(submitter="", disclosure="", license="MIT")
    with pytest.raises(RefusalError, match=r"--license: unknown \(got 'MIT', expected one of CC0"):
        authorship(arguments, Terminal(ask=False))


def test_steps_take_as_long_as_those_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    terminal = Terminal(ask=False)
    terminal.expect({"load": Steps(2, 10), "nothing": Steps(4, 30)})
    assert terminal.seconds_left == 140
    terminal.begin("load", "loading")
    clock[0] += 50
    terminal.begin("nothing", "run 1 of 4")
    clock[0] += 40
    assert terminal.seconds_left == 50 + 3 * 30
    terminal.begin("nothing", "run 2 of 4")
    assert terminal.seconds_left == 50 + 3 * 40


def test_what_is_not_expected_ends_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    terminal = Terminal(ask=False)
    terminal.expect({"": Steps(1, 100)})
    terminal.begin("load", "loading")
    clock[0] += 40
    terminal.begin("nothing", "slice 5 of 9")
    assert terminal.seconds_left == 60


def test_no_time_passes_while_somebody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    def think(*_: object) -> str:
        clock[0] += 60
        return "y\n"

    typed = Typed()
    monkeypatch.setattr(typed, "readline", think)
    monkeypatch.setattr(sys, "stdin", typed)
    terminal = Terminal(ask=True)
    terminal.expect({"": Steps(1, 100)})
    assert terminal.agree("go on?")
    assert terminal.seconds_left == 100


def test_time_that_is_not_known_is_not_said(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal(ask=False).step("writing bundle.yaml")
    assert capsys.readouterr().err == "writing bundle.yaml\n"
