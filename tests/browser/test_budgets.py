"""What a first view and an archive's disk may cost, in bytes as a web server sends them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from page_elements import read
from playwright.sync_api import Browser
from reader import DESKTOP, PHONE, visiting
from served import Served

import built_sites
from cold_builds import RUNS
from published_kinds import PROGRAMS, kind_of, sent

KB = 1000
FIRST_VIEW = 40 * KB
BEFORE_INTERACTION = 5 * KB
CHARTS = 300 * KB
EXPLORE = 240 * KB
A_RUN = 6_800
OWN = 5_500
PAGE_OF_A_RUN = 5_500
SHARE_OF_A_RUN = 16_500
ALL_OF_A_RUN = 20_000
"""Records are plain: before compression they take more than columns did, after it 7 % more."""
LARGEST_PROGRAM = {"check/program": 8_000 * KB, "sql/engine": 4_500 * KB}
"""Python and DuckDB in WebAssembly, which readers load who ask for them: as much of an archive of
one run as of a million, so no share of a run.
"""
MOST_OF_A_RUN = {
    "pages of runs": 1_975,
    "archives of bundles": 660,
    "downloads": 415,
    "data beside comparisons": 315,
    "pages of comparisons": 380,
    "pictures": 1_990,
    "API": 200,
    "pages of results": 190,
    "upgrades": 170,
    "data beside results": 160,
    "everything else": 110,
    "data of charts": 105,
    "evidence": 105,
}
"""Bytes a run of the real archive by kind, as a web server sends them."""


def linked(site: built_sites.Site, html: str, tag: str, name: str) -> list[Path]:
    """The files a page names in an attribute of some elements."""
    found = [a for a in read(html).all(tag) if a.get(name, "").startswith(built_sites.BASE)]
    wanted = [a[name] for a in found if a.get("rel", "stylesheet") == "stylesheet"]
    return [site.public / url.removeprefix(built_sites.BASE) for url in wanted]


def first_view(site: built_sites.Site, address: str) -> int:
    """A page with its inline drawings, and its stylesheets."""
    file = site.file(address)
    styles = linked(site, file.read_text(encoding="utf-8"), "link", "href")
    assert styles
    return sent(file) + sum(map(sent, styles))


def test_every_comparison_keeps_its_first_view_small(walked_site: built_sites.Site) -> None:
    pages = [*walked_site.of_kind("comparison"), *walked_site.of_kind("campaign")]
    sizes = {page: first_view(walked_site, page) for page in pages}
    assert len(sizes) > 30
    assert {page: size for page, size in sizes.items() if size > FIRST_VIEW} == {}


@pytest.mark.parametrize("kind", built_sites.KINDS)
def test_programs_of_a_page_are_small(real_site: built_sites.Site, kind: str) -> None:
    html = real_site.file(real_site.of_kind(kind)[0]).read_text(encoding="utf-8")
    assert sum(map(sent, linked(real_site, html, "script", "src"))) <= BEFORE_INTERACTION


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_page_that_is_only_opened_loads_nothing_more(
    browser: Browser, archive: Served, viewport: dict[str, int]
) -> None:
    """The charts of the first screen wait for the reader's first move as well."""
    address = archive.address + archive.site.of_kind("comparison")[0]
    with visiting(browser, address, viewport=viewport) as visit:
        visit.settle()
        loaded = [url for url in visit.requests if url.endswith(".js")]
        files = [archive.site.public / url.removeprefix(archive.address) for url in loaded]
        assert files
        assert sum(map(sent, files)) <= BEFORE_INTERACTION


def test_the_charts_program_is_loaded_once(browser: Browser, archive: Served) -> None:
    address = archive.address + archive.site.of_kind("comparison")[0]
    with visiting(browser, address, viewport=DESKTOP) as visit:
        visit.stir()
        visit.scroll()
        loaded = [url for url in visit.requests if "/js/chart." in url]
        assert len(loaded) == 1
    assert sent(archive.site.public / loaded[0].removeprefix(archive.address)) <= CHARTS


def test_the_first_view_of_the_list_is_small(browser: Browser, archive: Served) -> None:
    """Before compression, for not every server compresses; only the index grows, by its pieces."""
    sizes: list[int] = []
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        visit.page.on("response", lambda answer: sizes.append(len(answer.body())))
        visit.page.goto(f"{archive.address}explore/", wait_until="networkidle")
        visit.page.locator(".series li").first.wait_for()
        assert 50 * KB < sum(sizes) <= EXPLORE


@pytest.mark.whole_archive
def test_a_run_of_the_archive_costs_little_all_in(whole_site: built_sites.Site) -> None:
    """Everything that is published, whatever it is for, shared out among the runs."""
    every = [path for path in whole_site.public.rglob("*") if path.is_file()]
    kinds = {path: kind_of(path.relative_to(whole_site.public)) for path in every}
    files = [path for path in every if kinds[path] != PROGRAMS]
    runs = [whole_site.file(address).stat().st_size for address in whole_site.of_kind("run")]
    assert len(runs) > 1_000
    by_kind = Counter[str]()
    for path in files:
        by_kind[kinds[path]] += sent(path)
    of_a_run = {kind: size / len(runs) for kind, size in by_kind.items()}
    over = {kind: size for kind, size in of_a_run.items() if size > MOST_OF_A_RUN[kind]}
    assert over == {}
    assert sum(of_a_run.values()) <= A_RUN
    assert sum(path.stat().st_size for path in files) / len(runs) <= ALL_OF_A_RUN
    # Each of ten links is longer than at the root of a host by the base path.
    assert sum(runs) / len(runs) <= 4_220 + 10 * (len(built_sites.BASE) - 1)
    for name, most in LARGEST_PROGRAM.items():
        program = (whole_site.public / name).rglob("*")
        size = sum(path.stat().st_size for path in program if path.is_file())
        assert 1_000 * KB < size <= most


def test_a_run_takes_few_bytes_of_a_host(cold_archive: Path) -> None:
    """As they lie on the disk of a host: a page of its own, and its share of everything."""
    public = cold_archive / "public"
    pages = [path.stat().st_size for path in public.glob("results/*/*/index.html")]
    assert len(pages) == RUNS
    assert sum(pages) / RUNS <= PAGE_OF_A_RUN
    shared = ("results/*/index.html", "results/**/*.json", "api/**/*.*", "comparisons/*/*.[jc]s*")
    files = {path for pattern in shared for path in public.glob(pattern)}
    # What describes all tables is as long for one run as for a million.
    files -= {public / "api/v1" / name for name in ("croissant.json", "openapi.json")}
    assert 0 < sum(path.stat().st_size for path in files) / RUNS <= SHARE_OF_A_RUN


def test_a_run_with_its_evidence_costs_little(cold_archive: Path) -> None:
    """A run's own page, and sysbench's output with its sixty interval lines, which is kept."""
    results = cold_archive / "public" / "results"
    own = [f for f in results.glob("*/*/*") if f.suffix in (".html", ".txt")]
    pages = [f for f in own if f.name == "index.html"]
    assert len(pages) == RUNS
    assert sum(map(sent, own)) / RUNS <= OWN
