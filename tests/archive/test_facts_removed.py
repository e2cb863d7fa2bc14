"""A fact less about machines decides nothing more: bundles whose servers ran on several hosts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.pages.comparison.record import matrix_comparisons

RESULTS = Path(__file__).parents[2] / "data" / "results"
DECIDED = {"faster", "slower", "equivalent", "no-clear-difference", "too-noisy"}
FACTS = ("machine", "kind", "cpu", "memory", "storage", "os", "kernel", "arch", "tuning")


def decided(bundle: Bundle) -> set[tuple[str, str, int]]:
    """Contrasts of which something is told: workload, candidate, threads."""
    return {
        (panel.workload.id, side.id, entry.threads)
        for comparison in matrix_comparisons(result_record(bundle))
        for panel in comparison.panels
        for side, verdict in zip(panel.sides[1:], panel.verdicts, strict=True)
        for entry in verdict.headline
        if entry.direction in DECIDED
    }


@pytest.mark.parametrize(
    "name",
    [
        "2014-11-bwgartner-power8-smt-8-vcpus",
        "2014-11-bwgartner-power8-smt-176-vcpus",
        "2020-05-percona-tpcc-aurora-and-xtradb-cluster",
        "2021-09-percona-m5-m5a-m6g-xlarge",
    ],
)
def test_a_fact_of_a_host_less_decides_nothing_more(name: str) -> None:
    whole = load_bundle(RESULTS / name, name).bundle
    assert whole
    assert len(whole.hosts) > 1
    known = decided(whole)
    for gone in (*((fact,) for fact in FACTS), ("storage", "arch"), FACTS):
        hosts = {
            host.id: replace(host, facts={**host.facts} | dict.fromkeys(gone, "unrecorded"))
            for host in whole.hosts.values()
        }
        assert decided(replace(whole, hosts=hosts)) <= known, gone
