"""Templates do no work twice: texts are put together in partials, for one that grows in a loop is
copied for each row; what a cached partial returns is put into a variable first.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .tree import ROOT

GROWS = re.compile(r"\$(?P<name>\w+) = printf? [^}]*\$(?P=name)\b")
OF_FEW_ROWS = frozenset({"_partials/comparison/view-table.html", "_partials/program.html"})
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


WITH_ITS_BODY = re.compile(r"\bwith\s+\(?partialCached\b")
"""Hugo takes the body for a part of such a call, and keeps what is returned for each body apart."""


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ('{{- with partialCached "load.html" .id .id }}{{ .title }}{{ end }}', True),
        ('{{ with (partialCached "load.html" .id .id) }}{{ .title }}{{ end }}', True),
        (
            '{{ $it := partialCached "load.html" .id .id }}{{ with $it }}{{ .title }}{{ end }}',
            False,
        ),
        ('{{ with partial "load.html" .id }}{{ .title }}{{ end }}', False),
    ],
)
def test_a_cached_partial_that_has_a_body_is_found(text: str, is_found: bool) -> None:
    assert bool(WITH_ITS_BODY.search(text)) == is_found


def test_no_record_is_read_for_each_body() -> None:
    layouts = (ROOT / "layouts").rglob("*.html")
    texts = {str(path): re.sub(r"(?s)/\*.*?\*/", "", path.read_text("utf-8")) for path in layouts}
    assert [name for name, text in texts.items() if WITH_ITS_BODY.search(text)] == []
