"""Cards for previews of links to pages without a picture of their own: one for a kind of page.

What a card is about never changes, so that pages which name it need not either; what it says does.
"""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.base import Picture
from sysbench_archive.pages.home import HomeRecord
from sysbench_archive.publish.charts import CARD, PictureInput
from sysbench_archive.publish.citation import PUBLISHER, plain

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
        "home": "",
        "upgrades": " ".join(f"{found.title}: {found.answer}" for found in home.upgrades[:1]),
        "results": " ".join(f"{found.title}: {found.finding}" for found in home.newest[:1]),
    }
    for name, about in SECTIONS.items():
        yield (
            f"pictures/_{name}.json",
            PictureInput(
                name=f"_{name}",
                chart="",
                card=True,
                title=about,
                caption="",
                answer=plain(said[name]),
                publisher=PUBLISHER,
                url="",
            ),
        )
