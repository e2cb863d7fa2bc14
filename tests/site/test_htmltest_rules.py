"""What htmltest refuses and lychee does not know, asked of the sample site.

The site is deployed only when htmltest passes, and most machines that run these tests have lychee
alone. So the rules of `.htmltest.yml` that are not about links are read here once more, in
htmltest's own words (https://github.com/wjdp/htmltest, 0.17.0). A picture without a description
has to be beside words that say the same: that rule is ours.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from page_elements import Attributes, read
from sample_site import ROOT, Site
from test_links import copy, htmltest

RULES: dict[str, object] = yaml.safe_load((ROOT / ".htmltest.yml").read_text(encoding="utf-8"))
WHOLE = '<!doctype html><head><link rel="icon" href="i"></head><a href="/">Home</a>'


def faults(html: str, rules: Mapping[str, object] = RULES) -> set[str]:
    """What htmltest would say of a page, by rules lychee has no word for."""
    page = read(html)
    found = {fault for image in page.all("img") for fault in picture_faults(image, rules)}
    if rules["CheckDoctype"] and not re.match(r"\s*<!doctype html>", html, re.IGNORECASE):
        found.add("doctype isn't html5")
    head = html.partition("</head>")[0]
    if rules["CheckFavicon"] and not re.search('<link rel="?icon"? ', head):
        found.add("favicon missing")
    hrefs = [a["href"] for tag, a in page.elements if tag in {"a", "link"} and "href" in a]
    if "" in hrefs:
        found.add("href blank")
    if "#" in hrefs and not rules["IgnoreInternalEmptyHash"]:
        found.add("empty hash")
    return found


def picture_faults(image: Attributes, rules: Mapping[str, object]) -> set[str]:
    found = set()
    if not image.get("src"):
        found.add("src attribute missing")
    if "alt" not in image:
        if not rules["IgnoreAltMissing"]:
            found.add("alt attribute missing")
    elif not image["alt"]:
        if not rules["IgnoreAltEmpty"]:
            found.add("alt text empty")
    elif image["alt"].isspace():
        found.add("alt text contains only whitespace")
    return found


class _Beside(HTMLParser):
    """The words of the link or button around each picture that has no description."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.inside = False
        self.waiting: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"a", "button"}:
            self.inside, self.waiting = True, []
        elif tag == "img" and not dict(attrs).get("alt"):
            self.words.append("")
            self.waiting.append(len(self.words) - 1)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"a", "button"}:
            self.inside, self.waiting = False, []

    def handle_data(self, data: str) -> None:
        if self.inside:
            for index in self.waiting:
                self.words[index] += data.strip()


def words_beside(html: str) -> list[str]:
    """Per picture without a description: what its link says in words."""
    reader = _Beside()
    reader.feed(html)
    return reader.words


@pytest.mark.parametrize("name", ["plain_site", "hostile_site"])
def test_no_page_breaks_a_rule(name: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(name)
    found = {path: faults(path.read_text(encoding="utf-8")) for path in site.pages()}
    assert len(found) > 30
    assert {path: said for path, said in found.items() if said} == {}


def test_a_picture_without_description_is_beside_words(plain_site: Site) -> None:
    """The mark in front of the site's name, on every page that has a masthead, and no other."""
    beside = [words_beside(path.read_text(encoding="utf-8")) for path in plain_site.pages()]
    assert {word for words in beside for word in words} == {"Sysbench Archive"}


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ('<a href="/"><img alt="">Home</a>', ["Home"]),
        ('<a href="/">Home</a><img alt="">', [""]),
        ('<a href="/"><img alt=""></a> Home', [""]),
        ('<a href="/"><img></a>', [""]),
        ('<p>Words<img alt="A chart"></p>', []),
    ],
)
def test_words_elsewhere_are_not_beside(html: str, words: list[str]) -> None:
    assert words_beside(html) == words


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("<!doctype html>", "", "doctype isn't html5"),
        ('<link rel="icon"', '<link rel="alternate"', "favicon missing"),
        ('alt=""', "", "alt attribute missing"),
        ('alt=""', 'alt=" "', "alt text contains only whitespace"),
        ('href="#main"', 'href="#"', "empty hash"),
        ('href="#main"', 'href=""', "href blank"),
    ],
)
def test_a_broken_rule_is_noticed(
    plain_site: Site, tmp_path: Path, before: str, after: str, fault: str
) -> None:
    """Here, and by htmltest itself where there is one."""
    site = copy(plain_site, tmp_path)
    page = site.public / "about" / "index.html"
    html = page.read_text(encoding="utf-8")
    assert before in html
    page.write_text(html.replace(before, after), encoding="utf-8")
    assert faults(page.read_text(encoding="utf-8")) == {fault}
    if program := htmltest():
        done = subprocess.run(
            [program, "--conf", ROOT / ".htmltest.yml", site.parent],
            cwd=tmp_path, check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode, "1 errors in" in done.stdout) == (1, True), done.stdout


def test_the_rules_read_here_are_on() -> None:
    """A rule switched off in the file would pass both here and in the workflow."""
    on = {"CheckDoctype", "EnforceHTML5", "CheckImages", "CheckFavicon", "CheckMeta"}
    on |= {"CheckAnchors", "CheckLinks", "CheckInternal", "CheckInternalHash"}
    assert {name for name in on if RULES[name] is not True} == set()
    assert (RULES["IgnoreAltMissing"], RULES["IgnoreInternalEmptyHash"]) == (False, False)
    assert faults(WHOLE) == set()
    strict = {**RULES, "IgnoreAltEmpty": False}
    assert faults(f'{WHOLE}<img src="x" alt="">', strict) == {"alt text empty"}
