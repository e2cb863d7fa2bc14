"""Questions of readers, each from where they stand to the sentence that answers.

A click is a link or button that is pressed, or a form that is sent. What the sentence must say is
worked out from raw figures and open data, not written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import reader_answers as answers
from playwright.sync_api import Browser, Locator, Page, expect
from reader import DESKTOP, Visit, visiting
from served import serving

import built_sites

RESULT = "results/2026-11-mariadb-11-8-and-10-11-debian-vm/"
POINT = f"comparisons/{answers.LOG_WRITERS}--oltp-read-write/"


@dataclass
class Reader:
    """Somebody with a question, on one site: presses things, and counts."""

    browser: Browser
    site: built_sites.Site
    address: str
    visit: Visit
    clicks: int = 0

    @property
    def page(self) -> Page:
        return self.visit.page

    def press(self, what: Locator) -> None:
        """One click on a link or button."""
        what.first.click()
        self.clicks += 1
        self.visit.settle()

    def unfold(self, what: Locator) -> None:
        """A click on each heading that something is folded below."""
        for heading in what.first.locator("xpath=ancestor::details/summary").all():
            self.press(heading)

    def section(self, name: str) -> None:
        """One click in the masthead."""
        self.press(self.page.get_by_role("navigation", name="Sections").get_by_text(name))

    def link(self, name: str | re.Pattern[str]) -> None:
        """One click on a link of what the page itself says."""
        self.press(self.page.locator("main").get_by_role("link", name=name))

    def ask(self, question: str) -> None:
        """Type a question into the box of the masthead and send it: one click."""
        box = self.page.get_by_role("searchbox").first
        box.fill(question)
        self.visit.settle()
        box.press("Enter")
        self.clicks += 1
        self.page.wait_for_url("**/search/?q=*")
        self.page.locator(".found .best a").first.wait_for()

    def reads(self, text: str, where: str = "main") -> None:
        """Nothing but what is on the page counts."""
        expect(self.page.locator(where).first).to_contain_text(text)


def upgrade_on_8_cores(reader: Reader, release: str) -> None:
    reader.section("Upgrades")
    reader.press(reader.page.locator(f".upgrade-matrix a[href$='/mysql-5.7-to-mysql-{release}/']"))
    reader.press(reader.page.locator(".chips a[data-load=read-write]"))
    reader.reads(answers.upgrade_cost(reader.site, release))


def mariadb_with_many_clients(reader: Reader) -> None:
    reader.section("Upgrades")
    reader.press(reader.page.locator(".upgrade-matrix a[href$='/mysql-8.0-to-mariadb-11.4/']"))
    reader.reads(answers.many_clients(reader.site))


def results_with_a_setting(reader: Reader) -> None:
    wanted = answers.results_with_the_setting(reader.site)
    reader.ask("which results used innodb_flush_log_at_trx_commit=2?")
    reader.press(reader.page.locator(".found .best a"))
    links = reader.page.locator(".listing-found tbody th a")
    links.first.wait_for()
    paths = links.evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert {path.rstrip("/").rpartition("/")[2] for path in paths} == wanted
    reader.reads(f"{len(wanted)} results with innodb_flush_log_at_trx_commit=2", "[role=status]")


def what_stands_behind_a_point(reader: Reader) -> None:
    figure = reader.page.locator(f"table a[href$='/{answers.CHOSEN_RUN}/']")
    reader.unfold(figure)
    reader.press(figure)
    command = "\n".join(reader.page.locator("pre.command").all_inner_texts())
    assert [part for part in answers.command_typed() if part not in command] == []
    line = answers.line_printed()
    assert line in re.sub(" +", " ", reader.page.locator("pre.quote").inner_text())
    reader.link("raw/")
    assert line in re.sub(" +", " ", reader.page.locator("body").inner_text())


def two_servers_and_a_link(reader: Reader) -> None:
    reader.link("Compare other servers")
    said = reader.page.locator(".answer-sentence")
    expect(said).to_contain_text("MariaDB 11.8.6")
    reader.press(reader.page.get_by_role("button", name="Copy link"))
    link = reader.page.evaluate("navigator.clipboard.readText()")
    with visiting(reader.browser, link, viewport=DESKTOP) as other:
        expect(other.page.locator(".answer-sentence")).to_have_text(said.inner_text())


def what_a_verdict_means(reader: Reader) -> None:
    reader.section("Methodology")
    reader.press(reader.page.get_by_role("link", name="The equivalence margin"))
    text = reader.page.locator("h2:target + p").inner_text()
    assert answers.equivalence_margin(reader.site) in text


def log_writer_threads(reader: Reader) -> None:
    reader.link("What do MySQL 8.0's log writer threads cost?")
    reader.reads(answers.log_writers_cost())


@dataclass(frozen=True)
class Question:
    """What a reader asks, the page they begin on, and how many clicks may lead to the answer."""

    asked: str
    clicks: int
    way: Callable[[Reader], None]
    start: str = ""
    programs: bool = False
    """Whether the answer needs JavaScript."""


QUESTIONS = (
    Question("What will 8.0 cost on 8 cores?", 3, lambda reader: upgrade_on_8_cores(reader, "8.0")),
    Question("What will 8.4 cost on 8 cores?", 3, lambda reader: upgrade_on_8_cores(reader, "8.4")),
    Question("Is MariaDB 11.4 faster than MySQL 8.0?", 2, mariadb_with_many_clients),
    Question("Which results used a setting?", 3, results_with_a_setting, programs=True),
    Question("What stands behind a point?", 3, what_stands_behind_a_point, POINT),
    Question("Two servers and a link?", 2, two_servers_and_a_link, RESULT, programs=True),
    Question("What does a verdict mean?", 2, what_a_verdict_means),
    Question("What do log writer threads cost?", 1, log_writer_threads),
)


def cases() -> Iterator[object]:
    """Every question on the site of selected bundles, and where asked for on the whole one."""
    for question in QUESTIONS:
        name = re.sub(r"[^a-z0-9]+", "-", question.asked.lower()).strip("-")
        for programs in (True, False)[: 1 if question.programs else 2]:
            about = f"{name}-{'programs' if programs else 'no-programs'}"
            yield pytest.param(question, "real_site", programs, id=about)
            whole = pytest.mark.whole_archive
            yield pytest.param(question, "whole_site", programs, id=f"{about}-whole", marks=whole)


@pytest.mark.parametrize(("question", "site", "programs"), list(cases()))
def test_a_reader_with_a_question_comes_to_the_answer(
    browser: Browser, request: pytest.FixtureRequest, question: Question, site: str, programs: bool
) -> None:
    shown: built_sites.Site = request.getfixturevalue(site)
    options = {
        "viewport": DESKTOP,
        "java_script_enabled": programs,
        "permissions": ["clipboard-read", "clipboard-write"],
    }
    with serving(shown.parent) as root:
        address = root + built_sites.BASE
        with visiting(browser, address + question.start, **options) as visit:
            reader = Reader(browser, shown, address, visit)
            question.way(reader)
            assert reader.clicks <= question.clicks
            assert visit.strangers(address) == []
            # A program that a left page no longer needed is no trouble.
            assert [text for text in visit.complaints if not text.startswith("failed: ")] == []
