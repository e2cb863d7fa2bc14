"""The record of comparisons of a checkout: read, written, and compared with what they say now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import ne

from sysbench_archive.build.archive import Archive, read_comparison_records
from sysbench_archive.build.campaigns import archive_campaigns
from sysbench_archive.build.histories import remaining_comparisons
from sysbench_archive.build.program import source_digest
from sysbench_archive.build.steps import value_digest
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.bundle.curated import BundleParts, Curated, read_curated
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    UNRECORDED,
    ComparisonRows,
    file_of,
    recorded_bundles,
    resting_on,
    says_the_same,
    write_comparison_rows,
)
from sysbench_archive.ledger.record import Row, is_withdrawn
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.campaign import Campaign, campaign_state
from sysbench_archive.pages.comparison.record import curated_comparison
from sysbench_archive.pages.comparison.states import curated_state
from sysbench_archive.problems import Problem


def write_comparison_records(
    archive: Archive, stems: Iterable[str], records: ComparisonRows
) -> list[str]:
    """Write some files of the record: their paths."""
    paths = [archive.root / COMPARISON_RECORDS / f"{stem}.jsonl" for stem in sorted(stems)]
    for path in paths:
        own = (row for slug in of_files(records, {path.stem}) for row in records[slug])
        replace_file(path, write_comparison_rows(own).encode())
    return [archive.label(path) for path in paths]


def change_comparisons(
    archive: Archive, bundle: str, change: Callable[[ComparisonRow], ComparisonRow]
) -> dict[str, int]:
    """Change every row that rests on a bundle: how many of which files are others now."""
    recorded, _ = read_comparison_records(archive)
    changed: Counter[str] = Counter()
    for slug, rows in recorded.items():
        rests = [any(named.bundle == bundle for named in row.bundles) for row in rows]
        new = tuple(change(row) if on else row for on, row in zip(rests, rows, strict=True))
        changed[file_of(slug)] += sum(map(ne, new, rows))
        recorded[slug] = new
    stems = sorted(+changed)
    paths = write_comparison_records(archive, stems, recorded)
    return {path: changed[stem] for path, stem in zip(paths, stems, strict=True)}


def of_files(
    records: Mapping[str, Sequence[ComparisonRow]], stems: Collection[str]
) -> dict[str, Sequence[ComparisonRow]]:
    """The rows that are in some of the files."""
    return {slug: rows for slug, rows in records.items() if file_of(slug) in stems}


def curated_of(
    archive: Archive,
    surveys: Iterable[Survey],
    records: Mapping[str, Sequence[Row]] | None = None,
) -> list[Curated]:
    """The curated comparisons, checked against the bundles there are and those withdrawn."""
    known = {n: BundleParts() for n, rows in (records or {}).items() if is_withdrawn(rows)}
    known |= {s.id: BundleParts(frozenset(s.servers), frozenset(s.workloads)) for s in surveys}
    return [read_curated(p, archive.label(p), known) for p in archive.curated_files()]


def curated_keys(
    definitions: Mapping[str, ComparisonDefinition], keys: Mapping[str, str]
) -> dict[str, str]:
    """What finds the record of each curated comparison in the store: digests of what it is made
    from; `keys` are those of each bundle's outcome.
    """
    program = source_digest(curated_comparison.__module__)
    return {
        slug: value_digest((program, slug, value, [keys[n] for n in value.named_bundles()]))
        for slug, value in definitions.items()
    }


def curated_records(
    definitions: Mapping[str, ComparisonDefinition], keys: Mapping[str, str], store: Store
) -> list[Comparison]:
    """The records of the curated comparisons, made or as they are kept."""

    def make(slug: str, definition: ComparisonDefinition) -> Comparison:
        return curated_comparison(slug, definition, results_of(definition, keys, store))

    return [
        store.made(key, Comparison, partial(make, slug, definitions[slug]))
        for slug, key in curated_keys(definitions, keys).items()
    ]


def results_of(
    definition: ComparisonDefinition, keys: Mapping[str, str], store: Store
) -> dict[str, ResultRecord]:
    """The results that a curated comparison names, of those without errors."""
    outcomes = {name: store.need(keys[name]) for name in definition.named_bundles()}
    return {name: outcome.result for name, outcome in outcomes.items() if outcome.result}


def states_of(
    surveys: Iterable[Survey],
    curated: Iterable[Comparison] = (),
    definitions: Mapping[str, ComparisonDefinition] | None = None,
) -> dict[str, ComparisonRow]:
    """What each comparison says now, by slug; `definitions` are those of the curated ones."""
    found = {state.comparison: state for survey in surveys for state in survey.compared}
    for comparison in curated:
        definition = (definitions or {})[comparison.slug]
        found[comparison.slug] = curated_state(comparison, definition)
    return found


def archive_states(
    surveys: Sequence[Survey],
    curated: Sequence[Curated],
    records: Mapping[str, Sequence[Row]],
    store: Store,
) -> dict[str, ComparisonRow]:
    """What every comparison of an archive says that can be drawn."""
    keys = {survey.id: survey.key for survey in surveys if survey.entry}
    definitions = {
        slug: definition
        for slug, definition in remaining_comparisons(curated, records).definitions.items()
        if keys.keys() >= set(definition.named_bundles())
    }
    return states_of(surveys, curated_records(definitions, keys, store), definitions)


def revisions_that_hold(
    records: Mapping[str, Sequence[Row]],
    recorded: ComparisonRows,
    states: Mapping[str, ComparisonRow],
) -> dict[str, ComparisonRow]:
    """The newest row of each comparison that is what the row says: what a citation may name."""
    bundles = recorded_bundles(records)
    return {
        slug: rows[-1]
        for slug, state in states.items()
        if (rows := recorded.get(slug)) and says_the_same(rows[-1], resting_on(state, bundles))
    }


def campaign_states(
    campaigns: Iterable[Campaign], states: Mapping[str, ComparisonRow]
) -> dict[str, ComparisonRow]:
    """What each campaign shows, by slug, without its sentences."""
    return {
        campaign.slug: campaign_state(campaign, states)
        for campaign in campaigns
        if states.keys() >= set(campaign.slugs)
    }


def unrecorded_campaigns(
    archive: Archive,
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    recorded: ComparisonRows,
    states: Mapping[str, ComparisonRow],
) -> Iterator[Problem]:
    """Campaigns that do not show any more what their newest row names, as it was then.

    Left out are those with a bundle that has errors, which is told of the bundle.
    """
    sound = {survey.id for survey in surveys if survey.entry}
    for campaign in archive_campaigns(archive, surveys):
        row = next(reversed(recorded.get(campaign.slug, ())), None)
        if row is None or not sound >= there([bundle.bundle for bundle in row.bundles], records):
            continue
        named = tuple(view.comparison for view in row.views)
        # As it was when the row was written, without what joined since.
        then = [campaign.only(named)] if set(named) <= set(campaign.slugs) else []
        now = campaign_states(then, states)
        if not revisions_that_hold(records, {campaign.slug: [row]}, now):
            yield UNRECORDED.at(
                f"{COMPARISON_RECORDS}/{file_of(campaign.slug)}.jsonl",
                f"{campaign.slug} shows something else than revision {row.revision}",
            )


def there(bundles: Iterable[str], records: Mapping[str, Sequence[Row]]) -> set[str]:
    """Bundles without those that were withdrawn."""
    return {name for name in bundles if name in records and not is_withdrawn(records[name])}
