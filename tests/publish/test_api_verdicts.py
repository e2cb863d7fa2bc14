"""The contrasts below /api/v1/contrasts/ are those of raw output, recomputed by another way."""

from __future__ import annotations

import math
import re
from functools import cache

import pytest
import yaml
from msgspec import to_builtins
from test_api import BASE, entry

from open_data_contract import faults
from real_results import RESULTS, result
from sysbench_archive.pages.comparison.record import matrix_comparisons
from sysbench_archive.publish.api import lines_by_path, list_pages
from sysbench_archive.tables.comparisons import ApiContrast, comparison_row, contrast_rows

BUNDLES = (
    "2026-11-mysql-and-mariadb-defaults-small-vm",
    "2026-11-mysql-8-0-log-writer-threads-small-vm",
)
RATE = re.compile(rb"transactions:\s+\d+\s+\(([0-9.]+) per sec\.\)")


@cache
def contrasts(bundle: str) -> list[ApiContrast]:
    """Every contrast of a bundle's matrix comparisons, as the API has them."""
    return [
        contrast
        for comparison in matrix_comparisons(result(bundle))
        for contrast in contrast_rows(comparison)
    ]


def rates(bundle: str) -> dict[tuple[str, str, int], list[float]]:
    """Server, workload and threads to the rates their raw files print, read with one pattern."""
    found: dict[tuple[str, str, int], list[float]] = {}
    document = yaml.safe_load((RESULTS / bundle / "bundle.yaml").read_text())
    for run in document["runs"]:
        if run.get("state", "complete") == "complete":
            match = RATE.search((RESULTS / bundle / run["file"]).read_bytes())
            if match:
                key = run["server"], run["workload"], run["threads"]
                found.setdefault(key, []).append(float(match[1]))
    return found


def geometric_mean(values: list[float]) -> float:
    return math.prod(values) ** (1 / len(values))


@pytest.mark.parametrize("bundle", BUNDLES)
def test_ratios_are_those_of_the_raw_files(bundle: str) -> None:
    printed = rates(bundle)
    checked = [contrast for contrast in contrasts(bundle) if contrast.metric == "tps"]
    assert checked
    for contrast in checked:
        place = contrast.workload, contrast.threads
        candidate = printed[contrast.candidate_server, *place]
        baseline = printed[contrast.baseline_server, *place]
        assert (contrast.candidate_runs, contrast.baseline_runs) == (len(candidate), len(baseline))
        expected = geometric_mean(candidate) / geometric_mean(baseline)
        assert contrast.whole_ratio == pytest.approx(expected, rel=1e-9)
        if contrast.settled == "whole":
            assert contrast.ratio == pytest.approx(expected, rel=1e-9)
        assert contrast.low is not None
        assert contrast.high is not None
        assert contrast.low < contrast.ratio < contrast.high


def test_pages_of_verdicts_follow_those_of_comparisons() -> None:
    (bundle, _) = BUNDLES
    found = contrasts(bundle)
    slugs = {contrast.comparison for contrast in found}
    compared = [comparison_row(entry(slug), BASE) for slug in sorted(slugs)]
    lists = list_pages(results=[], comparisons=compared, contrasts=found, hosts=[], withdrawn=[])
    pages = lines_by_path(lists)
    assert pages["/api/v1/contrasts/2026-11.jsonl.gz"] == found
    assert not any(faults("contrast", to_builtins(contrast)) for contrast in found)
    assert pages["/api/v1/contrasts/curated.jsonl.gz"] == []
