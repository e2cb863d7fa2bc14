"""Atom feeds: new results, and what became of published ones.

Made from the publication record, so that an entry's day is that of its row and never that of a
build. Ids are permanent addresses; a row is a place on its bundle's page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from sysbench_archive.derive.site import EVIDENCE
from sysbench_archive.ledger import Row
from sysbench_archive.publish.citation_formats import PUBLISHER, plain

Records = Mapping[str, Sequence[Row]]
"""Bundle id to the rows of its publication record."""

MOST = 100
"""Entries of a feed, newest first."""
MOST_NAMED = 6
"""Servers a summary names."""
_ATOM = "http://www.w3.org/2005/Atom"
_EVENTS = {"corrected": "Corrected", "reparsed": "Read anew", "withdrawn": "Withdrawn"}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry. `place` is its site-relative address and, with the base, its id."""

    place: str
    title: str
    day: str
    summary: str
    authors: tuple[str, ...]


def feeds(records: Records, results: Iterable[Mapping[str, Any]], base: str) -> dict[str, bytes]:
    """Site-relative path of each feed to its bytes; `results` are the entries of the list."""
    listed = {entry["id"]: entry for entry in results}
    days = [row.date for rows in records.values() for row in rows]
    if not days:
        return {}
    new = ("results", "New results", list(_published(records, listed)))
    corrections = ("corrections", "Corrections and withdrawals", list(_events(records)))
    return {
        f"/feeds/{name}.xml": _feed(f"/feeds/{name}.xml", title, entries, min(days), base)
        for name, title, entries in (new, corrections)
    }


def _published(records: Records, listed: Mapping[str, Mapping[str, Any]]) -> Iterator[Entry]:
    for bundle, rows in records.items():
        result = listed.get(bundle)
        yield Entry(
            f"/results/{bundle}/",
            rows[-1].title,
            rows[0].date,
            _summary(result) if result else f"Withdrawn: {rows[-1].reason}",
            _authors(rows[-1]),
        )


def _events(records: Records) -> Iterator[Entry]:
    for bundle, rows in records.items():
        for row in rows:
            if row.status in _EVENTS:
                yield Entry(
                    f"/results/{bundle}/#revision-{row.revision}",
                    f"{_EVENTS[row.status]}: {row.title}",
                    row.date,
                    row.reason,
                    _authors(row),
                )


def _summary(result: Mapping[str, Any]) -> str:
    labels = [server["label"] for server in result["servers"]]
    more = f" and {len(labels) - MOST_NAMED} more" if len(labels) > MOST_NAMED else ""
    runs = f"{result['runs']} {'run' if result['runs'] == 1 else 'runs'}"
    evidence = EVIDENCE[result["evidence"]][0].lower()
    return f"{runs} of {', '.join(labels[:MOST_NAMED])}{more}. Evidence: {evidence}."


def _authors(row: Row) -> tuple[str, ...]:
    return tuple(name for name in row.authors.split(";") if name.strip())


def _feed(path: str, title: str, entries: Sequence[Entry], first: str, base: str) -> bytes:
    """A feed without entries is as old as the archive's first row."""
    newest = sorted(entries, key=lambda entry: (entry.day, entry.place), reverse=True)[:MOST]
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _text(root, "id", f"{base}{path}")
    _text(root, "title", f"{PUBLISHER}: {title.lower()}")
    _text(root, "updated", _moment(newest[0].day if newest else first))
    _link(root, "self", f"{base}{path}", "application/atom+xml")
    _link(root, "alternate", f"{base}/results/", "text/html")
    _text(ElementTree.SubElement(root, "author"), "name", PUBLISHER)
    for entry in newest:
        _entry(root, entry, base)
    ElementTree.indent(root, " ")
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _entry(root: ElementTree.Element, entry: Entry, base: str) -> None:
    made = ElementTree.SubElement(root, "entry")
    _text(made, "id", f"{base}{entry.place}")
    _text(made, "title", entry.title)
    _text(made, "updated", _moment(entry.day))
    _link(made, "alternate", f"{base}{entry.place}", "text/html")
    _text(made, "summary", entry.summary)
    for name in entry.authors:
        _text(ElementTree.SubElement(made, "author"), "name", name)


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = plain(text)


def _link(parent: ElementTree.Element, rel: str, href: str, kind: str) -> None:
    ElementTree.SubElement(parent, "link", {"rel": rel, "href": href, "type": kind})


def _moment(day: str) -> str:
    """A day as Atom writes moments."""
    return f"{day}T00:00:00Z"
