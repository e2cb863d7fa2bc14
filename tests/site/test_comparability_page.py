"""Comparability on pages of comparisons, and the page of the table behind them."""

from __future__ import annotations

import pytest
from page_elements import read
from sample_site import BASE, BUNDLE, CURATED, MATRIX, Site


@pytest.mark.parametrize("slug", [CURATED, MATRIX])
def test_a_comparison_shows_its_comparability(plain_site: Site, slug: str) -> None:
    page = read(plain_site.page(f"/comparisons/{slug}/"))
    for shown in (
        "Controlled except for one field.",
        "controlled except",
        "differs, warning",
        "A note on it",
        "Intended differences (1)",
        "Microcode",
        "Page cleaners",
        "Memory",
        "1 more variable is not there on every side.",
        "What it is known to do.",
    ):
        assert shown in page.text
    targets = [a["href"] for a in page.all("a")]
    assert f"{BASE}results/{BUNDLE}/#variables" in targets
    assert f"{BASE}methodology/comparability/" in targets, "it has the sources of what is known"


def test_panels_that_share_a_comparability_show_it_once(plain_site: Site) -> None:
    page = read(plain_site.page(f"/comparisons/{CURATED}/"))
    assert page.text.count("Controlled except for one field.") == 1
    assert page.ids().count("comparability") == 1


def test_a_comparability_leads_to_the_table_of_fields(plain_site: Site) -> None:
    page = read(plain_site.page(f"/comparisons/{MATRIX}/"))
    assert f"{BASE}methodology/comparability/" in [a["href"] for a in page.all("a")]


def test_the_table_shows_every_group_with_its_weights(plain_site: Site) -> None:
    page = read(plain_site.page("/methodology/comparability/"))
    assert {"machine", "server-settings", "variables"} <= set(page.ids())
    assert f"{BASE}comparisons/{MATRIX}/" in [a["href"] for a in page.all("a")]
    for shown in ("The label", "The why", "The source", "The note", "Reads", "blocker"):
        assert page.text.count(shown) >= 2
