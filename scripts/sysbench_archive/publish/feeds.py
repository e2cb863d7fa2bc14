"""Atom feeds: new results, and what became of published ones.

Made from the publication record, so that an entry's day is that of its row and never that of a
build. Ids are permanent addresses; a row is a place on its bundle's page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.ledger.record import Row
from sysbench_archive.pages.site import EVIDENCE_LABELS
from sysbench_archive.publish.citation import PUBLISHER, bundle_work, plain
from sysbench_archive.words.phrases import count_text, first_of

Records = Mapping[str, Sequence[Row]]
"""Bundle id to the rows of its publication record."""

MOST = 100
"""Entries of a feed, newest first."""
MOST_NAMED = 6
"""Servers a summary names."""
_ATOM = "http://www.w3.org/2005/Atom"
_EVENTS = {
    "corrected": "Corrected",
    "reparsed": "Read anew",
    "withdrawn": "Withdrawn",
    "restored": "Restored",
}


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An entry. `path` is its site-relative address and, with the base, its id."""

    path: str
    title: str
    day: str
    summary: str
    authors: tuple[str, ...]


def feeds(records: Records, results: Iterable[ResultEntry], base: str) -> dict[str, bytes]:
    """Site-relative path of each feed to its bytes; `results` are the entries of the list."""
    days = [row.date for rows in records.values() for row in rows]
    if not days:
        return {}
    listed = {entry.id: entry for entry in results}
    published, events = [], []
    for bundle, rows in records.items():
        path, authors = f"/results/{bundle}/", bundle_work(bundle, rows).names()
        result = listed.get(bundle)
        said = _summary(result) if result else f"Withdrawn: {rows[-1].reason}"
        published.append(FeedEntry(path, rows[-1].title, rows[0].date, said, authors))
        for row in rows:
            if row.status in _EVENTS:
                title = f"{_EVENTS[row.status]}: {row.title}"
                place = f"{path}#revision-{row.revision}"
                events.append(FeedEntry(place, title, row.date, row.reason, authors))
    written = (
        ("/feeds/results.xml", "new results", published),
        ("/feeds/corrections.xml", "corrections and withdrawals", events),
    )
    return {
        path: _feed(path, title=title, entries=entries, first_day=min(days), base=base)
        for path, title, entries in written
    }


def _summary(result: ResultEntry) -> str:
    servers = first_of([server.label for server in result.servers], MOST_NAMED)
    evidence = EVIDENCE_LABELS[result.evidence].lower()
    return f"{count_text(result.runs, 'run')} of {servers}. Evidence: {evidence}."


def _feed(
    path: str, *, title: str, entries: Sequence[FeedEntry], first_day: str, base: str
) -> bytes:
    """A feed without entries is as old as the archive's first row."""
    newest = sorted(entries, key=lambda entry: (entry.day, entry.path), reverse=True)[:MOST]
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _add(root, "id", f"{base}{path}")
    _add(root, "title", f"{PUBLISHER}: {title}")
    _add(root, "updated", _atom_time(newest[0].day if newest else first_day))
    _add(root, "link", rel="self", href=f"{base}{path}", type="application/atom+xml")
    _add(root, "link", rel="alternate", href=f"{base}/results/", type="text/html")
    _add(_add(root, "author"), "name", PUBLISHER)
    for entry in newest:
        element = _add(root, "entry")
        _add(element, "id", f"{base}{entry.path}")
        _add(element, "title", entry.title)
        _add(element, "updated", _atom_time(entry.day))
        _add(element, "link", rel="alternate", href=f"{base}{entry.path}", type="text/html")
        _add(element, "summary", entry.summary)
        for name in entry.authors:
            _add(_add(element, "author"), "name", name)
    ElementTree.indent(root, " ")
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _add(
    parent: ElementTree.Element, tag: str, text: str = "", **attributes: str
) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, tag, attributes)
    element.text = plain(text)
    return element


def _atom_time(day: str) -> str:
    """A day as Atom writes moments."""
    return f"{day}T00:00:00Z"
