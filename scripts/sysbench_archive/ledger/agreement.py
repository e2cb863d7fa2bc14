"""Whether the record says what the bundles are, and which addresses it promises for ever.

A comparison that was published in any revision keeps its address, though it may no longer be drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from urllib.parse import urljoin

from sysbench_archive.ledger.addresses import CAMPAIGNS, SHARED_PAGES
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    ComparisonRows,
    file_of,
    revision_page,
)
from sysbench_archive.ledger.record import (
    CHANGED,
    FOLDER,
    MISSING,
    ORPHAN,
    REDACTED,
    REWRITTEN,
    STALE,
    UNPUBLISHED,
    Identity,
    Row,
    difference,
    is_withdrawn,
)
from sysbench_archive.ledger.redaction import is_redaction
from sysbench_archive.model.history import AddressIndex, ResultAddress
from sysbench_archive.problems import Problem, got_expected
from sysbench_archive.redaction.findings import findings_in, message_of

Records = Mapping[str, Sequence[Row]]


def record_problems(records: Records, identities: Mapping[str, Identity]) -> Iterator[Problem]:
    """Bundles without a row, with a row that is not theirs, rows without a bundle, and reasons that
    hold something private.
    """
    for name, identity in identities.items():
        path = f"{FOLDER}/{name}.csv"
        if name not in records:
            yield MISSING.at(path, "the bundle has no row")
        elif is_withdrawn(records[name]):
            yield STALE.at(path, "the bundle was withdrawn; only `withdraw --undo` puts it back")
        elif changed := difference(records[name][-1], identity):
            yield STALE.at(path, changed)
    for name, rows in records.items():
        yield from _private_reasons(name, rows)
        if name not in identities and not is_withdrawn(rows):
            yield ORPHAN.at(f"{FOLDER}/{name}.csv", "no such bundle in data/results")


def _private_reasons(name: str, rows: Sequence[Row]) -> Iterator[Problem]:
    for row in rows:
        for finding in findings_in(row.reason):
            message = f"revision {row.revision}: {message_of(finding)}"
            yield finding.rule.at(f"{FOLDER}/{name}.csv", message)


def history_problems(before: Records, after: Records) -> Iterator[Problem]:
    """Rows that a change from one state of the record to another does not leave as they were."""
    for name, old in before.items():
        path = f"{FOLDER}/{name}.csv"
        new = after.get(name, ())
        changed = [(was, now) for was, now in zip(old, new, strict=False) if was != now]
        if len(new) < len(old) or not all(is_redaction(was, now) for was, now in changed):
            yield REWRITTEN.at(path, f"the first {len(old)} rows are not as they were")
        elif changed:
            numbers = ", ".join(str(now.revision) for _, now in changed)
            yield REDACTED.at(path, f"words are removed from the rows of revision {numbers}")


def pages_of(bundle: str, rows: Sequence[Row]) -> list[str]:
    """Every page a record promises: the result, its runs, its revisions, comparisons."""
    path = _result_page(bundle)
    runs = _union(row.runs for row in rows)
    revisions = [row.revision for row in rows if row.status != "withdrawn"]
    compared = _union(row.comparisons for row in rows)
    return [
        path,
        *(f"{path}{run}/" for run in runs),
        *(f"{path}revisions/{number}/" for number in revisions),
        *(f"/comparisons/{bundle}--{workload}/" for workload in compared),
    ]


def retired(rows: Sequence[Row], drawn: Collection[str]) -> list[str]:
    """Workloads whose comparison was published once and is not among those drawn now."""
    return [name for name in _union(row.comparisons for row in rows) if name not in drawn]


def _union(cells: Iterable[str]) -> list[str]:
    """The ids of several cells, each once, in the order they came."""
    return list(dict.fromkeys(name for cell in cells for name in cell.split()))


def index_of(
    records: Records,
    curated: Iterable[Collection[str]],
    campaigns: Iterable[str] = (),
    compared: ComparisonRows | None = None,
    shared: Iterable[str] = (),
) -> AddressIndex:
    """The index: results with revision, digest and pages, curated comparisons, campaigns, how many
    revisions comparisons have, and the pages that span bundles.
    """
    return AddressIndex(
        results=[_result_address(name, rows) for name, rows in sorted(records.items())],
        comparisons=sorted({address for known in curated for address in known}),
        campaigns=sorted(set(campaigns)),
        revisions={slug: len(rows) for slug, rows in sorted((compared or {}).items())},
        pages=sorted(set(shared)),
    )


def promised_pages(entry: ResultAddress) -> list[str]:
    """Every page of an entry as a site-relative path. Indexes of earlier days have them so."""
    return [urljoin(_result_page(entry.id), page) for page in entry.pages]


def _result_page(bundle: str) -> str:
    return f"/results/{bundle}/"


def _result_address(name: str, rows: Sequence[Row]) -> ResultAddress:
    newest, own = rows[-1], _result_page(name)
    return ResultAddress(
        id=name,
        revision=newest.revision,
        status=newest.status,
        standing=newest.standing,
        date=newest.date,
        swhid=newest.swhid,
        figures_sha256=newest.figures_sha256,
        pages=[page.removeprefix(own) or "./" for page in pages_of(name, rows)],
    )


_PLACES = {"comparisons": "content/comparisons", "campaigns": CAMPAIGNS, "pages": SHARED_PAGES}
"""Lists of addresses of an index, and where what answers to them is kept."""


def published_problems(
    before: AddressIndex, now: AddressIndex, records: Records
) -> Iterator[Problem]:
    """What a state of the archive takes from what was promised before."""
    for entry in before.results:
        yield from _published_result_problems(entry, records.get(entry.id, ()))
    for name, place in _PLACES.items():
        for address in sorted(set(getattr(before, name)) - set(getattr(now, name))):
            yield UNPUBLISHED.at(place, f"nothing answers any more to {address}")
    for slug, count in before.revisions.items():
        if now.revisions.get(slug, 0) < count:
            path = f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"
            message = f"nothing answers any more to {revision_page(slug, count)}"
            yield UNPUBLISHED.at(path, message)


def _published_result_problems(entry: ResultAddress, rows: Sequence[Row]) -> Iterator[Problem]:
    path = f"{FOLDER}/{entry.id}.csv"
    kept = set(pages_of(entry.id, rows)) if rows else set()
    gone = [page for page in promised_pages(entry) if page not in kept]
    if gone:
        more = f", and {len(gone) - 1} more like it" if len(gone) > 1 else ""
        yield UNPUBLISHED.at(path, f"nothing answers any more to {gone[0]}{more}")
    if not rows:
        return
    same = [row for row in rows if row.revision == entry.revision]
    if not same:
        message = got_expected("fewer revisions", rows[-1].revision, entry.revision)
        yield CHANGED.at(path, message)
    elif same[0].figures_sha256 != entry.figures_sha256:
        yield CHANGED.at(path, f"revision {entry.revision} has other figures than published")
    elif same[0].swhid != entry.swhid:
        yield CHANGED.at(path, f"revision {entry.revision} has other bytes than published")
