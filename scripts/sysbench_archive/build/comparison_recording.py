"""Writing the record of comparisons: of what was surveyed, and of what somebody wrote of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.comparison_records import (
    archive_states,
    read_comparison_records,
    recorded_bundles,
    states_of,
)
from sysbench_archive.build.git import Repository, asked
from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.bundle.curated import BundleParts, read_curated
from sysbench_archive.ledger import (
    COMPARISON_RECORDS,
    ComparisonRows,
    Row,
    declared_comparisons,
    file_of,
    read_comparison_rows,
    recorded_comparison,
    says_the_same,
    write_comparison_rows,
)
from sysbench_archive.model.comparison_revision import ComparisonRow, ComparisonState
from sysbench_archive.model.history import RevisionStanding
from sysbench_archive.verdicts import VERSION


def states_resting_on(
    archive: Archive,
    names: Iterable[str],
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    *,
    store: Store,
    today: date,
    executor: Executor,
) -> dict[str, ComparisonState]:
    """What the comparisons say that rest on some bundles: their own, and those somebody wrote.

    `surveys` are those of the bundles. What rests on a bundle that is not in this checkout is left.
    """
    nothing: frozenset[str] = frozenset()
    known = {name: BundleParts(nothing, nothing) for name in records}
    wanted = set(names)
    resting = {
        path: found
        for path in archive.curated_files()
        if (read := read_curated(path, archive.label(path), known).definition)
        if wanted & (found := set(read.named_bundles()))
    }
    there = {survey.id for survey in surveys}
    named = set().union(*resting.values()) - there
    places = [Place(f, archive.label(f)) for f in archive.bundles() if f.name in named]
    everything = [*surveys, *survey_all(places, store, today, executor)]
    # Once more, now that it is known what these bundles have.
    known |= {s.id: BundleParts(frozenset(s.servers), frozenset(s.workloads)) for s in everything}
    curated = [read_curated(path, archive.label(path), known) for path in resting]
    written = archive_states(everything, curated, records, store)
    return states_of(surveys) | {s: state for s, state in written.items() if s == file_of(s)}


@dataclass(frozen=True, slots=True)
class ComparisonRecorder:
    """Writes rows of comparisons. `base` is the commit that counts as published."""

    archive: Archive
    day: str
    standing: RevisionStanding
    base: str | None = None

    def record(
        self, states: Iterable[ComparisonState], records: Mapping[str, Sequence[Row]]
    ) -> list[str]:
        """Write the rows of these comparisons: the files that changed."""
        recorded, faults = read_comparison_records(self.archive)
        if faults:
            # `check` says which; nothing is written over what cannot be read.
            return []
        bundles = recorded_bundles(records)
        changed: set[str] = set()
        for state in states:
            rows = recorded.get(state.comparison, ())
            resting = [bundles[name] for name in state.bundles if name in bundles]
            if (
                rows
                and self.standing != "permanent"
                and says_the_same(rows[-1], state, resting, VERSION)
            ):
                continue
            new = recorded_comparison(
                rows,
                state,
                resting,
                methodology=VERSION,
                day=self.day,
                standing=self.standing,
                fixed=self._fixed(rows),
            )
            if new != tuple(rows):
                recorded[state.comparison] = new
                changed.add(file_of(state.comparison))
        return [self._write(stem, recorded) for stem in sorted(changed)]

    def make_permanent(self) -> list[str]:
        """Make every row permanent, those of comparisons too that are drawn no longer."""
        recorded, faults = read_comparison_records(self.archive)
        declared = {} if faults else declared_comparisons(recorded)
        recorded |= declared
        return [self._write(stem, recorded) for stem in sorted({file_of(s) for s in declared})]

    def _write(self, stem: str, recorded: ComparisonRows) -> str:
        path = self.archive.root / COMPARISON_RECORDS / f"{stem}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = [row for slug, own in recorded.items() if file_of(slug) == stem for row in own]
        path.write_text(write_comparison_rows(rows), encoding="utf-8")
        return self.archive.label(path)

    def _fixed(self, rows: Sequence[ComparisonRow]) -> int:
        """How many rows are published for good: permanent, and in the commit that counts."""
        permanent = sum(1 for row in rows if row.standing == "permanent")
        if not permanent:
            return 0
        repository = Repository(self.archive.root)
        commit = repository.base(self.base)
        if commit is None:
            return permanent
        slug = rows[0].comparison
        name = f"{COMPARISON_RECORDS}/{file_of(slug)}.jsonl"
        data = asked(self.archive.root, "show", f"{commit}:./{name}")
        published, _ = read_comparison_rows(data or b"", Path(name).stem)
        return sum(1 for row in published.get(slug, ()) if row.standing == "permanent")
