"""A browser, and the real archive, built once and served under a base path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))

from chromium import ARGUMENTS, find_chromium
from exploring import exploring
from reader import Visit
from served import Served, serving

import built_sites


@pytest.fixture(scope="session")
def browser_path() -> str:
    """Path of the browser; skips where there is none, which CI counts as a failure."""
    found = find_chromium()
    if not found:
        pytest.skip("no Chromium: install it, or name it in CHROMIUM")
    return found


@pytest.fixture(scope="session")
def browser(browser_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser_path, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def archive(real_site: built_sites.Site) -> Iterator[Served]:
    """The real archive, served."""
    with serving(real_site.parent) as root:
        yield Served(real_site, root + built_sites.BASE)


@pytest.fixture(scope="session")
def address(archive: Served) -> str:
    """Address of the real archive, base path included."""
    return archive.address


@pytest.fixture
def explore(browser: Browser, archive: Served) -> Iterator[Visit]:
    """The page with its list."""
    with exploring(browser, archive) as visit:
        yield visit
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.strangers(archive.address) == []
