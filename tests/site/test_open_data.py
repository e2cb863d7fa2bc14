"""Readers find the data: on the page about it, and beside every comparison."""

from __future__ import annotations

import pytest
import sample_records as records
from addresses import ADDRESSES, LEAN, PINNED
from page_elements import read
from sample_site import BASE, BUNDLE, CURATED, MATRIX, Site


def test_the_page_lists_files_with_checksums_and_columns(plain_site: Site) -> None:
    page = read(plain_site.page("/api/"))
    assert f"{BASE}downloads/runs.parquet" in [a["href"] for a in page.all("a")]
    shown_of_files = ("812,345", records.DIGEST, "A run", "26,375")
    for shown in (*shown_of_files, "A rate", "number, in 1/s", "1 columns, key bundle, run"):
        assert shown in page.text
    for heading in ("downloads", "columns", "checksums", "text-what-stays", "text-deprecation"):
        assert heading in page.ids()
    assert "text-changelog" in page.ids()


def test_a_question_has_its_sql_and_its_answer(plain_site: Site) -> None:
    page = read(plain_site.page("/api/questions/"))
    for shown in ("Which is fastest?", "FROM 'runs.parquet'", "8.0.36", "1234.5", "What to know"):
        assert shown in page.text
    assert "No rows." in page.text
    links = [a["href"] for a in page.all("a")]
    assert f"{BASE}results/{BUNDLE}/" in links
    assert {"#fastest", "#slowest"} <= set(links)
    assert f"{BASE}api/questions/" in [a["href"] for a in read(plain_site.page("/api/")).all("a")]


@pytest.mark.parametrize("slug", [CURATED, MATRIX])
def test_a_comparison_links_its_figures(plain_site: Site, slug: str) -> None:
    links = [a["href"] for a in read(plain_site.page(f"/comparisons/{slug}/")).all("a")]
    assert {"index.json", "comparison.csv"} <= set(links)
    for name in ("index.json", "comparison.csv"):
        assert (plain_site.public / "comparisons" / slug / name).is_file()


def test_every_page_leads_to_the_data(plain_site: Site) -> None:
    """A run's page leads to its result, which does."""
    for address in ADDRESSES:
        links = [a["href"] for a in read(plain_site.page(address)).all("a")]
        expected = "../" if address in LEAN else "../../" if address in PINNED else f"{BASE}api/"
        assert expected in links, address
