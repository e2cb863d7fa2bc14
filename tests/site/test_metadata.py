"""What a page says to those who are not on it: who cites, previews, follows or indexes it."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
import sample_records as records
from addresses import ADDRESSES, CAMPAIGN, LEAN, PINNED
from page_elements import read
from sample_site import BASE, BUNDLE, CURATED, MATRIX, Site

HOME = "https://sysbench-archive.example"
GONE = f"/results/{records.GONE}/"
RUNS = [*(run.path for run in records.runs(BUNDLE, records.plain)), f"{GONE}run-1/"]
COMPARISONS = [f"/comparisons/{slug}/" for slug in (CURATED, MATRIX)]
RESULT = f"/results/{BUNDLE}/"
CITED = [RESULT, GONE, *RUNS, *COMPARISONS, CAMPAIGN, f"/comparisons/{records.LEFT_OVER}/"]
"""Pages of what can be cited; what was withdrawn can be, too."""
WHOLE = ["/", "/about/", "/api/"]
"""Pages that say how the archive as a whole is cited."""
DESCRIBED = ["/", *COMPARISONS, CAMPAIGN, RESULT, "/api/"]
"""Pages with a record for search engines of data."""
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


@pytest.mark.parametrize("address", [*LEAN, *PINNED])
def test_a_lean_page_says_what_it_is_and_where_it_stays(plain_site: Site, address: str) -> None:
    page = read(plain_site.page(address))
    (canonical,) = (a["href"] for a in page.all("link") if a.get("rel") == "canonical")
    assert canonical == f"{HOME}{address}"
    assert [a["content"] for a in page.all("meta") if a.get("name") == "description"]
    told = [(a["property"], a["content"]) for a in page.all("meta") if "property" in a]
    assert told == [("og:image", f"{HOME}/cards/results/card.png")]


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in (*LEAN, *PINNED)])
def test_a_page_can_be_previewed(plain_site: Site, address: str) -> None:
    html = plain_site.page(address)
    page = read(html)
    told = {
        a.get("property") or a.get("name"): a["content"] for a in page.all("meta") if "content" in a
    }
    title = re.search("<title>(.*?)</title>", html)
    assert title
    assert told["og:title"] == title[1].replace("&amp;", "&")
    assert told["og:description"] == told["description"]
    assert told["og:url"] == f"{HOME}{address}"
    assert told["og:site_name"] == "Sysbench Archive"
    section = address.split("/")[1]
    kind = section if section in ("results", "upgrades") else "home"
    card = f"{address}card.png" if address in COMPARISONS else f"/cards/{kind}/card.png"
    assert told["twitter:card"] == "summary_large_image"
    assert told["og:image"] == f"{HOME}{card}"
    assert (plain_site.public / card.removeprefix("/")).exists()


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in (*LEAN, *PINNED)])
def test_a_page_leads_to_both_feeds(plain_site: Site, address: str) -> None:
    page = read(plain_site.page(address))
    feeds = [f"{BASE}feeds/{name}.xml" for name in ("results", "corrections")]
    announced = [a["href"] for a in page.all("link") if a.get("type") == "application/atom+xml"]
    assert announced == feeds
    assert set(feeds) <= {a["href"] for a in page.all("a")}


@pytest.mark.parametrize("address", PINNED)
def test_a_pinned_address_says_how_it_is_cited(plain_site: Site, address: str) -> None:
    page = read(plain_site.page(address))
    assert "cite" in page.ids()
    assert "Cite this revision" in page.text


@pytest.mark.parametrize("address", CITED)
def test_what_can_be_cited_says_how(plain_site: Site, address: str) -> None:
    page = read(plain_site.page(address))
    assert "cite" in page.ids()
    for label in records.FORMATS.values():
        if address in LEAN:
            run = address.split("/")[-2]
            assert f"../?run={run}#cite-run" in [a["href"] for a in page.all("a")]
        elif address in RUNS:
            run = address.split("/")[-2]
            assert f"{label} of run {run} of the sample" in page.text
        elif label == "CSL-JSON" and address in (RESULT, *COMPARISONS, CAMPAIGN):
            assert "citation.json" in [a["href"] for a in page.all("a")]
        else:
            assert f"{label} of {address}" in page.text
    files = [a["href"] for a in page.all("link") if a.get("type", "").endswith("csl+json")]
    whole = address.startswith(GONE) or address not in RUNS
    beside = GONE if address.startswith(GONE) else address
    assert files == ([f"{BASE}{beside[1:]}citation.json"] if whole else [])


def test_a_result_says_how_each_of_its_runs_is_cited(plain_site: Site) -> None:
    page = read(plain_site.page(RESULT))
    assert "cite-run" in page.ids()
    for label in records.FORMATS.values():
        assert f"{label} of run RUN of the sample" in page.text


@pytest.mark.parametrize("address", WHOLE)
def test_the_archive_as_a_whole_says_how_it_is_cited(plain_site: Site, address: str) -> None:
    page = read(plain_site.page(address))
    assert "Text of /" in page.text
    links = {a["href"] for a in page.all("a")}
    if address == "/":
        assert f"{BASE}about/#cite" in links
        files = [a["href"] for a in page.all("link") if a.get("type", "").endswith("csl+json")]
        assert files == [f"{BASE}citation.json"]
    else:
        assert "cite" in page.ids()
        assert f"{BASE}citation.json" in links
        assert "BibTeX of /" in page.text


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in {*CITED, *PINNED, *WHOLE}])
def test_nothing_else_says_how_it_is_cited(plain_site: Site, address: str) -> None:
    assert "cite" not in read(plain_site.page(address)).ids()


@pytest.mark.parametrize("name", ["plain_site", "hostile_site"])
@pytest.mark.parametrize(
    ("address", "kind"), [(a, "Dataset" if a != "/" else "DataCatalog") for a in DESCRIBED]
)
def test_search_engines_of_data_find_a_record(
    name: str, address: str, kind: str, request: pytest.FixtureRequest
) -> None:
    """As bytes, because a parser of pages would hide an escape that does not hold."""
    site: Site = request.getfixturevalue(name)
    blocks = BLOCK.findall(site.page(address))
    assert len(blocks) == 1
    assert "<" not in blocks[0]
    record = json.loads(blocks[0])
    assert record["@type"] == kind
    assert record["@id"] == f"{HOME}{address}"
    text = records.plain if name == "plain_site" else records.hostile
    assert record["name"] == text(f"Name of {address}")
    assert record["creator"] == [{"@type": "Person", "name": text("A submitter")}]


def test_other_pages_carry_no_block_of_data(plain_site: Site) -> None:
    carrying = [a for a in ADDRESSES if BLOCK.search(plain_site.page(a))]
    assert sorted(carrying) == sorted(DESCRIBED)


def test_pages_say_what_a_licence_covers_and_what_not(plain_site: Site) -> None:
    for address in (RESULT, "/api/"):
        page = read(plain_site.page(address))
        assert "What it covers" in page.text
        assert "What it leaves" in page.text
        assert f"{BASE}about/#text-licences" in [a["href"] for a in page.all("a")]
    assert "In a few words" in read(plain_site.page("/api/")).text
    assert "What is covered" in read(plain_site.page("/sources/")).text
    about = read(plain_site.page("/about/"))
    assert "text-licences" in about.ids()
    for words in ("CC0 1.0", "is a fact", "database", "Apache License 2.0"):
        assert words in about.text


@pytest.mark.parametrize("address", COMPARISONS)
def test_a_comparison_can_be_embedded(plain_site: Site, address: str) -> None:
    page = read(plain_site.page(address))
    linked = [a["href"] for a in page.all("a")]
    assert f"{BASE}{address[1:]}chart.svg" in linked
    assert "lines to paste" in page.text
    assert (plain_site.public / address[1:] / "chart.svg").is_file()


def test_the_sitemap_names_every_page_with_the_day_of_its_record(plain_site: Site) -> None:
    root = ElementTree.parse(plain_site.public / "sitemap.xml").getroot()
    days = {entry.findtext(f"{SITEMAP}loc"): entry.findtext(f"{SITEMAP}lastmod") for entry in root}
    assert set(days) == {f"{HOME}{address}" for address in ADDRESSES}
    dated = {address for address, day in days.items() if day}
    parts = [address for address in ADDRESSES if "/all/" in address]
    assert len(parts) == 3
    assert dated == {f"{HOME}{address}" for address in (*CITED, *parts)}
    assert set(days.values()) == {None, "2026-01-02"}


def test_robots_find_the_sitemap(plain_site: Site) -> None:
    text = (plain_site.public / "robots.txt").read_text(encoding="utf-8")
    assert text == f"User-agent: *\nAllow: /\n\nSitemap: {HOME}/sitemap.xml\n"
