"""Sections of the site's prose pages, as the search finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sysbench_archive.model.reader import SearchDocument

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
        yield _document(path, title, heading, anchor, " ".join(lines))
        if found:
            heading, anchor = found[1], found[2] or anchor_of(found[1])
        lines = []


def anchor_of(heading: str) -> str:
    """The id that Hugo gives a heading: words in small letters, parted by dashes."""
    words = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"\s", "-", words.strip())


def _document(path: str, title: str, heading: str, anchor: str, text: str) -> SearchDocument:
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
        product=[],
        evidence=[],
        year="",
    )


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text) if len(word) > 1]
