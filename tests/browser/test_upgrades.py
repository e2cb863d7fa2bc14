"""The pages of upgrades as readers meet them: the question, its answer, the forest of machines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from reader import DESKTOP, PHONE, SCHEMES, Visit, visiting
from reader_answers import upgrade_cost
from served import Served

from sysbench_archive.capture.campaign_file import read_document

PAIR = "upgrades/mysql-5.7-to-mysql-8.0/"
ASKED = "?load=read-write&clients=1&processor=8&memory=32&storage=nvme"
LAPTOP = {"width": 1280, "height": 900}


@pytest.fixture
def pair(browser: Browser, archive: Served) -> Iterator[Visit]:
    with visiting(browser, archive.address + PAIR, viewport=DESKTOP) as visit:
        yield visit
        assert visit.complaints == []
        assert visit.violations() == []


def answer(page: Page) -> str:
    """What is answered, once it is."""
    expect(page.locator("main:not(.arriving) .upgrade-answer h2")).to_have_text("Nearest to yours")
    return page.locator(".upgrade-answer").inner_text().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("viewport", "screens"), [(LAPTOP, 1), (PHONE, 2)], ids=["laptop", "phone"]
)
def test_the_answer_the_forest_and_the_nearest_stand_on_the_first_screens(
    browser: Browser, archive: Served, viewport: dict[str, int], screens: int
) -> None:
    with visiting(browser, archive.address + PAIR + ASKED, viewport=viewport) as visit:
        page = visit.page
        assert upgrade_cost(archive.site, "8.0") in answer(page)
        assert page.locator(".nearest li").count() == 3
        for part in (".answer-sentence", ".nearest li >> nth=2", ".forest li:visible >> nth=0"):
            box = page.locator(part).bounding_box()
            assert box
            assert box["y"] + box["height"] <= screens * viewport["height"], part
        shift, moved = visit.shift()
        assert shift == 0, moved


def test_what_is_asked_is_answered_at_once_and_in_the_address(pair: Visit) -> None:
    page = pair.page
    before = page.locator(".answer-sentence").inner_text()
    page.get_by_label("Cores, or model").fill("8")
    page.get_by_label("Clients", exact=True).fill("1")
    page.get_by_label("Clients", exact=True).blur()
    text = answer(page)
    assert page.locator(".answer-sentence").inner_text() != before
    assert "AMD Ryzen 7 7735HS" in text
    assert "with one client" in text
    load = page.locator("select[name=load]").input_value()
    assert page.url.endswith(f"?load={load}&clients=1&processor=8")
    bands = page.locator(".clients:visible").evaluate_all(
        "parts => parts.map((one) => one.dataset.clients)"
    )
    assert bands == ["one"]
    assert page.locator(".forest li.asked:visible").count() > 0
    page.get_by_role("button", name="Show other numbers of clients").click()
    assert page.locator(".clients:visible").count() > 1


def test_another_load_of_a_large_pair_is_answered_on_its_own_page(pair: Visit) -> None:
    page = pair.page
    page.locator("select[name=load]").select_option("point")
    page.get_by_label("Cores, or model").fill("AMD Ryzen 7 7735HS")
    page.get_by_role("button", name="Answer").click()
    page.wait_for_url(f"**/{PAIR}point/?load=point&processor=AMD+Ryzen+7+7735HS")
    assert "point selects a second" in answer(page)
    assert page.locator(".chips [aria-current]").inner_text() == "Point select"


def test_nothing_like_a_question_is_said_with_the_command_that_would_answer_it(
    pair: Visit, tmp_path: Path
) -> None:
    page = pair.page
    page.get_by_label("Clients", exact=True).fill("3000")
    page.get_by_label("Memory, GiB").fill("64")
    page.get_by_label("Data, GB").fill("60")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".answer-sentence")).to_contain_text("Nothing like yours.")
    assert page.locator(".nearest li").count() == 3
    command = page.locator(".measure pre")
    expect(command).to_be_visible()
    file, _, rest = command.inner_text().partition("<<'END'\n")[2].partition("\nEND\n")
    assert "sysbench-archive capture --campaign campaign.yaml" in rest
    (tmp_path / "campaign.yaml").write_text(file, encoding="utf-8")
    campaign = read_document(tmp_path / "campaign.yaml", "--campaign")
    assert isinstance(campaign, dict)
    assert campaign["threads"] == [3000]
    size = campaign["tables"] * campaign["table_size"] * 240
    assert size == pytest.approx(60e9, rel=0.01)


def test_data_need_the_memory_and_an_unknown_processor_is_left_out(pair: Visit) -> None:
    page = pair.page
    page.get_by_label("Data, GB").fill("200")
    page.get_by_role("button", name="Answer").click()
    assert page.get_by_role("status").inner_text().startswith("Give the memory as well")
    page.get_by_label("Memory, GiB").fill("100")
    page.get_by_label("Cores, or model").fill("Cray-1")
    page.get_by_role("button", name="Answer").click()
    answer(page)
    status = page.get_by_role("status")
    assert status.inner_text().endswith("Give a number of cores, or choose a model.")
    page.get_by_label("Cores, or model").fill("Xeon")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("form.question [role=status]")).to_be_empty()
    expect(page.locator(".nearest")).to_contain_text("another processor")
    expect(page.locator(".answer-notes")).to_contain_text("200 GB beside a pool of 75 GiB")


def test_a_machine_is_remembered_with_its_storage(pair: Visit, archive: Served) -> None:
    page = pair.page
    page.get_by_label("Storage").select_option("nvme")
    page.get_by_label("Cores, or model").fill("8")
    page.get_by_label("Cores, or model").blur()
    answer(page)
    page.goto(f"{archive.address}upgrades/mysql-5.7-to-mysql-8.4/")
    assert page.get_by_label("Cores, or model").input_value() == "8"
    page.goto(f"{archive.address}explore/")
    page.locator(".machine-said").wait_for()
    assert page.locator(".machine-said").inner_text().startswith("Yours: 8 cores, NVMe.")
    # A page that is left while it loads has requests that fail.
    pair.settle()
    page.goto(f"{archive.address}hardware/")
    page.locator(".listing-found tbody tr").first.wait_for()
    assert page.locator("#list-storage").input_value() == "nvme"


def test_what_is_chosen_while_the_program_comes_is_asked(browser: Browser, archive: Served) -> None:
    with visiting(browser, archive.address, viewport=DESKTOP) as visit:
        page = visit.page
        question = page.locator("form.question")
        question.get_by_label("Storage").select_option("nvme")
        question.locator("select[name=from]").select_option("mysql-5.7")
        question.locator("select[name=to]").select_option("mysql-8.0")
        question.get_by_label("Clients").fill("32")
        question.get_by_label("Memory, GiB").fill("64")
        question.get_by_label("Cores, or model").fill("16")
        question.get_by_role("button", name="Answer").click()
        page.wait_for_url(re.compile("/upgrades/mysql-5.7-to-mysql-8.0/.*storage="))
        assert page.url.endswith("clients=32&processor=16&memory=64&storage=nvme")


def test_a_pair_nobody_ran_leads_to_the_nearest(browser: Browser, archive: Served) -> None:
    with visiting(browser, f"{archive.address}upgrades/", viewport=DESKTOP) as visit:
        page = visit.page
        page.locator("select[name=from]").select_option("mysql-8.0")
        page.locator("select[name=to]").select_option("mysql-5.5")
        page.get_by_role("button", name="Answer").click()
        status = page.get_by_role("status")
        expect(status).to_contain_text(
            "from the older release to the newer: MySQL 5.5 to MySQL 8.0"
        )
        page.locator("select[name=from]").select_option("mysql-5.0")
        page.locator("select[name=to]").select_option("mysql-9.7")
        page.get_by_role("button", name="Answer").click()
        expect(status).to_contain_text("No machine ran both.")
        status.get_by_role("link").first.click()
        page.locator(".upgrade-answer").wait_for()


def test_a_plain_form_leads_to_the_pair(browser: Browser, archive: Served) -> None:
    """As from the home page, and from an address that somebody kept."""
    asked = "upgrades/?from=mysql-5.7&to=mysql-8.0&load=read-write&clients=one&cores=8"
    with visiting(browser, archive.address + asked, viewport=DESKTOP) as visit:
        visit.page.wait_for_url(f"**/{PAIR}?*")
        assert upgrade_cost(archive.site, "8.0") in answer(visit.page)


def test_without_a_program_a_pair_has_its_answer_and_every_load(
    browser: Browser, archive: Served
) -> None:
    options = {"viewport": DESKTOP, "java_script_enabled": False}
    with visiting(browser, archive.address + PAIR + ASKED, **options) as visit:
        page = visit.page
        assert " machines that ran both, with " in page.locator(".answer-sentence").inner_text()
        loads = page.locator(".chips a").evaluate_all("links => links.map((a) => a.dataset.load)")
        entry = json.loads((archive.site.public / PAIR / "index.json").read_bytes())
        assert sorted(loads) == sorted(entry["loads"])
        page.locator(".chips a[data-load=point]").click()
        assert page.locator("h1").inner_text() == "MySQL 5.7 to MySQL 8.0: point selects"
        page.goto(f"{archive.address}{PAIR}#point")
        expect(page.locator("#point")).to_be_visible()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_rows_of_a_forest_are_links_in_their_order(
    browser: Browser, archive: Served, scheme: str
) -> None:
    with visiting(browser, archive.address + PAIR, viewport=PHONE, color_scheme=scheme) as visit:
        page = visit.page
        rows = page.locator(".forest li:visible")
        links = rows.locator("> a")
        links.first.focus()
        page.keyboard.press("Tab")
        expect(links.nth(1)).to_be_focused()
        # The axis has the width of the screen, its names stay apart, and no row leaves it.
        names = page.locator(".forest-axis >> nth=0").locator("text:visible")
        edges = sorted(
            (box["x"], box["x"] + box["width"])
            for box in (name.bounding_box() for name in names.all())
            if box
        )
        assert len(edges) >= 3
        assert all(after[0] > before[1] for before, after in pairwise(edges))
        for part in rows.locator("> svg, > b").all():
            box = part.bounding_box()
            assert box
            assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
        links.first.press("Enter")
        page.locator("h1").wait_for()
        assert "/comparisons/" in page.url
