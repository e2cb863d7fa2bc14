"""Citations: as text, for BibTeX, biblatex and programs that keep references, and as Markdown.

Each format is escaped by its own rules, and puts the address, the revision and the SWHID into
fields that bibliographies print. Whose figures they are is named first: who wrote the source, then
who submitted the bundle. A work is as old as the newest revision it stands on: the day of the build
is not known here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET

from sysbench_archive.ledger.comparisons import revision_page
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.base import Citation, CitationFormat, CitationText
from sysbench_archive.model.comparison_revision import ComparisonRow, RecordedBundle
from sysbench_archive.model.history import RevisionStatus
from sysbench_archive.problems import inert
from sysbench_archive.words.phrases import capital, joined

PUBLISHER = "Sysbench Archive"
MAINTAINERS = f"{PUBLISHER} maintainers"
"""Who is named for the archive as a whole, here and in CITATION.cff."""
WHOLE = f"{PUBLISHER}: results of sysbench against MySQL and MariaDB"
"""Title of the archive as a whole."""
MOST_NAMED = 3
"""Authors a line of text names before it says "et al."; data formats name all."""
MOST_PRINTED = 3
"""Bundles whose revisions and SWHIDs a bibliography prints; data formats name those of all."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What every format states.

    `stands_on` names all revisions with their SWHIDs, `printed` as many of them as fit into a
    bibliography. What has no revision of its own is as it was on a day.
    """

    key: str
    title: str
    authors: tuple[str, ...]
    day: str
    url: str
    stands_on: str
    printed: str


def plain(words: str) -> str:
    """Text on one line, with nothing that cannot be seen."""
    return inert(" ".join(words.split()))


def text(cited: Cited) -> str:
    """A line of plain text."""
    stop = "" if cited.title.endswith((".", "?", "!")) else "."
    parts = [
        f"{_listed(cited.authors)} ({cited.day[:4]}). {cited.title}{stop}",
        f"{PUBLISHER}, {cited.stands_on}.",
        cited.url,
    ]
    return " ".join(parts)


def bibtex(cited: Cited) -> str:
    """An entry of type misc, of which every style prints `howpublished` and `note`; some also print
    `url`, others drop it. Inner braces keep names and title as they are.
    """
    place = f"{PUBLISHER}, {cited.url}"
    return _entry("misc", cited, {"year": cited.day[:4], "howpublished": place})


def biblatex(cited: Cited) -> str:
    """An entry of type dataset, with the whole day, the publisher and the address in fields of
    their own. It has no version, which styles print with a word of their own before it.
    """
    return _entry("dataset", cited, {"date": cited.day, "publisher": f"{{{PUBLISHER}}}"})


def csl(cited: Cited) -> str:
    """CSL-JSON: a list with one item of type dataset. Names are literal: nobody parts them.

    Few styles print `note` or `version`: what has to be read stands in the title.
    """
    item = {
        "id": cited.key,
        "type": "dataset",
        "title": titled(cited),
        "title-short": cited.title,
        "author": [{"literal": name} for name in cited.authors],
        "issued": {"date-parts": [[int(part) for part in cited.day.split("-")]]},
        "publisher": PUBLISHER,
        "URL": cited.url,
        "note": capital(cited.stands_on),
    }
    lines = [
        f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in item.items()
    ]
    return "\n".join(["[{", ",\n".join(lines), "}]"])


def ris(cited: Cited) -> str:
    """A record of RIS, for programs that keep references; each line is a tag and its value."""
    lines = [
        ("TY", "DATA"),
        ("ID", cited.key),
        *(("AU", name) for name in cited.authors),
        ("TI", titled(cited)),
        ("PY", cited.day[:4]),
        ("DA", cited.day.replace("-", "/")),
        ("PB", PUBLISHER),
        ("UR", cited.url),
    ]
    # Many revisions are not all in the title.
    if cited.stands_on != cited.printed:
        lines.append(("N1", capital(cited.stands_on)))
    return "\n".join([*(f"{tag}  - {value}" for tag, value in lines), "ER  - "])


def markdown(cited: Cited) -> str:
    """A line of Markdown that begins with a link, so that no text is at the start of a line."""
    link = f"[{in_markdown(cited.title)}]({cited.url})"
    stands_on = re.sub(r"swh:1:dir:[0-9a-f]{40}", r"`\g<0>`", cited.stands_on)
    by = in_markdown(_listed(cited.authors))
    return f"{link}, by {by}. {PUBLISHER} ({cited.day[:4]}), {stands_on}."


FORMATS: dict[CitationFormat, tuple[str, Callable[[Cited], str]]] = {
    "text": ("Text", text),
    "bibtex": ("BibTeX", bibtex),
    "biblatex": ("biblatex", biblatex),
    "csl": ("CSL-JSON", csl),
    "ris": ("RIS", ris),
    "markdown": ("Markdown", markdown),
}
"""Each format by its name for readers, and how it is written."""


def titled(cited: Cited) -> str:
    """The title with what it stands on, for styles that print little else of a data set."""
    return f"{cited.title} ({cited.printed})"


def _listed(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{names[0]} et al."
    return joined(names)


def _entry(kind: str, cited: Cited, published: Mapping[str, str]) -> str:
    """An entry of BibTeX or biblatex, `published` when and where."""
    fields = {
        "author": " and ".join(f"{{{in_latex(name)}}}" for name in cited.authors),
        "title": f"{{{in_latex(cited.title)}}}",
        **published,
        "url": cited.url,
        "note": capital(cited.stands_on),
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{cited.key},", ",\n".join(lines), "}"])


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
_EVENTS: Mapping[RevisionStatus, str] = {
    "published": "revision {number} of {date}",
    "corrected": "revision {number}, corrected on {date}",
    "reparsed": "revision {number}, read anew on {date}",
    "withdrawn": "withdrawn on {date}",
    "restored": "revision {number}, put back on {date}",
}


@dataclass(frozen=True, slots=True)
class Edition:
    """A revision: of which bundle, number from 1, ISO day, SWHID, status. A day may be unknown."""

    bundle: str
    number: int
    date: str
    swhid: str
    status: RevisionStatus

    def brief(self) -> str:
        """The revision in words, without its SWHID."""
        if not self.date:
            return f"revision {self.number}"
        return _EVENTS[self.status].format(number=self.number, date=self.date)


@dataclass(frozen=True, slots=True)
class Work:
    """Something that can be cited: title and names in plain text, a site path, its revisions.

    `authors` wrote a source, `submitters` handed in what is of nobody else or of them. `day` is an
    ISO day: that of the newest revision. `revision` names its own, where it has revisions
    besides those of its bundles.
    """

    title: str
    submitters: tuple[str, ...]
    path: str
    day: str
    editions: tuple[Edition, ...] = ()
    authors: tuple[str, ...] = ()
    revision: str = ""

    def names(self) -> tuple[str, ...]:
        """Whom to name, whose figures they are first."""
        return tuple(dict.fromkeys((*self.authors, *self.submitters))) or (PUBLISHER,)

    def cited(self, base: str) -> Cited:
        """The facts a citation states; `base` is the permanent address of the archive."""
        several = len(self.editions) > 1 or bool(self.revision)
        words = [
            f"{f'{each.bundle} ' if several else ''}{each.brief()}, {each.swhid}"
            for each in self.editions
        ]
        stands_on = "; ".join(filter(None, [self.revision, *words])) or f"as of {self.day}"
        # Many revisions in few words: how many, of which day, and which of them were withdrawn.
        counts = Counter(edition.status for edition in self.editions)
        events = [f"{counts[name]} {name}" for name in ("corrected", "withdrawn") if counts[name]]
        short = ", ".join([f"{len(self.editions)} results as of {self.day}", *events])
        many = len(self.editions) > MOST_PRINTED
        return Cited(
            key=f"sysbench-archive:{self.path.strip('/').removeprefix('results/')}".rstrip(":"),
            title=self.title,
            authors=self.names(),
            day=self.day,
            url=f"{base}{self.path}",
            stands_on=stands_on,
            printed="; ".join(filter(None, [self.revision, short])) if many else stands_on,
        )


def bundle_work(bundle: str, rows: Sequence[Row]) -> Work:
    """A bundle as its publication record knows it, withdrawn or not; there must be a row.

    Who submitted it stands first in a row, and after that who wrote its source.
    """
    row = rows[-1]
    edition = Edition(
        bundle=bundle, number=row.revision, date=row.date, swhid=row.swhid, status=row.status
    )
    names = tuple(plain(name) for name in row.authors.split(";") if name.strip())
    return Work(
        title=plain(row.title),
        submitters=names[:1],
        path=f"/results/{bundle}/",
        day=row.date,
        editions=(edition,),
        authors=names[1:],
    )


def comparison_work(title: str, path: str, bundles: Sequence[Work]) -> Work:
    """A comparison or a campaign: the work of everybody whose bundles it rests on, as new as the
    newest.
    """
    return Work(
        title=plain(title),
        submitters=tuple(dict.fromkeys(n for bundle in bundles for n in bundle.submitters)),
        path=path,
        day=max(bundle.day for bundle in bundles),
        editions=tuple(edition for bundle in bundles for edition in bundle.editions),
        authors=tuple(dict.fromkeys(n for bundle in bundles for n in bundle.authors)),
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
        revision=f"revision {row.revision} of {row.date}, methodology {row.methodology}",
    )


def _edition_then(now: Edition, then: RecordedBundle) -> Edition:
    """A bundle's revision that a comparison rested on; a withdrawn one is cited as withdrawn."""
    if now.status == "withdrawn":
        return replace(now, swhid=then.swhid)
    if now.number == then.revision:
        return now
    return replace(now, number=then.revision, date="", swhid=then.swhid)


def revision_citation(bundle: Work, base: str) -> Citation:
    """A bundle's newest revision at its pinned address, and its runs there, as lines of text."""
    revision = replace(bundle, path=f"{bundle.path}revisions/{bundle.editions[0].number}/")
    run = replace(
        revision, title=f"{revision.title}, run {_RUN}", path=f"{revision.path}?run={_RUN}"
    )
    return Citation(
        day=revision.day,
        formats=_texts(revision, base)[:1],
        runs=_texts(run, base)[:1],
    )


def archive_work(days: Iterable[str]) -> Work:
    """The archive as a whole, as of the newest of the days of all rows of its record; an archive
    without rows has no day, and nothing to cite.
    """
    return Work(title=WHOLE, submitters=(MAINTAINERS,), path="/", day=max(days, default=""))


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
        CitationText(format=name, label=label, parts=write(cited).split(_RUN))
        for name, (label, write) in FORMATS.items()
    ]
