"""Every page of the real archive is sound, of this site alone, and no trouble to htmltest.

The site is deployed only when htmltest passes, and most machines that run these tests have lychee
alone. So the rules of `.htmltest.yml` that are not about links are read here once more
(https://github.com/wjdp/htmltest, 0.17.0); `tests/house/test_links.py` follows links. Hostile text
is looked at in a browser, by `tests/browser/test_safety.py`.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from urllib.parse import urljoin

import pytest
from page_elements import Page, read

from built_sites import BASE, ROOT, Site
from sysbench_archive.pages.glossary import glossary

HOME = "https://sysbench-archive.example"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
POLICY_OF_A_RUN = (
    "default-src 'self';object-src 'none';base-uri 'none';form-action 'none';"
    "require-trusted-types-for 'script';trusted-types 'none'"
)
"""It has no form."""
POLICY_OF_PROGRAMS = POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:"
)
PROGRAMS = {"data-judge": "check", "data-engine": "sql"}
"""Attributes of the two pages that run WebAssembly, in the one worker that each starts, and the
name of their policy of trusted types.
"""
REPOSITORY = re.findall(r'(?m)^repository = "(.*)"', (ROOT / "config.toml").read_text("utf-8"))[0]
TIPS = {f"{BASE}glossary/#{e.id}": e.text for group in glossary() for e in group.entries}


def hrefs(page: Page) -> list[str]:
    return [a["href"] for a in page.all("a") if "href" in a]


def policy_of(page: Page) -> str:
    """What a page may load and run."""
    if is_lean(page):
        return POLICY_OF_A_RUN
    named = {key for _, attributes in page.elements for key in attributes} & PROGRAMS.keys()
    for key in named:
        return POLICY_OF_PROGRAMS.replace("types 'none'", f"types {PROGRAMS[key]}")
    return POLICY


def is_lean(page: Page) -> bool:
    """Whether it is the page of a run or a revision: one link leads to what others have."""
    return "data-base" not in page.all("html")[0]


def has_the_policy_first(page: Page) -> bool:
    """Whether a page has the one policy of its kind, before it loads anything."""
    policies = [a["content"] for a in page.all("meta") if "http-equiv" in a]
    first = next((at for at, (_, a) in enumerate(page.elements) if "http-equiv" in a), 0)
    before = {tag for tag, _ in page.elements[:first]}
    return policies == [policy_of(page)] and not before & {"script", "link", "img"}


def needs_no_exception(page: Page) -> bool:
    """Whether a page has no style or handler of its own, and one program that it vouches for,
    unless it is the page of a run, which has no room for that.
    """
    styled = page.all("style") or [a for _, a in page.elements if "style" in a]
    handled = [key for _, a in page.elements for key in a if key.startswith("on")]
    programs = [a for a in page.all("script") if a.get("type") != "application/ld+json"]
    vouched = all(
        a.get("type") == "module" and (is_lean(page) or a.get("integrity")) for a in programs
    )
    return not styled and not handled and vouched and len(programs) == 1


def keeps_to_its_base_path(page: Page) -> bool:
    """Whether everything a page loads, and each of its links within the host, lies below it."""
    loads, links = page.loads(), [href for href in hrefs(page) if href.startswith("/")]
    return bool(loads and links) and all(url.startswith(BASE) for url in [*loads, *links])


def is_sound(page: Page) -> bool:
    """One title, main part and first heading, no id twice, no level of headings left out."""
    tags = [tag for tag, _ in page.elements]
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    scrolling = [a for a in page.all("div") if "scroll" in a.get("class", "").split()]
    return (
        len(page.ids()) == len(set(page.ids()))
        # Parts of drawings have titles too.
        and tags[: tags.index("body")].count("title") == tags.count("main") == tags.count("h1") == 1
        and page.all("html")[0].get("lang") == "en"
        and levels[0] == 1
        and all(b <= a + 1 for a, b in itertools.pairwise(levels))
        and all(a.get("aria-label") and a.get("tabindex") == "0" for a in scrolling)
    )


def passes_htmltest(page: Page) -> bool:
    """Nothing blank, an icon, and each picture described, or beside words that say the same."""
    links = [a["href"] for tag, a in page.elements if tag in {"a", "link"} and "href" in a]
    pictures = page.all("img")
    bare = [a for a in pictures if not a.get("alt")]
    return (
        any(a.get("rel") == "icon" for a in page.all("link"))
        and not {"", "#"} & set(links)
        and all(
            a.get("src") and "alt" in a and (a["alt"].strip() or not a["alt"]) for a in pictures
        )
        # The mark in front of the site's name, and no other.
        and all(a["src"].endswith("icons/archive.svg") for a in bare)
    )


def leads_on(page: Page) -> bool:
    """To the data, the repository and the feeds; a lean page leads to one that does."""
    found = set(hrefs(page))
    if is_lean(page):
        return bool({"../", "../../"} & found)
    places = {f"{REPOSITORY}{place}" for place in ("", "/issues", "/releases")}
    return found >= places | {f"{BASE}api/", f"{BASE}feeds/"}


def explains_a_term_once(page: Page) -> bool:
    """At its first use, in the words of its entry."""
    told = [(a["href"], a["data-tip"]) for a in page.all("a") if "data-tip" in a]
    return len({href for href, _ in told}) == len(told) and all(TIPS[h] == tip for h, tip in told)


ASKED = (
    has_the_policy_first,
    needs_no_exception,
    keeps_to_its_base_path,
    is_sound,
    passes_htmltest,
    leads_on,
    explains_a_term_once,
)


@pytest.fixture(scope="session")
def faulty(walked_site: Site) -> dict[str, list[str]]:
    """Pages by the question they answer with no, and shared titles; each page is read once."""
    found: dict[str, list[str]] = {question.__name__: [] for question in ASKED}
    titles: Counter[str] = Counter()
    assert len(walked_site.files()) > 800
    for address in walked_site.addresses():
        # What only leads to a campaign loads nothing.
        if walked_site.holds(address) == "moved":
            continue
        html = walked_site.file(address).read_text(encoding="utf-8")
        assert html[:15].lower() == "<!doctype html>", address
        if not address.startswith(("comparisons/", "results/")):
            titles[re.findall("<title>(.*?)</title>", html)[0]] += 1
        page = read(html)
        for question in ASKED:
            if not question(page):
                found[question.__name__].append(address)
    return {**found, "titles": [title for title, count in titles.items() if count > 1]}


@pytest.mark.parametrize("question", [*(question.__name__ for question in ASKED), "titles"])
def test_no_page_is_otherwise(faulty: dict[str, list[str]], question: str) -> None:
    assert faulty[question] == []


def test_a_moved_page_leads_to_where_it_is_now(walked_site: Site) -> None:
    """Inside the copy that is read; the address to cite is that of the page there is now."""
    moved = [a for a in walked_site.addresses() if walked_site.holds(a) == "moved"]
    assert moved
    for address in moved:
        page = read(walked_site.file(address).read_text(encoding="utf-8"))
        (refresh,) = [a["content"] for a in page.all("meta") if a.get("http-equiv") == "refresh"]
        target = refresh.removeprefix("0; url=")
        assert target in hrefs(page)
        place = urljoin(f"{BASE}{address}", target).removeprefix(BASE).partition("#")[0]
        assert walked_site.file(place).is_file(), address
        (canonical,) = [a["href"] for a in page.all("link") if a["rel"] == "canonical"]
        assert canonical == f"{HOME}/{place}"


def test_an_absent_page_offers_search_and_lists(real_site: Site) -> None:
    page = read(real_site.file("404.html").read_text(encoding="utf-8"))
    assert f"{BASE}search/" in [a.get("action") for a in page.all("form")]
    assert {f"{BASE}results/", f"{BASE}comparisons/"} <= set(hrefs(page))


def test_robots_find_the_sitemap(real_site: Site) -> None:
    text = (real_site.public / "robots.txt").read_text(encoding="utf-8")
    assert text == f"User-agent: *\nAllow: /\n\nSitemap: {HOME}/sitemap.xml\n"


UNQUOTED_BASE = re.compile(r"""(?:href|src)=\{\{[^}]*(?:base|link\.html|relURL|absURL)""")


def test_addresses_that_begin_with_the_base_stand_in_quotes() -> None:
    """The base is empty at the root of a host, and Hugo takes `href=` with an empty start for an
    unsafe address; a site below a path does not show it.
    """
    texts = {str(path): path.read_text("utf-8") for path in (ROOT / "layouts").rglob("*.html")}
    assert [path for path, text in texts.items() if UNQUOTED_BASE.search(text)] == []
    assert UNQUOTED_BASE.search("<a href={{ $base }}{{ .path }}>")


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("result", r"not exposed by the system \(tried: "),
        ("result", "Not recorded: "),
        ("result", r"\d+ variables; \d+ of them differ"),
        ("run", r"lines \d+ to \d+"),
        ("run", r"lowest [\d,.]+, highest [\d,.]+"),
        ("comparison", "Cite this"),
        ("comparison", "Holds|Does not hold"),
        ("comparison", "Embed"),
        ("data", "covers"),
        ("data", "SHA-256"),
        ("about", "CC0 1.0"),
        ("explore", "needs JavaScript"),
        ("compare", "needs JavaScript"),
        ("result", "uperseded"),
    ],
)
def test_some_page_of_a_kind_shows_it(real_site: Site, kind: str, shown: str) -> None:
    pages = (real_site.file(a).read_text("utf-8") for a in real_site.of_kind(kind))
    assert any(re.search(shown, read(page).text) for page in pages)


def test_results_lead_to_where_swhids_are_looked_up(walked_site: Site) -> None:
    place = re.compile(
        r'href="?(https://archive\.softwareheritage\.org/swh:1:dir:[0-9a-f]{40};origin=[^"> ]*)'
    )
    for address in walked_site.of_kind("result"):
        found = place.findall(walked_site.file(address).read_text(encoding="utf-8"))
        assert found, address
        assert all(link.endswith(f";origin={REPOSITORY}") for link in found), address


def test_every_term_has_an_address_and_a_page_with_the_whole_story(real_site: Site) -> None:
    page = read(real_site.file("glossary/").read_text(encoding="utf-8"))
    entries = [entry for group in glossary() for entry in group.entries]
    assert {*(e.id for e in entries), *(g.id for g in glossary())} <= set(page.ids())
    more = [a["href"] for a in page.all("a") if a.get("aria-label", "").startswith("More about")]
    assert more == [BASE + entry.path.removeprefix("/") for entry in entries]
