"""The rows that `record`, `correct` and `withdraw` write: of bundles, comparisons and campaigns.

A published row of a bundle stays; another reading of the same bytes adds one, with a reason and
with the figures as they were. Changed bytes are refused: those are `correct`'s. A row of a campaign
names its comparisons with the revision of each, and says what the page opened with. What joins a
campaign is only known where every bundle is looked at, as `record` does without names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from msgspec.structs import replace as with_fields

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.campaigns import archive_campaigns, shown_by
from sysbench_archive.build.comparison_records import (
    archive_states,
    campaign_states,
    read_comparison_records,
    revisions_that_hold,
    states_of,
    there,
)
from sysbench_archive.build.git import Repository, asked
from sysbench_archive.build.histories import keep
from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.bundle.curated import BundleParts, read_curated
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    ComparisonRows,
    declared_comparisons,
    file_of,
    read_comparison_rows,
    recorded_bundles,
    recorded_comparison,
    resting_on,
    says_the_same,
    write_comparison_rows,
)
from sysbench_archive.ledger.events import STANDING, NotRecordableError, recorded, reparsed
from sysbench_archive.ledger.record import (
    FOLDER,
    STALE,
    Figures,
    Identity,
    Row,
    digest_of,
    is_withdrawn,
    published_figures,
)
from sysbench_archive.model.comparison_revision import ComparisonRow, RecordedView
from sysbench_archive.model.history import RevisionStanding
from sysbench_archive.pages.campaign import Campaign, campaign_record
from sysbench_archive.problems import Problem, UsageError

FIRST_REASON = "first published"
SurveyPlaces = Callable[[Iterable[Place]], Iterable[Survey]]


@dataclass(frozen=True, slots=True)
class Reading:
    """Why published bytes are read anew, and a site built by the program that read them before.

    `base` is the commit that counts as published; `standing` what new rows are.
    """

    reason: str = ""
    before: Path | None = None
    base: str | None = None
    standing: RevisionStanding = STANDING


@dataclass(slots=True)
class Recorder:
    """Finds the rows of bundles; nothing is written before all of them are found.

    `problems` are changes that are forbidden, `former` figures that are read differently now.
    """

    archive: Archive
    reading: Reading
    day: str
    problems: list[Problem] = field(default_factory=list)
    former: dict[tuple[str, int], Figures] = field(default_factory=dict)

    def rows(self, survey: Survey, rows: Sequence[Row]) -> tuple[Row, ...]:
        """The rows of a bundle; `problems` says why they may not change."""
        identity = survey.identity
        if identity is None:
            return tuple(rows)
        try:
            if self.reading.reason and rows and _read_anew(rows[-1], identity):
                return self._read_anew(survey.id, rows, identity)
            return self._recorded(survey.id, rows, identity)
        except NotRecordableError as error:
            self.problems.append(STALE.at(f"{FOLDER}/{survey.id}.csv", str(error)))
            return tuple(rows)

    def _read_anew(self, name: str, rows: Sequence[Row], identity: Identity) -> tuple[Row, ...]:
        reading = self.reading
        new = reparsed(rows, identity, self.day, reading.reason, standing=reading.standing)
        self.former[name, rows[-1].revision] = self._figures(name, rows[-1])
        return new

    def _recorded(self, name: str, rows: Sequence[Row], identity: Identity) -> tuple[Row, ...]:
        standing = self.reading.standing
        try:
            return recorded(rows, identity, self.day, FIRST_REASON, standing=standing)
        except NotRecordableError:
            if is_withdrawn(rows):
                raise
            repository = Repository(self.archive.root)
            fixed = len(repository.binding(name, rows, self.reading.base))
            return recorded(rows, identity, self.day, FIRST_REASON, standing=standing, fixed=fixed)

    def _figures(self, name: str, row: Row) -> Figures:
        """The figures as published before, out of a site built by the earlier program."""
        site = self.reading.before or self.archive.derived / "static"
        path = site / "api" / "v1" / "bundles" / f"{name}.json"
        if not path.is_file():
            path = site / "results" / name / "index.json"
        try:
            figures = published_figures(path.read_bytes()) if path.is_file() else {}
        except ValueError:
            figures = {}
        if digest_of(figures) != row.figures_sha256:
            raise UsageError(
                f"{path} does not hold the figures of revision {row.revision}; build the site"
                " with the earlier program and name its folder with --before"
            )
        return figures

    def keep(self) -> None:
        """Write the figures that are read differently now as they were published."""
        for (name, number), figures in self.former.items():
            keep(self.archive, name, number, files={}, figures=figures)


def _read_anew(row: Row, identity: Identity) -> bool:
    return row.swhid == identity.swhid and row.figures_sha256 != identity.figures_sha256


def record_resting_on(
    recorder: ComparisonRecorder,
    names: Sequence[str],
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    *,
    store: Store,
    today: date,
    executor: Executor,
) -> list[str]:
    """Write the rows of all that rests on some bundles: changed files. `surveys` are theirs."""
    survey = partial(survey_all, store=store, today=today, executor=executor)
    states = _states_resting_on(recorder.archive, names, surveys, records, store, survey)
    changed = recorder.record(states.values(), records)
    for name in names:
        changed += _record_shown_with(recorder, name, records, store, survey)
    return changed


def _states_resting_on(
    archive: Archive,
    names: Iterable[str],
    surveys: Sequence[Survey],
    records: Mapping[str, Sequence[Row]],
    store: Store,
    survey: SurveyPlaces,
) -> dict[str, ComparisonRow]:
    """What the comparisons say that rest on some bundles: their own, and those somebody wrote.

    `surveys` are those of the bundles. What rests on a bundle that is not in this checkout is left.
    """
    known = {name: BundleParts() for name in records}
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
    everything = [*surveys, *survey(places)]
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
        self, states: Iterable[ComparisonRow], records: Mapping[str, Sequence[Row]]
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
            now = resting_on(state, bundles)
            if rows and self.standing != "permanent" and says_the_same(rows[-1], now):
                continue
            new = recorded_comparison(
                rows, now, day=self.day, standing=self.standing, fixed=self._fixed(rows)
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


def record_shown(
    recorder: ComparisonRecorder,
    campaigns: Iterable[Campaign],
    keys: Mapping[str, str],
    records: Mapping[str, Sequence[Row]],
    states: Mapping[str, ComparisonRow],
    store: Store,
) -> list[str]:
    """Write a row for each campaign that does not show what its newest row says: changed files.

    The comparisons have to be recorded. `keys` finds the outcome of each bundle.
    """
    recorded, _ = read_comparison_records(recorder.archive)
    now = campaign_states(campaigns, states)
    standing = revisions_that_hold(records, recorded, now)
    found = []
    for campaign in campaigns:
        state = now.get(campaign.slug)
        if state is None or not all(slug in recorded for slug in campaign.slugs):
            continue
        if campaign.slug not in standing:
            comparisons = shown_by(campaign, [keys[name] for name in campaign.bundles], store)
            shown = campaign_record(campaign, comparisons)
            state = with_fields(
                state,
                says=" ".join(finding.text for finding in shown.findings),
                views=[
                    RecordedView(
                        comparison=view.slug,
                        revision=recorded[view.slug][-1].revision,
                        label=view.label,
                    )
                    for view in shown.views
                ],
            )
        found.append(state)
    return recorder.record(found, records)


def _record_shown_with(
    recorder: ComparisonRecorder,
    name: str,
    records: Mapping[str, Sequence[Row]],
    store: Store,
    survey: SurveyPlaces,
) -> list[str]:
    """The same of recorded campaigns that show comparisons of one bundle.

    Nothing is written where not all of their bundles are in this checkout.
    """
    archive = recorder.archive
    recorded, _ = read_comparison_records(archive)
    showing = {
        slug: {bundle.bundle for bundle in rows[-1].bundles}
        for slug, rows in recorded.items()
        if any(bundle.bundle == name for bundle in rows[-1].bundles) and rows[-1].views
    }
    wanted = there(set().union(*showing.values()), records)
    folders = [folder for folder in archive.bundles() if folder.name in wanted]
    if len(folders) < len(wanted):
        return []
    places = [Place(folder, archive.label(folder)) for folder in folders]
    surveys = list(survey(places))
    campaigns = [c for c in archive_campaigns(archive, surveys) if c.slug in showing]
    keys = {survey.id: survey.key for survey in surveys}
    states = {state.comparison: state for survey in surveys for state in survey.compared}
    return record_shown(recorder, campaigns, keys, records, states, store)
