"""Bundles of one campaign are found without looking at every pair of bundles."""

from __future__ import annotations

import pytest

from sysbench_archive.derive import campaigns
from sysbench_archive.derive.campaigns import BundleComparisons, campaigns_of

MANY = 300


def bundle(
    name: str, title: str, *, source: str = "https://source.example", servers: str = "ab"
) -> BundleComparisons:
    slugs = (f"{name}--read-only", f"{name}--write-only")
    return BundleComparisons(name, title, source, frozenset(servers), slugs, 10)


def groups(*bundles: BundleComparisons) -> list[tuple[str, ...]]:
    return [campaign.bundles for campaign in campaigns_of(bundles)]


@pytest.mark.parametrize(
    ("name", "title", "source", "servers", "together"),
    [
        ("2024-01-b", "Server, 2 GB pool", "https://source.example", "ab", True),
        ("2024-01-b", "Server, 2 GB pool", "https://source.example", "abc", True),
        ("2024-01-b", "Server, 2 GB pool", "https://source.example", "acd", False),
        ("2024-01-b", "Server, 2 GB pool", "https://other.example", "ab", False),
        ("2024-02-b", "Server, 2 GB pool", "https://source.example", "ab", False),
        ("2024-01-b", "Server, 2 GB pool, twice", "https://source.example", "ab", False),
        ("2024-01-b", "Another, 2 GB pool", "https://source.example", "ab", False),
    ],
)
def test_bundles_of_one_source_month_title_and_servers_are_together(
    name: str, title: str, source: str, servers: str, together: bool
) -> None:
    first = bundle("2024-01-a", "Server, 1 GB pool")
    found = groups(first, bundle(name, title, source=source, servers=servers))
    assert found == ([("2024-01-a", name)] if together else [("2024-01-a",), (name,)])


def test_bundles_without_a_source_stay_apart() -> None:
    pair = [bundle(name, "Server, 1 GB pool", source="") for name in ("2024-01-a", "2024-01-b")]
    assert groups(*pair) == [("2024-01-a",), ("2024-01-b",)]


@pytest.mark.parametrize("source", ["https://source.example", ""])
def test_bundles_that_cannot_be_together_are_not_compared(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []
    shares = campaigns._shares_servers

    def counted(one: BundleComparisons, first: BundleComparisons) -> bool:
        compared.append(one.bundle)
        return shares(one, first)

    monkeypatch.setattr(campaigns, "_shares_servers", counted)
    many = [
        bundle(f"2024-01-{i:04d}", f"Server {i}, 1 GB pool", source=source) for i in range(MANY)
    ]
    pair = bundle("2024-01-9999", "Server 7, 2 GB pool", source="https://source.example")
    found = groups(*many, pair)
    assert len(found) == (MANY if source else MANY + 1)
    assert compared == (["2024-01-9999"] if source else [])
