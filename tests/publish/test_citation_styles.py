"""What bibliographies print of a citation: CSL's processor and styles, and BibTeX with its own."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from works import BASE, BUNDLE, FIRST, OTHER, SECOND, SWHID, WITHDRAWN, whole

from node_process import call_module
from sysbench_archive.publish.citation import (
    FORMATS,
    MOST_PRINTED,
    Work,
    archive_work,
    bundle_work,
    comparison_work,
    run_of,
)

PROGRAM = Path(__file__).parent / "programs" / "styles.mjs"
STYLES = ("apa", "vancouver", "harvard1")
BST = ("plain", "abbrv", "alpha", "unsrt", "ieeetr", "apalike")
ELSEWHERE = bundle_work("2025-12-other", [FIRST, replace(SECOND, authors="Cy Example; Dee")])
WORKS = {
    "result": whole(),
    "run": run_of(whole(), "t1"),
    "corrected": bundle_work(BUNDLE, [FIRST, SECOND]),
    "read anew": bundle_work(BUNDLE, [FIRST, replace(SECOND, status="reparsed")]),
    "withdrawn": bundle_work(BUNDLE, [FIRST, SECOND, WITHDRAWN]),
    "superseded": replace(whole(), path=f"/results/{BUNDLE}/revisions/1/"),
    "comparison": comparison_work("Which?", "/comparisons/which/", [whole(), ELSEWHERE]),
    "archive": archive_work(["2026-01-05", "2027-03-01"]),
    "hostile": whole(title="100% of $x$ & #1 {a} _b_ ~ ^"),
}
SAID = {
    "result": ["revision 1 of 2026-01-05", SWHID, f"{BASE}/results/{BUNDLE}/"],
    "run": ["revision 1 of 2026-01-05", SWHID, f"{BASE}/results/{BUNDLE}/t1/"],
    "corrected": ["revision 2, corrected on 2027-03-01", OTHER],
    "read anew": ["revision 2, read anew on 2027-03-01", OTHER],
    "withdrawn": ["withdrawn on 2027-04-01", OTHER],
    "superseded": ["revision 1 of 2026-01-05", f"{BASE}/results/{BUNDLE}/revisions/1/"],
    "comparison": [
        f"{BUNDLE} revision 1 of 2026-01-05",
        SWHID,
        "2025-12-other revision 2, corrected on 2027-03-01",
        OTHER,
        f"{BASE}/comparisons/which/",
    ],
    "archive": ["as of 2027-03-01", f"{BASE}/"],
    "hostile": [SWHID],
}
"""What everybody has to be able to read, in any style."""
ARCHIVE = "Sysbench Archive"


@cache
def printed_by_csl() -> dict[str, list[str]]:
    items = [json.loads(FORMATS["csl"][1](work.cited(BASE)))[0] for work in WORKS.values()]
    printed: dict[str, list[str]] = call_module(PROGRAM, items)
    return printed


def lines(style: str) -> dict[str, str]:
    return dict(zip(WORKS, printed_by_csl()[style], strict=True))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", WORKS)
def test_every_style_prints_archive_address_revision_and_swhid(style: str, name: str) -> None:
    line = lines(style)[name]
    for words in (ARCHIVE, *SAID[name]):
        assert words in line
    assert "Version" not in line
    assert WORKS[name].day[:4] in line


@pytest.mark.parametrize("style", STYLES)
def test_who_wrote_the_source_comes_first_in_every_style(style: str) -> None:
    line = lines(style)["result"]
    assert 0 <= line.index("Bob of Example & Sons") < line.index("Ada Example")
    compared = lines(style)["comparison"]
    order = ["Bob of Example & Sons", "Dee", "Ada Example", "Cy Example"]
    places = [compared.index(name) for name in order if name in compared]
    assert places == sorted(places)
    assert places[0] == compared.index(order[0])


def test_a_style_prints_few_swhids_and_data_keep_all() -> None:
    many = [
        bundle_work(f"2026-01-{n}", [FIRST, SECOND, WITHDRAWN] if n == 2 else [FIRST])
        for n in range(MOST_PRINTED + 1)
    ]
    work = comparison_work("Which?", "/comparisons/which/", many)
    (item,) = json.loads(FORMATS["csl"][1](work.cited(BASE)))
    assert item["title"] == "Which? (4 results as of 2027-04-01, 1 withdrawn)"
    assert item["note"].count("swh:1:dir:") == MOST_PRINTED + 1
    assert FORMATS["ris"][1](work.cited(BASE)).count("swh:1:dir:") == MOST_PRINTED + 1


def printed_by_bibtex(work: Work, style: str, folder: Path) -> str:
    """The bibliography that BibTeX writes of one work; what it warns of is a failure."""
    cited = work.cited(BASE)
    (folder / "cited.bib").write_text(FORMATS["bibtex"][1](cited), encoding="utf-8")
    aux = f"\\relax\n\\citation{{{cited.key}}}\n\\bibstyle{{{style}}}\n\\bibdata{{cited}}\n"
    (folder / "paper.aux").write_text(aux, encoding="utf-8")
    done = subprocess.run(
        ["bibtex", "paper"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "Warning" not in done.stdout, done.stdout
    # It breaks long lines, those without a blank behind a sign for a comment.
    return " ".join((folder / "paper.bbl").read_text(encoding="utf-8").replace("%\n", "").split())


@pytest.mark.skipif(not shutil.which("bibtex"), reason="BibTeX is not there (README)")
@pytest.mark.parametrize("style", BST)
@pytest.mark.parametrize("name", WORKS)
def test_bibtex_prints_archive_address_revision_and_swhid(
    tmp_path: Path, style: str, name: str
) -> None:
    printed = printed_by_bibtex(WORKS[name], style, tmp_path)
    body = printed.partition("{thebibliography}")[2]
    for words in (ARCHIVE, *SAID[name]):
        assert words in body or f"{words[:1].upper()}{words[1:]}" in body
    assert "ersion" not in body
    assert WORKS[name].day[:4] in body


@pytest.mark.skipif(not shutil.which("bibtex"), reason="BibTeX is not there (README)")
def test_bibtex_prints_a_title_as_it_is(tmp_path: Path) -> None:
    title = r"{100\% of \$x\$ \& \#1 \textbraceleft{}a\textbraceright{} \_b\_"
    assert title in printed_by_bibtex(WORKS["hostile"], "plain", tmp_path)
