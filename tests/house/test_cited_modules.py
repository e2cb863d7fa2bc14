"""What comments of the site's programs cite is there: files, and modules of the Python package."""

import re
from collections.abc import Iterator
from pathlib import Path

from .tree import ROOT, tracked

PROGRAMS = [path for path in tracked() if path.suffix in {".js", ".mjs"}]
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
# A name with <parts> to fill in is no file.
FILE = re.compile(r"(?<![\w<>./-])[\w./-]+\.(?:py|m?js|css)\b(?!>)")
MODULE = re.compile(r"\bsysbench_archive(?:\.\w+)+")
SCRIPTS = ROOT / "scripts"


def missing(text: str, folder: Path) -> Iterator[str]:
    """Names that comments cite and that nothing has; `folder` is that of the program."""
    for comment in COMMENT.findall(text):
        for name in FILE.findall(comment):
            if not any((place / name).is_file() for place in (folder, ROOT, SCRIPTS)):
                yield name
        for name in MODULE.findall(comment):
            path = SCRIPTS / name.replace(".", "/")
            if not (path.is_dir() or path.with_name(f"{path.name}.py").is_file()):
                yield name


def test_comments_cite_what_is_there() -> None:
    assert len(PROGRAMS) > 60
    found = {
        str(path.relative_to(ROOT)): names
        for path in PROGRAMS
        if (names := list(missing(path.read_text(), path.parent)))
    }
    assert found == {}


def test_a_citation_of_nothing_is_found() -> None:
    folder = ROOT / "static" / "js" / "compare"
    text = """
/* The steps of `sysbench_archive/no/such.py`, as in pair.js, see static/css/chart.css. */
// `sysbench_archive.publish`, `sysbench_archive.no.such`, OUT/<name>.js and nowhere.mjs.
const code = "in.js";
"""
    wanted = ["sysbench_archive/no/such.py", "nowhere.mjs", "sysbench_archive.no.such"]
    assert list(missing(text, folder)) == wanted
