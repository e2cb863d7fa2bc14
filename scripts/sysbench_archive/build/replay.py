"""The record of a change is computed anew, and never believed.

From what was published and the bundles of a checkout follows every row that `record`, `correct` and
`withdraw` would write. What a change adds must be that, byte for byte, but for days and the reasons
people give; each of these is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from msgspec import structs

from sysbench_archive.build.archive import (
    Archive,
    read_comparison_records,
    read_records,
    read_saved_copies,
    recorded_campaigns,
)
from sysbench_archive.build.recording import Stated
from sysbench_archive.build.survey import Survey
from sysbench_archive.build.write_lists import recorded_pages, shared_pages, untitled_pages
from sysbench_archive.bundle.saved import SAVED, write_saved
from sysbench_archive.bundle.sources import SourceFile, claimed, plain_address
from sysbench_archive.ledger.addresses import (
    CAMPAIGNS,
    SHARED_PAGES,
    write_campaigns,
    write_shared_pages,
)
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    ComparisonRows,
    file_of,
    recorded_comparison,
    write_comparison_rows,
)
from sysbench_archive.ledger.events import (
    NotRecordableError,
    corrected,
    recorded,
    reparsed,
    restored,
    withdrawn,
)
from sysbench_archive.ledger.record import (
    FOLDER,
    REDACTED,
    Identity,
    Row,
    difference,
    is_withdrawn,
    write_rows,
)
from sysbench_archive.ledger.redaction import emptied
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.history import AddressIndex
from sysbench_archive.pages.campaign import campaign_rows
from sysbench_archive.problems import RULES, Problem, got_expected, shown
from sysbench_archive.rules.dates import is_future

COMPUTED = RULES["record-computed"]
DAY = RULES["record-day"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A checkout, the state it starts from, and what its bundles and comparisons say.

    `before` has what is recorded at a commit; what is not as `before` is computed.
    """

    archive: Archive
    before: Archive
    surveys: Sequence[Survey]
    sources: Sequence[SourceFile]
    said: Stated
    today: date
    kept: frozenset[str] = frozenset()
    """The bundles of which earlier revisions were kept."""
    published: AddressIndex | None = None
    """What a published site promises: pages of it may have a row without being made any more."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Pages that span bundles as they were made before, with their titles."""
    was: Callable[[str], bytes] = lambda _: b""
    """Files at an earlier commit, which is published: rows that a revert puts back are not new."""

    def problems(self) -> Iterator[Problem]:
        """What is recorded otherwise than the program would."""
        yield from self._of_bundles()
        yield from self._of_comparisons()
        yield from self._of_pages()
        yield from self._of_campaigns()
        yield from self._of_saved_copies()

    def _of_bundles(self) -> Iterator[Problem]:
        before, after = read_records(self.before)[0], read_records(self.archive)[0]
        surveys = {survey.id: survey for survey in self.surveys}
        for name, rows in after.items():
            path, known = f"{FOLDER}/{name}.csv", before.get(name, ())
            yield from self._form(path, write_rows(rows))
            new = rows[len(known) :]
            if not new or self.was(path) == _bytes_of(self.archive.root / path):
                continue
            survey = surveys.get(name)
            if survey and survey.identity is None:
                # It cannot be read, and says so itself.
                continue
            identity = survey.identity if survey else None
            try:
                expected = _one_event(rows[: len(known)], new, identity)
            except NotRecordableError as error:
                yield COMPUTED.at(path, f"revision {new[0].revision}: {error}")
                continue
            if fault := _cells_apart(new[0], expected):
                yield COMPUTED.at(path, f"revision {new[0].revision}: {fault}")
            if is_withdrawn(known) and new[0].status == "withdrawn" and not self._purges(name):
                message = (
                    f"revision {new[0].revision}: it was withdrawn before, and nothing more goes"
                )
                yield COMPUTED.at(path, message)
            days = [row.date for row in known[-1:]] + [_day_before(survey)] * bool(survey)
            yield from self._days(path, new[0].revision, new[0].date, days)
            if new[0].status == "withdrawn" and not (self.archive.revisions / name).exists():
                yield from self._of_purge(name)

    def _purges(self, bundle: str) -> bool:
        """Whether bytes of a bundle that were kept are not there any more."""
        return bundle in self.kept and not (self.archive.revisions / bundle).exists()

    def _of_purge(self, bundle: str) -> Iterator[Problem]:
        """Bytes that a withdrawal does not keep: whoever approves it has to know."""
        told = "every byte of it is removed, and of its earlier revisions"
        yield REDACTED.at(f"{FOLDER}/{bundle}.csv", told)
        for slug, rows in read_comparison_records(self.archive)[0].items():
            left = [r for r in rows if bundle in [b.bundle for b in r.bundles] and r != emptied(r)]
            if left:
                message = f"revision {left[0].revision} of {slug} still tells what {bundle} held"
                yield COMPUTED.at(_file_of_comparison(slug), message)

    def _of_comparisons(self) -> Iterator[Problem]:
        before, after = (read_comparison_records(a)[0] for a in (self.before, self.archive))
        ledger = read_records(self.archive)[0]
        files: dict[str, list[ComparisonRow]] = {}
        for slug, rows in after.items():
            path, known = _file_of_comparison(slug), before.get(slug, ())
            files.setdefault(path, []).extend(rows)
            new = rows[len(known) :]
            if not new or self.was(path) == _bytes_of(self.archive.root / path):
                continue
            if fault := self._comparison_fault(slug, rows[: len(known)], new, after):
                yield COMPUTED.at(path, f"revision {new[0].revision} of {slug} {fault}")
            rested = (ledger.get(each.bundle, ()) for each in new[0].bundles)
            days = [*(row.date for row in known[-1:]), *(rows[-1].date for rows in rested if rows)]
            yield from self._days(path, new[0].revision, new[0].date, days)
        for path, every in files.items():
            yield from self._form(path, write_comparison_rows(every))

    def _comparison_fault(
        self,
        slug: str,
        known: Sequence[ComparisonRow],
        new: Sequence[ComparisonRow],
        after: ComparisonRows,
    ) -> str:
        """Why the program would not have written rows behind those known; "" where it would."""
        if len(new) > 1:
            return f"is one of {len(new)} that one change adds; the program adds one"
        now = self.said.beyond(known[-1:], slug, after)
        if now is None:
            return "says nothing that the one before does not" if known else "is of no comparison"
        day = new[0].date
        expected = recorded_comparison(known, now, day=day, fixed=len(known))[-1]
        given, wanted = structs.asdict(new[0]), structs.asdict(expected)
        for name, value in wanted.items():
            if given[name] != value:
                return got_expected(f"has another {name}", given[name], shown(value))
        return ""

    def _of_pages(self) -> Iterator[Problem]:
        before, after = recorded_pages(self.before), recorded_pages(self.archive)
        yield from self._form(SHARED_PAGES, write_shared_pages(after))
        if after == before:
            return
        wanted = untitled_pages(self.published.pages if self.published else ())
        wanted |= {**self.former, **shared_pages(self.surveys), **before}
        for path, title in after.items():
            if path not in wanted:
                yield COMPUTED.at(SHARED_PAGES, f"no page is made at {path}")
            elif title != wanted[path]:
                message = got_expected(f"the title of {path}", title, shown(wanted[path]))
                yield COMPUTED.at(SHARED_PAGES, message)

    def _of_campaigns(self) -> Iterator[Problem]:
        before, after = recorded_campaigns(self.before), recorded_campaigns(self.archive)
        yield from self._form(CAMPAIGNS, write_campaigns(after))
        wanted = {row.slug: row for row in campaign_rows(self.said.campaigns.values(), before)}
        for row in after:
            # Of rows that changed `changed_campaigns` tells.
            if row.slug not in wanted:
                yield COMPUTED.at(CAMPAIGNS, f"no page of campaigns is made at {row.path}")
            elif row not in before and row != wanted[row.slug]:
                yield COMPUTED.at(
                    CAMPAIGNS, f"the row of {row.path} names other bundles than it has"
                )

    def _of_saved_copies(self) -> Iterator[Problem]:
        """Rows that cannot be computed: another service says them. What they are about can."""
        before, after = set(read_saved_copies(self.before)), read_saved_copies(self.archive)
        yield from self._form(SAVED, write_saved(after).decode())
        renewed = {row.origin for row in after if row.is_whole and row not in before}
        for row in sorted(before.difference(after)):
            if not (row.is_whole and row.origin in renewed):
                yield COMPUTED.at(SAVED, f"the row of {row.swhid} is gone, and none is newer")
        if before.issuperset(after):
            return
        mentions = [survey.source for survey in self.surveys if survey.source]
        named = {plain_address(each.address) for each in mentions}
        named |= {c for file in self.sources if file.record for c in claimed(file.record)}
        named.add(plain_address(self.archive.settings.repository))
        commits = {f"swh:1:rev:{each.commit}" for each in mentions}
        commits |= {f"swh:1:rev:{file.record.commit}" for file in self.sources if file.record}
        for row in after:
            if row in before:
                continue
            if plain_address(row.origin) not in named:
                yield COMPUTED.at(SAVED, f"nothing of the archive comes from {row.origin}")
            elif not row.is_whole and row.swhid not in commits:
                yield COMPUTED.at(SAVED, f"no figures are taken from {row.swhid}")
            yield from self._days(SAVED, 0, row.day, [])

    def _form(self, path: str, text: str) -> Iterator[Problem]:
        """A file that a change touches and that holds something else than its rows."""
        here, there = (_bytes_of(each.root / path) for each in (self.archive, self.before))
        if here not in (there, b"", text.encode()):
            yield COMPUTED.at(path, "it holds something else than its rows, as they are written")

    def _days(
        self, path: str, revision: int, day: str, earlier: Sequence[str]
    ) -> Iterator[Problem]:
        place = f"revision {revision}: " if revision else ""
        first = max(earlier, default="")
        if is_future(day, self.today):
            yield DAY.at(path, place + got_expected("still to come", day, f"at most {self.today}"))
        elif day < first:
            yield DAY.at(
                path, place + got_expected("before what it is about", day, f"from {first}")
            )


def _file_of_comparison(slug: str) -> str:
    return f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"


def _bytes_of(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else b""


def _day_before(survey: Survey | None) -> str:
    """The earliest day on which a bundle can be recorded: the clocks of two people differ."""
    try:
        entry = survey.entry if survey else None
        submitted = date.fromisoformat(entry.submitted if entry else "")
        return (submitted - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return ""


def _restored(known: Sequence[Row], identity: Identity, day: str, reason: str) -> tuple[Row, ...]:
    if fault := difference(known[-1], identity):
        raise NotRecordableError(fault)
    return restored(known, day, reason)


_EVENTS: Mapping[str, Callable[[Sequence[Row], Any, str, str], tuple[Row, ...]]] = {
    "published": lambda known, identity, day, _: recorded(known, identity, day, fixed=len(known)),
    "corrected": corrected,
    "reparsed": reparsed,
    "withdrawn": lambda known, _, day, reason: withdrawn(known, day, reason),
    "restored": _restored,
}
"""What the program does where a row says that this happened."""


def _one_event(
    known: Sequence[Row], new: Sequence[Row], identity: Identity | None
) -> tuple[Row, ...]:
    """The rows once the program recorded what the first new one says happened.

    Raises NotRecordableError where it would not have, or not so much at once.
    """
    row = new[0]
    if len(new) > 1:
        raise NotRecordableError(
            f"one of {len(new)} rows that one change adds; the program adds one"
        )
    if not known and row.status != "published":
        raise NotRecordableError("nothing was published under that name")
    if identity and row.status == "withdrawn":
        raise NotRecordableError("it is withdrawn, and its bundle is there")
    if identity is None and row.status != "withdrawn":
        raise NotRecordableError("there is no such bundle")
    return _EVENTS[row.status](known, identity, row.date, row.reason)


def _cells_apart(row: Row, expected: Sequence[Row]) -> str:
    """The first cell that is not as computed, as words; "" where all are."""
    (*_, wanted) = expected
    if wanted.revision != row.revision:
        return "the bundle is what the row before says"
    for name in Row.__dataclass_fields__:
        if getattr(row, name) != getattr(wanted, name):
            expected_words = shown(getattr(wanted, name))
            return got_expected(f"another {name}", getattr(row, name), expected_words)
    return ""
