"""A chart on a page of another site: in a frame and as a picture, with JavaScript and without."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, expect
from reader import DESKTOP, PHONE, Visit, visiting
from served import Served, serving

HOME = "https://sysbench-archive.example/"


@contextmanager
def embedded(browser: Browser, archive: Served, folder: Path, **options: object) -> Iterator[Visit]:
    """A plain page of another origin that shows the first chart of the longest comparison, as its
    oEmbed says and as a picture.
    """
    page = archive.site.of_kind("embed")[0].removesuffix("embed/")
    told = json.loads((archive.site.public / page / "oembed.json").read_bytes())
    frame = told["html"].replace(HOME, archive.address)
    assert f'src="{archive.address}{page}embed/"' in frame
    picture = f'<img src="{archive.address}{page}chart.svg#light" alt="a chart" width="752">'
    (folder / "index.html").write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A post</title>"
        f"<link rel=icon href=data:,><style>img{{max-width:100%}}</style>{frame}{picture}",
        encoding="utf-8",
    )
    with serving(folder) as root, visiting(browser, f"{root}/", **options) as visit:
        visit.settle()
        yield visit
        assert visit.complaints == []
        asked = {url for url in visit.requests if not url.startswith((root, "data:"))}
        assert [url for url in asked if not url.startswith(archive.address)] == []


def frame_of(visit: Visit) -> Frame:
    """What is in the frame."""
    (frame,) = visit.page.main_frame.child_frames
    return frame


SCREENS = {"desktop": DESKTOP, "phone": PHONE}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_frame_on_another_site_shows_its_chart(
    browser: Browser, archive: Served, tmp_path: Path, screen: str, script: bool
) -> None:
    options = {"viewport": SCREENS[screen], "java_script_enabled": script}
    with embedded(browser, archive, tmp_path, **options) as visit:
        frame = frame_of(visit)
        expect(frame.locator("figure.chart svg").first).to_be_visible()
        expect(frame.locator("h1")).not_to_be_empty()
        expect(frame.locator("nav, header, footer")).to_have_count(0)
        if script:
            assert frame.evaluate("seen.violations") == []
            inside = "[document.documentElement.scrollWidth <= innerWidth, location.origin]"
            fits, origin = frame.evaluate(inside)
            assert fits
            assert origin != visit.page.evaluate("location.origin")
            assert visit.page.evaluate("document.images[0].naturalWidth") > 0
            if screen == "desktop":
                assert frame.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_links_of_a_frame_open_outside_of_it(
    browser: Browser, archive: Served, tmp_path: Path
) -> None:
    with embedded(browser, archive, tmp_path, viewport=DESKTOP) as visit:
        frame = frame_of(visit)
        before = frame.url
        with visit.page.expect_popup() as opened:
            frame.locator("h1 a").click()
        opened.value.wait_for_load_state()
        assert opened.value.url == before.removesuffix("embed/")
        assert opened.value.evaluate("opener") is None
        assert frame.url == before
        links = frame.locator("a")
        targets = links.evaluate_all("all => all.map(link => link.target)")
        assert set(targets) == {"_blank"}
