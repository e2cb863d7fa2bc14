"""The pages of a site: there is one for every record, and each stands on its own."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter

import pytest
import sample_records as records
from addresses import ADDRESSES, CAMPAIGN, MOVED, MOVED_CAMPAIGN
from jsonschema import Draft202012Validator
from msgspec import to_builtins
from page_elements import Page, read
from sample_site import BASE, CURATED, ROOT, Site, sample


@pytest.mark.parametrize("text", [records.plain, records.hostile])
def test_the_sample_keeps_the_contract(text: records.Text) -> None:
    contract = json.loads((ROOT / "schema" / "derived.schema.json").read_text(encoding="utf-8"))
    results, comparisons = sample(text)
    lists = records.lists(results, comparisons, text)
    # Section to its picture: no record.
    del lists["cards"]
    pairs = [("upgrade_pair", pair) for pair in records.pairs(text)]
    pairs += [("history", h) for h in records.histories(results[0].id, "run-1", text)]
    kinds = [*lists.items(), *pairs, *(("result_page", r) for r in results)]
    for kind, record in [*kinds, *(("comparison", c) for c in comparisons)]:
        Draft202012Validator(contract | {"$ref": f"#/$defs/{kind}"}).validate(to_builtins(record))


def test_every_record_has_a_page_and_nothing_else_has(plain_site: Site) -> None:
    pages = {f"/{page.relative_to(plain_site.public).parent}/" for page in plain_site.pages()}
    expected = {address.rstrip("/") + "/" for address in (*ADDRESSES, MOVED, MOVED_CAMPAIGN)}
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


def test_titles_tell_pages_apart(plain_site: Site) -> None:
    titles = [title(plain_site.page(address)) for address in ADDRESSES]
    assert [name for name, count in Counter(titles).items() if count > 1] == []


def title(html: str) -> str:
    """The title of a page."""
    found = re.search("<title>(.*?)</title>", html)
    assert found
    return found[1]


def test_an_address_that_a_campaign_had_leads_to_it(plain_site: Site) -> None:
    page = read(plain_site.page(MOVED_CAMPAIGN))
    place = f"{BASE}{CAMPAIGN[1:]}"
    assert place in [a["href"] for a in page.all("a")]
    assert f"0; url={place}" in [a.get("content") for a in page.all("meta")]
    (canonical,) = [a["href"] for a in page.all("link") if a["rel"] == "canonical"]
    assert canonical.endswith(CAMPAIGN)


def test_a_moved_page_leads_to_where_it_is_now(plain_site: Site) -> None:
    """Inside the copy that is read; the address to cite is that of the page there is now."""
    page = read(plain_site.page(MOVED))
    target = f"{BASE}comparisons/{CURATED}/"
    assert [a["href"] for a in page.all("a")] == [target]
    refresh = [a["content"] for a in page.all("meta") if a.get("http-equiv") == "refresh"]
    assert refresh == [f"0; url={target}"]
    links = {link["rel"]: link["href"] for link in page.all("link")}
    assert links["canonical"] == f"https://sysbench-archive.example/comparisons/{CURATED}/"
    assert links["icon"] == f"{BASE}icons/archive.svg"


def test_an_absent_page_offers_search_and_lists(plain_site: Site) -> None:
    page = read((plain_site.public / "404.html").read_text(encoding="utf-8"))
    assert f"{BASE}search/" in [a.get("action") for a in page.all("form")]
    assert {f"{BASE}results/", f"{BASE}comparisons/"} <= {a["href"] for a in page.all("a")}


@pytest.mark.parametrize("name", ["plain_site", "hostile_site"])
def test_pages_load_nothing_from_elsewhere(name: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(name)
    for path in site.pages():
        loads = read(path.read_text(encoding="utf-8")).loads()
        assert loads, path
        assert [address for address in loads if not address.startswith(BASE)] == [], path


def test_every_page_forbids_what_it_does_not_need(plain_site: Site) -> None:
    for path in plain_site.pages():
        page = read(path.read_text(encoding="utf-8"))
        policies = [a for a in page.all("meta") if "http-equiv" in a]
        policy = policies[0]["content"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        # One page compiles WebAssembly, and starts the one worker that runs it.
        judges = any("data-judge" in attributes for _, attributes in page.elements)
        compiles, workers = (" 'wasm-unsafe-eval'", "blob:") if judges else ("", None)
        assert rules.get("worker-src") == workers, path
        assert rules["trusted-types"] == ("check" if judges else "'none'"), path
        assert rules["base-uri"] == "'none'", path
        # Light pages say once, in few bytes, what the others say of each kind of file.
        usual = rules["default-src"]
        assert usual == "'none'" or (usual, rules["object-src"]) == ("'self'", "'none'"), path
        assert rules.get("script-src", usual) == f"'self'{compiles}", path
        for name in ("style-src", "connect-src"):
            assert rules.get(name, usual) == "'self'", path
        assert not [a for _, a in page.elements if "style" in a], path
        assert not page.all("style"), path
        programs = [a for a in page.all("script") if a.get("type") != "application/ld+json"]
        assert all(a.get("src") for a in programs), path
        # A page of a run has no room to vouch for what lies beside it.
        if "data-base" in page.all("html")[0]:
            assert all(a.get("integrity") for a in programs), path


def test_links_within_the_site_keep_the_base_path(plain_site: Site) -> None:
    for path in plain_site.pages():
        hrefs = [a["href"] for a in read(path.read_text(encoding="utf-8")).all("a")]
        rooted = [href for href in hrefs if href.startswith("/")]
        assert rooted, path
        assert [href for href in rooted if not href.startswith(BASE)] == [], path


def test_a_page_links_the_repository_its_issues_and_its_releases(plain_site: Site) -> None:
    """Pages of runs have room for one link, to where these stand."""
    config = (ROOT / "config.toml").read_text(encoding="utf-8")
    (repository,) = re.findall(r'(?m)^repository = "(.*)"', config)
    wanted = {f"{repository}{place}" for place in ("", "/issues", "/releases")}
    without = {
        address
        for address in ADDRESSES
        if not wanted <= {link.get("href") for link in read(plain_site.page(address)).all("a")}
    }
    runs = {
        address for address in ADDRESSES if 'content="A sysbench run"' in plain_site.page(address)
    }
    assert without == runs
    for address in runs:
        links = {link.get("href") for link in read(plain_site.page(address)).all("a")}
        assert f"{BASE}about/#text-repository" in links, address
    assert any("/revisions/" in address for address in set(ADDRESSES) - runs)
