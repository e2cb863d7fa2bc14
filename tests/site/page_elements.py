"""A page as its elements: enough to ask what a browser would load or run."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

Attributes = dict[str, str]


SAID_OF_IT = {"canonical", "cite-as", "describedby", "item", "license", "type"}
"""Relations that programs read of a page, and no browser follows (https://signposting.org/)."""


@dataclass(slots=True)
class Page:
    """The elements of a page in order, and its text."""

    elements: list[tuple[str, Attributes]] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> list[Attributes]:
        """Attributes of every element of a name."""
        return [attributes for name, attributes in self.elements if name == tag]

    def ids(self) -> list[str]:
        """Every id, in order."""
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    def loads(self) -> list[str]:
        """Addresses that a browser asks for by itself when it shows the page."""
        wanted = [a[name] for _, a in self.elements for name in ("src", "data") if name in a]
        # What embeds a page is asked for by other sites, at its permanent address.
        others = {"application/json+oembed"}
        links = [
            a
            for a in self.all("link")
            if a.get("rel") not in SAID_OF_IT and a.get("type") not in others
        ]
        return wanted + [a["href"] for a in links]


def read(html: str) -> Page:
    """The elements of an HTML text, as a browser understands it."""
    root = LexborHTMLParser(html).root
    assert root is not None
    return Page([(str(node.tag), _attributes(node)) for node in root.css("*")], root.text())


def _attributes(node: LexborNode) -> Attributes:
    return {name: value or "" for name, value in node.attributes.items()}
