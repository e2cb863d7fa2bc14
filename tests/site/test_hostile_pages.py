"""Hostile text on every page: shown as it was written, and inert."""

from __future__ import annotations

import pytest
from addresses import ADDRESSES, WRITTEN
from page_elements import read
from sample_site import BASE, CURATED, MATRIX, Site


@pytest.mark.parametrize("address", ADDRESSES)
def test_hostile_text_is_inert(hostile_site: Site, address: str) -> None:
    page = read(hostile_site.page(address))
    programs = [a for a in page.all("script") if a.get("type") != "application/ld+json"]
    assert all(a["src"].startswith(f"{BASE}js/") for a in programs)
    charts = {f"{BASE}comparisons/{slug}/chart.svg" for slug in (CURATED, MATRIX)}
    pictures = {f"{BASE}icons/archive.svg", *charts}
    assert {a["src"] for a in page.all("img")} <= pictures
    assert not page.all("style")
    assert not page.all("iframe")
    running = [name for _, a in page.elements for name in a if name.startswith("on")]
    assert running == []
    targets = [a.get(name, "") for _, a in page.elements for name in ("href", "src", "action")]
    assert [target for target in targets if target.strip().lower().startswith("javascript")] == []


def test_hostile_text_is_shown_as_it_was_written(hostile_site: Site) -> None:
    for address in ADDRESSES:
        if address in WRITTEN:
            continue
        text = read(hostile_site.page(address)).text
        assert "<script>alert(1)</script>" in text, address
        assert '{{ template "x" }}' in text, address
        assert "{{< youtube x >}}" in text, address
        assert "&lt;b&gt;" in text, address
