"""Templates put texts together in partials: a text that grows in a loop is copied for each row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .tree import ROOT

GROWS = re.compile(r"\$(?P<name>\w+) = printf? [^}]*\$(?P=name)\b")
OF_FEW_ROWS = frozenset({"_partials/comparison/view.html", "_partials/program.html"})
"""What grows there has a row a thread count or a program, not a row a result."""


def growing(text: str) -> list[str]:
    return [match["name"] for match in GROWS.finditer(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{{ range .rows }}{{ $body = print $body (partial "row.html" .) }}{{ end }}', ["body"]),
        ('{{ $body = printf "%s<tr>%d" $body .threads }}', ["body"]),
        ('{{ $body = printf "<tr>%d" .threads }}{{ $body }}', []),
        ("{{ $head = $head | append . }}", []),
    ],
)
def test_a_text_that_grows_is_found(text: str, names: list[str]) -> None:
    assert growing(text) == names


def test_no_text_grows_by_a_row_at_a_time() -> None:
    layouts = Path(ROOT) / "layouts"
    found = {
        path.relative_to(layouts).as_posix()
        for path in layouts.rglob("*.html")
        if growing(path.read_text(encoding="utf-8"))
    }
    assert found <= OF_FEW_ROWS
