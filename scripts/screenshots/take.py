"""Pictures of every kind of page, for people who look at them: `take.py PUBLIC OUT [KIND…]`.

Serves a built site to itself, opens each kind of page in the system's Chromium at three widths in
both themes, and writes `<kind>-<width>-<theme>.png`; with `--readme FOLDER` the README's four
pictures as well, cut to one screen. Addresses are those of published pages, which are kept.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

SIZES = ((360, 760), (768, 1024), (1440, 900))
SETTLE_MS = 150
THEMES = ("light", "dark")
BROWSERS = (
    "chromium",
    "chromium-headless-shell",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MARIADB = "2026-11-mariadb-11-8-and-10-11-debian-vm"
NUC = "mysql-8-0-vs-5-7-vs-5-6-intel-nuc-io-bound"
SIDES = "?" + "&".join(
    f"s={MARIADB}/{server}/oltp-read-only" for server in ("mariadb-10-11-19", "mariadb-11-8-6")
)
KINDS = {
    "home": "/",
    "results": "/results/",
    "result": f"/results/{MARIADB}/",
    "result-large": "/results/2017-10-intel-nuc-i3-io-bound/",
    "result-reported": "/results/2011-10-mysql-5-5-and-5-1-dl380-g7/",
    "run": f"/results/{MARIADB}/oltp-read-only-mariadb-10-11-19-t8-r1/",
    "run-published": ("/results/2016-04-mysql-5-7-5-6-5-5-read-only-local/read-only-mysql-5-5-t4/"),
    "comparisons": "/comparisons/",
    "comparison": "/comparisons/mysql-5-7-vs-5-6-vs-5-5-read-only-network/",
    "comparison-many": f"/comparisons/{NUC}/",
    "comparison-matrix": f"/comparisons/{MARIADB}--oltp-read-only/",
    "upgrades": "/upgrades/",
    "upgrade": "/upgrades/mysql-5.6-to-mysql-5.7/",
    "hardware": "/hardware/",
    "versions": "/versions/",
    "series": "/versions/mysql/5.7/",
    "workloads": "/workloads/",
    "workload": "/workloads/oltp_read_only/",
    "settings": "/settings/",
    "setting": "/settings/innodb_log_writer_threads/",
    "rules": "/rules/",
    "rule": "/rules/counters-queries/",
    "schemas": "/schema/",
    "schema": "/schema/bundle-1/",
    "methodology": "/methodology/",
    "contribute": "/contribute/",
    "check": "/check/",
    "about": "/about/",
    "search": "/search/?q=read-only",
    "explore": "/explore/",
    "compare": f"/compare/{SIDES}",
    "not-found": "/404.html",
}
README = {
    "home": ("home", 1280, "light"),
    "comparison": ("comparison", 1280, "light"),
    "run": ("run", 1280, "dark"),
    "narrow": ("upgrade", 768, "light"),
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_: object) -> None:
        """Leave the terminal alone."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on a server of this machine's own."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def browsing() -> Iterator[Browser]:
    """The system's Chromium: `CHROMIUM`, else the first of the usual names on PATH."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        sys.exit("no Chromium: install it, or name it in CHROMIUM")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=sandbox)
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, theme: str) -> Iterator[Page]:
    """A page in one theme, without motion."""
    scheme: Literal["dark", "light"] = "dark" if theme == "dark" else "light"
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def take(page: Page, url: str, target: Path, size: tuple[int, int], *, whole: bool) -> None:
    """One picture of one address."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(url, wait_until="load")
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=target, full_page=whole)


def take_all(browser: Browser, address: str, out: Path, kinds: list[str]) -> None:
    """Every kind of page at every width in both themes."""
    for theme in THEMES:
        with opened(browser, theme) as page:
            for kind in kinds:
                for size in SIZES:
                    target = out / f"{kind}-{size[0]}-{theme}.png"
                    take(page, address + KINDS[kind], target, size, whole=True)


def take_readme(browser: Browser, address: str, out: Path) -> None:
    """The README's pictures, one screen each."""
    for name, (kind, width, theme) in README.items():
        with opened(browser, theme) as page:
            take(page, address + KINDS[kind], out / f"{name}.png", (width, 800), whole=False)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("public", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--readme", type=Path, help="write the README's pictures there as well")
    given = parser.parse_args()
    unknown = set(given.kinds) - set(KINDS)
    if unknown or not (given.public / "index.html").is_file():
        parser.error(f"no such kind: {', '.join(unknown)}" if unknown else "run make site first")
    given.out.mkdir(parents=True, exist_ok=True)
    with served(given.public) as address, browsing() as browser:
        take_all(browser, address, given.out, given.kinds or list(KINDS))
        if given.readme:
            given.readme.mkdir(parents=True, exist_ok=True)
            take_readme(browser, address, given.readme)


if __name__ == "__main__":
    main()
