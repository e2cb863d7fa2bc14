"""What a licence covers and what not follows from the licence and the sources."""

from __future__ import annotations

import json

import pytest
import yaml
from msgspec.structs import replace

from derived_records import plain
from synthetic_archive import ROOT
from sysbench_archive.model.base import bundle_reference
from sysbench_archive.pages.sources import (
    WHOLE,
    SourceEntry,
    SourceList,
    data_terms,
    sources_of_bundles,
    words_of,
)
from sysbench_archive.publish.tables import datapackage_record

SOURCE = plain(
    SourceEntry,
    id="logs",
    title="Logs",
    author="Ada Example",
    licence="none stated",
    url="https://git.example/logs",
    bundles=[bundle_reference("2026-01-a", "A")],
)


def test_what_has_no_source_is_covered_whole() -> None:
    terms = data_terms(["CC0-1.0"], [])
    assert words_of(terms) == (
        "CC0-1.0 covers the figures, the output they were read from, settings and descriptions."
    )
    assert terms.sources == []
    assert terms.brief == "CC0-1.0"


@pytest.mark.parametrize(
    ("licences", "said"),
    [
        (["none stated"], "The source states no licence."),
        (["Apache-2.0"], "The source is under Apache-2.0."),
        (["not looked up"], "Nobody looked for the licence of the source."),
        ([""], "Nobody looked for the licence of the source."),
        (["none stated"] * 2, "None of the sources states a licence."),
        (["Apache-2.0"] * 2, "The sources are under Apache-2.0."),
        (["", "not looked up"], "Nobody looked for the licences of the sources."),
        (
            ["none stated", "Apache-2.0"],
            "What each source says of its own licence stands in the list of sources.",
        ),
    ],
)
def test_what_sources_say_of_their_licence_is_told(licences: list[str], said: str) -> None:
    sources = [replace(SOURCE, id=f"s{n}", licence=name) for n, name in enumerate(licences)]
    terms = data_terms(["CC0-1.0"], sources)
    whose = "sources" if len(licences) > 1 else "source"
    assert terms.covers == (
        "CC0-1.0 covers what the archive compiled: figures, settings and descriptions."
    )
    assert terms.leaves == f"It does not cover the files and the prose of the {whose}. {said}"
    assert [source.path for source in terms.sources] == [
        f"/sources/#s{n}" for n in range(len(sources))
    ]


def test_several_licences_are_all_named() -> None:
    terms = data_terms(["ODbL-1.0", "CC0-1.0", "CC0-1.0"], [SOURCE])
    assert terms.licences == ["CC0-1.0", "ODbL-1.0"]
    assert terms.brief == "CC0-1.0, ODbL-1.0; not for files and prose of sources"
    assert terms.covers.startswith("CC0-1.0 or ODbL-1.0, as each result names it, covers what")


def test_a_licence_nobody_looked_for_is_none_in_data() -> None:
    (source,) = data_terms(["CC0-1.0"], [replace(SOURCE, licence="not looked up")]).sources
    assert source.licence == ""


def test_a_source_is_found_by_its_bundles() -> None:
    listed = SourceList(
        sources=[SOURCE], bundles=1, runs=2, own_bundles=0, own_runs=0, copied_runs=0
    )
    assert sources_of_bundles(listed) == {"2026-01-a": SOURCE}


def test_every_description_of_the_whole_says_the_same_of_licences() -> None:
    """And the licence that programs read is the one which is named."""
    zenodo = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    package = datapackage_record(tables=[], licenses=["CC0-1.0"], homepage="")
    texts = [zenodo["notes"], citation["abstract"], package["description"]]
    assert [WHOLE in text for text in texts] == [True] * 3
    assert (zenodo["license"], citation["license"]) == ("cc-zero", "CC0-1.0")
    own = (ROOT / "LICENSE-DATA.md").read_text(encoding="utf-8")
    assert "The compilation as a whole is under CC0 1.0" in own
    assert "makes no claim on the source" in own
