"""A citation as text, BibTeX, CSL-JSON and Markdown, each escaped by the rules of its format.

Owns the formats and their escapes. What is cited arrives as plain text on single lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sysbench_archive.problems import inert

PUBLISHER = "Sysbench Archive"
MOST_NAMED = 3
"""Authors a line of text names before it says "et al."; data formats name all."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What every format states. `stands_on` names revisions with their SWHIDs; may be empty."""

    key: str
    title: str
    authors: tuple[str, ...]
    day: str
    url: str
    version: str
    stands_on: str


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name for readers, and how it is written."""

    label: str
    write: Callable[[Cited], str]


def plain(words: str) -> str:
    """Text on one line, with nothing that cannot be seen."""
    return inert(" ".join(words.split()))


def text(cited: Cited) -> str:
    """A line of plain text."""
    stop = "" if cited.title.endswith((".", "?", "!")) else "."
    parts = [
        f"{_listed(cited.authors)} ({cited.day[:4]}). {cited.title}{stop}",
        f"{', '.join(filter(None, [PUBLISHER, cited.stands_on]))}.",
        cited.url,
    ]
    return " ".join(parts)


def bibtex(cited: Cited) -> str:
    """An entry of type misc, whose names and title are kept as they are by inner braces."""
    fields = {
        "author": f"{{{' and '.join(f'{{{in_latex(name)}}}' for name in cited.authors)}}}",
        "title": f"{{{{{in_latex(cited.title)}}}}}",
        "year": f"{{{cited.day[:4]}}}",
        "publisher": f"{{{PUBLISHER}}}",
        "version": f"{{{cited.version}}}",
        "url": f"{{{cited.url}}}",
        "note": f"{{{_capital(cited.stands_on)}}}",
    }
    lines = [f"  {name} = {value}" for name, value in fields.items() if value != "{}"]
    return "\n".join([f"@misc{{{cited.key},", ",\n".join(lines), "}"])


def csl(cited: Cited) -> str:
    """CSL-JSON: a list with one item of type dataset. Names are literal: nobody parts them."""
    item = {
        "id": cited.key,
        "type": "dataset",
        "title": cited.title,
        "author": [{"literal": name} for name in cited.authors],
        "issued": {"date-parts": [[int(part) for part in cited.day.split("-")]]},
        "publisher": PUBLISHER,
        "version": cited.version,
        "URL": cited.url,
        "note": _capital(cited.stands_on),
    }
    lines = [
        f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in item.items()
        if value
    ]
    return "\n".join(["[{", ",\n".join(lines), "}]"])


def markdown(cited: Cited) -> str:
    """A line of Markdown that begins with a link, so that no text is at the start of a line."""
    link = f"[{in_markdown(cited.title)}]({cited.url})"
    stands_on = re.sub(r"swh:1:dir:[0-9a-f]{40}", r"`\g<0>`", cited.stands_on)
    where = ", ".join(filter(None, [f"{PUBLISHER} ({cited.day[:4]})", stands_on]))
    return f"{link}, by {in_markdown(_listed(cited.authors))}. {where}."


FORMATS = {
    "text": Format("Text", text),
    "bibtex": Format("BibTeX", bibtex),
    "csl": Format("CSL-JSON", csl),
    "markdown": Format("Markdown", markdown),
}


def _listed(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{names[0]} et al."
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# A bare brace would count towards the braces of the entry, even after a backslash.
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "$&%#_"},
    }
)


def in_latex(words: str) -> str:
    """Plain text that LaTeX prints as it is."""
    return words.translate(_LATEX)


_MARKS = re.compile(r"[\\`*_\[\]<>&|~$#]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def in_markdown(words: str) -> str:
    """Plain text on a line of Markdown, where nothing in it is a mark, a tag or an address."""
    return _MARKS.sub(r"\\\g<0>", words)
