"""A reader: opens pages in a browser and remembers everything a page said, asked for and moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Error, Page, Request, expect

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES = ("light", "dark")
_POLL_MS = 40
# A busy machine may take a minute for what takes a second elsewhere.
_PATIENCE_MS = 120_000
_QUIET_POLLS = 3
expect.set_options(timeout=_PATIENCE_MS)

# Runs before anything of the page does. Shifts within half a second of a click or a key are the
# reader's own doing and do not count, as in Cumulative Layout Shift. Chromium's shell takes the
# pointer to rest in the corner and, now and then, says so when a page is laid out: a reader's moves
# begin elsewhere, so a page does not hear of that one.
WATCH = """
addEventListener("pointermove", (event) => {
  if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
}, true);
window.seen = {violations: [], shift: 0, shifted: []};
addEventListener("securitypolicyviolation", (event) => {
  seen.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    seen.shift += entry.value;
    const moved = entry.sources.map((source) => source.node?.parentElement?.outerHTML);
    seen.shifted.push(...moved.map((html) => html?.slice(0, 120)));
  }
}).observe({type: "layout-shift", buffered: true});
"""


@dataclass
class Visit:
    """An open page, and what it did besides showing itself.

    Without slots: Playwright keeps a note beside every method it is handed.
    """

    page: Page
    complaints: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    pending: set[Request] = field(default_factory=set)

    def listen(self) -> None:
        """Remember everything from now on."""
        for event, heard in self._heard().items():
            self.page.on(event, heard)  # type: ignore[call-overload]

    def leave(self) -> None:
        """Remember nothing more: what the page does next is another visit's."""
        if self.pending:
            self.settle()
        for event, heard in self._heard().items():
            self.page.remove_listener(event, heard)

    def _heard(self) -> dict[str, Callable[[Any], None]]:
        return {
            "console": self._told,
            "pageerror": self._threw,
            "dialog": self._dismiss,
            "request": self._asked,
            "requestfinished": self._finished,
            "requestfailed": self._failed,
        }

    def _told(self, message: ConsoleMessage) -> None:
        self.complaints.append(message.text)

    def _threw(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _asked(self, request: Request) -> None:
        self.pending.add(request)
        self.requests.append(request.url)

    def _finished(self, request: Request) -> None:
        self.pending.discard(request)

    def _dismiss(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _failed(self, request: Request) -> None:
        self.pending.discard(request)
        self.complaints.append(f"failed: {request.url}")

    def strangers(self, address: str) -> list[str]:
        """Requests that left the site."""
        return [url for url in self.requests if not url.startswith((address, "data:", "blob:"))]

    def violations(self) -> list[str]:
        """What the page's own policy refused."""
        found: list[str] = self.page.evaluate("seen.violations")
        return found

    def shift(self) -> tuple[float, list[str]]:
        """Cumulative layout shift, and what moved."""
        total: float = self.page.evaluate("seen.shift")
        return total, self.page.evaluate("seen.shifted")

    def stir(self) -> None:
        """Do what a reader does first, so that everything that waits for it is loaded."""
        self.page.mouse.move(5, 5)
        self.page.mouse.move(8, 8)
        self.settle()

    def scroll(self) -> None:
        """Go through the page from top to bottom, a screen at a time."""
        self.page.evaluate(
            """async () => {
              for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
                scrollTo(0, at);
                await new Promise((done) => setTimeout(done, 30));
              }
            }"""
        )
        self.settle()

    def settle(self) -> None:
        """Wait until nothing has been loading for a moment, and what was loaded has run."""
        quiet = 0
        while quiet < _QUIET_POLLS:
            self.page.wait_for_timeout(_POLL_MS)
            quiet = 0 if self.pending else quiet + 1


@contextmanager
def visiting(browser: Browser, url: str, before: str = "", **options: Any) -> Iterator[Visit]:
    """Open an address in a fresh context and listen to everything it says and asks for.

    `before` runs before anything of the page does; options are those of a context.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(_PATIENCE_MS)
    context.add_init_script(WATCH + before)
    visit = Visit(context.new_page())
    visit.listen()
    visit.page.goto(url, wait_until="load")
    yield visit
    context.close()


class Tab:
    """A page that goes from address to address, for tests that look at very many.

    It costs a fifth of as many fresh contexts. A visit finds the cache empty, as in a fresh one,
    and the reader's wishes as they were; what a site keeps in the browser would last, so it is
    not for pages that keep something.
    """

    def __init__(self, browser: Browser, before: str = "", **options: Any) -> None:
        self._context = browser.new_context(**options)
        self._context.set_default_timeout(_PATIENCE_MS)
        self._context.add_init_script(WATCH + before)
        self._page = self._context.new_page()
        self._session = self._context.new_cdp_session(self._page)

    @contextmanager
    def visiting(self, url: str) -> Iterator[Visit]:
        """Open an address and listen to everything it says and asks for."""
        self._session.send("Network.clearBrowserCache")
        self._page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        visit = Visit(self._page)
        visit.listen()
        try:
            self._page.goto(url, wait_until="load")
            yield visit
        finally:
            visit.leave()

    def close(self) -> None:
        """End the context; nothing may have been kept in it."""
        kept = self._context.storage_state()
        self._context.close()
        assert kept == {"cookies": [], "origins": []}, kept


@contextmanager
def opened(browser: Browser, before: str = "", **options: Any) -> Iterator[Tab]:
    """A tab for visits one after another; see `visiting` for what is given."""
    tab = Tab(browser, before, **options)
    yield tab
    tab.close()
