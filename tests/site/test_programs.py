"""Every program of the site, as it is written: none makes code or markup out of text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawn_charts import ROOT

PROGRAMS = sorted((ROOT / "static" / "js").rglob("*.js"))
FORBIDDEN = re.compile(
    r"\beval\(|\bFunction\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc"
    r"|DOMParser|createContextualFragment|setHTML"
)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_makes_neither_code_nor_markup_from_text(path: Path) -> None:
    assert FORBIDDEN.findall(path.read_text(encoding="utf-8")) == []
