"""The real archive: every page says what it is, and what can be cited says how."""

from __future__ import annotations

import csv
import gzip
import json
import re
import struct
from collections.abc import Iterator
from urllib.parse import urljoin

import feedparser
import pytest
from selectolax.lexbor import LexborHTMLParser

from built_sites import BASE, Site, kind_of
from sysbench_archive.publish.pictures import NOTHING_LEFT

HOME = "https://sysbench-archive.example"
CITED = {"result", "run", "comparison"}
DESCRIBED = ("result", "comparison", "campaign")
HEAD = {
    "canonical": re.compile(r'<link rel="?canonical"? href="([^"]*)">'),
    "description": re.compile(r'<meta name="?description"? content="([^"]+)">'),
    "title": re.compile(r'<meta property="og:title" content="([^"]+)">'),
    "address": re.compile(r'<meta property="og:url" content="([^"]*)">'),
    "card": re.compile(r'<meta name="twitter:card" content="([^"]+)">'),
    "image": re.compile(r'<meta property="?og:image"? content="([^"]+)">'),
}
LEAN = ("canonical", "description", "image")
BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def pages(site: Site) -> Iterator[tuple[str, str]]:
    """Address and HTML of every page that is not a redirection."""
    for address in site.addresses():
        html = site.file(address).read_text(encoding="utf-8")
        if 'http-equiv="refresh"' not in html and address != "404.html":
            yield address, html


def is_run(address: str, html: str) -> bool:
    """Whether it is the page of a run that was not withdrawn."""
    return kind_of(address) == "run" and "To recognise it" not in html


def test_every_page_says_where_and_what_it_is(walked_site: Site) -> None:
    wrong = []
    for address, html in pages(walked_site):
        # Previews of a run read its title and its description: there is no room to say them twice.
        is_lean = is_run(address, html) or "/revisions/" in address or kind_of(address) == "embed"
        wanted = LEAN if is_lean else HEAD
        found = {name: HEAD[name].findall(html) for name in wanted}
        # A page in a frame is nothing by itself.
        itself = address.removesuffix("embed/")
        if {*found["canonical"], *found.get("address", ())} != {f"{HOME}/{itself}"}:
            wrong.append(address)
        wrong += [f"{address}: {name}" for name, values in found.items() if len(values) != 1]
    assert wrong == []


def test_everything_that_can_be_cited_says_how(walked_site: Site) -> None:
    cited, wrong = 0, []
    for address, html in pages(walked_site):
        is_page = walked_site.holds(address) in ("", "comparison")
        if kind_of(address) in CITED and is_page and "/revisions/" not in address:
            cited += 1
            named = html.count(f"{HOME}/{address}")
            # The canonical address, that of previews, and once in each of three formats, beside
            # which a file is named; a run leads to the formats on the page of its result.
            run = address.split("/")[-2] if is_run(address, html) else ""
            least = 1 if run else 5
            has_formats = not run or f'<a href="../?run={run}#cite-run">' in html
            is_cited = re.search('<(h2|p) id="?cite', html) and "swh:1:dir:" in html
            if not is_cited or named < least or not has_formats:
                wrong.append(address)
    assert cited > 500
    assert wrong == []


@pytest.mark.parametrize("kind", ["result", "comparison"])
def test_citations_lie_beside_pages(walked_site: Site, kind: str) -> None:
    for address in walked_site.of_kind(kind):
        (item,) = json.loads((walked_site.public / address / "citation.json").read_bytes())
        url = item["URL"]
        if kind == "comparison":
            url = re.sub(r"revisions/[0-9]+/$", "", url)
            assert url != item["URL"]
        assert url == f"{HOME}/{address}"
        assert item["custom"]["swhid"]
        assert len(item["title"]) < 200


def test_what_is_data_has_a_record_for_search_engines(walked_site: Site) -> None:
    of_bundles = [address for kind in DESCRIBED for address in walked_site.of_kind(kind)]
    for address in ["", "api/", *of_bundles]:
        (block,) = BLOCK.findall(walked_site.file(address).read_text(encoding="utf-8"))
        record = json.loads(block)
        assert record["@id"] == f"{HOME}/{address}"
        assert len(record["description"]) >= 50
        assert record["license"] == ["https://spdx.org/licenses/CC0-1.0.html"]
        assert record["copyrightNotice"].startswith("CC0-1.0 covers ")
        assert {agent["@type"] for agent in record["creator"]} <= {"Person", "Organization"}
        for download in record.get("distribution", ()):
            assert (walked_site.public / download["contentUrl"].removeprefix(f"{HOME}/")).is_file()


def head_of(page: bytes) -> dict[str, list[dict[str, str]]]:
    """Meta and link elements of a page's head, by name and by relation; each says something."""
    found: dict[str, list[dict[str, str]]] = {}
    for node in LexborHTMLParser(page).css("head > meta[name], head > link[rel]"):
        said = {name: value or "" for name, value in node.attributes.items()}
        found.setdefault(said.get("name") or said["rel"], []).append(said)
    return found


def test_programs_that_keep_references_read_the_citation_in_the_page(walked_site: Site) -> None:
    """As Google Scholar and Zotero ask for: a title, an author each, a day as 2026/11/20."""
    for address in (a for kind in DESCRIBED for a in walked_site.of_kind(kind)):
        page = walked_site.file(address).read_bytes()
        (item,) = json.loads((walked_site.public / address / "citation.json").read_bytes())
        tags = {name: [t["content"] for t in said] for name, said in head_of(page).items()
                if name.startswith("citation_")}  # fmt: skip
        year, month, day = item["issued"]["date-parts"][0]
        names = [
            f"{name['family']}, {name['given']}" if "family" in name else name["literal"]
            for name in item["author"]
        ]
        assert tags == {
            "citation_title": [item["title"]],
            "citation_author": names,
            "citation_publication_date": [f"{year}/{month:02}/{day:02}"],
            "citation_publisher": ["Sysbench Archive"],
        }


def test_links_of_signposting_lead_to_what_they_say(walked_site: Site) -> None:
    for address in (a for kind in DESCRIBED for a in walked_site.of_kind(kind)):
        folder, page = walked_site.public / address, walked_site.file(address).read_bytes()
        head = head_of(page)
        (item,) = json.loads((folder / "citation.json").read_bytes())
        assert [link["href"] for link in head["cite-as"]] == [item["URL"]]
        (described,) = head["describedby"]
        assert described["type"] == "application/vnd.citationstyles.csl+json"
        assert (folder / described["href"]).is_file()
        for link in head.get("item", ()):
            data = (folder / link["href"]).read_bytes()
            read = {
                "application/gzip": gzip.decompress,
                "application/json": json.loads,
                "text/csv": lambda data: list(csv.reader(data.decode().splitlines())),
            }[link["type"]]
            assert read(data)
        assert bool(head.get("item")) == (walked_site.holds(address) != "campaign")
        (block,) = BLOCK.findall(page.decode())
        assert [link["href"] for link in head["license"]] == json.loads(block)["license"]
        kinds = {"https://schema.org/AboutPage", "https://schema.org/Dataset"}
        assert {link["href"] for link in head["type"]} == kinds


RUN_BLOCK = re.compile(r"<script type=application/ld\+json>(.*?)</script>")


def test_a_run_says_what_it_is_part_of(walked_site: Site) -> None:
    for address, html in pages(walked_site):
        if is_run(address, html):
            (block,) = RUN_BLOCK.findall(html)
            record = json.loads(block)
            assert record["@type"] == "Dataset"
            whole = f"{HOME}/{address.rsplit('/', 2)[0]}/"
            assert urljoin(f"{HOME}/{address}", record["isPartOf"]) == whole


def test_every_comparison_has_its_pictures(walked_site: Site) -> None:
    sizes = {}
    for address in walked_site.of_kind("comparison"):
        folder = walked_site.public / address
        html = (folder / "index.html").read_text(encoding="utf-8")
        is_curated = "--" not in address
        assert (folder / "card.png").is_file() == is_curated
        assert (f'content="{HOME}/{address}card.png"' in html) == is_curated
        if is_curated:
            card = (folder / "card.png").read_bytes()
            assert card.startswith(b"\x89PNG")
            sizes[address] = len(card)
        # Each chart of the page is a picture, which lines beside it name.
        lines = set(re.findall(rf"{HOME}/({address}[\w.-]+\.svg)", html))
        for line in lines:
            for suffix in (".svg", ".png", "-dark.png"):
                picture = line.removesuffix(".svg") + suffix
                assert (walked_site.public / picture).is_file(), picture
        assert len(lines) == html.count("<details class=chart-embed>")
        assert len(lines) == html.count("PNG: .png or -dark.png in place of .svg")
        assert (folder / "chart.svg").is_file() == bool(lines)
    assert max(sizes.values()) <= 32_000


def words_of(html: str) -> str:
    """What readers see of a page."""
    return " ".join(LexborHTMLParser(html).body.text(separator=" ").split())


@pytest.mark.parametrize(("kind", "least"), [("upgrade", 20), ("series", 15)])
def test_cards_of_upgrades_and_series_say_what_their_pages_say(
    walked_site: Site, kind: str, least: int
) -> None:
    addresses = walked_site.of_kind(kind)
    assert len(addresses) >= least
    for address in addresses:
        html = walked_site.file(address).read_text(encoding="utf-8")
        assert HEAD["image"].findall(html) == [f"{HOME}/{address}card.png"]
        card = (walked_site.public / address / "card.png").read_bytes()
        assert (card[:4], struct.unpack(">II", card[16:24])) == (b"\x89PNG", (1200, 630))
        assert len(card) <= 8_000
        name = address.strip("/").replace("/", "--")
        drawn = json.loads((walked_site.derived / "pictures" / f"_{name}.json").read_bytes())
        page = words_of(html)
        assert drawn["publisher"] == "Sysbench Archive"
        for part in ("title", "finding", "answer", "basis"):
            assert drawn[part] in page, (address, part)
        assert drawn["title"]
        assert drawn["answer"]
        assert drawn["basis"] or drawn["answer"] == NOTHING_LEFT


def test_every_card_that_a_page_names_is_there(walked_site: Site) -> None:
    named = {url for _, html in pages(walked_site) for url in HEAD["image"].findall(html)}
    cards = set(walked_site.public.rglob("card.png"))
    assert {walked_site.public / url.removeprefix(f"{HOME}/") for url in named} <= cards


def test_every_embed_is_told_to_programs_and_to_no_search_engine(walked_site: Site) -> None:
    embeds = walked_site.of_kind("embed")
    for address in embeds:
        html = walked_site.file(address).read_text(encoding="utf-8")
        page = address.removesuffix("embed/")
        assert "<meta name=robots content=noindex>" in html
        found = json.loads((walked_site.public / page / "oembed.json").read_bytes())
        assert (found["version"], found["type"]) == ("1.0", "rich")
        assert f'src="{HOME}/{address}"' in found["html"]
        told = f'type="application/json+oembed" title="Embed" href="{HOME}/{page}oembed.json"'
        assert told in walked_site.file(page).read_text(encoding="utf-8")
    assert len(embeds) > 50


def test_the_sitemap_is_complete(walked_site: Site) -> None:
    index = (walked_site.public / "sitemap.xml").read_text(encoding="utf-8")
    names = re.findall(rf"<sitemap><loc>{HOME}/([^<]*)</loc></sitemap>", index)
    assert set(names) == {path.name for path in walked_site.public.glob("sitemap-*.xml*")}
    files = {name: (walked_site.public / name).read_bytes() for name in names}
    text = "".join(
        (gzip.decompress(data) if name.endswith(".gz") else data).decode()
        for name, data in files.items()
    )
    listed = re.findall(r"<loc>([^<]*)</loc>", text)
    assert len(listed) == len(set(listed))
    known = {address for address, _ in pages(walked_site) if kind_of(address) != "embed"}
    assert set(listed) == {f"{HOME}/{address}" for address in known}
    dated = re.findall(r"<url><loc>([^<]*)</loc><lastmod>\d{4}-\d\d-\d\d</lastmod></url>", text)
    kinds = {kind_of(address.removeprefix(f"{HOME}/")) for address in dated}
    behind = {"part", "figures", "rounds", "verdicts", "differences"}
    assert CITED | {"part", "figures"} <= kinds <= CITED | behind


FEED = re.compile(r'<link rel="alternate" type="application/atom\+xml"[^>]* href="([^"]+)">')


def test_every_feed_is_valid_leads_to_pages_and_is_named_by_one(walked_site: Site) -> None:
    public = walked_site.public
    found = {path.relative_to(public).as_posix() for path in public.rglob("*.xml")}
    names = {name for name in found if not name.startswith("sitemap")}
    for name in names:
        feed = feedparser.parse((public / name).read_bytes())
        assert not feed.bozo, name
        for place in [feed.feed.link, *(entry.link for entry in feed.entries)]:
            address = place.removeprefix(f"{HOME}/").partition("#")[0]
            assert walked_site.file(address).is_file(), (name, place)
        days, ids = ([entry[key] for entry in feed.entries] for key in ("updated", "id"))
        assert days == sorted(days, reverse=True)
        assert len(ids) == len(set(ids))
        page = feed.feed.link.removeprefix(f"{HOME}/")
        assert f"{BASE}{name}" in FEED.findall(walked_site.file(page).read_text("utf-8")), name
    general = {f"feeds/{name}.xml" for name in ("results", "corrections", "answers", "methodology")}
    own = {f"{a}feed.xml" for kind in ("series", "setting") for a in walked_site.of_kind(kind)}
    assert names == general | own
