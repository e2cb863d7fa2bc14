"""Citations: as text, for BibTeX, biblatex and programs that keep references, and as Markdown.

Each format is escaped by its own rules, and has the revision, the place in the archive and the
SWHID in fields of their own. Whose figures a result has is named first: who wrote the source, then
who submitted the bundle. A comparison is the work of those who submitted, and says whose data it
rests on. A work is as old as the newest revision it stands on: the day of the build is not known
here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec import UNSET

from sysbench_archive.bundle.people import Name, People
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
LONGEST_TITLE = 199
"""Characters of a title; programs that keep references, and their readers, lose longer ones."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """What every citation states of the archive: its permanent address, the DOI of its snapshots
    (empty before the first) and how names are written.
    """

    base: str
    doi: str = ""
    people: People = field(default_factory=dict)

    def name(self, name: str) -> Name:
        """A name with its parts; one without a row is an account's, in one part."""
        if name in (PUBLISHER, MAINTAINERS):
            return Name(name, "organisation")
        return self.people.get(name) or Name(name, "account")


@dataclass(frozen=True, slots=True)
class Cited:
    """What every format states.

    `place` is where in the archive it is, without what most begin with; `version` the number of a
    revision, or the day of what has none. `stands_on` names all revisions with their SWHIDs,
    `printed` as many of them as fit into a bibliography, `brief` all without SWHIDs; `swhids` are
    all of them, `shown` as many as fit. `gone` says when it was withdrawn. `doi` is that of the
    snapshots.
    """

    key: str
    title: str
    authors: tuple[Name, ...]
    day: str
    place: str
    url: str
    version: str
    swhids: tuple[str, ...]
    shown: tuple[str, ...]
    stands_on: str
    printed: str
    brief: str
    gone: str
    doi: str

    def titled(self) -> str:
        """The title, for formats where nothing else is printed by every style."""
        said = f" ({self.gone})" if self.gone else ""
        return cut_title(self.title, LONGEST_TITLE - len(said)) + said

    def listed(self) -> str:
        """Whom a line of text names."""
        names = [author.name for author in self.authors]
        return f"{names[0]} et al." if len(names) > MOST_NAMED else joined(names)


def plain(words: str) -> str:
    """Text on one line, with nothing that cannot be seen."""
    return inert(" ".join(words.split()))


def cut_title(words: str, most: int = LONGEST_TITLE) -> str:
    """A title that is not too long: what is, ends after a word."""
    if len(words) <= most:
        return words
    return f"{words[: most - 1].rpartition(' ')[0] or words[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def text(cited: Cited) -> str:
    """A line of plain text."""
    stop = "" if cited.title.endswith((".", "?", "!")) else "."
    parts = [
        f"{cited.listed()} ({cited.day[:4]}). {cited.title}{stop}",
        f"{'; '.join([f'{PUBLISHER}, {cited.stands_on}', *_snapshots(cited)])}.",
        cited.url,
    ]
    return " ".join(parts)


def bibtex(cited: Cited) -> str:
    """An entry of type misc, of which every style prints `howpublished` and `note`; some also print
    `url` and `doi`, others drop them. Inner braces keep the title, and names of one part, as they
    are.
    """
    fields = {
        "year": cited.day[:4],
        "howpublished": f"{PUBLISHER}, {cited.url}",
        "version": cited.version,
        "swhid": cited.swhids[0] if len(cited.swhids) == 1 else "",
        "note": in_latex(capital(cited.printed)),
    }
    return _entry("misc", cited, fields)


def biblatex(cited: Cited) -> str:
    """An entry of type dataset, with the whole day, the publisher, the revision and the address in
    fields of their own. One SWHID is an `eprint`, which styles print; several are in the note.
    """
    alone = len(cited.swhids) == 1
    fields = {
        "date": cited.day,
        "publisher": f"{{{PUBLISHER}}}",
        "version": cited.version,
        **({"eprint": cited.swhids[0], "eprinttype": "swhid"} if alone else {}),
        "note": in_latex(capital(cited.brief if alone else cited.stands_on)),
    }
    return _entry("dataset", cited, fields)


def csl(cited: Cited) -> str:
    """CSL-JSON: a list with one item of type dataset.

    IEEE, Nature, ACM and Harvard print neither archive nor version of a data set, and most styles a
    DOI in place of the address: what has to be read in every style is part of `container-title`,
    where SWHIDs are marked so that MLA and Chicago do not write them as titles. Of what rests on
    many bundles it is the place in the archive. ISO 690 prints `note`, and no DOI.
    """
    identified = cited.shown or filter(None, [cited.place])
    marked = [f'<span class="nocase">{each}</span>' for each in identified]
    item = {
        "id": cited.key,
        "type": "dataset",
        "title": cited.titled(),
        "author": [_csl_name(name) for name in cited.authors],
        "issued": {"date-parts": [[int(part) for part in cited.day.split("-")]]},
        "version": cited.version,
        "container-title": ", ".join([PUBLISHER, *marked]),
        "archive": PUBLISHER,
        "archive_location": cited.place,
        "DOI": cited.doi,
        "URL": cited.url,
        "note": "; ".join([capital(cited.printed), *_snapshots(cited)]),
        "custom": {"swhid": list(cited.swhids)} if cited.swhids else "",
    }
    lines = [
        f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in item.items()
        if value
    ]
    return "\n".join(["[{", ",\n".join(lines), "}]"])


def _csl_name(name: Name) -> dict[str, str]:
    if not name.family:
        return {"literal": name.name}
    orcid = {"ORCID": f"{ORCID}{name.orcid}"} if name.orcid else {}
    return {"family": name.family, "given": name.given, **orcid}


ORCID = "https://orcid.org/"
"""What the address of an ORCID iD begins with."""


def ris(cited: Cited) -> str:
    """A record of RIS, for programs that keep references; each line is a tag and its value."""
    names = [name.family_first() for name in cited.authors]
    lines = [
        ("TY", "DATA"),
        ("ID", cited.key),
        *(("AU", name) for name in names),
        ("TI", cited.titled()),
        ("PY", cited.day[:4]),
        ("DA", cited.day.replace("-", "/")),
        ("ET", cited.version),
        ("PB", PUBLISHER),
        ("DB", PUBLISHER),
        *(("AV", place) for place in (cited.place,) if place),
        *(("AN", swhid) for swhid in cited.swhids[:1] if len(cited.swhids) == 1),
        *(("DO", doi) for doi in (cited.doi,) if doi),
        ("UR", cited.url),
        ("N1", capital(cited.stands_on)),
    ]
    return "\n".join([*(f"{tag}  - {value}" for tag, value in lines), "ER  - "])


def markdown(cited: Cited) -> str:
    """A line of Markdown that begins with a link, so that no text is at the start of a line."""
    link = f"[{in_markdown(cited.title)}]({cited.url})"
    stands_on = in_markdown(cited.stands_on)
    stands_on = re.sub(r"swh:1:dir:[0-9a-f]{40}", r"`\g<0>`", stands_on)
    by = in_markdown(cited.listed())
    said = f"{link}, by {by}. {PUBLISHER} ({cited.day[:4]}), {stands_on}"
    return f"{'; '.join([said, *map(in_markdown, _snapshots(cited))])}."


FORMATS: dict[CitationFormat, tuple[str, Callable[[Cited], str]]] = {
    "text": ("Text", text),
    "bibtex": ("BibTeX", bibtex),
    "biblatex": ("biblatex", biblatex),
    "csl": ("CSL-JSON", csl),
    "ris": ("RIS", ris),
    "markdown": ("Markdown", markdown),
}
"""Each format by its name for readers, and how it is written."""


def _snapshots(cited: Cited) -> list[str]:
    """Where snapshots of the archive are."""
    return [f"snapshots: https://doi.org/{cited.doi}"] if cited.doi else []


def _entry(kind: str, cited: Cited, published: Mapping[str, str]) -> str:
    """An entry of BibTeX or biblatex, `published` when and where."""
    fields = {
        "author": " and ".join(_bib_name(name) for name in cited.authors),
        "title": f"{{{in_latex(cited.title)}}}",
        **published,
        "doi": cited.doi,
        "url": cited.url,
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{cited.key},", ",\n".join(lines), "}"])


def _bib_name(name: Name) -> str:
    return name.family_first() if name.family else f"{{{in_latex(name.name)}}}"


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

    `authors` wrote the source of a bundle, `submitters` handed in what is of nobody else or of
    them; `data_of` are the authors of what a comparison rests on. `day` is an ISO day: that of the
    newest revision. `version` is the number of its revision, where it has one; `revision` says
    which it is, of what has revisions besides those of its bundles. `longest_run` is the length of
    an id.
    """

    title: str
    submitters: tuple[str, ...]
    path: str
    day: str
    editions: tuple[Edition, ...] = ()
    authors: tuple[str, ...] = ()
    data_of: tuple[str, ...] = ()
    version: str = ""
    revision: str = ""
    longest_run: int = 0

    def names(self) -> tuple[str, ...]:
        """Whom to name, whose figures they are first."""
        return tuple(dict.fromkeys((*self.authors, *self.submitters))) or (PUBLISHER,)

    def cited(self, imprint: Imprint) -> Cited:
        """The facts a citation states."""
        many = len(self.editions) > MOST_PRINTED
        shown = () if many else self.editions
        dates = {e.date for e in self.editions if e.status == "withdrawn"}
        all_gone = bool(dates) and all(e.status == "withdrawn" for e in self.editions)
        place = self.path.strip("/").removeprefix("results/")
        return Cited(
            key=f"sysbench-archive:{place}".rstrip(":"),
            title=cut_title(self.title),
            authors=tuple(imprint.name(name) for name in self.names()),
            day=self.day,
            place=place,
            url=f"{imprint.base}{self.path}",
            version=self.version or self.day,
            swhids=tuple(dict.fromkeys(edition.swhid for edition in self.editions)),
            shown=tuple(dict.fromkeys(edition.swhid for edition in shown)),
            stands_on=self._rests_on(),
            printed=self._counted() if many else self._rests_on(),
            brief=self._rests_on(with_swhids=False),
            gone=f"withdrawn on {max(dates)}" if all_gone else "",
            doi=imprint.doi,
        )

    def _rests_on(self, *, with_swhids: bool = True) -> str:
        """Every revision it stands on, and whose data they are."""
        several = len(self.editions) > 1 or bool(self.revision) or bool(self.data_of)
        words = [
            f"{f'{each.bundle} ' if several else ''}{each.brief()}"
            f"{f', {each.swhid}' if with_swhids else ''}"
            for each in self.editions
        ]
        return self._told("; ".join(words))

    def _counted(self) -> str:
        """Many revisions in few words: how many, of which day, which of them were withdrawn."""
        counts = Counter(edition.status for edition in self.editions)
        events = [f"{counts[name]} {name}" for name in ("corrected", "withdrawn") if counts[name]]
        return self._told(", ".join([f"{len(self.editions)} results as of {self.day}", *events]))

    def _told(self, words: str) -> str:
        """Some words behind its own revision, and whose data it rests on."""
        data = f"data of {joined(self.data_of)}: {words}" if self.data_of else words
        return "; ".join(filter(None, [self.revision, data])) or f"as of {self.day}"


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
        version=str(row.revision),
        longest_run=max(map(len, row.runs.split()), default=0),
    )


def comparison_work(title: str, path: str, bundles: Sequence[Work]) -> Work:
    """A comparison or a campaign: the work of everybody who submitted what it rests on, as new as
    the newest. Whose data it is, is said where it is not theirs.
    """
    submitters = dict.fromkeys(n for bundle in bundles for n in bundle.submitters)
    data_of = dict.fromkeys(n for b in bundles for n in b.authors or b.submitters)
    return Work(
        title=plain(title),
        submitters=tuple(submitters),
        path=path,
        day=max(bundle.day for bundle in bundles),
        editions=tuple(edition for bundle in bundles for edition in bundle.editions),
        data_of=tuple(data_of) if data_of.keys() - submitters else (),
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
        version=str(row.revision),
        revision=f"revision {row.revision} of {row.date}, methodology {row.methodology}",
    )


def _edition_then(now: Edition, then: RecordedBundle) -> Edition:
    """A bundle's revision that a comparison rested on; a withdrawn one is cited as withdrawn."""
    if now.status == "withdrawn":
        return replace(now, swhid=then.swhid)
    if now.number == then.revision:
        return now
    return replace(now, number=then.revision, date="", swhid=then.swhid)


def revision_citation(bundle: Work, imprint: Imprint) -> Citation:
    """A bundle's newest revision at its pinned address, and its runs there, as lines of text."""
    revision = replace(bundle, path=f"{bundle.path}revisions/{bundle.editions[0].number}/")
    run = replace(_run_title(revision, _RUN), path=f"{revision.path}?run={_RUN}")
    return Citation(
        day=revision.day,
        formats=_texts(revision, imprint)[:1],
        runs=_texts(run, imprint)[:1],
    )


def archive_work(days: Iterable[str]) -> Work:
    """The archive as a whole, as of the newest of the days of all rows of its record; an archive
    without rows has no day, and nothing to cite.
    """
    return Work(title=WHOLE, submitters=(MAINTAINERS,), path="/", day=max(days, default=""))


def run_of(whole: Work, run: str) -> Work:
    """One run of a bundle as a work."""
    return replace(_run_title(whole, run), path=f"{whole.path}{run}/")


def _run_title(whole: Work, run: str) -> Work:
    """With the id of a run behind its title, which is cut alike for all runs."""
    behind = ", run "
    title = cut_title(whole.title, LONGEST_TITLE - len(behind) - whole.longest_run)
    return replace(whole, title=f"{title}{behind}{run}")


def citation_record(work: Work, imprint: Imprint, *, with_runs: bool = False) -> Citation:
    """A text in each format, in parts that a run's id stands between.

    A bundle's own texts are one part; those of its runs, under `runs`, are the same for all.
    """
    return Citation(
        day=work.day,
        formats=_texts(work, imprint),
        runs=_texts(run_of(work, _RUN), imprint) if with_runs else UNSET,
    )


def text_of(citation: Citation, form: str) -> str:
    """A text of a citation, by the name of its format."""
    return "".join(next(text.parts for text in citation.formats if text.format == form))


def _texts(work: Work, imprint: Imprint) -> list[CitationText]:
    cited = work.cited(imprint)
    return [
        CitationText(format=name, label=label, parts=write(cited).split(_RUN))
        for name, (label, write) in FORMATS.items()
    ]
