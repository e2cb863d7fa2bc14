"""What a citation names: a work of the archive, who made it, and the revisions it stands on.

Owns the step from records to the citations that pages and files show. Refuses to know the day: a
work is as old as the newest revision it stands on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sysbench_archive.ledger import Row
from sysbench_archive.publish.citation_formats import FORMATS, Cited, plain

Record = dict[str, Any]

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
        return f"{name}revision {self.number} of {self.date}, {self.swhid}"


@dataclass(frozen=True, slots=True)
class Work:
    """Something that can be cited: title and authors in plain text, a site path, its revisions.

    `day` is an ISO day: that of the newest revision.
    """

    title: str
    authors: tuple[str, ...]
    path: str
    day: str
    editions: tuple[Edition, ...] = ()

    def cited(self, base: str) -> Cited:
        """The facts a citation states; `base` is the permanent address of the archive."""
        several = len(self.editions) > 1
        return Cited(
            key=f"sysbench-archive:{self.path.strip('/').removeprefix('results/')}",
            title=self.title,
            authors=self.authors or ("Sysbench Archive",),
            day=self.day,
            url=f"{base}{self.path}",
            version="" if len(self.editions) != 1 else f"revision {self.editions[0].number}",
            stands_on="; ".join(edition.words(named=several) for edition in self.editions),
        )


def bundle_work(bundle: str, rows: Sequence[Row]) -> Work:
    """A bundle as its publication record knows it, withdrawn or not; there must be a row."""
    row = rows[-1]
    edition = Edition(bundle, row.revision, row.date, row.swhid, row.status)
    authors = tuple(plain(name) for name in row.authors.split(";") if name.strip())
    return Work(plain(row.title), authors, f"/results/{bundle}/", row.date, (edition,))


def comparison_work(comparison: Mapping[str, Any], bundles: Sequence[Work]) -> Work:
    """A comparison: the work of everybody whose bundles it rests on, as new as the newest."""
    return Work(
        plain(comparison["title"]),
        tuple(dict.fromkeys(name for bundle in bundles for name in bundle.authors)),
        comparison["path"],
        max(bundle.day for bundle in bundles),
        tuple(edition for bundle in bundles for edition in bundle.editions),
    )


def run_of(whole: Work, run: str) -> Work:
    """One run of a bundle as a work."""
    return replace(whole, title=f"{whole.title}, run {run}", path=f"{whole.path}{run}/")


def citation_record(whole: Work, base: str, *, with_runs: bool = False) -> Record:
    """{day, formats, runs}: a text in each format, in parts that a run's id stands between.

    A bundle's own texts are one part; those of its runs, under `runs`, are the same for all.
    """
    record = {"day": whole.day, "formats": _texts(whole, base)}
    return record | {"runs": _texts(run_of(whole, _RUN), base)} if with_runs else record


def text_of(record: Mapping[str, Any], form: str) -> str:
    """A text of a citation record, by the name of its format."""
    parts: list[str] = next(t["parts"] for t in record["formats"] if t["format"] == form)
    return "".join(parts)


def _texts(cited: Work, base: str) -> list[Record]:
    facts = cited.cited(base)
    return [
        {"format": name, "label": form.label, "parts": form.write(facts).split(_RUN)}
        for name, form in FORMATS.items()
    ]
