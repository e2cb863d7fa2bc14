"""The record of comparisons: a line of JSON for each revision of each, in `data/comparisons/`.

The comparisons of one bundle share a file, a curated one has its own, and so has a campaign unless
it is named after a bundle. Lines are only added; the last may be replaced until it is published.
What is not a row of this form is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from sysbench_archive.ledger.record import (
    REDACTED,
    Row,
    conflict_in,
    is_day,
    is_withdrawn,
)
from sysbench_archive.ledger.redaction import is_redacted_comparison
from sysbench_archive.model.base import read_record
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    RecordedBundle,
)
from sysbench_archive.problems import RULES, Problem, got_expected

COMPARISON_RECORDS = "data/comparisons"
FORM = RULES["comparison-record"]
UNRECORDED = RULES["comparison-unrecorded"]
REPLACED = RULES["comparison-rewritten"]

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
    if conflict := conflict_in(data, path):
        return {}, [conflict]
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
    if not is_day(row.date):
        return got_expected("no day", row.date, "an ISO day")
    return ""


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


_SAME = ("definition", "prose", "verdicts", "bundles")


def says_the_same(row: ComparisonRow, now: ComparisonRow) -> bool:
    """Whether a row still holds: the same things compared, by the same figures, with the same
    verdicts and the same text. How the program words an answer does not count, nor does another
    methodology that says the same.
    """
    return all(getattr(row, name) == getattr(now, name) for name in _SAME)


def recorded_comparison(
    rows: Sequence[ComparisonRow], now: ComparisonRow, *, day: str, fixed: int
) -> tuple[ComparisonRow, ...]:
    """The rows once a comparison says something else, which it does `now`.

    The first `fixed` rows are published; the newest of the others is replaced.
    """
    kept = tuple(rows) if len(rows) <= fixed else tuple(rows[:-1])
    reason = _reason(kept[-1], now) if kept else ""
    return (*kept, replace(now, revision=len(kept) + 1, date=day, reason=reason))


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
    """Rows that a change does not leave as they were."""
    for slug, old in before.items():
        path = f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"
        for was, now in zip(old, after.get(slug, ()), strict=False):
            if is_redacted_comparison(was, now):
                yield REDACTED.at(path, f"words are removed from revision {was.revision} of {slug}")
            elif was != now:
                yield REPLACED.at(path, f"revision {was.revision} of {slug} is not as it was")


def revision_page(slug: str, number: int) -> str:
    """The pinned address of a revision of a comparison."""
    return f"/comparisons/{slug}/revisions/{number}/"
