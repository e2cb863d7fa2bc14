"""Values are fields: neither the package nor templates nor programs take texts of records apart."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEMPLATES = re.compile(r"\b(?:split|findRE|findRESubmatch|intersect|complement|substr)\b(?![-\"])")
PROGRAMS = re.compile(
    r"\.split\(|parseInt\(|parseFloat\(|\bNumber\([\w.]*(?:text|value|dataset)\b(?!\.includes)"
)
PYTHON = re.compile(
    r"\b(?:path|slug|label|title|text|address)\.(?:r?split|r?partition)\(|\bint\([\w.]*(?:text|label)\b"
)

NOT_CODE = re.compile(r"(?s)\{\{-? /\*.*?\*/|class=\"?[^\">]*|(?m:^ *//[^\n]*)|(?m:^ */\*.*?\*/)")

PYTHON_MAY = {
    "build/parts.py": "names of files",
    "build/render.py": "names of files",
    "derive/reproductions.py": "an address that somebody wrote, in one place",
    "pages/history.py": "a slug that is no page any more, which is all that is known",
    "derive/workloads.py": "titles, to show only words that tell them apart",
    "pages/search.py": "prose that somebody wrote",
    "pages/sources.py": "an address that somebody wrote",
    "publish/output.py": "names of files",
    "pages/questions.py": "a question that somebody wrote",
}
TEMPLATES_MAY = {
    "layouts/baseof.html": "the page's own address",
    "layouts/_partials/masthead.html": "the page's own address",
    "content/_content.gotmpl": "addresses of pages that are gone, which are all that is known",
    "layouts/_partials/preview.html": "a commit in short",
    "layouts/_partials/short-name.html": "a digest of a file in short",
    "layouts/_partials/comparison/server-strip.html": "the markup of a drawing",
    "layouts/rules/rule.html": "the end of a sentence",
    "layouts/rules/section.html": "codes of rules, which begin with what they are about",
}
PROGRAMS_MAY = {
    "listing/settings.js": "what a reader typed",
    "search-answers.js": "what a reader typed",
    "upgrade.js": "what a reader typed, and ratios in a sentence that was just written",
    "variables.js": "what a reader typed and chose",
    "explore.js": "an address",
    "explore/state.js": "an address",
    "explore/machine.js": "what a reader pasted",
    "explore/machine-box.js": "what a reader typed",
    "campaign.js": "a place that the page has for the program",
    "check/first-reading.js": "what sysbench printed",
    "check/first-shown.js": "names of files that a reader dropped",
    "check-worker.js": "a message of another program",
    "compare/sides.js": "titles, to show only words that tell them apart",
    "compare/wording.js": "a number that was just written",
    "chart/words.js": "a number that was just written",
}
"""File to what it takes apart there, which is no text that Python wrote, or no decision."""


def users(pattern: re.Pattern[str], paths: list[Path], base: Path) -> set[str]:
    """Files with what the pattern finds, comments and names of classes aside."""
    return {
        path.relative_to(base).as_posix()
        for path in paths
        if pattern.search(NOT_CODE.sub("", path.read_text()))
    }


def test_the_package_takes_no_address_or_title_apart() -> None:
    folder = ROOT / "scripts" / "sysbench_archive"
    above = ("build", "derive", "pages", "publish", "tables", "verdicts", "words")
    paths = [path for name in above for path in (folder / name).rglob("*.py")]
    assert users(PYTHON, paths, folder) == PYTHON_MAY.keys()


def test_templates_take_no_text_apart() -> None:
    paths = [p for folder in ("layouts", "content") for p in (ROOT / folder).rglob("*.*ml")]
    paths += (ROOT / "content").rglob("*.gotmpl")
    assert users(TEMPLATES, paths, ROOT) <= TEMPLATES_MAY.keys()


def test_programs_take_no_text_apart() -> None:
    folder = ROOT / "static" / "js"
    assert users(PROGRAMS, list(folder.rglob("*.js")), folder) <= PROGRAMS_MAY.keys()
