"""The page that explains the policy, and the parts of it that tests hold against the policy."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "content" / "methodology.md").read_text()


def section(heading: str) -> str:
    """The text under a heading, its lines joined."""
    return " ".join(TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0].split())


def rows(heading: str, table: int = 0) -> list[list[str]]:
    """The cells of a table under a heading, without its head."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    tables = re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE)
    lines = tables[table].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
