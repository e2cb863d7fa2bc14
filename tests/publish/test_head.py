"""What heads of pages say of a citation; `tests/browser` looks at pages."""

from works import BASE, BUNDLE, DEPOSITED, DOI, IMPRINT, ORCID, whole

from sysbench_archive.publish.head import CSL, page_head

LICENSE = "https://spdx.org/licenses/CC0-1.0.html"


def test_tags_are_those_that_google_scholar_reads() -> None:
    head = page_head(whole(), DEPOSITED, [LICENSE], ())
    assert [(tag.name, tag.content) for tag in head.tags] == [
        ("citation_title", "MySQL 8.0 and 8.4, read-only"),
        ("citation_author", "Bob of Example & Sons"),
        ("citation_author", "Example, Ada"),
        ("citation_publication_date", "2026/01/05"),
        ("citation_publisher", "Sysbench Archive"),
        ("citation_doi", DOI),
    ]
    assert "citation_doi" not in {tag.name for tag in page_head(whole(), IMPRINT, [], ()).tags}


def test_links_are_those_of_signposting() -> None:
    head = page_head(whole(), IMPRINT, [LICENSE], [("bundle.tar.gz", "application/gzip")])
    assert [(link.rel, link.href, link.type) for link in head.links] == [
        ("cite-as", f"{BASE}/results/{BUNDLE}/", ""),
        ("describedby", "citation.json", CSL),
        ("item", "bundle.tar.gz", "application/gzip"),
        ("license", LICENSE, ""),
        ("author", f"https://orcid.org/{ORCID}", ""),
        ("type", "https://schema.org/AboutPage", ""),
        ("type", "https://schema.org/Dataset", ""),
    ]
