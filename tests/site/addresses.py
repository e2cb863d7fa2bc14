"""The addresses of the sample site's pages."""

from __future__ import annotations

import sample_records as records
from sample_site import BUNDLE, CURATED, FORMER, MATRIX

CAMPAIGN = "/comparisons/sample-campaign/"
ADDRESSES = (
    "/",
    "/results/",
    "/results/2026/",
    f"/results/{BUNDLE}/",
    *(entry.path for entry in records.runs(BUNDLE, records.plain)),
    f"/results/{BUNDLE}/all/runs-2/",
    f"/results/{BUNDLE}/all/parameters/",
    f"/results/{BUNDLE}/revisions/1/",
    f"/results/{BUNDLE}/revisions/2/",
    f"/results/{records.GONE}/",
    f"/results/{records.GONE}/run-1/",
    f"/results/{records.GONE}/revisions/1/",
    f"/comparisons/{records.LEFT_OVER}/",
    f"/comparisons/{records.LEFT_OVER}/revisions/1/",
    *(f"/comparisons/{slug}/revisions/{n}/" for slug in (CURATED, MATRIX) for n in (1, 2)),
    "/comparisons/",
    f"/comparisons/{CURATED}/",
    f"/comparisons/{MATRIX}/",
    CAMPAIGN,
    f"{CAMPAIGN}all/figures-2/",
    "/versions/",
    "/versions/path-length/",
    records.SERIES_PATH,
    "/workloads/",
    f"/workloads/{records.TEST}/",
    "/upgrades/",
    records.PAIR_PATH,
    records.GONE_PAGE,
    "/hardware/",
    records.SMALL.path,
    records.UNNAMED.path,
    "/settings/",
    "/settings/sync_binlog/",
    "/api/",
    "/api/questions/",
    "/rules/",
    "/rules/date-future/",
    "/rules/date-order/",
    "/schema/",
    "/schema/bundle-1/",
    "/methodology/",
    "/methodology/comparability/",
    "/contribute/",
    "/check/",
    "/about/",
    "/sources/",
    "/glossary/",
    "/search/",
    "/explore/",
    "/compare/",
)
LEAN = tuple(entry.path for entry in records.runs(BUNDLE, records.plain))
"""Pages of runs, which leave to others what one link leads to."""
PINNED = (
    f"/results/{BUNDLE}/revisions/2/",
    *(
        address
        for address in ADDRESSES
        if address.startswith("/comparisons/") and "/revisions/" in address
    ),
)
"""Pages of one revision, which are as lean and say how that revision is cited."""
WRITTEN = (
    "/",
    "/glossary/",
    "/upgrades/",
    "/methodology/",
    "/contribute/",
    "/check/",
    "/about/",
    "/search/",
    "/explore/",
    "/compare/",
)
"""Pages that show no text that a record brings."""

MOVED = f"/comparisons/{FORMER}/"
MOVED_CAMPAIGN = f"/comparisons/{records.FORMER_CAMPAIGN}/"
