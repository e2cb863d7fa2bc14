"""Pictures of a comparison for other sites: what is drawn, and the lines that embed it.

Owns which chart stands for a comparison, and the snippets, whose addresses are permanent ones.
A picture always leads back to its comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from sysbench_archive.publish.citation_formats import PUBLISHER, in_markdown, plain

Record = dict[str, Any]

CARD = (1200, 630)
"""Width and height of a social card, in pixels; what previews of links ask for."""


def picture_input(comparison: Mapping[str, Any]) -> Record:
    """What the picture program draws for a comparison; `chart` is empty where there is none."""
    panel = _pictured(comparison)
    several = len(comparison["panels"]) > 1
    return {
        "name": comparison["slug"],
        "chart": panel["charts"]["throughput"] if panel else "",
        "title": plain(comparison["title"]),
        "caption": plain(panel["title"]) if panel and several else "",
        "answer": plain(comparison["answer"]["sentence"] or comparison["summary"]),
        "publisher": PUBLISHER,
        "url": comparison["picture"]["url"],
    }


def picture_record(comparison: Mapping[str, Any], base: str) -> Record:
    """{url, card, chart, width, height, alt, snippets}; without a chart only the card is there."""
    path, panel = comparison["path"], _pictured(comparison)
    alt = plain(f"{comparison['title']}: {panel['title']}" if panel else comparison["title"])
    width, height = CARD
    return {
        "url": f"{base}{path}",
        "card": f"{path}card.png",
        "chart": f"{path}chart.svg" if panel else "",
        "width": width,
        "height": height,
        "alt": alt,
        "snippets": _snippets(f"{base}{path}", alt) if panel else [],
    }


def _pictured(comparison: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The first panel that has a chart."""
    return next((panel for panel in comparison["panels"] if panel["charts"]["throughput"]), None)


def _snippets(url: str, alt: str) -> list[Record]:
    chart, text = escape(f"{url}chart.svg"), escape(alt)
    return [
        {"label": "Markdown", "text": f"[![{in_markdown(alt)}]({url}chart.svg)]({url})"},
        {
            "label": "HTML",
            "text": f'<a href="{escape(url)}"><img src="{chart}" alt="{text}" width="720"></a>',
        },
    ]
