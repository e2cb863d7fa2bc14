"""Pages that spanned bundles and are not made any more.

Their addresses answer, and so do those of their cards and their files for programs: with what
became of the bundles that made them, and where what is left of them is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath

from msgspec import UNSET

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.kept_revisions import bytes_folder, contents_of, holder, superseded_rows
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import Survey, survey_files
from sysbench_archive.build.write_lists import WrittenLists, shared_pages
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.ledger.record import Row, is_withdrawn
from sysbench_archive.model.base import Reference, bundle_reference
from sysbench_archive.model.listing import GonePage
from sysbench_archive.pages.history import notices_of
from sysbench_archive.pages.kinds import PageCard
from sysbench_archive.pages.registry import KINDS
from sysbench_archive.pages.upgrades import UPGRADES, gone_upgrade_files
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.pictures import NOTHING_LEFT, page_card_input, page_picture

Records = Mapping[str, Sequence[Row]]
"""Bundle id to the rows of its publication record."""


def gone_pages(
    archive: Archive,
    records: Records,
    surveys: Sequence[Survey],
    lists: WrittenLists,
    shared: Mapping[str, str],
    change: str,
    work: Work,
) -> dict[str, GonePage]:
    """By address; none in a preview, which has only a part of the pages there are."""
    made = lists.titles
    gone = {} if change else {path: title for path, title in shared.items() if path not in made}
    makers = former_makers(archive, records, surveys, gone, work) if gone else {}
    years = {survey.id[:4] for survey in surveys if survey.entry}
    for name in sorted(name for name, rows in records.items() if is_withdrawn(rows)):
        if (year := name[:4]) not in years and not change:
            gone[f"/results/{year}/"] = f"Results of {year}"
            makers.setdefault(f"/results/{year}/", []).append(name)
    return {
        path: GonePage(
            title=title,
            left=next(
                (
                    Reference(path=f"{parent}/", title=made[f"{parent}/"])
                    for parent in map(str, PurePosixPath(path).parents)
                    if f"{parent}/" in made
                ),
                UNSET,
            ),
            notices=[told for name in makers.get(path, ()) for told in notices_of(records[name])],
            bundles=[
                bundle_reference(name, records[name][-1].title) for name in makers.get(path, ())
            ],
        )
        for path, title in gone.items()
    }


def former_makers(
    archive: Archive, records: Records, surveys: Sequence[Survey], gone: Collection[str], work: Work
) -> dict[str, list[str]]:
    """Path of a page that is gone to the withdrawn bundles that made it, by themselves or beside
    those that stand, as far as their bytes are kept.

    Corrected ones are left out: to survey each of their revisions takes a cold build a tenth more.
    """
    made: dict[str, list[str]] = {}
    for name in sorted(name for name, rows in records.items() if is_withdrawn(rows)):
        last = superseded_rows(records[name])[-1].revision
        folder = bytes_folder(archive, name, holder(records[name], last))
        if folder.is_dir():
            files = contents_of(read_folder(folder, name).files)
            (kept,) = survey_files({name: files}, work)
            alone = shared_pages([kept])
            beside = {} if alone.keys() >= set(gone) else shared_pages([*surveys, kept])
            for path in (alone | beside).keys() & set(gone):
                made.setdefault(path, []).append(name)
    return made


def page_cards(
    derived: Path, lists: WrittenLists, shared: Mapping[str, str], gone: Mapping[str, GonePage]
) -> Output:
    """The cards of pages that span bundles; that of a page that is gone says so."""
    sections = tuple(f"/{kind.name}/" for kind in KINDS if kind.cards)
    cards = [
        *lists.cards,
        *(
            PageCard(path=path, title=page.title, text=NOTHING_LEFT)
            for path, page in gone.items()
            if path.startswith(sections) and f"{path[:-1].rpartition('/')[0]}/" not in shared
        ),
    ]
    output = Output(derived)
    output.json("data/page_cards.json", {card.path: page_picture(card) for card in cards})
    for path, words in map(page_card_input, cards):
        output.json(path, words)
    return output


def gone_files(derived: Path, gone: Mapping[str, GonePage], base: str) -> Output:
    """What programs find at the addresses of pages that are gone."""
    output = Output(derived)
    for path, page in gone.items():
        if path.startswith(f"/{UPGRADES.name}/"):
            for file, record in gone_upgrade_files(path, page, base):
                output.json(file, record)
    return output
