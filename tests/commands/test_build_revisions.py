"""What corrections, withdrawals and purges make of the site: no address is lost, nothing hidden."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from contracts import faults_of
from folder_bytes import bytes_below
from git_calls import git
from kept_folder import KeptFolder
from open_data_contract import assert_open_data_fits
from published_archive import commit
from synthetic_archive import TODAY, recorded, work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.pipeline import Build, build
from sysbench_archive.build.store import Work
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import record
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.ledger.addresses import SHARED_PAGES
from sysbench_archive.publish.pictures import NOTHING_LEFT

FIRST, SECOND = "2024-01-synthetic-000000", "2024-01-synthetic-000001"
QUESTION = """---
title: {title}
question: Is it faster?
summary: Nobody knows.
date: "2026-01-05"
baseline: mysql-8-0-36
candidates: [mariadb-11-4-5]
panels: [{panels}]
---

What the figures say.
"""
MISPRINT = "the title was misprinted <b>"
ORDERED = "a court ordered it"


class Published:
    """The site a build made."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.public = archive.root / "public"

    def addresses(self) -> set[str]:
        index = self.json("/addresses.json", "addresses")
        pages = {
            urljoin(f"/results/{entry['id']}/", page)
            for entry in index["results"]
            for page in entry["pages"]
        }
        return pages | set(index["comparisons"])

    def json(self, path: str, kind: str) -> Any:
        found = json.loads((self.public / path.strip("/")).read_text())
        assert faults_of(found, "derived", kind) == [], path
        return found

    def page(self, path: str) -> str:
        return (self.public / path.strip("/") / "index.html").read_text()

    def card(self, path: str) -> bytes:
        return (self.public / path.strip("/") / "card.png").read_bytes()

    def missing(self, addresses: set[str]) -> list[str]:
        pages = {path: self.public / path.strip("/") / "index.html" for path in addresses}
        return sorted(path for path, page in pages.items() if not page.is_file())


def built(archive: Archive, work: Work) -> Published:
    """The site a build makes."""
    site = Published(archive)
    job = Build(archive, site.public, "/", work, str)
    assert build(job), [problem.text() for problem in job.problems]
    return site


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> KeptFolder:
    """Two bundles, and two questions about them, published and built; and the store of that."""
    folder = tmp_path_factory.mktemp("published")
    with work_in(folder / "all") as work:
        archive = recorded(folder / "all" / "archive", 20, work)
        for name, bundles in (("both", (FIRST, SECOND)), ("second", (SECOND,))):
            panels = ", ".join(f"{{bundle: {b}, workload: read-only}}" for b in bundles)
            text = QUESTION.format(title=f"A question about {name}", panels=panels)
            (archive.comparisons / f"{name}.md").write_text(text)
        record(archive, (), work)
        git(archive.root, "init", "-q")
        commit(archive)
        built(archive, work)
    return KeptFolder(folder / "all")


@pytest.fixture
def before(published: KeptFolder) -> Published:
    """The site before anything happens to it."""
    return Published(Archive(published.put_back() / "archive"))


@pytest.fixture
def archive(before: Published) -> Archive:
    return before.archive


@pytest.fixture
def work(published: KeptFolder) -> Iterator[Work]:
    """The store of the build before, so that each test goes on from there."""
    with work_in(published.folder) as own:
        yield own


def mended(archive: Archive) -> None:
    """The first bundle's title, as its author corrects it."""
    path = archive.results / FIRST / "bundle.yaml"
    path.write_text(path.read_text().replace("title: Synthetic", "title: Corrected"))


def test_pages_say_what_git_says_of_bundles_and_bytes_below(before: Published) -> None:
    site, archive = before, before.archive
    folder = f"data/results/{FIRST}"
    page = site.page(f"/results/{FIRST}/")
    assert f"git ls-tree HEAD {folder}" in page
    assert git(archive.root, "ls-tree", "HEAD", folder) in page
    result = site.json(f"/results/{FIRST}/index.json", "result")
    files = result["files"]
    assert len(files) == len(git(archive.root, "ls-tree", "-r", "HEAD", folder).splitlines())
    for file in files:
        blob = git(archive.root, "rev-parse", f"HEAD:{folder}/{file['path']}")
        assert file["swhid"] == f"swh:1:cnt:{blob}"
        assert f"{file['swhid']};anchor={result['swhid']};path=/{file['path']}" in page
    document = json.loads((site.public / result["data"].strip("/")).read_text())
    run = document["runs"][0]
    identity = git(archive.root, "rev-parse", f"HEAD:{folder}/{run['file']}")
    assert f"swh:1:cnt:{identity}<" in site.page(f"{result['path']}{run['run']}/")
    quoted = (archive.root / folder / run["file"]).read_text().splitlines()
    tps = f"({run['tps']:.2f} per sec.)"
    assert any(tps in line for line in quoted[run["first_line"] - 1 : run["last_line"]])


def test_a_correction_shows_what_changed_and_keeps_what_was(
    before: Published, archive: Archive, work: Work
) -> None:
    addresses, bundle = before.addresses(), (archive.results / FIRST / "bundle.yaml").read_bytes()
    assert before.missing(addresses) == []
    mended(archive)
    correct(archive, FIRST, MISPRINT, work)
    after = built(archive, work)
    revision = f"/results/{FIRST}/revisions/1/"
    assert after.addresses() == addresses | {f"/results/{FIRST}/revisions/2/"}
    assert revision in addresses
    assert after.missing(after.addresses()) == []
    page = after.page(f"/results/{FIRST}/")
    for told in ("the title was misprinted &lt;b&gt;", "No figure changed", f'href="{revision}"'):
        assert told in page
    assert "Synthetic" in after.page(revision)
    kept = after.public / revision.strip("/")
    assert (kept / "bundle.yaml.txt").read_bytes() == bundle
    assert (kept / "raw").is_dir()
    history = after.json(f"/results/{FIRST}/revisions.json", "history")
    (fact,) = history["rows"][0]["changes"]["facts"]
    assert (fact["place"], fact["after"].split()[0]) == ("title", "Corrected")
    # Its figures are published once, as the record has them.
    (first,) = history["pages"]
    assert "figures" not in first
    assert "figures" not in json.loads((kept / "index.json").read_bytes())
    assert first["figures_href"] == f"{revision}figures.json"
    assert json.loads((kept / "figures.json").read_bytes())
    for path in (f"/comparisons/{FIRST}--read-only/", "/comparisons/both/"):
        comparison = after.json(f"{path}index.json", "comparison_file")
        assert any("was corrected on" in notice for notice in comparison["notices"]), path
    partial = bytes_below(after.public)
    (archive.derived / "manifest.json").unlink()
    assert bytes_below(built(archive, work).public) == partial


def test_a_withdrawal_leaves_addresses_reason_and_bytes(
    before: Published, archive: Archive, work: Work
) -> None:
    addresses = before.addresses()
    api = {path for path in bytes_below(before.public) if path.startswith("api/")}
    compared = {path for path in bytes_below(before.public) if path.startswith("comparisons/")}
    withdraw(archive, SECOND, ORDERED, TODAY)
    below = "/versions/mysql/8.0/below/"
    with (archive.root / SHARED_PAGES).open("a") as file:
        file.write(f"{below},Below another page\n")
    after = built(archive, work)
    assert addresses == after.addresses()
    assert_open_data_fits(after.public)
    assert api <= bytes_below(after.public).keys()
    assert ORDERED in (after.public / "api/v1/bundles" / f"{SECOND}.json").read_text()
    assert after.missing(after.addresses()) == []
    history = after.json(f"/results/{SECOND}/index.json", "history")
    assert history["withdrawn"]
    gone = [
        f"/results/{SECOND}/",
        f"/results/{SECOND}/{history['runs'][0]}/",
        f"/comparisons/{SECOND}--read-only/",
    ]
    for path in (*gone, "/comparisons/second/"):
        assert ORDERED in after.page(path), path
        assert "no longer" in after.page(path), path
    for path in (f"/comparisons/{SECOND}--read-only/", "/comparisons/second/"):
        after.json(f"{path}index.json", "withdrawn_comparison")
        files = after.public / path.strip("/")
        assert ORDERED in (files / "comparison.csv").read_text()
        for picture in ("chart.svg", "latency.svg", "load-p99.svg"):
            assert "no longer drawn" in (files / picture).read_text()
            for name in (".png", "-dark.png"):
                png = files / picture.replace(".svg", name)
                assert png.read_bytes().startswith(b"\x89PNG"), png
        for part in ("verdicts", "differences"):
            assert f'url={path}"' in after.page(f"{path}all/{part}/")
    assert compared <= bytes_below(after.public).keys()
    for slug in ("both", "second"):
        panel = after.public / f"comparisons/{slug}/{SECOND}--read-only--tps--chart.svg"
        assert "chart is no longer drawn" in panel.read_text()
        assert ORDERED in panel.read_text()
    both = after.json("/comparisons/both/index.json", "comparison_file")
    assert [bundle["path"] for bundle in both["bundles"]] == [f"/results/{FIRST}/"]
    assert any(ORDERED in notice for notice in both["notices"])
    revision = after.public / "results" / SECOND / "revisions" / "1"
    assert (revision / "bundle.yaml.txt").is_file()
    page = after.page(below)
    assert 'What is left is in <a href="/versions/mysql/8.0/">' in page
    assert ORDERED not in page
    listed, _, withdrawn = after.page("/results/").partition('id="withdrawn"')
    assert SECOND not in listed
    assert SECOND in withdrawn


def test_files_for_programs_stay_when_nothing_is_left_for_their_page(
    before: Published, archive: Archive, work: Work
) -> None:
    """Of a bundle the document says why; what lay beside its page lies below its revision."""
    name = "mysql-8.0-to-mariadb-11.4"
    below = ("api/", "upgrades/", "comparisons/", "versions/", "settings/", "results/2024/")
    files = {path for path in bytes_below(before.public) if path.startswith(below)}
    assert {f"api/v1/upgrades/{name}.json", f"upgrades/{name}/lines.json"} <= files
    assert f"comparisons/{SECOND}--read-only/oembed.json" in files
    for bundle in archive.bundles():
        withdraw(archive, bundle.name, ORDERED, TODAY)
    after = built(archive, work)
    assert files <= bytes_below(after.public).keys()
    assert ORDERED in after.page("/results/2024/")
    for path in (f"api/v1/upgrades/{name}.json", f"upgrades/{name}/index.json"):
        document = json.loads((after.public / path).read_text())
        assert faults_of(document, "api-1", "gone_upgrade") == []
        assert (document["upgrade"], document["status"], document["lines"]) == (name, "gone", [])
        assert ORDERED in " ".join(document["notices"])
        assert set(document["bundles"]) <= {bundle.name for bundle in archive.revisions.iterdir()}
    assert after.json(f"/upgrades/{name}/lines.json", "upgrade_lines")["lines"] == []


def test_the_card_of_a_page_stays_when_nothing_is_left_for_the_page(
    before: Published, archive: Archive, work: Work, tmp_path: Path
) -> None:
    paths = ["/upgrades/mysql-8.0-to-mariadb-11.4/", "/versions/mysql/8.0/"]
    pages = {path: before.page(path) for path in paths}
    cards = {path: before.card(path) for path in paths}
    index = tmp_path / "addresses.json"
    index.write_bytes((before.public / "addresses.json").read_bytes())
    for bundle in archive.bundles():
        withdraw(archive, bundle.name, ORDERED, TODAY)
    after = built(archive, work)
    for path in paths:
        image = (
            f'<meta property="og:image" content="{archive.settings.permanent_base}{path}card.png">'
        )
        assert image in pages[path]
        assert image in after.page(path)
        assert NOTHING_LEFT in after.page(path)
        assert after.card(path) not in (b"", cards[path])
    # What is published is held to the pages, so that none of them is dropped with its card.
    assert check_archive(archive, work, published=index) == []
    (archive.root / SHARED_PAGES).unlink()
    lost = {
        p.message for p in check_archive(archive, work, published=index) if p.path == SHARED_PAGES
    }
    assert all(any(path in message for message in lost) for path in paths)


def test_a_page_that_spanned_what_was_withdrawn_says_so(
    before: Published, archive: Archive, work: Work
) -> None:
    pages = before.json("/addresses.json", "addresses")["pages"]
    withdraw(archive, FIRST, MISPRINT, TODAY)
    withdraw(archive, SECOND, ORDERED, TODAY, purge=True)
    after = built(archive, work)
    assert after.json("/addresses.json", "addresses")["pages"] == pages
    assert len(pages) == 5
    for path in pages:
        assert "No result on file is about this" in after.page(path), path
        page = after.page(path)
        assert f"withdrawn on {TODAY}: the title was misprinted &lt;b&gt;." in page, path
        assert f'href="/results/{FIRST}/"' in page, path
        # Nobody can tell any more what the other one made.
        assert ORDERED not in page, path


def test_a_purge_leaves_hash_and_reason(before: Published, archive: Archive, work: Work) -> None:
    addresses = before.addresses()
    row = withdraw(archive, SECOND, ORDERED, TODAY, purge=True)
    after = built(archive, work)
    assert after.missing(after.addresses() | addresses) == []
    assert row.swhid in after.page(f"/results/{SECOND}/")
    assert "were removed" in after.page(f"/results/{SECOND}/revisions/1/")
    left = bytes_below(after.public / "results" / SECOND)
    assert not [name for name in left if name.endswith((".txt", "figures.json"))]
