"""The page of the glossary, and what leads to it."""

from __future__ import annotations

import re

import sample_records as records
from page_elements import read
from sample_site import BASE, BUNDLE, CURATED, ROOT, Site

from sysbench_archive.derive.glossary import glossary

GLOSSARY = f"{BASE}glossary/"


def test_every_term_has_an_address_and_a_page_with_the_whole_story(plain_site: Site) -> None:
    page = read(plain_site.page("/glossary/"))
    groups = glossary().groups
    entries = [entry for group in groups for entry in group.entries]
    assert {*(e.id for e in entries), *(g.id for g in groups)} <= set(page.ids())
    assert len(page.ids()) == len(set(page.ids()))
    hrefs = [a["href"] for a in page.all("a") if a.get("aria-label", "").startswith("More about")]
    assert hrefs == [BASE + entry.path.removeprefix("/") for entry in entries]


def test_links_to_terms_lead_to_entries(plain_site: Site) -> None:
    known = {f"{GLOSSARY}#{name}" for name in read(plain_site.page("/glossary/")).ids()}
    led = {
        a["href"]
        for file in plain_site.pages()
        for a in read(file.read_text(encoding="utf-8")).all("a")
        if a.get("href", "").startswith(f"{GLOSSARY}#")
    }
    assert len(led) > 5
    assert led - known == set()


def test_programs_lead_to_the_glossary_by_words_of_the_schema() -> None:
    text = (ROOT / "static" / "js" / "compare" / "view.js").read_text(encoding="utf-8")
    # A test of the words of the schema says that each has an entry.
    assert re.findall(r"glossary/#\$\{(\w+)\}", text) == ["direction", "status", "summary"]


def test_only_the_first_use_of_a_term_on_a_page_leads_there(plain_site: Site) -> None:
    for address in (f"/comparisons/{CURATED}/", f"/results/{BUNDLE}/", records.PAIR_PATH):
        terms = [a for a in read(plain_site.page(address)).all("a") if "data-tip" in a]
        hrefs = [a["href"] for a in terms]
        assert hrefs
        assert len(set(hrefs)) == len(hrefs)
        entries = {f"{GLOSSARY}#{e.id}": e.text for g in glossary().groups for e in g.entries}
        assert {a["href"]: a["data-tip"] for a in terms} == {h: entries[h] for h in hrefs}


def test_a_run_leads_to_the_meaning_of_its_evidence(plain_site: Site) -> None:
    page = plain_site.page(f"/results/{BUNDLE}/mysql-a-t4/")
    assert f'href="{GLOSSARY}#raw-output"' in page or f"href={GLOSSARY}#raw-output" in page
    assert "data-tip" not in page


def test_a_setting_that_differs_leads_to_its_page(plain_site: Site) -> None:
    """The sample says of its row about the kernel that it has a page, which no setting has."""
    page = read(plain_site.page(f"/comparisons/{CURATED}/"))
    assert f"{BASE}settings/sync_binlog/" in [a.get("href") for a in page.all("a")]
