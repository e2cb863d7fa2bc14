"""What the search knows: a small document for every page worth finding.

Results and comparisons grow with the archive. They are no documents of their own: the search reads
the rows of their lists, a piece after another, while the first file is searched already. A document
per run would make the index as large as the archive: runs are found through their results.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from sysbench_archive.model.base import Record, read_rows
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.pages.kinds import SearchDocument, SearchKind
from sysbench_archive.pages.listing import ListPath, ListTable, piece_paths
from sysbench_archive.pages.site import EVIDENCE_LABELS


class SearchIndex(Record):
    """What the search loads first."""

    labels: dict[Literal["kind", "product", "evidence"], dict[str, str]]
    """What readers call the values of a facet."""
    documents: list[SearchDocument]
    """Documents that are searched at once."""
    pieces: dict[SearchKind, list[ListPath]]
    """The pieces of lists that are searched once they are there, by the kind of their rows."""
    synonyms: list[list[str]]
    """Words and phrases that find each other, a group a list."""


_KIND_LABELS: dict[SearchKind, str] = {
    "result": "Result",
    "comparison": "Comparison",
    "question": "Question",
    "upgrade": "Upgrade",
    "version": "Version",
    "setting": "Setting",
    "workload": "Workload",
    "hardware": "Hardware",
    "author": "Author",
    "source": "Source",
    "page": "Explanation",
    "rule": "Rule",
}


SYNONYMS = [row["words"].split("|") for row in read_rows(Path(__file__).with_name("synonyms.tsv"))]
"""Words and phrases that find each other."""


def search_record(lists: ListTable, documents: Iterable[SearchDocument]) -> SearchIndex:
    """Documents with the facets readers narrow by: kind, product, evidence, year."""
    products = {name for row in lists.results.rows for name in row.product}
    listed: dict[SearchKind, list[str]] = {
        "result": piece_paths("results", lists.results.rows),
        "comparison": piece_paths("comparisons", lists.comparisons.rows),
    }
    return SearchIndex(
        labels={
            "kind": {str(kind): label for kind, label in _KIND_LABELS.items()},
            "product": {name: label for name, label in PRODUCTS.items() if name in products},
            "evidence": EVIDENCE_LABELS,
        },
        documents=list(documents),
        pieces=listed,
        synonyms=SYNONYMS,
    )


_TITLE = re.compile(r"^title: *\"?(.*?)\"?$", re.MULTILINE)
_HEADING = re.compile(r"^## +(.+?)(?: +\{#([\w-]+)\})?$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[*_`>|#]+|\{\{.*?\}\}|^\s*[-+]\s+", re.MULTILINE)
_WORD = re.compile(r"[\w.]*\w")
_SHOWN = 240


def prose_documents(path: str, text: str) -> Iterator[SearchDocument]:
    """The page at a path, and every section of it; `text` is Markdown with its front matter.

    A section is found by every word of it, and shown by its beginning.
    """
    _, front, body = text.split("---\n", 2)
    named = _TITLE.search(front)
    title = named[1] if named else path.strip("/").title()
    heading, anchor = "", ""
    lines: list[str] = []
    for line in [*body.splitlines(), "## "]:
        found = _HEADING.match(line) if line != "## " else None
        if not found and line != "## ":
            lines.append(line)
            continue
        yield _section(path, title, heading, anchor, " ".join(lines))
        if found:
            heading, anchor = found[1], found[2] or anchor_of(found[1])
        lines = []


def anchor_of(heading: str) -> str:
    """The id that Hugo gives a heading: words in small letters, parted by dashes."""
    words = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"\s", "-", words.strip())


def _section(path: str, title: str, heading: str, anchor: str, text: str) -> SearchDocument:
    plain = " ".join(_MARKS.sub(" ", _LINK.sub(r"\1", text)).split())
    shown = plain[:_SHOWN].rpartition(" ")[0] if len(plain) > _SHOWN else plain
    known = set(_words(shown))
    words = [word for word in dict.fromkeys(_words(plain)) if word not in known]
    return SearchDocument(
        path=f"{path}#text-{anchor}" if anchor else path,
        title=f"{title}: {heading}" if heading else title,
        kind="page",
        text=shown,
        words=" ".join(words),
    )


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text) if len(word) > 1]
