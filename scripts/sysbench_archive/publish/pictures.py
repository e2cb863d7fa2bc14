"""Pictures of charts, cards for previews of links, and lines that show a chart elsewhere.

Addresses in lines are permanent ones, and a picture always leads back to its page. What a card of a
kind of page is about never changes, so that pages which name it need not either; what it says does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Literal

from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import Labelled, Picture, Record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.pages.comparison.charts import headline_picture
from sysbench_archive.pages.history import WithdrawnComparison
from sysbench_archive.pages.home import HomeRecord
from sysbench_archive.pages.kinds import PageCard
from sysbench_archive.publish.citation import PUBLISHER, in_markdown, plain

CARD = (1200, 630)
"""Width and height of a social card, in pixels; what previews of links ask for."""
CHART_WIDTH = 752
"""Pixels that a picture of a chart is wide."""
NO_LONGER = "This comparison is no longer drawn."
"""What the files of a withdrawn comparison say."""


class PicturedChart(Record):
    """A chart that is drawn as a picture that stands alone."""

    name: str
    path: str
    """Address of its picture."""
    caption: str
    """Which of several panels it shows; else empty."""


class PictureInput(Record, kw_only=True):
    """What the picture program draws for a page."""

    charts: list[PicturedChart] = field(default_factory=list)
    """Its charts; its card shows the first."""
    card: str = ""
    """Address of its card; empty where it has none."""
    title: str
    finding: str = ""
    """A number or a range, shown large; may be empty."""
    answer: str = ""
    """The answer in a sentence, or what that number is of."""
    basis: str = ""
    """What it rests on; may be empty."""
    publisher: str = PUBLISHER
    """Who publishes it."""
    url: str = ""
    """Permanent address."""
    gone: list[str] = field(default_factory=list)
    """Addresses of charts that are no longer drawn."""
    notices: list[str] = field(default_factory=list)
    """What is shown in their place, a sentence each."""


def picture_input(comparison: Comparison, base: str) -> PictureInput:
    """What is drawn for a comparison: its charts, and a card where somebody wrote it. Cards of all
    would be the most of what pictures take.
    """
    several = len(comparison.panels) > 1
    charts = [
        PicturedChart(
            name=chart.name,
            path=chart.picture,
            caption=plain(panel.title) if several else "",
        )
        for panel in comparison.panels
        for chart in panel.charts
    ]
    if panel := _pictured_panel(comparison.panels):
        first = PicturedChart(
            name=panel.chart("throughput"),
            path=headline_picture(comparison.path),
            caption=plain(panel.title) if several else "",
        )
        # Whatever that panel is called: it has one of its own besides.
        charts = [first, *(chart for chart in charts if chart.path != first.path)]
    return PictureInput(
        charts=charts,
        card=card_address(comparison),
        title=plain(comparison.title),
        answer=plain(comparison.says),
        url=f"{base}{comparison.path}",
    )


def result_pictures(title: str, path: str, panels: Iterable[Panel], base: str) -> PictureInput:
    """What is drawn of workloads that no comparison of a result shows."""
    charts = [
        PicturedChart(name=chart.name, path=chart.picture, caption=plain(panel.title))
        for panel in panels
        for chart in panel.charts
    ]
    return PictureInput(charts=charts, title=plain(title), url=f"{base}{path}")


def gone_pictures(
    title: str, notices: Iterable[str], pictures: Iterable[str], card: str = ""
) -> PictureInput:
    """What is drawn in place of charts of a page with this title."""
    return PictureInput(
        title=plain(title),
        answer=NO_LONGER,
        card=card,
        gone=list(pictures),
        notices=["This chart is no longer drawn.", *map(plain, notices)],
    )


def card_address(comparison: Comparison | WithdrawnComparison) -> str:
    """Where its card is; empty where nobody wrote it, whose card is that of its kind of page."""
    return f"{comparison.path}card.png" if comparison.kind == "curated" else ""


def comparison_card(comparison: Comparison) -> Picture | UnsetType:
    """The card of a comparison that somebody wrote; others have that of their kind of page."""
    card = card_address(comparison)
    return picture_of(card, plain(comparison.title)) if card else UNSET


def picture_of(card: str, alt: str) -> Picture:
    """A card at an address."""
    width, height = CARD
    return Picture(card=card, width=width, height=height, alt=alt)


def _pictured_panel(panels: Iterable[Panel]) -> Panel | None:
    """The first panel that has a chart."""
    return next((panel for panel in panels if panel.chart("throughput")), None)


class EmbedPage(Record):
    """A comparison's first chart on a page for other sites."""

    path: str
    """Address of the comparison."""
    title: str
    says: str
    """The answer in a sentence; may be empty."""
    chart: str
    """Name of the chart."""
    caption: str
    """What it shows, in words."""


class OEmbed(Record):
    """What programs that turn addresses into embeds are told: https://oembed.com"""

    version: str
    type: str
    provider_name: str
    provider_url: str
    title: str
    html: str
    """A frame."""
    width: int
    height: int
    """Both in pixels."""


FRAME = (760, 620)
"""Width and height of a frame, in pixels: the largest of one chart with a title of two lines."""


def embed_page(comparison: Comparison) -> EmbedPage | None:
    """The page for other sites; None of what has no chart."""
    panel = _pictured_panel(comparison.panels)
    if not panel:
        return None
    (chart,) = (chart for chart in panel.charts if chart.kind == "throughput")
    several = f": {panel.title}" if len(comparison.panels) > 1 else ""
    return EmbedPage(
        path=comparison.path,
        title=f"{comparison.title}{several}",
        says=comparison.findings[0].text if comparison.findings and not several else "",
        chart=chart.name,
        caption=f"{chart.title}. {chart.note}".strip(),
    )


def embed_address(path: str) -> str:
    """Where a comparison's page for other sites is."""
    return f"{path}embed/"


def frame_of(title: str, page: str) -> str:
    """HTML that shows a page for other sites."""
    width, height = FRAME
    return (
        f'<iframe src="{escape(page)}" title="{escape(plain(title))}" width="{width}"'
        f' height="{height}" loading="lazy" style="border:0;max-width:100%"></iframe>'
    )


def oembed(title: str, path: str, base: str) -> OEmbed:
    """The same for programs, by the title and the path of a comparison."""
    width, height = FRAME
    return OEmbed(
        version="1.0",
        type="rich",
        provider_name=PUBLISHER,
        provider_url=f"{base}/",
        title=plain(title),
        html=frame_of(title, f"{base}{embed_address(path)}"),
        width=width,
        height=height,
    )


def chart_lines(alt: str, page: str, picture: str, framed: str = "") -> list[Labelled]:
    """HTML and Markdown that show a picture and lead to its page, both permanent addresses;
    `framed` is the page for other sites that shows the same chart.
    """
    image = f'<img src="{escape(picture)}" alt="{escape(plain(alt))}" width="{CHART_WIDTH}">'
    frame = [Labelled(label="HTML, as a frame", text=frame_of(alt, framed))] if framed else []
    return [
        *frame,
        Labelled(label="HTML", text=f'<a href="{escape(page)}">{image}</a>'),
        Labelled(label="Markdown", text=f"[![{in_markdown(plain(alt))}]({picture})]({page})"),
    ]


Standing = Literal["measured in", "reported in", "withdrawn from"]
_BADGES: dict[Standing, tuple[int, str]] = {
    "measured in": (76, "#1a6a3a"),
    "reported in": (72, "#825000"),
    "withdrawn from": (96, "#a32a2a"),
}
"""What a badge says before the name of the archive: how wide that is, in pixels, and its colour."""
_NAME_WIDTH = 110


def standing_of(evidence: Evidence) -> Standing:
    """What a badge says of a result: whether there is output behind its figures."""
    return "measured in" if evidence in ("raw-output", "linked-output") else "reported in"


def badge_address(path: str) -> str:
    """Where the badge of a result is."""
    return f"{path}badge.svg"


def badge(standing: Standing) -> bytes:
    """A badge of a result, which says nothing that somebody wrote."""
    width, colour = _BADGES[standing]
    whole, middle = width + _NAME_WIDTH, width + _NAME_WIDTH / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img">'
        f"<title>{standing} the {PUBLISHER}</title>"
        f'<rect width="{whole}" height="20" rx="3" fill="{colour}"/>'
        f'<path d="M3 0H{width}V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="#444"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"'
        ' text-anchor="middle">'
        f'<text x="{width / 2:g}" y="14" textLength="{width - 14}">{standing}</text>'
        f'<text x="{middle:g}" y="14" textLength="{_NAME_WIDTH - 14}">{PUBLISHER}</text>'
        "</g></svg>\n"
    ).encode()


def badge_lines(path: str, standing: Standing, base: str) -> list[Labelled]:
    """HTML and Markdown that show the badge of a result and lead to it."""
    url, picture = f"{base}{path}", f"{base}{badge_address(path)}"
    alt = f"{standing} the {PUBLISHER}"
    return [
        Labelled(label="HTML", text=f'<a href="{url}"><img src="{picture}" alt="{alt}"></a>'),
        Labelled(label="Markdown", text=f"[![{alt}]({picture})]({url})"),
    ]


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
    return {
        name: picture_of(_section_card(name), f"{PUBLISHER}: {about}")
        for name, about in SECTIONS.items()
    }


NOTHING_LEFT = "No result on file is about this any more."
"""What the card of a page says that is not made any more, as the page does."""


def page_picture(card: PageCard) -> Picture:
    """The card of a page that spans bundles. It lies beside the page, and stays as that does."""
    said = f": {card.finding}" if card.finding else ""
    return picture_of(f"{card.path}card.png", plain(f"{card.title}{said}"))


def page_card_input(card: PageCard) -> tuple[str, PictureInput]:
    """Path below the derived folder, and what is drawn."""
    picture = PictureInput(
        card=page_picture(card).card,
        title=plain(card.title),
        finding=plain(card.finding),
        answer=plain(card.text),
        basis=plain(card.basis),
    )
    return f"pictures/_{card.path.strip('/').replace('/', '--')}.json", picture


def _section_card(name: str) -> str:
    return f"/cards/{name}/card.png"


def card_inputs(home: HomeRecord) -> Iterator[tuple[str, PictureInput]]:
    """(path below the derived folder, what is drawn) of each card. No comparison may have a name
    that begins with `_`.
    """
    said = {
        "home": home.finding,
        "upgrades": home.finding,
        "results": " ".join(f"{found.title}: {found.answer}" for found in home.newest[:1]),
    }
    for name, about in SECTIONS.items():
        picture = PictureInput(card=_section_card(name), title=about, answer=plain(said[name]))
        yield f"pictures/_{name}.json", picture
