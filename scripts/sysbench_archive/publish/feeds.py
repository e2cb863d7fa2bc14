"""Atom feeds: new results, what became of published ones, changed answers, versions of the
methodology, and what concerns a release series or a setting.

Made from the publication record, so that an entry's day is that of its row and never that of a
build. An id is made from the address without its host: it stays when the archive moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.ledger.comparisons import ComparisonRows, revision_page
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.pages.site import EVIDENCE_LABELS, METHODOLOGY
from sysbench_archive.publish.citation import PUBLISHER, bundle_work, plain
from sysbench_archive.publish.comparison_revisions import said_by
from sysbench_archive.words.phrases import count_text, first_of

Records = Mapping[str, Sequence[Row]]
"""Bundle id to the rows of its publication record."""

_ID = "sysbench-archive:{}"
"""What the UUID of an id is made from, with an address. It is never changed."""
MOST = 100
"""Entries of a feed, newest first."""
MOST_ANSWERS = 1000
"""The same of changed answers: a version of the methodology may change hundreds in a day."""
MOST_OF_TOPIC = 30
"""The same of a release series or a setting."""
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
class Topic:
    """A page with a feed of its own, and the bundles it is about."""

    path: str
    title: str
    bundles: set[str]


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An entry. `path` is its site-relative address, which its id is made from; `bundles` are those
    it is about.
    """

    path: str
    title: str
    day: str
    summary: str
    authors: tuple[str, ...] = ()
    bundles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Feed:
    """A feed: its address, that of the page it is about, its entries in any order."""

    path: str
    page: str
    title: str
    entries: Sequence[FeedEntry]
    most: int = MOST


def feeds(
    records: Records,
    results: Iterable[ResultEntry],
    recorded: ComparisonRows,
    topics: Iterable[Topic],
    base: str,
) -> dict[str, bytes]:
    """Site-relative path of each feed to its bytes; `results` are the entries of the list."""
    days = [row.date for rows in records.values() for row in rows]
    if not days:
        return {}
    listed = {entry.id: entry for entry in results}
    published = [_published(bundle, rows, listed) for bundle, rows in records.items()]
    events = [event for bundle, rows in records.items() for event in _events(bundle, rows)]
    answers = [answer for rows in recorded.values() for answer in _changed_answers(rows)]
    written = [
        _Feed("/feeds/results.xml", "/results/", "new results", published),
        _Feed("/feeds/corrections.xml", "/results/", "corrections and withdrawals", events),
        _Feed("/feeds/answers.xml", "/comparisons/", "changed answers", answers, MOST_ANSWERS),
        _Feed("/feeds/methodology.xml", "/methodology/", "methodology", list(_versions())),
    ]
    for topic in topics:
        entries = [
            entry
            for entry in (*published, *events, *answers)
            if not topic.bundles.isdisjoint(entry.bundles)
        ]
        path = f"{topic.path}feed.xml"
        written.append(_Feed(path, topic.path, topic.title, entries, MOST_OF_TOPIC))
    return {feed.path: _xml(feed, min(days), base) for feed in written}


def feed_id(path: str) -> str:
    """The id of a feed or an entry, from its address without host."""
    return uuid5(NAMESPACE_URL, _ID.format(path)).urn


def _published(bundle: str, rows: Sequence[Row], listed: Mapping[str, ResultEntry]) -> FeedEntry:
    result = listed.get(bundle)
    said = _summary(result) if result else f"Withdrawn: {rows[-1].reason}"
    authors = bundle_work(bundle, rows).names()
    path = f"/results/{bundle}/"
    return FeedEntry(path, rows[-1].title, rows[0].date, said, authors, (bundle,))


def _summary(result: ResultEntry) -> str:
    servers = first_of([server.label for server in result.servers], MOST_NAMED)
    evidence = EVIDENCE_LABELS[result.evidence].lower()
    return f"{count_text(result.runs, 'run')} of {servers}. Evidence: {evidence}."


def _events(bundle: str, rows: Sequence[Row]) -> Iterator[FeedEntry]:
    authors = bundle_work(bundle, rows).names()
    for row in rows:
        if row.status in _EVENTS:
            title = f"{_EVENTS[row.status]}: {row.title}"
            path = f"/results/{bundle}/#revision-{row.revision}"
            yield FeedEntry(path, title, row.date, row.reason, authors, (bundle,))


def _changed_answers(rows: Sequence[ComparisonRow]) -> Iterator[FeedEntry]:
    """Revisions at which a verdict on a candidate has another direction or status: to say the same
    in other words, or with other figures, is no change.
    """
    for before, after in pairwise(rows):
        old, new = _answers(before), _answers(after)
        if any(old.get(subject, answer) != answer for subject, answer in new.items()):
            yield FeedEntry(
                revision_page(after.comparison, after.revision),
                after.title,
                after.date,
                f"Before: {said_by(before)} Now: {said_by(after)} Reason: {after.reason}.",
                bundles=tuple(each.bundle for each in after.bundles),
            )


def _answers(row: ComparisonRow) -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (panel.title, verdict.candidate): (verdict.direction, verdict.status)
        for panel in row.panels
        for verdict in panel.verdicts
    }


def _versions() -> Iterator[FeedEntry]:
    for each in METHODOLOGY:
        path = f"/methodology/#version-{each.version}"
        yield FeedEntry(path, f"Version {each.version}", each.day, each.changed)


def _xml(feed: _Feed, first_day: str, base: str) -> bytes:
    """A feed without entries is as old as the archive's first row."""
    newest = sorted(feed.entries, key=_place, reverse=True)[: feed.most]
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _add(root, "id", feed_id(feed.path))
    _add(root, "title", f"{PUBLISHER}: {feed.title}")
    _add(root, "updated", _atom_time(newest[0].day if newest else first_day))
    _add(root, "link", rel="self", href=f"{base}{feed.path}", type="application/atom+xml")
    _add(root, "link", rel="alternate", href=f"{base}{feed.page}", type="text/html")
    _add(_add(root, "author"), "name", PUBLISHER)
    for entry in newest:
        element = _add(root, "entry")
        _add(element, "id", feed_id(entry.path))
        _add(element, "title", entry.title)
        _add(element, "updated", _atom_time(entry.day))
        _add(element, "link", rel="alternate", href=f"{base}{entry.path}", type="text/html")
        _add(element, "summary", entry.summary)
        for name in entry.authors:
            _add(_add(element, "author"), "name", name)
    ElementTree.indent(root, " ")
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _place(entry: FeedEntry) -> tuple[str, list[str | int]]:
    """Day, then address: of two numbers the lower is first, of whatever length."""
    parts = re.split(r"(\d+)", entry.path)
    return entry.day, [int(part) if at % 2 else part for at, part in enumerate(parts)]


def _add(
    parent: ElementTree.Element, tag: str, text: str = "", **attributes: str
) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, tag, attributes)
    element.text = plain(text)
    return element


def _atom_time(day: str) -> str:
    """A day as Atom writes moments."""
    return f"{day}T00:00:00Z"
