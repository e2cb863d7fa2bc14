"""What citations say, and that readers of every format get back what was written."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
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
from works import BASE, BUNDLE, FIRST, HOSTILE, OTHER, SECOND, SWHID, WITHDRAWN, whole

from sysbench_archive.publish.citation import (
    FORMATS,
    MAINTAINERS,
    WHOLE,
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
    return FORMATS[form][1](work.cited(BASE))


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
    record = citation_record(whole(title=HOSTILE), BASE, with_runs=True)
    for name in FORMATS:
        assert text_of(record, name) == written(name, whole(title=HOSTILE))
    assert record.runs
    for text in record.runs:
        run = run_of(whole(title=HOSTILE), "read-only-t1")
        assert "read-only-t1".join(text.parts) == written(text.format, run)
        assert len(text.parts) > 1


def test_a_title_cannot_forge_the_place_of_a_run() -> None:
    record = citation_record(whole(title="a \ue000 b"), BASE, with_runs=True)
    assert [len(text.parts) for text in record.formats] == [1] * len(FORMATS)


def test_a_citation_is_as_old_as_the_newest_revision() -> None:
    corrected = bundle_work(BUNDLE, [FIRST, SECOND])
    assert item(corrected)["issued"] == {"date-parts": [[2027, 3, 1]]}
    assert item(corrected)["title-short"] == FIRST.title
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
    assert work.names() == ("Bob of Example & Sons", "Ada Example", "Cy Example")
    assert entry(work)["year"] == "2027"
    assert item(work)["id"] == "sysbench-archive:comparisons/which"
    other_words = "2025-12-other revision 2, corrected on 2027-03-01"
    for words in (f"{BUNDLE} revision 1 of 2026-01-05", other_words):
        assert words in item(work)["note"]
        assert words in item(work)["title"]
    assert "Which? Sysbench Archive" in written("text", work)


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


def bare(value: str) -> str:
    """Without the braces that keep case and names as they are."""
    return re.sub(r"^\{(.*)\}$", r"\1", value).replace("} and {", " and ").strip("{}")


@given(TITLES)
def test_no_title_breaks_a_bibtex_entry(title: str) -> None:
    found = entry(whole(title=title))
    assert set(found) == {"key", "author", "title", "year", "howpublished", "url", "note"}
    newer = entry(whole(title=title), "biblatex")
    assert set(newer) == {"key", "author", "title", "date", "publisher", "url", "note"}
    assert newer["title"] == found["title"]


@given(TITLES)
def test_csl_holds_a_title_as_it_is(title: str) -> None:
    found = item(whole(title=title))
    assert found["title-short"] == plain(title)
    assert found["title"] == f"{plain(title)} (revision 1 of 2026-01-05, {SWHID})"


@given(TITLES)
def test_no_title_breaks_a_record_of_ris(title: str) -> None:
    lines = written("ris", whole(title=title, authors=f"{title.replace(';', '')}; Bob")).split("\n")
    tags = [line[:6] for line in lines]
    order = ["TY", "ID", "AU", "AU", "TI", "PY", "DA", "PB", "UR", "ER"]
    assert tags == [f"{tag}  - " for tag in order]
    assert lines[4] == f"TI  - {plain(title)} (revision 1 of 2026-01-05, {SWHID})"


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
