"""The sound bundle that tests spoil, and the form of every problem told of it."""

from fixtures import FOLDER
from generated import BUNDLE

from sysbench_archive.problems import RULES, Problem

SOUND = FOLDER / "file-mode" / "pass" / BUNDLE
CODES = RULES.keys()


def assert_plain(problems: list[Problem]) -> None:
    """Each problem is a sentence with a known code, printable, on a few short lines."""
    for problem in problems:
        text = problem.text()
        assert problem.code in CODES
        assert problem.hint
        assert len(text.splitlines()) == (2 if problem.severity == "error" else 3)
        assert text.replace("\n", "").isprintable()
        assert len(problem.message) < 1000
