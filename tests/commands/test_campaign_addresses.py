"""The address of a page that comparisons share is recorded, listed, guarded, and always answers."""

import json
from pathlib import Path

import msgspec
import pytest

from build_jobs import job
from git_calls import git
from synthetic_archive import share_a_page
from sysbench_archive.build.archive import Archive, read_records, recorded_campaigns
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import Work
from sysbench_archive.commands.record import record
from sysbench_archive.ledger.addresses import CAMPAIGNS, CampaignRow, write_campaigns
from sysbench_archive.ledger.agreement import index_of

PATH = "/comparisons/pools/"


@pytest.fixture
def pools(synthetic: Archive, work: Work) -> Archive:
    """Two bundles that share a page, recorded."""
    names = [bundle.name for bundle in synthetic.bundles()]
    share_a_page(synthetic, "pools", dict(zip(names, ("4 GB", "12 GB"), strict=True)))
    assert CAMPAIGNS in written(synthetic, work)
    return synthetic


def written(archive: Archive, work: Work, *names: str) -> list[str]:
    changed, _ = record(archive, names, work)
    return changed


def rewrite(archive: Archive, rows: list[CampaignRow]) -> None:
    (archive.root / CAMPAIGNS).write_text(write_campaigns(rows), encoding="utf-8")


def told(
    archive: Archive,
    work: Work,
    base: str | None = None,
    published: Path | None = None,
) -> list[tuple[str, str, str]]:
    found = check_archive(archive, work, base=base, published=published)
    return [(p.code, p.path, p.message) for p in found if p.severity == "error"]


def test_an_address_that_would_lead_nowhere_is_told(
    pools: Archive, work: Work, tmp_path: Path
) -> None:
    index = tmp_path / "addresses.json"
    index.write_bytes(msgspec.json.encode(index_of(read_records(pools)[0], [], [PATH])))
    for words in (["init", "-q"], ["add", "data"], ["commit", "-qm", "base"]):
        git(pools.root, *words)
    assert told(pools, work, published=index) == []
    assert told(pools, work, base="HEAD") == []
    (row,) = recorded_campaigns(pools)
    rewrite(pools, [CampaignRow(row.slug, row.bundles[:-1])])
    other = f"the row of {PATH} names other bundles than it did"
    assert ("ledger-rewritten", CAMPAIGNS, other) in told(pools, work, base="HEAD")
    rewrite(pools, [CampaignRow("another-name", row.bundles)])
    (pools.series / "pools.yaml").rename(pools.series / "another-name.yaml")
    lost = f"nothing answers any more to {PATH}"
    assert told(pools, work, published=index) == [("published-vanished", CAMPAIGNS, lost)]
    assert told(pools, work, base="HEAD") == [("published-vanished", CAMPAIGNS, lost)]


def test_only_new_campaigns_are_recorded(pools: Archive, work: Work) -> None:
    rows = recorded_campaigns(pools)
    assert [row.path for row in rows] == [PATH]
    assert written(pools, work) == []
    (pools.root / CAMPAIGNS).unlink()
    assert written(pools, work, pools.bundles()[0].name) == []
    assert written(pools, work) == [CAMPAIGNS]
    assert recorded_campaigns(pools) == rows


def test_every_address_is_listed_and_answers(pools: Archive, work: Work) -> None:
    first = pools.bundles()[0].name
    rewrite(pools, [*recorded_campaigns(pools), CampaignRow("had-it-too", (first,))])
    made = job(pools, work)
    assert build(made), made.problems
    index = json.loads((made.out / "addresses.json").read_bytes())
    assert index["campaigns"] == ["/comparisons/had-it-too/", PATH]
    former, shared = [
        (made.out / address.strip("/") / "index.html").read_text("utf-8")
        for address in index["campaigns"]
    ]
    assert "data-linked" in shared
    assert "citation.json" in shared
    assert f'content="0; url={PATH}"' in former
    lists = json.loads((pools.derived / "data" / "lists.json").read_bytes())
    assert [row["path"] for row in lists["comparisons"]["rows"]] == [PATH]
