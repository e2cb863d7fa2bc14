"""What DuckDB answers on /sql/ is what it answers here, and a query can do nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, expect
from reader import DESKTOP, PHONE, SCHEMES, SIZES, Visit, visiting
from served import Quiet, Ranged, Served, serving
from test_every_page import complaints_of

from built_sites import BASE, Site

LINK = "path"
ENGINE = "sql/engine/"
HTML = "<img src=x onerror=planted()><x-planted id=planted>"
PLANTED = "window.ran = 0; window.planted = () => { ran += 1; };"


@pytest.fixture(scope="module")
def ranged(real_site: Site) -> Iterator[Served]:
    """The archive on a server that answers requests for parts of files."""
    with serving(real_site.parent, Ranged) as root:
        yield Served(real_site, root + BASE)


class SqlVisit:
    """The page /sql/, open."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page = visit, visit.page
        self.query = self.page.get_by_label("Query", exact=True)
        self.run = self.page.locator(".sql [type=submit]")
        self.found = self.page.locator(".sql-found")

    def ask(self, query: str = "") -> str:
        """Run what is in the editor, or another query; what the page says in the end."""
        if query:
            self.query.fill(query)
        self.run.click()
        return self.said()

    def said(self) -> str:
        """The status, once nothing runs any more."""
        expect(self.run).to_be_enabled()
        return self.page.locator(".sql [role=status]").inner_text()

    def rows(self) -> list[list[str]]:
        """The cells of the answer, its heads first."""
        rows: list[list[str]] = self.found.locator("tr").evaluate_all(
            "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
        return rows

    def saved(self) -> str:
        """The answer as CSV."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Save as CSV").click()
        return download.value.path().read_text(encoding="utf-8")

    def asked_of_site(self, address: str) -> list[str]:
        """Paths of what was asked for so far, but the site's icon."""
        paths = [url.removeprefix(address) for url in self.visit.requests]
        return [path for path in paths if not path.startswith(("blob:", "icons/"))]


@contextmanager
def asking(
    browser: Browser, archive: Served, asked: str = "", **options: Any
) -> Iterator[SqlVisit]:
    """Open /sql/; in the end nothing was complained about, and nothing left the site."""
    address = f"{archive.address}sql/{asked}"
    with visiting(browser, address, PLANTED, **{"viewport": DESKTOP, **options}) as visit:
        page = SqlVisit(visit)
        expect(page.run).to_be_enabled()
        yield page
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.strangers(archive.address) == []
        assert visit.page.evaluate("ran") == 0


@pytest.fixture(scope="module")
def page(browser: Browser, ranged: Served) -> Iterator[SqlVisit]:
    """With DuckDB there."""
    with asking(browser, ranged) as visit:
        visit.ask("SELECT 1")
        yield visit


def test_every_question_has_the_answer_that_the_build_found(page: SqlVisit, ranged: Served) -> None:
    questions = json.loads((ranged.site.derived / "data" / "questions.json").read_bytes())
    assert len(questions["questions"]) > 10
    filled = 0
    for question in questions["questions"]:
        page.page.get_by_label("Start from a question").select_option(label=question["title"])
        assert page.query.input_value() == question["sql"]
        assert page.ask().startswith(("1 row in", f"{len(question['rows'])} rows in"))
        head, *rows = page.rows()
        assert [name for name in head if name != LINK] == question["columns"]
        shown = [[c for n, c in zip(head, row, strict=True) if n != LINK] for row in rows]
        assert shown == question["rows"]
        links = page.found.locator("td a")
        hrefs = links.evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
        assert hrefs == [BASE + path.removeprefix("/") for path in question["paths"] if path]
        filled += bool(rows)
    assert filled > 5


def test_a_table_goes_by_its_name_or_its_file_and_is_read_in_parts(
    browser: Browser, ranged: Served
) -> None:
    """Loaded for a reader who asks alone, as many megabytes as the button says."""
    runs = ranged.site.public / "downloads" / "runs.parquet"
    with asking(browser, ranged) as page:
        page.visit.settle()
        assert not [path for path in page.asked_of_site(ranged.address) if "sql-worker" in path]
        parts: list[int] = []
        loaded: dict[str, int] = {}

        def heard(answer: Any) -> None:
            size = int(answer.headers.get("content-length", 0))
            if answer.status == 206 and answer.request.method == "GET":
                parts.append(size)
            elif ENGINE in answer.url:
                loaded[answer.url] = size

        page.page.on("response", heard)
        (said,) = re.findall(r"Load DuckDB, (\d\.\d) MB, and run", page.run.inner_text())
        assert page.ask("SELECT count(*) AS n FROM runs WHERE threads = 64").startswith("1 row in")
        (count,) = page.rows()[1]
        page.ask("SELECT count(*) AS n FROM 'runs.parquet' WHERE threads = 64")
        assert page.rows() == [["n"], [count]]
        assert int(count) > 20
        assert 0 < sum(parts) < runs.stat().st_size / 2
        assert sum(loaded.values()) / 1e6 == pytest.approx(float(said), abs=0.05)


def test_a_server_that_knows_no_parts_answers_as_well(browser: Browser, archive: Served) -> None:
    with asking(browser, archive) as page:
        assert page.ask("SELECT count(*) AS n FROM bundles").startswith("1 row in")
        assert int(page.rows()[1][0]) > 5
        # DuckDB says that it reads files whole.
        assert all("full HTTP read" in text for text in page.visit.complaints)
        page.visit.complaints.clear()


@pytest.mark.parametrize("named", [True, False])
def test_a_query_in_a_link_waits_for_a_click(browser: Browser, ranged: Served, named: bool) -> None:
    query = f"SELECT '{HTML}' AS \"{HTML}\", '100% of & #' AS path"
    asked = "#binary-log-by-version" if named else f"#q={quote(query)}"
    with asking(browser, ranged, asked) as page:
        page.visit.settle()
        assert page.page.evaluate("document.querySelector('.sql').dataset.ready") is None
        assert page.found.inner_text() == ""
        assert not [path for path in page.asked_of_site(ranged.address) if ENGINE in path]
        if named:
            assert page.query.input_value().startswith("WITH logs AS")
            return
        assert page.query.input_value() == query
        assert "Read it before you run it" in page.said()
        page.ask()
        assert page.rows() == [[HTML, "path"], [HTML, "100% of & #"]]
        assert page.found.locator("a, img, x-planted").count() == 0
        link = page.page.get_by_role("link", name="Link to this query").get_attribute("href")
        assert page.page.url.endswith(link or "none")
        page.page.reload()
        assert page.query.input_value() == query
        assert page.found.inner_text() == ""


def test_an_error_is_plain_text_and_names_the_tables(page: SqlVisit) -> None:
    assert page.ask(f'SELECT * FROM "{HTML}"') == "DuckDB has no answer:"
    said = page.found.inner_text()
    assert f"Table with name {HTML} does not exist" in said
    assert "Tables: runs, series, settings, servers" in said
    assert page.found.locator("img, x-planted").count() == 0
    page.ask("SELCT 1")
    assert 'syntax error at or near "SELCT"' in page.found.inner_text()
    page.ask("SELECT 2 AS n")
    assert page.rows() == [["n"], ["2"]]
    assert page.ask(" ") == "There is no query yet: write one, or take a question."


def test_csv_has_every_row_and_runs_nothing(page: SqlVisit) -> None:
    """As in other CSV of the site: what a spreadsheet would run has an apostrophe in front."""
    said = page.ask(
        "SELECT '=cmd()' AS a, '-5' AS b, NULL AS c, 1.5 AS d, 'x,\"y' AS e, i"
        " FROM range(1000) t(i)"
    )
    assert said.startswith("1,000 rows in ")
    assert said.endswith(" The first 200 are shown; the CSV has all of these.")
    assert len(page.rows()) == 201
    head, *rows = csv.reader(io.StringIO(page.saved(), newline=""))
    assert head == ["a", "b", "c", "d", "e", "i"]
    assert rows == [["'=cmd()", "-5", "", "1.5", 'x,"y', str(i)] for i in range(1000)]
    assert page.ask("FROM range(50001)").startswith("The first 50,000 rows in ")
    assert page.ask("FROM runs").endswith("the CSV has all of these.")
    shown = page.rows()
    assert 1000 < len(shown) * len(shown[0]) < 6000


def test_values_of_every_type_are_plain(page: SqlVisit) -> None:
    page.ask(
        "SELECT TIMESTAMP '2026-01-02 03:04:05' AS t, DATE '2026-01-02' AS d, true AS b,"
        " [1, 2] AS l, {'k': 'v'} AS s, 9007199254740993 AS big, sum(i) AS total,"
        " 2.0::DOUBLE AS whole FROM range(10) r(i)"
    )
    assert page.rows()[1] == [
        *("2026-01-02T03:04:05Z", "2026-01-02", "true", "[1,2]", '{"k": "v"}'),
        *("9007199254740993", "45", "2"),
    ]


def test_no_query_asks_another_host(browser: Browser, ranged: Served, tmp_path: Path) -> None:
    """Neither by itself nor by an extension; what comes of it is said."""
    heard: list[str] = []

    class Hearing(Quiet):
        def send_head(self) -> Any:
            heard.append(self.path)
            return super().send_head()

    with serving(tmp_path, Hearing) as elsewhere, asking(browser, ranged) as page:
        page.ask(f"FROM '{elsewhere}/stolen.parquet'")
        assert f"this page asks no other site: {elsewhere}" in page.found.inner_text()
        for query in ("INSTALL httpfs", "LOAD httpfs"):
            page.ask(query)
        for query in (f"COPY runs TO '{elsewhere}/runs.csv'", "SELECT 1;\nEXPORT DATABASE 'all'"):
            page.ask(query)
            assert "this page writes no files" in page.found.inner_text()
        page.ask("COPY runs TO 'runs.parquet'")
        page.ask("SELECT count(*) > 0 AS n FROM runs")
        assert page.rows() == [["n"], ["true"]]
        (worker,) = page.page.workers
        ask = "(address) => fetch(address, {mode: 'no-cors'}).then(() => 'sent', () => 'refused')"
        assert worker.evaluate(ask, f"{elsewhere}/") == "refused"
        assert worker.evaluate(ask, f"{ranged.address}about/") == "sent"
        assert heard == []
        # What DuckDB and the browser say of what was refused; the request that was tried.
        page.visit.complaints.clear()
        page.page.evaluate("() => { seen.violations.length = 0; }")
        page.visit.requests = [url for url in page.visit.requests if not url.startswith(elsewhere)]


def test_a_query_that_takes_long_is_stopped(browser: Browser, ranged: Served) -> None:
    with asking(browser, ranged) as page:
        page.ask("SELECT 1")
        page.query.fill("SELECT count(*) FROM range(10000000) a, range(10000000) b")
        page.run.click()
        page.page.get_by_role("button", name="Stop").click()
        assert page.said() == "Stopped. The next query starts DuckDB again."
        assert page.ask("SELECT 7 AS n").startswith("1 row")
        assert page.rows() == [["n"], ["7"]]


def test_a_question_taken_keeps_what_was_written(browser: Browser, ranged: Served) -> None:
    with asking(browser, ranged) as page:
        page.query.fill("SELECT 'mine'")
        page.page.get_by_label("Start from a question").select_option(index=3)
        assert "mine" not in page.query.input_value()
        page.page.go_back()
        expect(page.query).to_have_value("SELECT 'mine'")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_it_is_used_by_keyboard_and_open_to_everyone(
    browser: Browser, ranged: Served, size: str, scheme: str
) -> None:
    options = {"viewport": SIZES[size], "color_scheme": scheme}
    with asking(browser, ranged, **options) as page:
        page.query.focus()
        page.page.keyboard.press("ControlOrMeta+a")
        page.page.keyboard.type(
            "FROM runs SELECT bundle, run, version, threads, tps, path LIMIT 50"
        )
        page.page.keyboard.press("ControlOrMeta+Enter")
        expect(page.found.locator("table")).to_be_visible()
        assert page.said().startswith("50 rows")
        page.page.locator("#columns-runs summary").focus()
        page.page.keyboard.press("Enter")
        expect(page.page.locator("#columns-runs dl")).to_be_visible()
        width = page.page.evaluate("document.documentElement.scrollWidth")
        assert width == SIZES[size]["width"]
        assert complaints_of(page.page) == []
        page.ask("SELCT")
        assert complaints_of(page.page) == []


def test_without_programs_the_page_says_what_to_do(browser: Browser, ranged: Served) -> None:
    options = {"viewport": PHONE, "java_script_enabled": False}
    with visiting(browser, f"{ranged.address}sql/", **options) as visit:
        notice: Locator = visit.page.locator(".notice")
        assert "Queries run in your browser, which needs JavaScript" in notice.inner_text()
        assert visit.page.locator(".sql").is_hidden()
        commands = visit.page.locator("pre").all_inner_texts()
        assert [text.split()[0] for text in commands] == ["import", "duckdb"]
        assert visit.page.locator("#columns-runs dt").count() > 100


def test_pages_about_data_lead_there(ranged: Served) -> None:
    for kind in ("data", "questions", "explore"):
        html = ranged.site.file(ranged.site.of_kind(kind)[0]).read_text(encoding="utf-8")
        assert f'href="{BASE}sql/' in html.replace("href=/", 'href="/')
