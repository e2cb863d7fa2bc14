"""Every comparison of the archive, matrix and curated: verdicts agree with cells and charts.

They are looked at as records, before any page is made of them: it is the same for a pull request
that adds a bundle, and costs a part of a build.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from surveyed_archive import Surveyed
from sysbench_archive.build.write_archive import curated_records
from sysbench_archive.derive.servers import host_of
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.charts import panel_charts
from sysbench_archive.publish.output import rounded
from sysbench_archive.verdicts.judging import roles_of

Record = dict[str, Any]
SIGNED = ("faster", "slower")


class Judged(NamedTuple):
    """A verdict with the panel it is of, and the side it judges."""

    where: str
    panel: Record
    verdict: Record
    side: int


def verdicts(comparisons: Iterable[Record]) -> Iterator[Judged]:
    """Every verdict."""
    for comparison in comparisons:
        for panel in comparison["panels"]:
            for side, verdict in enumerate(panel["verdicts"], 1):
                where = f"{comparison['slug']} {panel['id']} {verdict['candidate']}"
                yield Judged(where, panel, verdict, side)


def cells_of(judged: Judged) -> dict[int, Record]:
    """Thread count to the cell of the candidate, where it has a ratio."""
    cells = {row["threads"]: row["cells"][judged.side] for row in judged.panel["rows"]}
    return {threads: cell for threads, cell in cells.items() if cell and cell["ratio"]}


def assert_has_headline_counts(judged: Judged, cpus: int | None) -> None:
    """The strip has every headline thread count of a machine with so many processors."""
    wanted = roles_of(cells_of(judged), cpus)
    found = {entry["threads"]: entry["role"] for entry in judged.verdict["headline"]}
    assert list(found.items()) == list(wanted.items()), judged.where


def assert_has_ratios(judged: Judged, drawn: Sequence[Mapping[str, Any]]) -> None:
    """The strip has the ratios of the cells, and those of the chart where there is one."""
    cells = cells_of(judged)
    points = {v["threads"]: v for v in drawn if v["side"] == judged.verdict["candidate"]}
    for entry in judged.verdict["headline"]:
        cell, point = cells[entry["threads"]], points.get(entry["threads"])
        assert entry["ratio"] == pytest.approx(cell["ratio"], abs=1e-5), judged.where
        ends = cell["interval"] or {"low": None, "high": None}
        assert [entry["low"], entry["high"]] == pytest.approx([ends["low"], ends["high"]])
        assert (point is None) == (not drawn), judged.where
        if point:
            assert point["centre"] == pytest.approx(entry["ratio"], abs=1e-5), judged.where


def assert_direction_and_number_agree(judged: Judged) -> None:
    """No count says faster with a number that says slower, and all together say what each does."""
    lower_is_better = judged.panel["metric"]["direction"] == "lower"
    signs = set()
    for entry in judged.verdict["headline"]:
        if entry["direction"] in SIGNED:
            signs.add(entry["direction"])
            is_more = (entry["direction"] == "faster") != lower_is_better
            assert (entry["ratio"] > 1) == is_more, judged.where
            assert is_more == reads_as_more(entry["text"]), judged.where
            within = entry["low"] is None or not entry["low"] <= 1 <= entry["high"]
            assert within, judged.where
    wanted = {frozenset(SIGNED): "mixed", frozenset(["faster"]): "faster"}
    wanted[frozenset(["slower"])] = "slower"
    said = judged.verdict["direction"]
    assert wanted.get(frozenset(signs), said) == said, judged.where
    assert said not in wanted.values() or signs, judged.where


def reads_as_more(text: str) -> bool:
    """Whether the text of an entry says more than the baseline."""
    return text.endswith(" times") or text.startswith("+")


def assert_sentence_is_complete(judged: Judged) -> None:
    """The sentence of a verdict leaves out none of its thread counts."""
    entries, sentence = judged.verdict["headline"], judged.verdict["sentence"]
    if {entry["direction"] for entry in entries} == {"not-comparable"}:
        assert "not comparable" in sentence, judged.where
        return
    for entry in entries:
        assert f" {entry['threads']}" in sentence, judged.where


Processors = dict[tuple[str, str], int | None]
"""Bundle's path and server to the processors of the machine."""


def processors_of(result: ResultRecord) -> Processors:
    return {(result.path, server.id): host_of(result, server.id).cpus for server in result.servers}


def agree(comparisons: Iterable[Comparison], cpus: Processors) -> int:
    """Hold each verdict against what it is of: how many there were."""
    count = 0
    for comparison in comparisons:
        ratios = {c.name: c for c in panel_charts("", comparison.panels) if c.kind == "ratio"}
        record: dict[str, Any] = rounded(comparison)
        for judged in verdicts([record]):
            count += 1
            place = judged.panel["bundle"]["path"], judged.verdict["baseline"]
            names = {chart["name"] for chart in judged.panel["charts"]}
            drawn = [rounded(m) for n in names & ratios.keys() for m in ratios[n].values]
            if judged.panel["rows"]:
                assert_sentence_is_complete(judged)
            assert_has_headline_counts(judged, cpus[place])
            assert_has_ratios(judged, drawn)
            assert_direction_and_number_agree(judged)
    return count


def test_verdicts_of_every_matrix_comparison_agree_with_their_cells(surveyed: Surveyed) -> None:
    known = (outcome for outcome in surveyed.outcomes() if outcome.result)
    counted = [agree(o.matrix, processors_of(o.result)) for o in known if o.result]
    assert sum(counted) > 500


def test_verdicts_of_every_curated_comparison_agree_with_their_cells(surveyed: Surveyed) -> None:
    definitions = {c.slug: c.definition for c in surveyed.checked.curated if c.definition}
    assert len(definitions) > 10
    keys = {survey.id: survey.key for survey in surveyed.surveys}
    cpus: Processors = {}
    for name in {name for d in definitions.values() for name in d.named_bundles()}:
        result = surveyed.store.need(keys[name]).result
        assert result
        cpus |= processors_of(result)
    assert agree(curated_records(definitions, keys, surveyed.store), cpus) > 20
