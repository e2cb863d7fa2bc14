"""What a published folder is made of: files and bytes by kind, as a host of static files counts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PAGES_OF_RUNS = "pages of runs"
PROGRAM_OF_CHECK = "program of /check/"
_KINDS = {
    PAGES_OF_RUNS: r"results/[^/]+/(?!revisions/)[^/]+/index\.html",
    "pages of results": r"results/[^/]+/index\.html",
    "evidence": r"results/.*\.(txt|tar\.gz)",
    "data beside results": r"results/.*\.json",
    "pages of comparisons": r"comparisons/[^/]+/(all/[^/]+/)?index\.html",
    "data beside comparisons": r"comparisons/.*\.(json|csv)",
    "pictures of comparisons": r"comparisons/.*\.(png|svg)",
    "pages of revisions": r"(results|comparisons)/[^/]+/revisions/[^/]+/index\.html",
    "data of charts": r"charts/.*",
    "upgrades": r"upgrades/.*",
    "API": r"api/.*",
    "downloads": r"downloads/.*",
    PROGRAM_OF_CHECK: r"check/program/.*",
    "explore, search, addresses": r"(explore|search|lists)/.*|addresses.*|sitemap.*",
}
_OTHER = "other pages and files"
_FIXED = frozenset({_OTHER, PROGRAM_OF_CHECK})
"""Kinds that are not taken to grow with the archive: pages of prose, rules, schemas, programs."""
PROJECTED_RUNS = 25_000
"""Runs of an archive of the same mix, for which it is told what a run takes."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of published file: how many there are and what they take."""

    name: str
    files: int
    bytes: int


def kind_of(path: str) -> str:
    """The kind of a file, by its path below the published folder."""
    return next((name for name, form in _KINDS.items() if re.fullmatch(form, path)), _OTHER)


def published_kinds(folder: Path) -> list[Kind]:
    """Every kind there is below a folder, the one that takes most first."""
    files, sizes = Counter[str](), Counter[str]()
    for path in folder.rglob("*"):
        if path.is_file():
            kind = kind_of(path.relative_to(folder).as_posix())
            files[kind] += 1
            sizes[kind] += path.stat().st_size
    return [Kind(name=name, files=files[name], bytes=size) for name, size in sizes.most_common()]


def kinds_table(kinds: list[Kind], runs: int) -> str:
    """The kinds as a Markdown table, with what each takes for a run and a file."""
    total = Kind("all", sum(k.files for k in kinds), sum(k.bytes for k in kinds))
    lines = [
        "| published | files | bytes | bytes a run | bytes a file |",
        "|---|---:|---:|---:|---:|",
    ]
    for kind in (*kinds, total):
        each = kind.bytes / (kind.files or 1)
        lines.append(
            f"| {kind.name} | {kind.files} | {kind.bytes} | {kind.bytes / runs:.0f} | {each:.0f} |"
        )
    fixed, growing = _shares(kinds)
    grows = f"{growing / runs:.0f} bytes a run that grow with it and {fixed} that do not"
    each = projected(kinds, runs)
    lines += [
        "",
        f"An archive of {PROJECTED_RUNS} runs of the same mix: {grows}, {each:.0f} a run.",
    ]
    return "\n".join(lines)


def projected(kinds: list[Kind], runs: int) -> float:
    """Bytes a run of an archive of the same mix with `PROJECTED_RUNS` runs."""
    fixed, growing = _shares(kinds)
    return growing / runs + fixed / PROJECTED_RUNS


def _shares(kinds: list[Kind]) -> tuple[int, int]:
    """Bytes that stay as the archive grows, and bytes that grow with its runs."""
    fixed = sum(kind.bytes for kind in kinds if kind.name in _FIXED)
    return fixed, sum(kind.bytes for kind in kinds) - fixed
