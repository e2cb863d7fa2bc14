"""What citations say, and that readers of every format get back what was written."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
import rispy
import yaml
from bibtexparser.middlewares import LatexDecodingMiddleware
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)
from works import (
    BASE,
    BUNDLE,
    DEPOSITED,
    DOI,
    FIRST,
    HOSTILE,
    IMPRINT,
    ORCID,
    OTHER,
    SECOND,
    SWHID,
    WITHDRAWN,
    whole,
)

from sysbench_archive.build.archive import (
    Archive,
    read_comparison_records,
    read_imprint,
    read_records,
)
from sysbench_archive.publish.citation import (
    FORMATS,
    LONGEST_TITLE,
    MAINTAINERS,
    WHOLE,
    Imprint,
    Work,
    archive_work,
    bundle_work,
    citation_record,
    comparison_work,
    plain,
    run_of,
    text_of,
)

ROOT = Path(__file__).parents[2]
CSL = json.loads((Path(__file__).parent / "csl-item.schema.json").read_text())
TITLES = st.text(min_size=1, max_size=80).filter(lambda title: plain(title).strip())


# What LaTeX's kernel defines and the decoder does not know, or takes for a look-alike.
KERNEL = {
    "textbraceleft": "{",
    "textbraceright": "}",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textasciicircum": "^",
}
KNOWN = get_default_latex_context_db()
KNOWN.add_context_category(
    "kernel", macros=[MacroTextSpec(name, sign) for name, sign in KERNEL.items()], prepend=True
)
DECODER = LatexNodes2Text(latex_context=KNOWN, keep_braced_groups=False)


def written(form: str, work: Work) -> str:
    return FORMATS[form][1](work.cited(IMPRINT))


def item(work: Work) -> dict[str, Any]:
    items = json.loads(written("csl", work))
    Draft202012Validator(CSL).validate(items)
    (only,) = items
    found: dict[str, Any] = only
    return found


def entry(work: Work, form: str = "bibtex") -> dict[str, str]:
    """The fields of a BibTeX entry as text, by a parser that knows LaTeX's escapes."""
    decode = LatexDecodingMiddleware(decoder=DECODER, allow_inplace_modification=False)
    library = bibtexparser.parse_string(written(form, work), append_middleware=[decode])
    assert library.failed_blocks == []
    (only,) = library.entries
    return {"key": only.key} | {field.key: str(field.value) for field in only.fields}


def test_a_line_of_text_names_everything() -> None:
    assert written("text", whole()) == (
        "Bob of Example & Sons and Ada Example (2026). MySQL 8.0 and 8.4, read-only. "
        f"Sysbench Archive, revision 1 of 2026-01-05, {SWHID}. {BASE}/results/{BUNDLE}/"
    )


def test_a_run_is_cited_by_its_own_address() -> None:
    run = run_of(whole(), "t1")
    assert "read-only, run t1. " in written("text", run)
    assert written("text", run).endswith(f" {BASE}/results/{BUNDLE}/t1/")
    assert item(run)["id"] == f"sysbench-archive:{BUNDLE}/t1"


def test_the_texts_of_a_record_are_those_of_the_work_and_of_each_run() -> None:
    record = citation_record(whole(title=HOSTILE), IMPRINT, with_runs=True)
    for name in FORMATS:
        assert text_of(record, name) == written(name, whole(title=HOSTILE))
    assert record.runs
    for text in record.runs:
        run = run_of(whole(title=HOSTILE), "read-only-t1")
        assert "read-only-t1".join(text.parts) == written(text.format, run)
        assert len(text.parts) > 1


def test_a_title_cannot_forge_the_place_of_a_run() -> None:
    record = citation_record(whole(title="a \ue000 b"), IMPRINT, with_runs=True)
    assert [len(text.parts) for text in record.formats] == [1] * len(FORMATS)


def test_a_citation_is_as_old_as_the_newest_revision() -> None:
    corrected = bundle_work(BUNDLE, [FIRST, SECOND])
    assert item(corrected)["issued"] == {"date-parts": [[2027, 3, 1]]}
    assert item(corrected)["title"] == FIRST.title
    assert item(corrected)["version"] == "2"
    assert "(2027). " in written("text", corrected)
    assert OTHER in written("markdown", corrected)
    assert SWHID not in written("bibtex", corrected)


def test_what_was_corrected_says_so_in_every_format() -> None:
    corrected = bundle_work(BUNDLE, [FIRST, SECOND])
    for name in FORMATS:
        assert "evision 2, corrected on 2027-03-01" in written(name, corrected), name


def test_what_was_withdrawn_says_so_in_every_format() -> None:
    withdrawn = bundle_work(BUNDLE, [FIRST, SECOND, WITHDRAWN])
    for name in FORMATS:
        assert "ithdrawn on 2027-04-01" in written(name, withdrawn), name


def test_a_comparison_names_every_bundle_it_rests_on() -> None:
    other = replace(SECOND, authors="Cy Example; Ada Example")
    bundles = [whole(), bundle_work("2025-12-other", [FIRST, other])]
    work = comparison_work("Which?", "/comparisons/which/", bundles)
    assert work.names() == ("Ada Example", "Cy Example")
    assert entry(work)["year"] == "2027"
    assert item(work)["id"] == "sysbench-archive:comparisons/which"
    other_words = "2025-12-other revision 2, corrected on 2027-03-01"
    for words in (f"{BUNDLE} revision 1 of 2026-01-05", other_words):
        assert words in item(work)["note"]
    assert item(work)["title"] == "Which?"
    assert item(work)["version"] == "2027-03-01"
    for name in FORMATS:
        assert re.search(r"[Dd]ata of Bob of Example .{0,9}Sons and Ada", written(name, work)), name
    assert "Which? Sysbench Archive" in written("text", work)


def test_a_comparison_of_what_its_submitters_measured_names_them_once() -> None:
    own = bundle_work(BUNDLE, [replace(FIRST, authors="Ada Example")])
    work = comparison_work("Which?", "/comparisons/which/", [own])
    assert work.names() == ("Ada Example",)
    assert "data of" not in written("text", work)


def test_a_line_names_few_authors_and_data_formats_name_all() -> None:
    many = whole(authors="A; B; C; D")
    assert written("text", many).startswith("B et al. (2026)")
    assert len(item(many)["author"]) == 4
    assert written("text", whole(authors="A; B; C")).startswith("B, C and A (2026)")
    assert written("text", whole(authors="A; A")).startswith("A (2026)")
    assert written("text", whole(authors="")).startswith("Sysbench Archive (2026)")


@pytest.mark.parametrize("title", [HOSTILE, "plain", "ÄÖ, 日本", 'say "x"'])
def test_bibtex_reads_back_what_was_written(title: str) -> None:
    found = entry(whole(title=title, authors=f"{title.replace(';', '')}; Bob"))
    assert found["key"] == f"sysbench-archive:{BUNDLE}"
    assert bare(found["title"]) == title
    assert bare(found["author"]) == f"Bob and {title.replace(';', '')}"
    assert found["url"] == f"{BASE}/results/{BUNDLE}/"
    assert SWHID in found["note"]
    assert (found["swhid"], found["version"]) == (SWHID, "1")


def bare(value: str) -> str:
    """Without the braces that keep case and names as they are."""
    return re.sub(r"^\{(.*)\}$", r"\1", value).replace("} and {", " and ").strip("{}")


@given(TITLES)
def test_no_title_breaks_a_bibtex_entry(title: str) -> None:
    found = entry(whole(title=title))
    both = {"key", "author", "title", "version", "url", "note"}
    assert set(found) == both | {"year", "howpublished", "swhid"}
    newer = entry(whole(title=title), "biblatex")
    assert set(newer) == both | {"date", "publisher", "eprint", "eprinttype"}
    assert newer["title"] == found["title"]


@given(TITLES)
def test_csl_holds_a_title_as_it_is(title: str) -> None:
    found = item(whole(title=title))
    assert found["title"] == plain(title)
    assert found["custom"] == {"swhid": [SWHID]}


@given(TITLES)
def test_no_title_breaks_a_record_of_ris(title: str) -> None:
    (found,) = rispy.loads(
        written("ris", whole(title=title, authors=f"A{title.replace(';', '')}; Bob"))
    )
    assert found["title"] == plain(title)
    assert found["type_of_reference"] == "DATA"
    assert len(found["authors"]) == 2
    assert (found["accession_number"], found["edition"]) == (SWHID, "1")
    assert found["urls"] == [f"{BASE}/results/{BUNDLE}/"]
    # Of the format since 2011, which this reader does not know.
    assert found["unknown_tag"] == {"AV": [BUNDLE]}


def test_persons_have_two_names_in_every_format_with_names() -> None:
    work = whole(authors="Bob of Example & Sons; Ada Example")
    ada = {"family": "Example", "given": "Ada", "ORCID": f"https://orcid.org/{ORCID}"}
    assert item(work)["author"] == [ada, {"literal": "Bob of Example & Sons"}]
    (read,) = rispy.loads(written("ris", work))
    assert read["authors"] == ["Example, Ada", "Bob of Example & Sons"]
    for form in ("bibtex", "biblatex"):
        assert "author = {Example, Ada and {Bob of Example \\& Sons}}" in written(form, work)
    assert written("text", work).startswith("Ada Example and Bob of Example & Sons (2026)")


def test_every_format_names_the_doi_of_the_snapshots() -> None:
    for name, (_, write) in FORMATS.items():
        assert DOI in write(whole().cited(DEPOSITED)), name
        assert "oi.org" not in write(whole().cited(IMPRINT)), name
    (read,) = rispy.loads(FORMATS["ris"][1](whole().cited(DEPOSITED)))
    assert read["doi"] == DOI


@given(st.text(alphabet="ab ", min_size=150, max_size=400))
def test_no_title_is_longer_than_programs_keep(title: str) -> None:
    known = whole(title=f"x{title}", runs="a-run " + "b" * 80)
    gone = bundle_work(BUNDLE, [replace(WITHDRAWN, title=f"x{title}")])
    for work in (known, run_of(known, "b" * 80), gone):
        found = item(work)["title"]
        assert len(found) <= LONGEST_TITLE
        assert found.startswith("x")
    assert item(run_of(known, "b" * 80))["title"].endswith(f", run {'b' * 80}")


def test_every_title_of_the_archive_is_as_it_is_and_short() -> None:
    archive = Archive(ROOT)
    records, compared = read_records(archive)[0], read_comparison_records(archive)[0]
    imprint = read_imprint(archive)
    bundles = {name: bundle_work(name, rows) for name, rows in records.items()}
    runs = [run_of(w, run) for n, w in bundles.items() for run in records[n][-1].runs.split()]
    comparisons = [
        comparison_work(
            rows[-1].title, f"/comparisons/{slug}/", [bundles[b.bundle] for b in rested]
        )
        for slug, rows in compared.items()
        if (rested := rows[-1].bundles)
    ]
    whole = [work.cited(imprint) for work in (*bundles.values(), *comparisons)]
    assert all("\N{HORIZONTAL ELLIPSIS}" not in cited.title for cited in whole)
    lengths = [len(cited.titled()) for cited in whole]
    lengths += [len(work.cited(imprint).titled()) for work in runs]
    assert len(lengths) > 25_000
    assert max(lengths) < 200


@pytest.mark.skipif(not shutil.which("biber"), reason="biber is not there (docs/developing.md)")
@pytest.mark.parametrize("imprint", [IMPRINT, DEPOSITED])
def test_biber_finds_nothing_wrong_with_any_entry(tmp_path: Path, imprint: Imprint) -> None:
    other = bundle_work("2025-12-other", [FIRST, SECOND])
    works = [
        whole(),
        replace(whole(title=HOSTILE, authors="Ada; Bob & {Sons}"), path="/results/hostile/"),
        run_of(whole(), "t1"),
        comparison_work("Which?", "/comparisons/which/", [whole(), other]),
        archive_work(["2026-01-05"]),
    ]
    entries = [FORMATS["biblatex"][1](work.cited(imprint)) for work in works]
    (tmp_path / "cited.bib").write_text("\n\n".join(entries), encoding="utf-8")
    asked = ["biber", "--tool", "--validate-datamodel", "--output-format=bibtex", "cited.bib"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    said = f"{done.stdout}{done.stderr}"
    assert done.returncode == 0, said
    assert "WARN" not in said, said
    assert "ERROR" not in said, said
    read = (tmp_path / "cited_bibertool.bib").read_text(encoding="utf-8")
    assert read.count("@DATASET{") == len(works)
    assert read.count(SWHID) >= len(works) - 1


def test_the_archive_as_a_whole_is_cited_as_its_file_says() -> None:
    file = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    work = archive_work(["2026-01-05", "2026-02-01"])
    assert work.title == file["title"]
    assert list(work.names()) == [author["name"] for author in file["authors"]]
    assert written("text", work) == (
        f"{MAINTAINERS} (2026). {WHOLE}. Sysbench Archive, as of 2026-02-01. {BASE}/"
    )
    assert item(work)["id"] == "sysbench-archive"


def test_an_archive_without_a_record_has_no_day() -> None:
    assert archive_work([]).day == ""


@given(TITLES)
def test_markdown_shows_a_title_as_it_is_and_nothing_else(title: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(written("markdown", whole(title=title)))
    assert [t.type for t in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    inner = tokens[1].children or []
    kinds = {t.type for t in inner}
    assert kinds <= {"link_open", "link_close", "text", "text_special", "code_inline"}
    (link,) = (t for t in inner if t.type == "link_open")
    assert link.attrGet("href") == f"{BASE}/results/{BUNDLE}/"
    end = next(at for at, t in enumerate(inner) if t.type == "link_close")
    assert "".join(t.content for t in inner[1:end]) == plain(title)
    assert [t.content for t in inner if t.type == "code_inline"] == [SWHID]
