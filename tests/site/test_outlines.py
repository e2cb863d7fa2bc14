"""Words of cards as outlines: they look as the rasteriser's own text does."""

import json
from pathlib import Path

import pytest
from drawn_charts import ROOT

from node_process import run_program

PROGRAM = ROOT / "tests" / "publish" / "programs" / "outline_words.mjs"
TEXTS = {
    "plain and bold": '<text x="5" y="40" font-size="22">MySQL 8.0: 1,234</text>'
    '<text x="5" y="90" font-size="30" font-weight="bold">up by 7 %</text>',
    "inherited": '<g font-size="20"><g text-anchor="end"><text x="290" y="40">8 threads</text></g>'
    '<g text-anchor="middle"><text x="50%" y="90">Transactions</text></g>'
    '<text y="120">q</text></g>',
    "nested and percent": '<svg x="40" y="10" width="200" height="50" overflow="visible">'
    '<g text-anchor="middle" font-size="18"><text x="25%" y="20">16</text></g></svg>',
    "moved": '<g transform="translate(20 30) scale(1.5)"><text x="-2" y="9">50 % … ≥</text></g>',
    "references": '<text x="5" y="40" font-size="22">a &amp; b &lt; c</text>',
    "own colour": '<g fill="#888888"><text x="5" y="40" fill="#000000">own</text></g>',
    "other letters": '<text x="5" y="60" font-size="30">Größe Ελλ ≥ €</text>',
}
STAYING = {
    "joined letters": "<text>سلام</text>",
    "a mark above": "<text>e\u0301</text>",
    "lines": '<text x="1">one<tspan x="1" dy="9">two</tspan></text>',
    "unknown reference": '<text y="50">a &#8212;</text>',
}


def drawn(folder: Path, inside: str) -> dict[str, float]:
    path = folder / "words.svg"
    size = 'width="300" height="130" font-family="DejaVu Sans Condensed"'
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>')
    done = run_program(PROGRAM, path)
    assert done.returncode == 0, done.stderr
    found: dict[str, float] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_outlines_look_as_text_does(tmp_path: Path, name: str) -> None:
    found = drawn(tmp_path, TEXTS[name])
    assert found["texts"] == 0
    assert found["apart"] < 0.1


@pytest.mark.parametrize("name", STAYING)
def test_what_takes_more_than_letters_stays_text(tmp_path: Path, name: str) -> None:
    assert drawn(tmp_path, STAYING[name]) == {"texts": 1, "apart": 0}
