"""What the head of a page says of its citation: tags of Highwire Press, which Google Scholar and
programs that keep references read, and links of Signposting, which programs that collect data
follow.

A static host sends no headers of its own, so that links stand in the page. Addresses of files are
relative to it: they are those of this copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sysbench_archive.model.base import HeadLink, HeadTag, PageHead
from sysbench_archive.publish.citation import ORCID, PUBLISHER, Imprint, Work

CSL = "application/vnd.citationstyles.csl+json"
_TYPES = ("https://schema.org/AboutPage", "https://schema.org/Dataset")
"""What the page is, and what it is about."""


def page_head(
    work: Work, imprint: Imprint, licenses: Sequence[str], items: Iterable[tuple[str, str]]
) -> PageHead:
    """The tags and links of a page; `licenses` are addresses, `items` the files of its data, each
    with its media type.
    """
    cited = work.cited(imprint)
    tags = [
        ("title", cited.titled()),
        *(("author", name.family_first()) for name in cited.authors),
        ("publication_date", cited.day.replace("-", "/")),
        ("publisher", PUBLISHER),
        ("doi", cited.doi),
    ]
    links = [
        ("cite-as", cited.url, ""),
        ("describedby", "citation.json", CSL),
        *(("item", path, kind) for path, kind in items),
        *(("license", address, "") for address in licenses),
        *(("author", f"{ORCID}{name.orcid}", "") for name in cited.authors if name.orcid),
        *(("type", address, "") for address in _TYPES),
    ]
    return PageHead(
        tags=[HeadTag(name=f"citation_{name}", content=text) for name, text in tags if text],
        links=[HeadLink(rel=rel, href=href, type=kind) for rel, href, kind in links],
    )
