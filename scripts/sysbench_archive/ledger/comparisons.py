"""The record of comparisons: a line of JSON for each revision of each, in `data/comparisons/`.

The comparisons of one bundle share a file, a curated one has its own, and so has a campaign unless
it is named after a bundle. Lines are only added; one
that is provisional may be replaced by what the comparison says now. What is not a row of this form
is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

import msgspec
from msgspec.structs import replace

from sysbench_archive.ledger.record import REDACTED, Row, is_withdrawn
from sysbench_archive.ledger.redaction import is_redacted_comparison
from sysbench_archive.model.base import read_record
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    RecordedBundle,
)
from sysbench_archive.model.history import RevisionStanding
from sysbench_archive.problems import Problem, Rule, got_expected

COMPARISON_RECORDS = "data/comparisons"
FORM = Rule(
    "comparison-record",
    "A file of the record of comparisons is not what the archive writes.",
    "The record is what makes a cited comparison checkable; it must read the same for everybody.",
    "restore the file from git and run `sysbench-archive record`; do not edit it by hand",
)
UNRECORDED = Rule(
    "comparison-unrecorded",
    "A comparison is not what its record says, or has none.",
    "Whoever cites it would not find what they cited at the pinned address.",
    "run `sysbench-archive record` and commit data/comparisons/",
)
REPLACED = Rule(
    "comparison-rewritten",
    "A published revision of a comparison was changed or removed.",
    "Its pinned address would show something else than was cited.",
    "restore the line in data/comparisons/; `sysbench-archive record` adds another",
)

ComparisonRows = Mapping[str, Sequence[ComparisonRow]]
"""Slug to the rows of a comparison, oldest first."""

_SLUG = re.compile(r"[a-z0-9]+(-+[a-z0-9]+)*")


def file_of(slug: str) -> str:
    """The stem of the file a comparison is recorded in."""
    return slug.partition("--")[0]


def read_comparison_rows(
    data: bytes, stem: str
) -> tuple[dict[str, tuple[ComparisonRow, ...]], list[Problem]]:
    """The rows of a file by comparison, and what is wrong with it; then there are none."""
    rows: dict[str, tuple[ComparisonRow, ...]] = {}
    path = f"{COMPARISON_RECORDS}/{stem}.jsonl"
    for number, line in enumerate(data.splitlines(), 1):
        try:
            row = read_record(line, ComparisonRow)
            fault = _fault_of(row, stem, rows.get(row.comparison, ()))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return {}, [FORM.at(path, f"not a row: {error}", line=number)]
        if fault:
            return {}, [FORM.at(path, fault, line=number)]
        rows[row.comparison] = (*rows.get(row.comparison, ()), row)
    return rows, []


def _fault_of(row: ComparisonRow, stem: str, before: Sequence[ComparisonRow]) -> str:
    """Why a row cannot stand where it does; "" where it can."""
    if not _SLUG.fullmatch(row.comparison) or file_of(row.comparison) != stem:
        return got_expected("the row belongs to another file", row.comparison, f"{stem}--WORKLOAD")
    if row.revision != len(before) + 1:
        return got_expected(f"revisions of {row.comparison}", row.revision, len(before) + 1)
    if not _is_day(row.date):
        return got_expected("no day", row.date, "an ISO day")
    if before and before[-1].standing == "permanent" != row.standing:
        return f"revision {row.revision} is provisional after a permanent one"
    return ""


def _is_day(words: str) -> bool:
    try:
        return date.fromisoformat(words).isoformat() == words
    except ValueError:
        return False


def write_comparison_rows(rows: Iterable[ComparisonRow]) -> str:
    """The text of a file, by comparison and revision."""
    ordered = sorted(rows, key=lambda row: (row.comparison, row.revision))
    return "".join(f"{msgspec.json.encode(row).decode()}\n" for row in ordered)


def recorded_bundles(records: Mapping[str, Sequence[Row]]) -> dict[str, RecordedBundle]:
    """The newest revision of each bundle that was not withdrawn."""
    return {
        name: RecordedBundle(bundle=name, revision=rows[-1].revision, swhid=rows[-1].swhid)
        for name, rows in records.items()
        if not is_withdrawn(rows)
    }


def resting_on(state: ComparisonRow, bundles: Mapping[str, RecordedBundle]) -> ComparisonRow:
    """What a comparison says now, with the newest revision of each bundle that is recorded."""
    named = [bundles[each.bundle] for each in state.bundles if each.bundle in bundles]
    return replace(state, bundles=named)


_SAME = ("definition", "prose", "verdicts", "methodology", "bundles")


def says_the_same(row: ComparisonRow, now: ComparisonRow) -> bool:
    """Whether a row still holds: the same things compared, by the same figures and methodology,
    with the same verdicts and the same text. How the program words an answer does not count.
    """
    return all(getattr(row, name) == getattr(now, name) for name in _SAME)


def recorded_comparison(
    rows: Sequence[ComparisonRow],
    now: ComparisonRow,
    *,
    day: str,
    standing: RevisionStanding,
    fixed: int,
) -> tuple[ComparisonRow, ...]:
    """The rows once a comparison says what it does `now`; the same rows where it said so before.

    The first `fixed` rows are published for good; the newest of the others is replaced.
    """
    if rows and says_the_same(rows[-1], now):
        if standing == "permanent":
            return tuple(replace(row, standing=standing) for row in rows)
        return tuple(rows)
    kept = tuple(rows) if len(rows) <= fixed else tuple(rows[:-1])
    if kept and kept[-1].standing == "permanent":
        standing = "permanent"
    reason = _reason(kept[-1], now) if kept else ""
    new = replace(now, revision=len(kept) + 1, date=day, standing=standing, reason=reason)
    return (*kept, new)


def declared_comparisons(records: ComparisonRows) -> dict[str, tuple[ComparisonRow, ...]]:
    """The rows of comparisons that had some which could still change; now none can."""
    return {
        slug: tuple(replace(row, standing="permanent") for row in rows)
        for slug, rows in records.items()
        if not all(row.standing == "permanent" for row in rows)
    }


def undeclared_comparisons(records: ComparisonRows) -> Iterator[Problem]:
    """Comparisons with rows that could still change, in a record that is permanent."""
    for slug in declared_comparisons(records):
        path = f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"
        yield UNRECORDED.at(path, f"{slug} has rows that are provisional")


def _reason(before: ComparisonRow, after: ComparisonRow) -> str:
    """Why a comparison has another revision, in words."""
    found = []
    if before.methodology != after.methodology:
        found.append(f"version {after.methodology} of the methodology")
    old = {bundle.bundle: bundle for bundle in before.bundles}
    new = {bundle.bundle: bundle for bundle in after.bundles}
    for name, bundle in new.items():
        if name in old and old[name] != bundle:
            found.append(f"{name} is revision {bundle.revision}")
    found += [f"{name} is not compared any more" for name in old if name not in new]
    found += [f"{name} is compared as well" for name in new if name not in old]
    if before.prose != after.prose:
        found.append("the text was edited")
    if before.definition != after.definition:
        found.append("something else is compared")
    return "; ".join(found) or "other verdicts"


def unrecorded_problems(
    records: ComparisonRows,
    states: Iterable[ComparisonRow],
    bundles: Mapping[str, RecordedBundle],
) -> Iterator[Problem]:
    """Comparisons without a row, and with one that does not hold any more.

    Left out are those of a bundle that is not recorded itself, which is told of the bundle.
    """
    for state in states:
        slug, now = state.comparison, resting_on(state, bundles)
        if len(now.bundles) < len(state.bundles):
            continue
        path = f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"
        rows = records.get(slug, ())
        if not rows:
            yield UNRECORDED.at(path, f"{slug} has no row")
        elif not says_the_same(rows[-1], now):
            yield UNRECORDED.at(
                path, f"{slug} says something else than revision {rows[-1].revision}"
            )


def rewritten_problems(before: ComparisonRows, after: ComparisonRows) -> Iterator[Problem]:
    """What a change takes from those who cited a revision of a comparison."""
    for slug, old in before.items():
        path = f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"
        new = after.get(slug, ())
        if len(new) < len(old):
            message = got_expected(f"{slug} has fewer revisions", len(new), len(old))
            yield REPLACED.at(path, message)
            continue
        fixed = [row for row in old if row.standing == "permanent"]
        for was, now in zip(fixed, new, strict=False):
            if is_redacted_comparison(was, now):
                yield REDACTED.at(path, f"words are removed from revision {was.revision} of {slug}")
            elif was != now:
                yield REPLACED.at(path, f"revision {was.revision} of {slug} is not as it was")


def revision_page(slug: str, number: int) -> str:
    """The pinned address of a revision of a comparison."""
    return f"/comparisons/{slug}/revisions/{number}/"
