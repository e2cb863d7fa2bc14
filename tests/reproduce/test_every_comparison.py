"""Everything that a built site compares can be asked for, from the folder that it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import built_sites
from sysbench_archive.capture.plan import Plan, RefusalError
from sysbench_archive.commands.reproduce import from_site
from sysbench_archive.reproduction.differences import plan_text
from sysbench_archive.reproduction.planning import plan_like
from sysbench_archive.reproduction.published import Lookup, published, target_of

BASE = Plan((), (), (), 1, 1, 1, 1, 7)
NO_TEST = "the published workload is no test capture can run"
NOTHING_TO_RUN = ("have no thread count in common", "has no two servers with runs")


def faults(lookup: Lookup, slug: str) -> Iterator[str]:
    """What keeps a comparison of figures from being planned; a test that it lacks is named."""
    try:
        found = published(target_of([slug], None), lookup)
        for original, asked in found.values():
            try:
                plan = plan_like(original, BASE, "1.0.20")
            except RefusalError as error:
                if NO_TEST not in str(error):
                    raise
                plan = plan_like(original, BASE, "1.0.20", "oltp_read_only")
            assert f"/comparisons/{slug}/" in plan_text(original, plan, asked)
    except RefusalError as error:
        if not any(reason in str(error) for reason in NOTHING_TO_RUN):
            yield f"{slug}: {error}"


def test_every_comparison_of_a_site_can_be_planned(walked_site: built_sites.Site) -> None:
    site = from_site(str(walked_site.public))
    lookup = Lookup(cache(site.result), site.curated)
    slugs = [path.parent.name for path in walked_site.public.glob("comparisons/*/index.json")]
    assert len(slugs) > 10
    assert [fault for slug in sorted(slugs) for fault in faults(lookup, slug)] == []
