"""The page for exploring with its list loaded, and the parts of it that tests look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page
from reader import DESKTOP, Visit, visiting
from served import Served

SHOWN = 20
"""Entries of a page of the list."""
HOSTILE = "<img src=x onerror=alert(1)>"


@contextmanager
def exploring(
    browser: Browser, archive: Served, asked: str = "", **options: Any
) -> Iterator[Visit]:
    """Visit the page with its list loaded, on a desktop unless options say otherwise."""
    address = f"{archive.address}explore/{asked}"
    with visiting(browser, address, **{"viewport": DESKTOP, **options}) as visit:
        ready(visit)
        yield visit


def ready(visit: Visit) -> None:
    """Wait until every piece is there: facets are counted last."""
    visit.page.locator(".facets small:not(:empty)").first.wait_for(state="attached")
    visit.settle()


def entries(page: Page) -> Locator:
    return page.locator(".series > li")


def said(page: Page) -> Locator:
    return page.locator(".search [role=status]")


def count(page: Page) -> int:
    """How many series or runs the list says it has."""
    found = re.match(r"[0-9,]+", said(page).inner_text())
    assert found
    return int(found[0].replace(",", ""))
