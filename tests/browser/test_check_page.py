"""What is dropped on /check/ is judged in the browser as the program judges it here."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser
from reader import DESKTOP, Visit, visiting
from served import Served, serving
from test_every_page import complaints_of

import built_sites
from packed_folders import files_below, unpack, zipped
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.intake.dropped import bundle_problems
from sysbench_archive.problems import has_errors
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.sysbench.report import parse_reports, report_to_json
from sysbench_archive.words.numbers import figure_text

REPORTS = built_sites.ROOT / "tests" / "sysbench" / "report" / "fixtures"
RULES = built_sites.ROOT / "tests" / "rules"
FEW = (
    "command-generation",
    "counters-sum",
    "evidence-unclaimed",
    "figures-table",
    "private-password",
    "schema-missing",
    "schema-unknown",
    "schema-value",
    "yaml-duplicate-key",
)
LOG = REPORTS / "1.0.20-oltp.txt"
ANSWERS = {
    "name": "Ada Example",
    "server": "MariaDB 10.11.6",
    "machine": "kind: vm\ncpu: AMD EPYC 7302P\ncpu_threads: 4\nmemory_gib: 8",
    "facts": "settings: defaults\nplacement: same-host",
    "disclosure": "none",
}


NOISY = "2026-11-mariadb-10-11-noise-floor-small-vm"
SLOW = "Object.defineProperty(navigator, 'connection', {value: {effectiveType: '3g'}});"


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


MEASURED = """
() => [document.documentElement.scrollWidth,
  Math.min(...[...document.querySelectorAll(".check tbody :is(th, td)")]
    .map((cell) => cell.offsetWidth || 99))]
"""
"""How wide the page is, and its narrowest cell."""


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
            form.locator(f"[name={name}]").fill(text)
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


@pytest.fixture(scope="module")
def page(browser: Browser, archive: Served) -> Iterator[CheckVisit]:
    with checking(browser, archive) as visit:
        yield visit


def bundles(code: str) -> list[Path]:
    """The bundles of a rule's fixture that a browser can be given."""
    found = sorted((RULES / code / "fail").glob("2*/bundle.yaml"))
    return [path.parent for path in found]


def as_shown(folder: Path) -> set[tuple[str, str, str]]:
    found = bundle_problems(folder.name, files_below(folder), datetime.now(tz=UTC).date())
    return {(f"{p.severity} {p.code}", p.message, p.hint) for p in found}


def without_words_of_readers(problems: set[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
    """Problems, but what YAML itself cannot read, which its two readers say in words of their own,
    by its name.
    """
    return {
        (name, "" if name == "error yaml-syntax" else message, hint)
        for name, message, hint in problems
    }


def test_reports_are_those_of_parse(page: CheckVisit) -> None:
    files = {path.name: path.read_bytes() for path in sorted(REPORTS.glob("*.txt"))}
    assert len(files) > 30
    assert "report" in page.choose(files)
    lines = [
        json.dumps(report_to_json(report, name), ensure_ascii=False)
        for name, data in files.items()
        for report in parse_reports(data)
    ]
    assert page.saved("Save the reports as JSON").decode().splitlines() == lines


@pytest.mark.parametrize("code", FEW)
def test_problems_are_those_of_check(page: CheckVisit, code: str) -> None:
    assert_judged_alike(page, code)


@pytest.mark.whole_archive
@pytest.mark.parametrize("code", sorted({p.name for p in RULES.iterdir() if bundles(p.name)}))
def test_problems_of_every_rule_are_those_of_check(page: CheckVisit, code: str) -> None:
    assert_judged_alike(page, code)


def assert_judged_alike(page: CheckVisit, code: str) -> None:
    folders = bundles(code)
    assert folders
    for folder in folders:
        files = {f"{folder.name}/{name}": data for name, data in files_below(folder).items()}
        said = page.choose({f"{folder.name}.zip": zipped(files)})
        assert folder.name in said
        expected = as_shown(folder)
        assert expected
        assert (
            without_words_of_readers(page.problems()) == without_words_of_readers(expected)
            or len(expected) > 200
        )


def test_a_log_becomes_a_bundle(page: CheckVisit, tmp_path: Path) -> None:
    secrets = "password=hunter2 host 10.20.30.40\nroot@db01.internal:~# less db01.internal.log"
    log = f"{secrets}\n{LOG.read_text()}"
    (report,) = parse_reports(log.encode())
    command = f"sysbench oltp_read_write --threads={report.threads} --time=3 run"
    page.paste(log)
    page.fill({**ANSWERS, "commands-1": command.replace(" run", "")})
    assert "it has to end with `run`" in page.found()
    page.fill({**ANSWERS, "commands-1": command})
    assert page.page.locator(".check-bundle").count() == 1, page.found()
    link = page.page.get_by_role("link", name="open the form with these answers")
    query = parse_qs(urlsplit(link.get_attribute("href") or "").query)
    assert query["template"] == ["result.yml"]
    assert (query["server"], query["commands"]) == ([ANSWERS["server"]], [command])
    unpack(page.saved("Save the bundle"), tmp_path)
    (folder,) = tmp_path.iterdir()
    loaded = load_bundle(folder, f"data/results/{folder.name}")
    assert loaded.bundle
    problems = [*loaded.problems, *check_bundle(loaded.bundle, datetime.now(tz=UTC).date())]
    assert not has_errors(problems)
    assert loaded.bundle.runs[0].figures["tps"].value == report.tps
    texts = "".join(path.read_text() for path in folder.rglob("*.*"))
    assert not [word for word in ("hunter2", "db01", "10.20.30.40") if word in texts]


def test_results_of_the_archive_stand_beside(page: CheckVisit, archive: Served) -> None:
    runs = sorted(built_sites.ROOT.glob("data/results/*small-vm/raw/oltp-read-only-*-t1-r1.txt"))
    (report, *_) = parse_reports(runs[0].read_bytes())
    page.drop({"oltp_read_only.log": runs[0].read_text()})
    own = f"{figure_text(report.tps or 0)} transactions per second"
    said = page.page.get_by_text(f"oltp_read_only, 1 thread: yours has {own}, place ")
    said.wait_for()
    table = page.page.locator("section", has=said).locator("table")
    assert table.locator("tbody tr").count() > 1
    link = table.get_by_role("link").first.get_attribute("href") or ""
    assert (archive.site.public / link.removeprefix(built_sites.BASE) / "index.html").is_file()


def test_what_sysbench_prints_is_read_at_once(browser: Browser, archive: Served) -> None:
    """Before the program is there: repetitions beside each other, and what is left to it."""
    logs = {
        "a-r1.log": LOG.read_text(),
        "a-r2.log": LOG.read_text().replace("386.42 per sec.", "400.00 per sec."),
        "cpu.log": (REPORTS / "1.0.20-cpu.txt").read_text(),
    }
    with checking(browser, archive, before=SLOW) as page:
        page.page.evaluate(DROP, logs)
        page.page.locator("[data-first]").wait_for()
        first = page.page.locator(".check-first")
        (row,) = first.locator("tbody tr").all()
        assert " ".join(row.inner_text().split()) == (
            "a-r1.log 2 runs, 386.42 to 400: 3.51 % apart; sysbench 1.0.20; 3.02 s; 2 errors"
            " 2 393.21 14.21 p95"
        )
        assert "cpu.log: line 9 is no common line of a report" in first.inner_text()
        addresses = {url.split("?")[0].removeprefix(archive.address) for url in page.visit.requests}
        sizes = [archive.site.file(each).stat().st_size for each in addresses]
        assert sum(sizes) < 300_000
        load = page.page.get_by_role("button", name=re.compile(r"^Load the program, 7\.\d MB$"))
        load.wait_for()
        assert not [url for url in page.visit.requests if "pyodide" in url]
        load.focus()
        page.page.keyboard.press("Enter")
        assert "3 reports in 3 files" in page.said()


def test_a_bundle_is_judged_as_a_bundle(browser: Browser, archive: Served) -> None:
    """With what it shows, its neighbours and the way on, on a phone in less than eight screens."""
    folder = built_sites.ROOT / "data" / "results" / NOISY
    files = {f"{NOISY}/{name}": data for name, data in files_below(folder).items()}
    with checking(browser, archive) as page:
        page.page.set_viewport_size({"width": 360, "height": 740})
        said = page.choose({f"{NOISY}.zip": zipped(files)})
        assert said == f"Bundle {NOISY}: 80 reports, no error."
        page.page.get_by_text("machines that are about as near").first.wait_for()
        found = page.found()
        assert "Point select: Too noisy to tell whether MariaDB 10.11.5 (side-b) or" in found
        assert f"sysbench-archive submit {NOISY}" in found
        assert f"sysbench-archive submit --web {NOISY}" in found
        assert "not read" not in found
        form = page.page.get_by_role("link", name="fill in the form").get_attribute("href") or ""
        assert form.endswith("/issues/new?template=result.yml")
        tall, wide = page.page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert (tall < 8 * 740, wide) == (True, 360)
        assert complaints_of(page.page) == []


HTML = '<img src=x onerror="window.ran=1"><x-planted id=planted>'
NOT_READ = {
    "random.bin": (bytes(range(256)) * 40, "not text"),
    "words.txt": (b"nothing of it\n" * 9, "no report of sysbench in it"),
    "broken.zip": (b"PK\x03\x04" + b"\xff" * 99, "broken, encrypted or too large"),
    "broken.gz": (b"\x1f\x8b" + b"\xff" * 99, "broken, encrypted or too large"),
    "image.xz": (b"\xfd7zXZ" + b"\xff" * 99, "packed with xz"),
    f"{HTML.replace('/', '')}.txt": (HTML.encode(), "no report of sysbench in it"),
}


def deep() -> bytes:
    packed = b"x"
    for depth in range(9):
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w") as archive:
            archive.writestr(f"{depth}.zip" if depth else "a.txt", packed)
            archive.writestr("../../out.txt", LOG.read_bytes())
        packed = inner.getvalue()
    return packed


def bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.txt", bytes(100 << 20))
    return packed.getvalue()


def test_hostile_files_are_inert_and_said(page: CheckVisit) -> None:
    page.page.evaluate("window.ran = 0")
    page.choose({name: data for name, (data, _) in NOT_READ.items()})
    items = page.page.locator(".check-found li").all_inner_texts()
    for name, (_, said) in NOT_READ.items():
        assert any(name in item and said in item for item in items), (name, items)
    named = f"{HTML.replace('/', '')}.log"
    page.choose({named: LOG.read_bytes()})
    assert named in page.page.locator(".check-first").inner_text()
    assert "packed once more" in page.choose({"deep.zip": deep()}) + page.found()
    assert "has a path that leaves the archive" in page.found()
    assert "would expand to more than" in page.choose({"bomb.zip": bomb()}) + page.found()
    page.paste(f"{HTML}\n{LOG.read_text()}\n{HTML}")
    page.fill({**ANSWERS, "name": HTML, "commands-1": f"sysbench {HTML} run"})
    assert page.page.evaluate("window.ran") == 0
    assert page.page.locator("x-planted, .check-found img").count() == 0


CHOSEN_EARLY = """
new MutationObserver((_, watcher) => {
  const input = document.querySelector(".drop input");
  if (!input) return;
  watcher.disconnect();
  const transfer = new DataTransfer();
  transfer.items.add(new File([TEXT], "early.log"));
  input.files = transfer.files;
}).observe(document, { childList: true, subtree: true });
"""


def test_files_chosen_before_the_program_is_there_are_read(
    browser: Browser, archive: Served
) -> None:
    before = CHOSEN_EARLY.replace("TEXT", json.dumps(LOG.read_text()))
    with checking(browser, archive, before=before) as page:
        assert "1 report in 1 file" in page.said()


def test_too_much_at_once_is_said(page: CheckVisit) -> None:
    page.page.evaluate(
        """() => {
          const input = document.querySelector("input[type=file]");
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(70 << 20)], "huge.txt"));
          input.files = transfer.files;
          input.dispatchEvent(new Event("change"));
        }"""
    )
    status = page.page.locator(".check [role=status]")
    status.get_by_text("Nothing was read").wait_for()


def test_its_program_is_loaded_after_the_drop_and_nothing_can_leave_the_page(
    browser: Browser, archive: Served, tmp_path: Path
) -> None:
    """Neither from the page nor from the worker, which has the page's policy."""
    ask = "(address) => fetch(address, {mode: 'no-cors'}).then(() => 'sent', () => 'refused')"
    with serving(tmp_path) as elsewhere, checking(browser, archive) as page:
        page.visit.settle()
        asked = [url for url in page.visit.requests if "/check/program/" in url or "judge" in url]
        assert asked == [], "only once something was dropped"
        page.paste(LOG.read_text())
        loaded = {url for url in page.visit.requests if "/check/program/" in url}
        files = [archive.site.public / url.removeprefix(archive.address) for url in loaded]
        assert 5_000_000 < sum(path.stat().st_size for path in files) < 8_000_000
        (worker,) = page.page.workers
        for place in (page.page, worker):
            assert place.evaluate(ask, f"{archive.address}about/") == "sent"
            assert place.evaluate(ask, elsewhere) == "refused"
        assert page.visit.violations()
        page.visit.complaints.clear()
        page.page.evaluate("seen.violations.length = 0")
        page.visit.requests = [url for url in page.visit.requests if not url.startswith(elsewhere)]


def test_what_is_found_is_open_to_everyone(browser: Browser, archive: Served) -> None:
    with checking(browser, archive) as page:
        long = {f"{'a' * 90}-oltp_read_only.log": LOG.read_bytes()}
        page.choose({"oltp_read_only.log": LOG.read_bytes(), "x.bin": b"\0", **long})
        page.fill({**ANSWERS, "commands-1": "sysbench oltp_read_only --threads=999 --time=10 run"})
        assert page.page.locator(".check-problems li").count()
        for width in (1280, 360):
            page.page.set_viewport_size({"width": width, "height": 900})
            page.visit.settle()
            wide, narrowest = page.page.evaluate(MEASURED)
            assert (wide, narrowest > 35) == (width, True)
        assert complaints_of(page.page) == []
