"""A question nobody can answer has the answer that was stated beforehand."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import pytest

from sysbench_archive.capture.progress import Terminal
from sysbench_archive.commands.capture import authorship, next_steps
from sysbench_archive.rules.text import ANONYMOUS


class Typed(io.StringIO):
    def isatty(self) -> bool:
        """Say that somebody is there."""
        return True


def stated(submitter: str | None = None, disclosure: str | None = None) -> argparse.Namespace:
    return argparse.Namespace(submitter=submitter, disclosure=disclosure, license="CC0-1.0")


def test_who_submits_is_asked_where_somebody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("Ada Example\n\n"))
    author = authorship(stated(), Terminal(1, ask=True))
    assert (author.submitter, author.disclosure) == ("Ada Example", "none")


def test_nobody_is_asked_after_a_yes_or_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("Ada Example\n\n"))
    assert authorship(stated(), Terminal(1, ask=False)).submitter == ANONYMOUS
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ada Example\n\n"))
    assert authorship(stated(), Terminal(1, ask=True)).submitter == ANONYMOUS


def test_an_option_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed(""))
    author = authorship(stated("Ada Example", "Example Corp"), Terminal(1, ask=True))
    assert (author.submitter, author.disclosure) == ("Ada Example", "Example Corp")


def test_placeholders_are_told_and_names_are_not(tmp_path: Path) -> None:
    silent, named = (authorship(stated(n), Terminal(1, ask=False)) for n in (None, "Ada Example"))
    assert "placeholders (Anonymous contributor, none)" in next_steps(tmp_path, [], silent)
    assert "placeholders" not in next_steps(Path("b"), [], named)
    assert "1 runs were given up: r1" in next_steps(tmp_path, ["r1"], named)
    assert "put the folder into data/results/" in next_steps(tmp_path, [], named)
    there = next_steps(Path("/a/data/results/2026-11-b"), [], named)
    assert "put the folder" not in there
    assert "submit 2026-11-b` checks it" in there


def test_the_end_of_input_ends_the_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-D nothing more is asked, and nobody is asked for ever."""
    monkeypatch.setattr(sys, "stdin", Typed(""))
    terminal = Terminal(1, ask=True)
    assert terminal.is_answered
    assert terminal.ask("who?", "nobody") == "nobody"
    assert not terminal.is_answered


def test_what_an_earlier_attempt_took_is_not_left(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(3600, ask=False)
    terminal.count_earlier(1800)
    terminal.step("slice 5 of 9")
    assert "slice 5 of 9; about 30.0 min left" in capsys.readouterr().err
