"""Every comparison of the archive, matrix and curated: verdicts agree with cells and charts.

They are looked at as records, before any page is made of them: it is the same for a pull request
that adds a bundle, and costs a part of a build.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from judged_panels import (
    assert_direction_and_number_agree,
    assert_has_headline_counts,
    assert_has_ratios,
    assert_sentence_is_complete,
    verdicts,
)
from surveyed_archive import Surveyed
from sysbench_archive.build.write_archive import curated_records
from sysbench_archive.derive.servers import host_of
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.charts import panel_charts
from sysbench_archive.publish.output import rounded

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
