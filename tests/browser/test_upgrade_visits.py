"""Two questions that readers have of upgrades, from the home page to the sentence that answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from reader import DESKTOP, Visit, visiting
from served import Served

EIGHT_CORES = {
    "8.0": "Read-write transactions: 21 to 22 % fewer with one client",
    "8.4": "Read-write transactions: 22 to 23 % fewer with one client",
}
"""Release to what it does of read-write transactions beside 5.7 on the machine with 8 cores."""


def troubles(visit: Visit) -> list[str]:
    """What pages complained of; a program that a left page no longer needed is no trouble."""
    return [text for text in visit.complaints if not text.startswith("failed: ")]


@pytest.mark.parametrize("programs", [True, False], ids=["programs", "no-programs"])
@pytest.mark.parametrize("release", EIGHT_CORES)
def test_what_an_upgrade_from_5_7_costs_on_8_cores(
    browser: Browser, archive: Served, release: str, *, programs: bool
) -> None:
    """Three clicks: the upgrades, the pair, the machine."""
    options = {"viewport": DESKTOP, "java_script_enabled": programs}
    with visiting(browser, archive.address, **options) as visit:
        page = visit.page
        page.locator(".masthead nav a[href$='/upgrades/']").click()
        page.locator(f".upgrade-matrix a[href$='/mysql-5.7-to-mysql-{release}/']").click()
        assert page.locator("p[data-answer]").inner_text().startswith("On ")
        link = page.locator(".forest a", has_text="8 cores, 32 GiB").first
        link.click()
        machine = page.locator(".upgrade-machines > li:target")
        assert EIGHT_CORES[release] in machine.inner_text()
        assert troubles(visit) == []


def test_the_form_leads_to_the_machine_in_one_click(browser: Browser, archive: Served) -> None:
    with visiting(browser, f"{archive.address}upgrades/", viewport=DESKTOP) as visit:
        page = visit.page
        page.locator("select[name=from]").select_option("mysql-5.7")
        page.locator("select[name=to]").select_option("mysql-8.0")
        page.get_by_label("Cores").fill("8")
        page.locator("select[name=load]").select_option("read-write")
        page.get_by_role("button", name="Show").click()
        page.locator(".nearest a").wait_for()
        assert EIGHT_CORES["8.0"] in page.locator(".nearest").inner_text()
        assert page.url.endswith("/mysql-5.7-to-mysql-8.0/?load=read-write&cores=8")


@pytest.mark.parametrize("programs", [True, False], ids=["programs", "no-programs"])
def test_whether_mariadb_11_4_is_faster_than_mysql_8_0(
    browser: Browser, archive: Served, *, programs: bool
) -> None:
    """Two clicks from the home page: the upgrades, the pair."""
    options = {"viewport": DESKTOP, "java_script_enabled": programs}
    with visiting(browser, archive.address, **options) as visit:
        page = visit.page
        page.locator(".masthead nav a[href$='/upgrades/']").click()
        page.locator(".upgrade-matrix a[href$='/mysql-8.0-to-mariadb-11.4/']").click()
        sentence = page.locator("p[data-answer]").inner_text()
        assert "MariaDB 11.4" in sentence
        assert "MySQL 8.0" in sentence
        assert "clients" in sentence
        rows = page.locator("section.load[data-load=range] .forest")
        assert "64" in rows.first.inner_text()
        assert troubles(visit) == []
