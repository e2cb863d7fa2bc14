"""What the pages of results, runs and comparisons show of their records."""

from __future__ import annotations

import pytest
import sample_records as records
from page_elements import read
from sample_records.shared import THREADS
from sample_site import BASE, BUNDLE, CURATED, MATRIX, Site
from selectolax.lexbor import LexborHTMLParser


def test_a_run_shows_its_figures_with_their_evidence(plain_site: Site) -> None:
    page = read(plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/"))
    for shown in ("401.00", "12", "493,824", "1/s", "lines 1 to 40", records.DIGEST):
        assert shown in page.text
    assert "sysbench --threads=4 oltp_read_only run" in page.text
    assert "../raw/mysql-a-t4.txt" in [a["href"] for a in page.all("a")]


def test_a_run_quotes_the_lines_behind_its_figures(plain_site: Site) -> None:
    text = read(plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/")).text
    assert "11SQL statistics:\n12    transactions: 401 (401.00 per sec.)" in text


def test_a_run_draws_its_throughput_and_says_it_in_words(plain_site: Site) -> None:
    page = read(plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/"))
    assert [a["points"] for a in page.all("polyline")] == [records.line().points]
    assert "lowest 201, highest 401" in page.text
    assert f"longest of 2 stalls 1 s. {records.line().steadiness}" in page.text
    assert "It wrote 1.6 times the capacity of the redo log." in page.text


def test_a_result_shows_the_variables_that_differ(plain_site: Site) -> None:
    page = read(plain_site.page(f"/results/{BUNDLE}/"))
    assert "512 variables; 2 of them differ" in page.text
    assert "no such variable" in page.text
    (section,) = (a for a in page.all("section") if "data-variables" in a)
    assert section["data-variables"] == f"{BASE}results/{BUNDLE}/variables.json"


def test_a_failed_run_says_that_it_counts_nowhere(plain_site: Site) -> None:
    page = read(plain_site.page(f"/results/{BUNDLE}/mysql-a-t64/"))
    assert "This run failed and counts nowhere. the server went away" in page.text


def test_the_three_states_of_a_fact_differ(plain_site: Site) -> None:
    text = read(plain_site.page(f"/results/{BUNDLE}/")).text
    assert "value of fact.stated MiB" in text
    assert "not exposed by the system (tried: probe of fact.unavailable)" in text
    assert "Not recorded: Fact fact.unrecorded." in text


def test_a_comparison_shows_latency_at_load_and_which_load_was_refused(plain_site: Site) -> None:
    page = read(plain_site.page(f"/comparisons/{MATRIX}/"))
    text = page.text
    assert "Latency at offered load" in text
    links = [a["href"] for a in page.all("a")]
    # Once in the table of throughput, and for each of three loads in that of loads.
    assert links.count(f"{BASE}results/{BUNDLE}/mysql-a-t4/") == 4
    for shown in ("16.67", "12.50 to 25.00", "216.2", "refused: 301.5 of 389 a second"):
        assert shown in text


@pytest.mark.parametrize("slug", [CURATED, MATRIX])
def test_a_comparison_has_a_chart_and_a_table_for_each_panel(plain_site: Site, slug: str) -> None:
    page = read(plain_site.page(f"/comparisons/{slug}/"))
    kinds = [a["data-spec"] for a in page.all("figure") if "data-chart" in a]
    sweep = ["throughput", "ratio", "latency", "efficiency", "spread", "load_p95", "load_p99"]
    assert kinds == [*sweep, "throughput"]
    for shown in ("432.00", "436.32", "\N{MULTIPLICATION SIGN} 1.080", "no run", "not recorded"):
        assert shown in page.text
    assert f"{BASE}results/{BUNDLE}/mysql-b-t4/" in [a["href"] for a in page.all("a")]


def test_a_run_whose_figure_has_no_mean_is_linked_as_others_are(plain_site: Site) -> None:
    page = LexborHTMLParser(plain_site.page(f"/comparisons/{MATRIX}/"))
    links = [link for link in page.css("table a") if link.text() == "no figure"]
    run = f"{BASE}results/{BUNDLE}/mysql-a-t{max(THREADS)}/"
    assert [link.attributes["href"] for link in links] == [run]


def test_claims_are_shown_with_their_outcome(plain_site: Site) -> None:
    text = read(plain_site.page(f"/comparisons/{CURATED}/")).text
    for outcome in ("Holds", "Holds in part", "Does not hold", "Cannot tell"):
        assert f"{outcome}\nA claim that" in text


def test_a_reproduction_stands_beside_what_it_ran_again(plain_site: Site) -> None:
    page = read(plain_site.page(f"/comparisons/{CURATED}/"))
    for verdict in ("Agrees within the noise", "Differs", "Cannot tell"):
        assert f"{verdict}\nAgain:" in page.text
    for shown in ("1.080", "1.075", "1.065 to 1.085", "What was assumed"):
        assert shown in page.text
    assert "#reproduced-by" in [a["href"] for a in page.all("a")]
    runs = records.runs(BUNDLE, records.plain)
    texts = [read(plain_site.page(run.path)).text for run in runs]
    assert ["Reproduced by" in text for text in texts] == [True, *[False] * (len(runs) - 1)]
    result = read(plain_site.page(f"/results/{BUNDLE}/"))
    assert "Runs again" in result.text
    assert f"{BASE}versions/mysql/8.0/" in [a["href"] for a in result.all("a")]
