"""How sample records are cited, pictured and described to programs."""

from __future__ import annotations

from .shared import Record, Text

FORMATS = {"text": "Text", "bibtex": "BibTeX", "csl": "CSL-JSON", "markdown": "Markdown"}
RUN_GOES_HERE = ("run ", " of the sample")


def citation(path: str, text: Text) -> Record:
    """A text in each format, for a whole and for its runs."""
    return {
        "day": "2026-01-02",
        "formats": [_text(name, [text(f"{label} of {path}")]) for name, label in FORMATS.items()],
        "runs": [
            _text(name, [text(f"{label} of {RUN_GOES_HERE[0]}"), RUN_GOES_HERE[1]])
            for name, label in FORMATS.items()
        ],
    }


def _text(name: str, parts: list[str]) -> Record:
    return {"format": name, "label": FORMATS[name], "parts": parts}


def structured(kind: str, path: str, text: Text) -> Record:
    """A record for search engines."""
    return {
        "@context": "https://schema.org",
        "@type": kind,
        "@id": f"https://sysbench-archive.example{path}",
        "name": text(f"Name of {path}"),
        "description": text("What it is"),
        "creator": [{"name": text("A submitter")}],
    }


def picture(path: str, text: Text) -> Record:
    """The pictures of a comparison."""
    return {
        "url": f"https://sysbench-archive.example{path}",
        "card": f"{path}card.png",
        "chart": f"{path}chart.svg",
        "width": 1200,
        "height": 630,
        "alt": text("What the picture shows"),
        "snippets": [{"label": "Markdown", "text": text("lines to paste")}],
    }
