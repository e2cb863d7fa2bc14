"""Pages of upgrades: that of all pairs of releases, and that of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sysbench_archive.derive.upgrades.lists import upgrade_list
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import FAMILY_TESTS
from sysbench_archive.derive.workloads import TESTS
from sysbench_archive.model.upgrade import (
    UpgradeAddress,
    UpgradeList,
    UpgradePair,
    UpgradePairEntry,
)
from sysbench_archive.pages.kinds import File, Listed, PageKind, SearchDocument, search_document


@lru_cache(1)
def _pairs(listed: Listed) -> Sequence[UpgradePair]:
    return list(pair_records(listed.points))


def _files(_: UpgradeList, listed: Listed) -> Iterator[File]:
    """The record of each pair, and its `index.json`."""
    for pair in _pairs(listed):
        yield f"data/upgrade_pairs/{pair.key}.json", pair
        address = UpgradeAddress(path=pair.path, title=pair.title, data=pair.data)
        yield f"static{pair.path}index.json", address


def _documents(upgrades: UpgradeList, listed: Listed) -> Iterator[SearchDocument]:
    answers = {pair.path: pair.answer.sentence for pair in _pairs(listed) if pair.answer}
    return (_upgrade_document(pair, answers.get(pair.path, "")) for pair in upgrades.pairs)


def _upgrade_document(pair: UpgradePairEntry, answer: str) -> SearchDocument:
    """A pair by the words of its question: releases, tests as readers call them, machine size."""
    tests = [TESTS[FAMILY_TESTS[family]] for family in pair.families]
    named = [f"{test.title} {test.name}" for test in tests]
    sizes = [f"{count} cores" for count in pair.cores] + [f"{count} CPUs" for count in pair.cpus]
    return search_document(
        "upgrade",
        path=pair.path,
        title=pair.title,
        text=answer,
        words=["upgrade regression slower faster", *named, *sizes],
        product=[name for name in (pair.product, pair.to_product) if name],
        year=pair.newest[:4],
        series=[
            f"{pair.product}-{pair.from_series}",
            f"{pair.to_product or pair.product}-{pair.to_series}",
        ],
    )


UPGRADES = PageKind(
    name="upgrades",
    record=UpgradeList,
    made=lambda listed: upgrade_list(listed.points),
    titles=lambda upgrades: [(pair.path, pair.title) for pair in upgrades.pairs],
    documents=_documents,
    files=_files,
)
