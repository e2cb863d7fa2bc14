"""Pictures of comparisons, and cards for previews of links; lines that embed a picture.

Addresses in snippets are permanent ones, and a picture always leads back to its comparison. What a
card of a kind of page is about never changes, so that pages which name it need not either; what it
says does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from sysbench_archive.model.base import ComparisonKind, Labelled, Picture, Record
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.pages.home import HomeRecord
from sysbench_archive.publish.citation import PUBLISHER, in_markdown, plain

CARD = (600, 315)
"""Width and height of a social card, in pixels; what previews of links ask for."""


class PictureInput(Record, kw_only=True):
    """What the picture program draws for a comparison."""

    name: str
    """Slug of the comparison."""
    chart: str = ""
    """Name of its chart; empty where there is none."""
    card: bool = True
    """Whether it has a card."""
    title: str
    caption: str = ""
    """Which of several panels is shown; else empty."""
    answer: str
    """The answer in a sentence."""
    publisher: str = PUBLISHER
    """Who publishes it."""
    url: str = ""
    """Permanent address."""


def picture_input(comparison: Comparison, picture: Picture) -> PictureInput:
    """What is drawn for a comparison."""
    panel = _pictured_panel(comparison.panels)
    return PictureInput(
        name=comparison.slug,
        chart=panel.chart("throughput") if panel else "",
        card=bool(picture.card),
        title=plain(comparison.title),
        caption=plain(panel.title) if panel and len(comparison.panels) > 1 else "",
        answer=plain(comparison.says),
        url=picture.url,
    )


def picture_record(comparison: Comparison, base: str) -> Picture:
    """The pictures of a comparison: a chart where a panel has one, and a card of what somebody
    wrote. Cards of all would be the most of what pictures take.
    """
    path, panel = comparison.path, _pictured_panel(comparison.panels)
    alt = plain(f"{comparison.title}: {panel.title}" if panel else comparison.title)
    width, height = CARD
    return Picture(
        url=f"{base}{path}",
        card=f"{path}card.png" if comparison.kind == "curated" else "",
        chart=f"{path}chart.svg" if panel else "",
        width=width,
        height=height,
        alt=alt,
        snippets=_snippets(f"{base}{path}", alt, comparison.kind) if panel else [],
    )


def _pictured_panel(panels: Iterable[Panel]) -> Panel | None:
    """The first panel that has a chart."""
    return next((panel for panel in panels if panel.chart("throughput")), None)


def _snippets(url: str, alt: str, kind: ComparisonKind) -> list[Labelled]:
    """Markdown, and for what somebody wrote HTML as well: it would be much of what others take."""
    markdown = Labelled(label="Markdown", text=f"[![{in_markdown(alt)}]({url}chart.svg)]({url})")
    if kind == "matrix":
        return [markdown]
    chart, text = escape(f"{url}chart.svg"), escape(alt)
    html = f'<a href="{escape(url)}"><img src="{chart}" alt="{text}" width="720"></a>'
    return [markdown, Labelled(label="HTML", text=html)]


SECTIONS = {
    "home": "What a decade of MySQL and MariaDB releases did to throughput",
    "upgrades": "Should I upgrade?",
    "results": "Results, with the output they were read from",
}
"""First part of an address to what its card is about; pages of other parts have that of the home
page.
"""


def cards() -> dict[str, Picture]:
    """Section to its card."""
    width, height = CARD
    return {
        name: Picture(
            url="",
            card=f"/cards/{name}/card.png",
            chart="",
            width=width,
            height=height,
            alt=f"{PUBLISHER}: {about}",
            snippets=[],
        )
        for name, about in SECTIONS.items()
    }


def card_inputs(home: HomeRecord) -> Iterator[tuple[str, PictureInput]]:
    """(path below the derived folder, what is drawn) of each card. The picture program puts names
    that begin with `_`, which no comparison may have, into `cards/`.
    """
    said = {
        "home": home.finding,
        "upgrades": home.finding,
        "results": " ".join(f"{found.title}: {found.answer}" for found in home.newest[:1]),
    }
    for name, about in SECTIONS.items():
        picture = PictureInput(name=f"_{name}", title=about, answer=plain(said[name]))
        yield f"pictures/_{name}.json", picture
