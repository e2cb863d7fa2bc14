"""Dropping files on /check/, as a reader does, and reading what the page says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser
from reader import DESKTOP, Visit, visiting
from served import Served

# What a drop by hand is to the page: files in a data transfer.
DROP = """
(files) => {
  const transfer = new DataTransfer();
  for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
  const options = {dataTransfer: transfer, bubbles: true, cancelable: true};
  const target = document.querySelector("h1");
  const over = new DragEvent("dragover", options);
  target.dispatchEvent(over);
  target.dispatchEvent(new DragEvent("drop", options));
  return over.defaultPrevented;
}
"""


class CheckVisit:
    """The page /check/, open."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page = visit.page

    def choose(self, files: Mapping[str, bytes]) -> str:
        """Choose files in the dialog; what the page says once they are read."""
        payload: list[Any] = [
            {"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files.items()
        ]
        self._forget()
        self.page.locator("input[type=file]").first.set_input_files(payload)
        return self.said()

    def drop(self, files: Mapping[str, str]) -> str:
        """Drop files anywhere on the page."""
        self._forget()
        assert self.page.evaluate(DROP, dict(files))
        return self.said()

    def paste(self, text: str) -> str:
        """Paste a text, and press the button."""
        self._forget()
        self.page.get_by_label("Or paste what sysbench printed").fill(text)
        self.page.get_by_role("button", name="Check the text").click()
        return self.said()

    def _forget(self) -> None:
        self.page.evaluate("delete document.querySelector('.check').dataset.read")

    def said(self) -> str:
        """The status, once something was read."""
        self.page.locator("[data-read]").wait_for()
        return self.page.locator(".check [role=status]").inner_text()

    def found(self) -> str:
        """Everything below the status."""
        return self.page.locator(".check-found").inner_text()

    def problems(self) -> set[tuple[str, str, str]]:
        """(severity and code, message, hint) of every problem shown."""
        items = self.page.locator(".check-problems li")
        rows: list[list[str]] = items.evaluate_all(
            "(items) => items.map((item) => [...item.children].map((part) => part.textContent))"
        )
        return {(f"{severity} {code}", message, hint) for severity, code, message, hint, *_ in rows}

    def saved(self, name: str) -> bytes:
        """What a button saves."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name=name).click()
        return download.value.path().read_bytes()

    def fill(self, answers: Mapping[str, str]) -> None:
        """Answer the form, and send it."""
        form = self.page.locator(".check-form")
        form.wait_for()
        for name, text in answers.items():
            field = form.locator(f"[name={name}]")
            if field.evaluate("(field) => field.localName") == "select":
                field.select_option(text)
            else:
                field.fill(text)
        self.page.evaluate("document.querySelector('.check [role=status]').textContent = ''")
        form.get_by_role("button").click()
        status = self.page.locator(".check [role=status]")
        status.filter(has_text="mended").or_(status.filter(has_text="complete")).wait_for()


@contextmanager
def checking(browser: Browser, archive: Served, before: str = "") -> Iterator[CheckVisit]:
    """Open /check/; in the end nothing was complained about, and nothing left the site."""
    address = f"{archive.address}check/"
    with visiting(browser, address, before, viewport=DESKTOP, accept_downloads=True) as visit:
        # It is enabled once the program is there that takes what is dropped.
        visit.page.locator(".drop button:enabled").wait_for()
        yield CheckVisit(visit)
        assert visit.complaints == []
        assert visit.violations() == []
        assert visit.strangers(archive.address) == []
