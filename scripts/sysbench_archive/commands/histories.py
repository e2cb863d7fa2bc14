"""Histories of bundles in a build, out of the record and of `data/revisions/`.

A bundle with a single row has no history; nothing is read for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.identity import content_swhid
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.store import Store
from sysbench_archive.commands.superseded import (
    bytes_folder,
    holder,
    kept_figures,
)
from sysbench_archive.commands.survey import Survey
from sysbench_archive.curated import Curated
from sysbench_archive.derive.changes import State
from sysbench_archive.derive.identity import in_context
from sysbench_archive.derive.revisions import history, notices, retired_comparison
from sysbench_archive.derive.runs import published_path
from sysbench_archive.derive.withdrawals import bundles_named, standing
from sysbench_archive.ledger import Row, figures_of_runs, is_withdrawn

Record = dict[str, Any]
Records = Mapping[str, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Standing:
    """Curated comparisons that can be drawn, by slug; those that cannot; and what to tell of them.

    `notices` are sentences by slug.
    """

    definitions: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    retired: list[Record] = field(default_factory=list)
    notices: dict[str, list[str]] = field(default_factory=dict)

    def noticed(self, comparison: Record) -> Record:
        """A comparison with what happened to the bundles it rests on, where something did."""
        told = self.notices.get(comparison["slug"])
        return comparison | {"notices": told} if told else comparison


def standing_comparisons(curated: Sequence[Curated], records: Records) -> Standing:
    """What corrections and withdrawals leave of the curated comparisons."""
    gone = {name for name, rows in records.items() if is_withdrawn(rows)}
    found = Standing()
    for comparison in curated:
        if comparison.value is None:
            continue
        named = [name for name in bundles_named(comparison.value) if name in records]
        told = [sentence for name in named for sentence in notices(records[name])]
        left = standing(comparison.value, gone)
        if left is not None:
            found.definitions[comparison.slug] = left
            found.notices[comparison.slug] = told
        else:
            refs = [{"path": f"/results/{n}/", "title": records[n][-1].title} for n in named]
            place = comparison.slug, "curated", comparison.value["title"]
            found.retired.append(retired_comparison(*place, told, refs))
    return found


def read_histories(
    archive: Archive, records: Records, surveys: Sequence[Survey], store: Store
) -> dict[str, Record]:
    """The history of each bundle that has one."""
    known = {survey.id: survey for survey in surveys}
    found = {}
    for bundle, rows in records.items():
        if len(rows) > 1:
            survey = known.get(bundle)
            states = [_state(archive, bundle, rows, row, survey, store) for row in rows]
            drawn = (
                [c["slug"].removeprefix(f"{bundle}--") for c in survey.comparisons]
                if survey
                else []
            )
            found[bundle] = history(bundle, states, drawn)
    return found


def _state(
    archive: Archive,
    bundle: str,
    rows: Sequence[Row],
    row: Row,
    survey: Survey | None,
    store: Store,
) -> State:
    if row.status == "withdrawn":
        return State(row, None, None, (), "")
    if row is rows[-1] and survey is not None:
        figures = figures_of_runs((store.get(survey.key) or {})["result"]["runs"])
        return _with_bytes(archive, bundle, 0, State(row, figures, None, (), ""))
    kept = State(row, kept_figures(archive, bundle, row.revision), None, (), "")
    return _with_bytes(archive, bundle, holder(rows, row.revision), kept)


def _with_bytes(archive: Archive, bundle: str, number: int, state: State) -> State:
    """A state with its facts and files, from where its bytes are; as it is where they are gone."""
    folder = bytes_folder(archive, bundle, number) if number else archive.results / bundle
    if not folder.is_dir():
        return state
    files = read_folder(folder, folder.name)
    facts = read_yaml(files.files["bundle.yaml"].data, "bundle.yaml").value
    place = f"{bundle}/revisions/{number}" if number else bundle
    listed = list(_files(files, place, state.row.swhid))
    return State(state.row, state.figures, facts, listed, archive.label(folder))


def _files(folder: Folder, place: str, swhid: str) -> Iterator[Record]:
    for path, file in sorted(folder.files.items()):
        entry = {
            "path": path,
            "href": published_path(place, path),
            "size": len(file.data),
            "sha256": file.sha256,
            "swhid": content_swhid(file.sha1_git),
        }
        yield in_context(entry, swhid)
