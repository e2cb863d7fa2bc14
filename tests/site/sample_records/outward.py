"""How sample records are cited, pictured and described to programs."""

from __future__ import annotations

from sysbench_archive.model.base import (
    Citation,
    CitationFormat,
    CitationText,
    Picture,
    Snippet,
    StructuredData,
)
from sysbench_archive.model.sources import DataTerms, SourceOfData

from .shared import Text

FORMATS: dict[CitationFormat, str] = {
    "text": "Text",
    "bibtex": "BibTeX",
    "biblatex": "biblatex",
    "csl": "CSL-JSON",
    "ris": "RIS",
    "markdown": "Markdown",
}
RUN_GOES_HERE = ("run ", " of the sample")


def citation(path: str, text: Text) -> Citation:
    """A text in each format, for a whole and for its runs."""
    before, behind = RUN_GOES_HERE
    return Citation(
        day="2026-01-02",
        formats=[
            CitationText(format=name, label=label, parts=[text(f"{label} of {path}")])
            for name, label in FORMATS.items()
        ],
        runs=[
            CitationText(format=name, label=label, parts=[text(f"{label} of {before}"), behind])
            for name, label in FORMATS.items()
        ],
    )


def structured(kind: str, path: str, text: Text) -> StructuredData:
    """A record for search engines."""
    return {
        "@context": "https://schema.org",
        "@type": kind,
        "@id": f"https://sysbench-archive.example{path}",
        "name": text(f"Name of {path}"),
        "description": text("What it is"),
        "creator": [{"@type": "Person", "name": text("A submitter")}],
    }


def terms(text: Text) -> DataTerms:
    """Terms of data that were taken from a source."""
    source = SourceOfData(
        path="/sources/#a-repository",
        title=text("A repository"),
        author=text("Ada Example"),
        url="https://example.org/results",
        licence=text("none stated"),
    )
    return DataTerms(
        licences=["CC0-1.0"],
        brief=text("In a few words"),
        covers=text("What it covers"),
        leaves=text("What it leaves"),
        sources=[source],
    )


def picture(path: str, text: Text) -> Picture:
    """The pictures of a comparison."""
    return Picture(
        url=f"https://sysbench-archive.example{path}",
        card=f"{path}card.png",
        chart=f"{path}chart.svg",
        width=600,
        height=315,
        alt=text("What the picture shows"),
        snippets=[Snippet(label="Markdown", text=text("lines to paste"))],
    )
