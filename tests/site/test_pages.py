"""The pages of a site: there is one for every record, and each stands on its own."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter

import pytest
import sample_records as records
from jsonschema import Draft202012Validator
from page_elements import Page, read
from sample_site import BASE, BUNDLE, CURATED, FORMER, MATRIX, ROOT, Site, sample

ADDRESSES = (
    "/",
    "/results/",
    f"/results/{BUNDLE}/",
    *(entry["path"] for entry in records.runs(BUNDLE, records.plain)),
    "/comparisons/",
    f"/comparisons/{CURATED}/",
    f"/comparisons/{MATRIX}/",
    "/versions/",
    records.SERIES_PATH,
    "/workloads/",
    f"/workloads/{records.TEST}/",
    "/rules/",
    "/rules/date-future/",
    "/rules/date-order/",
    "/schema/",
    "/schema/bundle-1/",
    "/methodology/",
    "/contribute/",
    "/about/",
    "/search/",
)
WRITTEN = ("/methodology/", "/contribute/", "/about/", "/search/")
"""Pages that show no record."""

MOVED = f"/comparisons/{FORMER}/"


@pytest.mark.parametrize("text", [records.plain, records.hostile])
def test_the_sample_keeps_the_contract(text: records.Text) -> None:
    contract = json.loads((ROOT / "schema" / "derived.schema.json").read_text(encoding="utf-8"))
    results, comparisons = sample(text)
    lists = records.lists(results, comparisons, text)
    kinds = [*lists.items(), *(("result", r) for r in results)]
    for kind, record in [*kinds, *(("comparison", c) for c in comparisons)]:
        Draft202012Validator(contract | {"$ref": f"#/$defs/{kind}"}).validate(record)


def test_every_record_has_a_page_and_nothing_else_has(plain_site: Site) -> None:
    pages = {f"/{page.relative_to(plain_site.public).parent}/" for page in plain_site.pages()}
    expected = {address.rstrip("/") + "/" for address in (*ADDRESSES, MOVED)}
    assert {page.replace("/./", "/") for page in pages} == expected


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_names_its_permanent_address(plain_site: Site, address: str) -> None:
    (canonical,) = (
        link for link in read(plain_site.page(address)).all("link") if link["rel"] == "canonical"
    )
    assert canonical["href"] == f"https://sysbench-archive.example{address}"


@pytest.mark.parametrize("address", [*ADDRESSES, "/404"])
def test_a_page_is_sound(plain_site: Site, address: str) -> None:
    html = (
        (plain_site.public / "404.html").read_text(encoding="utf-8")
        if address == "/404"
        else plain_site.page(address)
    )
    page = read(html)
    assert [name for name, count in Counter(page.ids()).items() if count > 1] == []
    assert len(page.all("h1")) == len(page.all("main")) == titles(page) == 1
    (root,) = page.all("html")
    assert root["lang"] == "en"
    assert levels(page)[0] == 1
    assert [b for a, b in itertools.pairwise(levels(page)) if b > a + 1] == []
    (description,) = (a["content"] for a in page.all("meta") if a.get("name") == "description")
    assert description
    assert all(a.get("aria-label") and a.get("tabindex") == "0" for a in regions(page))


def titles(page: Page) -> int:
    """Titles of the page itself: parts of drawings have some too."""
    tags = [tag for tag, _ in page.elements]
    return tags[: tags.index("body")].count("title")


def regions(page: Page) -> list[dict[str, str]]:
    """The regions that scroll."""
    return [a for a in page.all("div") if "scroll" in a.get("class", "").split()]


def levels(page: Page) -> list[int]:
    """Levels of the headings, in order."""
    return [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]


def test_titles_and_descriptions_tell_pages_apart(plain_site: Site) -> None:
    titles = [title(plain_site.page(address)) for address in ADDRESSES]
    assert [name for name, count in Counter(titles).items() if count > 1] == []


def title(html: str) -> str:
    """The title of a page."""
    found = re.search("<title>(.*?)</title>", html)
    assert found
    return found[1]


def test_a_moved_page_leads_to_where_it_is_now(plain_site: Site) -> None:
    page = read(plain_site.page(MOVED))
    target = f"https://served.example{BASE}comparisons/{CURATED}/"
    assert [a["href"] for a in page.all("a")] == [target]
    refresh = [a["content"] for a in page.all("meta") if a.get("http-equiv") == "refresh"]
    assert refresh == [f"0; url={target}"]


def test_an_absent_page_offers_search_and_lists(plain_site: Site) -> None:
    page = read((plain_site.public / "404.html").read_text(encoding="utf-8"))
    assert f"{BASE}search/" in [a.get("action") for a in page.all("form")]
    assert {f"{BASE}results/", f"{BASE}comparisons/"} <= {a["href"] for a in page.all("a")}


@pytest.mark.parametrize("name", ["plain_site", "hostile_site"])
def test_pages_load_nothing_from_elsewhere(name: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(name)
    for path in site.pages():
        loads = read(path.read_text(encoding="utf-8")).loads()
        assert loads or path.parent.name == FORMER, path
        assert [address for address in loads if not address.startswith(BASE)] == [], path


def test_every_page_forbids_what_it_does_not_need(plain_site: Site) -> None:
    for path in plain_site.pages():
        page = read(path.read_text(encoding="utf-8"))
        policies = [a for a in page.all("meta") if "http-equiv" in a]
        policy = policies[0]["content"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        for name in ("default-src", "font-src", "base-uri", "trusted-types"):
            assert rules[name] == "'none'", path
        for name in ("script-src", "style-src", "connect-src"):
            assert rules[name] == "'self'", path
        assert not [a for _, a in page.elements if "style" in a], path
        assert not page.all("style"), path
        assert all(a.get("src") and a.get("integrity") for a in page.all("script")), path


def test_links_within_the_site_keep_the_base_path(plain_site: Site) -> None:
    for path in plain_site.pages():
        if path.parent.name == FORMER:
            continue
        hrefs = [a["href"] for a in read(path.read_text(encoding="utf-8")).all("a")]
        rooted = [href for href in hrefs if href.startswith("/")]
        assert rooted, path
        assert [href for href in rooted if not href.startswith(BASE)] == [], path


def test_a_run_shows_its_figures_with_their_evidence(plain_site: Site) -> None:
    page = read(plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/"))
    for shown in ("401.00", "12", "493,824", "1/s", "lines 1 to 40", records.DIGEST):
        assert shown in page.text
    assert "sysbench --threads=4 oltp_read_only run" in page.text
    evidence = f"{BASE}results/{BUNDLE}/raw/mysql-a-t4.txt"
    assert evidence in [a["href"] for a in page.all("a")]


def test_a_run_quotes_the_lines_behind_its_figures(plain_site: Site) -> None:
    html = plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/")
    page = read(html)
    assert '<li value="11" class="gap">SQL statistics:' in html
    assert "<mark>    transactions: 401 (401.00 per sec.)</mark>" in html
    assert "l12" in page.ids()
    assert "#l12" in [a["href"] for a in page.all("a")]


def test_a_run_draws_its_throughput_and_says_it_in_words(plain_site: Site) -> None:
    page = read(plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/"))
    assert [a["points"] for a in page.all("polyline")] == [records.line()["points"]]
    assert "lowest 201, highest 401" in page.text


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


@pytest.mark.parametrize("slug", [CURATED, MATRIX])
def test_a_comparison_has_a_chart_and_a_table_for_each_panel(plain_site: Site, slug: str) -> None:
    page = read(plain_site.page(f"/comparisons/{slug}/"))
    kinds = [a["data-spec"] for a in page.all("figure") if "data-chart" in a]
    assert kinds == ["throughput", "ratio", "latency", "throughput"]
    for shown in ("432.00", "436.32", "\N{MULTIPLICATION SIGN} 1.080", "no run", "unrecorded"):
        assert shown in page.text
    assert f"{BASE}results/{BUNDLE}/mysql-b-t4/" in [a["href"] for a in page.all("a")]


def test_claims_are_shown_with_their_outcome(plain_site: Site) -> None:
    text = read(plain_site.page(f"/comparisons/{CURATED}/")).text
    for outcome in ("Holds", "Holds in part", "Does not hold", "Cannot tell"):
        assert f"{outcome}\nA claim that" in text


@pytest.mark.parametrize("address", ADDRESSES)
def test_hostile_text_is_inert(hostile_site: Site, address: str) -> None:
    page = read(hostile_site.page(address))
    assert all(a["src"].startswith(f"{BASE}js/") for a in page.all("script"))
    assert [a["src"] for a in page.all("img")] == [f"{BASE}icons/archive.svg"]
    assert not page.all("style")
    assert not page.all("iframe")
    running = [name for _, a in page.elements for name in a if name.startswith("on")]
    assert running == []
    targets = [a.get(name, "") for _, a in page.elements for name in ("href", "src", "action")]
    assert [target for target in targets if target.strip().lower().startswith("javascript")] == []


def test_hostile_text_is_shown_as_it_was_written(hostile_site: Site) -> None:
    for address in ADDRESSES:
        if address in WRITTEN:
            continue
        text = read(hostile_site.page(address)).text
        assert "<script>alert(1)</script>" in text, address
        assert '{{ template "x" }}' in text, address
        assert "{{< youtube x >}}" in text, address
        assert "&lt;b&gt;" in text, address


def test_a_reproduction_stands_beside_what_it_ran_again(plain_site: Site) -> None:
    page = read(plain_site.page(f"/comparisons/{CURATED}/"))
    for verdict in ("Agrees within the noise", "Differs", "Cannot tell"):
        assert f"{verdict}\nAgain:" in page.text
    for shown in ("1.080", "1.075", "1.065 to 1.085", "What was assumed"):
        assert shown in page.text
    assert "#reproduced-by" in [a["href"] for a in page.all("a")]
    runs = records.runs(BUNDLE, records.plain)
    texts = [read(plain_site.page(run["path"])).text for run in runs]
    assert ["Reproduced by" in text for text in texts] == [True, *[False] * (len(runs) - 1)]
    result = read(plain_site.page(f"/results/{BUNDLE}/"))
    assert "Runs again" in result.text
    assert f"{BASE}versions/mysql/8.0/" in [a["href"] for a in result.all("a")]
