"""The bundles whose pages are looked at have every kind of thing that the archive has."""

from __future__ import annotations

from collections.abc import Iterator

from selected_bundles import SELECTED
from surveyed_archive import Surveyed
from sysbench_archive.model.result import ResultRecord


def kinds_of(result: ResultRecord) -> Iterator[tuple[str, str]]:
    """What a page of a bundle may look different for."""
    yield "evidence", result.evidence
    for host in result.hosts:
        yield "host", host.kind
    for server in result.servers:
        yield "product", server.product
        yield "regime", server.regime
    for workload in result.workloads:
        yield "rate", "limited" if workload.rate_limited else "open"
        for residency in workload.residency.values():
            yield "residency", residency


def test_every_kind_is_among_the_selected(surveyed: Surveyed) -> None:
    """A bundle with the first of a kind is added to `tests/selected_bundles.py`."""
    all_kinds, selected = set(), set()
    for outcome in surveyed.outcomes():
        assert outcome.result
        found = set(kinds_of(outcome.result))
        all_kinds |= found
        if outcome.result.id in SELECTED:
            selected |= found
    assert sorted(all_kinds - selected) == []
