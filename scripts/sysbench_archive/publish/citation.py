"""Citations, and the descriptions of data that search engines read.

A work of the archive is cited as text, BibTeX, CSL-JSON and Markdown, each escaped by the rules of
its format. It is as old as the newest revision it stands on: the day of the build is not known
here. Results and the archive as a whole are described as schema.org records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET

from sysbench_archive.derive.runs import archive_path
from sysbench_archive.ledger import Row, revision_page
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Citation, CitationFormat, CitationText, StructuredData
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.campaign import CampaignRecord
from sysbench_archive.model.comparison_revision import ComparisonRow, RecordedBundle
from sysbench_archive.model.result import ResultFields, ResultRecord
from sysbench_archive.problems import inert
from sysbench_archive.publish.api import bundle_path

Json = dict[str, Any]
"""A part of a schema.org record, whose format is not ours."""
PUBLISHER = "Sysbench Archive"
MOST_NAMED = 3
"""Authors a line of text names before it says "et al."; data formats name all."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What every format states. `stands_on` names revisions with their SWHIDs; may be empty."""

    key: str
    title: str
    authors: tuple[str, ...]
    day: str
    url: str
    version: str
    stands_on: str


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name for readers, and how it is written."""

    label: str
    write: Callable[[Cited], str]


def plain(words: str) -> str:
    """Text on one line, with nothing that cannot be seen."""
    return inert(" ".join(words.split()))


def text(cited: Cited) -> str:
    """A line of plain text."""
    stop = "" if cited.title.endswith((".", "?", "!")) else "."
    parts = [
        f"{_listed(cited.authors)} ({cited.day[:4]}). {cited.title}{stop}",
        f"{', '.join(filter(None, [PUBLISHER, cited.stands_on]))}.",
        cited.url,
    ]
    return " ".join(parts)


def bibtex(cited: Cited) -> str:
    """An entry of type misc, whose names and title are kept as they are by inner braces."""
    fields = {
        "author": f"{{{' and '.join(f'{{{in_latex(name)}}}' for name in cited.authors)}}}",
        "title": f"{{{{{in_latex(cited.title)}}}}}",
        "year": f"{{{cited.day[:4]}}}",
        "publisher": f"{{{PUBLISHER}}}",
        "version": f"{{{cited.version}}}",
        "url": f"{{{cited.url}}}",
        "note": f"{{{_capital(cited.stands_on)}}}",
    }
    lines = [f"  {name} = {value}" for name, value in fields.items() if value != "{}"]
    return "\n".join([f"@misc{{{cited.key},", ",\n".join(lines), "}"])


def csl(cited: Cited) -> str:
    """CSL-JSON: a list with one item of type dataset. Names are literal: nobody parts them."""
    item = {
        "id": cited.key,
        "type": "dataset",
        "title": cited.title,
        "author": [{"literal": name} for name in cited.authors],
        "issued": {"date-parts": [[int(part) for part in cited.day.split("-")]]},
        "publisher": PUBLISHER,
        "version": cited.version,
        "URL": cited.url,
        "note": _capital(cited.stands_on),
    }
    lines = [
        f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in item.items()
        if value
    ]
    return "\n".join(["[{", ",\n".join(lines), "}]"])


def markdown(cited: Cited) -> str:
    """A line of Markdown that begins with a link, so that no text is at the start of a line."""
    link = f"[{in_markdown(cited.title)}]({cited.url})"
    stands_on = re.sub(r"swh:1:dir:[0-9a-f]{40}", r"`\g<0>`", cited.stands_on)
    where = ", ".join(filter(None, [f"{PUBLISHER} ({cited.day[:4]})", stands_on]))
    return f"{link}, by {in_markdown(_listed(cited.authors))}. {where}."


FORMATS: dict[CitationFormat, Format] = {
    "text": Format("Text", text),
    "bibtex": Format("BibTeX", bibtex),
    "csl": Format("CSL-JSON", csl),
    "markdown": Format("Markdown", markdown),
}


def _listed(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{names[0]} et al."
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# A bare brace would count towards the braces of the entry, even after a backslash.
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "$&%#_"},
    }
)


def in_latex(words: str) -> str:
    """Plain text that LaTeX prints as it is."""
    return words.translate(_LATEX)


_MARKS = re.compile(r"[\\`*_\[\]<>&|~$#]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def in_markdown(words: str) -> str:
    """Plain text on a line of Markdown, where nothing in it is a mark, a tag or an address."""
    return _MARKS.sub(r"\\\g<0>", words)


_RUN = "\ue000"
"""Stands for a run's id; private, so that no text that was made inert can hold it."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A bundle's newest revision: number from 1, ISO day, SWHID, status."""

    bundle: str
    number: int
    date: str
    swhid: str
    status: str

    def words(self, *, named: bool) -> str:
        """The revision in words; `named` puts the bundle before it."""
        name = f"{self.bundle} " if named else ""
        if self.status == "withdrawn":
            return f"{name}withdrawn on {self.date}, {self.swhid}"
        day = f" of {self.date}" if self.date else ""
        return f"{name}revision {self.number}{day}, {self.swhid}"


@dataclass(frozen=True, slots=True)
class Work:
    """Something that can be cited: title and authors in plain text, a site path, its revisions.

    `day` is an ISO day: that of the newest revision. `revision` is its own, as words and as a
    number, where it has revisions besides those of its bundles.
    """

    title: str
    authors: tuple[str, ...]
    path: str
    day: str
    editions: tuple[Edition, ...] = ()
    revision: tuple[str, int] = ("", 0)

    def cited(self, base: str) -> Cited:
        """The facts a citation states; `base` is the permanent address of the archive."""
        words, number = self.revision
        number = number or (self.editions[0].number if len(self.editions) == 1 else 0)
        several = len(self.editions) > 1 or bool(words)
        return Cited(
            key=f"sysbench-archive:{self.path.strip('/').removeprefix('results/')}",
            title=self.title,
            authors=self.authors or ("Sysbench Archive",),
            day=self.day,
            url=f"{base}{self.path}",
            version=f"revision {number}" if number else "",
            stands_on="; ".join(
                filter(None, [words, *(edition.words(named=several) for edition in self.editions)])
            ),
        )


def bundle_work(bundle: str, rows: Sequence[Row]) -> Work:
    """A bundle as its publication record knows it, withdrawn or not; there must be a row."""
    row = rows[-1]
    edition = Edition(
        bundle=bundle, number=row.revision, date=row.date, swhid=row.swhid, status=row.status
    )
    authors = tuple(plain(name) for name in row.authors.split(";") if name.strip())
    return Work(
        title=plain(row.title),
        authors=authors,
        path=f"/results/{bundle}/",
        day=row.date,
        editions=(edition,),
    )


def comparison_work(title: str, path: str, bundles: Sequence[Work]) -> Work:
    """A comparison: the work of everybody whose bundles it rests on, as new as the newest."""
    return Work(
        title=plain(title),
        authors=tuple(dict.fromkeys(name for bundle in bundles for name in bundle.authors)),
        path=path,
        day=max(bundle.day for bundle in bundles),
        editions=tuple(edition for bundle in bundles for edition in bundle.editions),
    )


def pinned_work(comparison: Work, row: ComparisonRow) -> Work:
    """A comparison at the pinned address of one of its revisions, with the bundles of that row."""
    known = {edition.bundle: edition for edition in comparison.editions}
    return replace(
        comparison,
        path=revision_page(row.comparison, row.revision),
        day=row.date,
        editions=tuple(
            _edition_then(known[bundle.bundle], bundle)
            for bundle in row.bundles
            if bundle.bundle in known
        ),
        revision=(
            f"revision {row.revision} of {row.date}, methodology {row.methodology}",
            row.revision,
        ),
    )


def _edition_then(now: Edition, then: RecordedBundle) -> Edition:
    """A bundle's revision that a comparison rested on; a withdrawn one is cited as withdrawn."""
    if now.status == "withdrawn" or now.number == then.revision:
        return now
    return replace(now, number=then.revision, date="", swhid=then.swhid)


def result_revision_work(bundle: Work) -> Work:
    """A bundle at the pinned address of its newest revision."""
    return replace(bundle, path=f"{bundle.path}revisions/{bundle.editions[0].number}/")


def run_of_revision(revision: Work, run: str) -> Work:
    """One run of a bundle at the pinned address of a revision."""
    return replace(
        revision, title=f"{revision.title}, run {run}", path=f"{revision.path}?run={run}"
    )


def revision_citation(bundle: Work, base: str) -> Citation:
    """A bundle's newest revision at its pinned address, and its runs there, as lines of text."""
    revision = result_revision_work(bundle)
    return Citation(
        day=revision.day,
        formats=_texts(revision, base)[:1],
        runs=_texts(run_of_revision(revision, _RUN), base)[:1],
    )


def campaign_work(campaign: CampaignRecord, bundles: Sequence[Work]) -> Work:
    """A campaign: cited as a comparison of its bundles is."""
    return comparison_work(campaign.title, campaign.path, bundles)


def run_of(whole: Work, run: str) -> Work:
    """One run of a bundle as a work."""
    return replace(whole, title=f"{whole.title}, run {run}", path=f"{whole.path}{run}/")


def citation_record(work: Work, base: str, *, with_runs: bool = False) -> Citation:
    """A text in each format, in parts that a run's id stands between.

    A bundle's own texts are one part; those of its runs, under `runs`, are the same for all.
    """
    return Citation(
        day=work.day,
        formats=_texts(work, base),
        runs=_texts(run_of(work, _RUN), base) if with_runs else UNSET,
    )


def text_of(citation: Citation, form: str) -> str:
    """A text of a citation, by the name of its format."""
    return "".join(next(text.parts for text in citation.formats if text.format == form))


def _texts(work: Work, base: str) -> list[CitationText]:
    cited = work.cited(base)
    return [
        CitationText(format=name, label=form.label, parts=form.write(cited).split(_RUN))
        for name, form in FORMATS.items()
    ]


_CONTEXT = "https://schema.org"
_LICENCES = "https://spdx.org/licenses/{}.html"
_KINDS = {
    ".gz": "application/gzip",
    ".json": "application/json",
    ".csv": "text/csv",
    ".yaml": "text/plain",
}
PURPOSE = "A public, permanent, checkable archive of MySQL and MariaDB sysbench results."
SHORTEST = 50
"""Characters a description needs for search engines of data to take it."""


def dataset_record(result: ResultRecord, work: Work, base: str) -> StructuredData:
    """A bundle as a schema.org Dataset, with permanent addresses."""
    url = f"{base}{result.path}"
    record: Json = {
        "@context": _CONTEXT,
        "@type": "Dataset",
        "@id": url,
        "url": url,
        "name": work.title,
        "description": _description(result),
        "identifier": [url, *(edition.swhid for edition in work.editions)],
        "version": "".join(str(edition.number) for edition in work.editions),
        "license": _LICENCES.format(result.license),
        # Nobody says whether a name is a person's or a group's.
        "creator": [{"name": name} for name in work.authors],
        "publisher": _publisher(base),
        "datePublished": result.submitted,
        "dateModified": work.day,
        "isBasedOn": result.source_url,
        "includedInDataCatalog": {"@type": "DataCatalog", "@id": f"{base}/"},
        "isAccessibleForFree": True,
        "keywords": sorted(_keywords(result)),
        "measurementTechnique": sorted({client.label for client in result.clients}),
        "variableMeasured": [_variable(name) for name in result.metrics],
        "distribution": list(_downloads(result, base)),
    }
    return {name: value for name, value in record.items() if value not in ("", [])}


def series_record(campaign: CampaignRecord, work: Work, base: str) -> StructuredData:
    """A campaign as a schema.org Dataset that rests on those of its bundles."""
    url = f"{base}{campaign.path}"
    findings = " ".join(finding.text for finding in campaign.findings)
    sides = [side.label for view in campaign.views for side in view.sides]
    described = f"{campaign.runs} sysbench runs of {', '.join(dict.fromkeys(sides))}."
    products = {PRODUCTS.get(s.product, "") for view in campaign.views for s in view.sides}
    return {
        "@context": _CONTEXT,
        "@type": "Dataset",
        "@id": url,
        "url": url,
        "name": work.title,
        "description": f"{findings} {described}".strip(),
        "creator": [{"name": name} for name in work.authors],
        "publisher": _publisher(base),
        "dateModified": work.day,
        "isBasedOn": [f"{base}{bundle.path}" for bundle in campaign.bundles],
        "includedInDataCatalog": {"@type": "DataCatalog", "@id": f"{base}/"},
        "isAccessibleForFree": True,
        "keywords": sorted({"sysbench", "benchmark"} | products - {""}),
    }


def catalog_record(*, runs: int, bundles: int, days: Sequence[str], base: str) -> StructuredData:
    """The archive as a schema.org DataCatalog; `days` are those of all rows of its record."""
    size = f"{runs} runs in {bundles} results"
    return {
        "@context": _CONTEXT,
        "@type": "DataCatalog",
        "@id": f"{base}/",
        "url": f"{base}/",
        "name": PUBLISHER,
        "description": f"{PURPOSE} It holds {size}.",
        "publisher": _publisher(base),
        "keywords": ["benchmark", "sysbench", *PRODUCTS.values()],
        "isAccessibleForFree": True,
        **({"dateModified": max(days)} if days else {}),
    }


def _publisher(base: str) -> Json:
    return {"@type": "Organization", "name": PUBLISHER, "url": f"{base}/"}


def _description(result: ResultRecord) -> str:
    """The author's notes where they say enough, else what was run on what."""
    notes = " ".join(result.notes.split())
    if len(notes) >= SHORTEST:
        return notes
    servers = ", ".join(dict.fromkeys(server.label for server in result.servers))
    tests = ", ".join(dict.fromkeys(workload.title for workload in result.workloads))
    described = f"{len(result.runs)} sysbench runs of {servers}: {tests}, with their evidence."
    return f"{described} {notes}".strip()


def _keywords(result: ResultRecord) -> set[str]:
    products = {PRODUCTS.get(server.product, "") for server in result.servers}
    tests = {workload.test for workload in result.workloads}
    return ({"sysbench", "benchmark"} | products | tests) - {""}


def _variable(name: str) -> Json:
    metric = METRICS[name]
    unit = {"unitText": metric.unit} if metric.unit != "1" else {}
    return {"@type": "PropertyValue", "name": metric.label, **unit}


def _downloads(result: ResultFields, base: str) -> Iterator[Json]:
    yield _download(f"{result.id}.json", f"{base}{bundle_path(result.id)}")
    if result.archive:
        yield _download(f"{result.id}.tar.gz", f"{base}{result.archive.href}")
    for file in result.files:
        if "/" not in file.path and file.href != archive_path(result.id):
            yield _download(file.path, f"{base}{file.href}")


def _download(name: str, url: str) -> Json:
    kind = next((kind for end, kind in _KINDS.items() if name.endswith(end)), "text/plain")
    return {"@type": "DataDownload", "name": name, "encodingFormat": kind, "contentUrl": url}
