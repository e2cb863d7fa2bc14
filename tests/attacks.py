"""Pull requests that were written to deceive: each a change of a small published archive.

The archive has two bundles: `BUNDLE`, which is ours, and `THEIRS`, of somebody else. An attack may
have a `first` part, which was merged before. Whatever else the program would complain of is made
right with the program itself, as whoever writes such a change would.
"""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import structs

from git_calls import git, nothing
from published_archive import BUNDLE, TEMPLATE, commit, measured, published, retitled
from sysbench_archive.build.archive import Archive, read_records, write_record
from sysbench_archive.build.comparison_records import (
    read_comparison_records,
    write_comparison_records,
)
from sysbench_archive.build.kept_revisions import keep
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import Reading, record
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.ledger.comparisons import file_of
from sysbench_archive.ledger.record import Row

THEIRS = "2026-01-theirs"
NEW = "2026-01-new"
DAY = date(2026, 1, 20)
CURATED = "content/comparisons/two-versions.md"
Change = Callable[[Archive, Work], object]


def two_bundles(folder: Path, work: Work) -> Archive:
    """The archive before anybody attacks it: published, with somebody else's bundle."""
    archive = published(folder, work)
    theirs = archive.results / THEIRS
    shutil.copytree(TEMPLATE / "data" / "results" / BUNDLE, theirs)
    retitled(archive, THEIRS, "Another table")
    edit(archive, f"data/results/{THEIRS}/bundle.yaml", "  name: Ada Example", "  name: Bob Else")
    measured(archive, THEIRS, 700)
    record(archive, (), work)
    write(archive, "config.toml", "[params]\nrepository = ''\n")
    git(archive.root, "add", "-A")
    commit(archive)
    return archive


def write(archive: Archive, path: str, text: str) -> None:
    """Put a file into the checkout."""
    target = archive.root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode())


def edit(archive: Archive, path: str, before: str, after: str) -> None:
    """Replace a text that stands in a file, where it is first."""
    text = (archive.root / path).read_bytes().decode()
    assert before in text
    write(archive, path, text.replace(before, after, 1))


def _append(path: str, line: str) -> Change:
    return lambda archive, _: edit(archive, path, "\n", f"\n{line}\n")


def _writes(path: str, text: str) -> Change:
    return lambda archive, _: write(archive, path, text)


def _page(path: str, *fields: str) -> Change:
    return _writes(path, "\n".join(["---", "title: A page", *fields, "---", "", "Fraud.", ""]))


def _rows(archive: Archive, name: str, change: Callable[[tuple[Row, ...]], Any]) -> None:
    """Edit the record of a bundle by hand."""
    write_record(archive, name, change(read_records(archive)[0][name]))


def _compared(archive: Archive, slug: str, change: Callable[[Any], Any]) -> None:
    """Edit the record of a comparison by hand."""
    records = dict(read_comparison_records(archive)[0])
    records[slug] = change(records[slug])
    write_comparison_records(archive, [file_of(slug)], records)


@dataclass(frozen=True)
class Attack:
    """A change, and what is told of it: codes of errors, or words of the review. `first` was
    merged before it; `author` is who made it, as git says.
    """

    change: Change
    told: tuple[str, ...]
    first: Change | None = None
    author: str = "n"


def rewrite(archive: Archive, work: Work) -> None:
    """Let the program write first revisions of what was published."""
    assert record(archive, (), work, reading=Reading(base=nothing(archive.root)))[1] == []


def swap_servers(archive: Archive, work: Work) -> None:
    """Give each server the runs of the other, and write a first revision of that."""
    path = archive.results / THEIRS / "bundle.yaml"
    other = {"mysql": "mysql-2", "mysql-2": "mysql"}
    swapped = re.sub(r"(?m)^(    server: )(\S+)$", lambda m: m[1] + other[m[2]], path.read_text())
    path.write_text(swapped)
    rewrite(archive, work)


def _without_a_bundle(name: str) -> Change:
    def change(archive: Archive, _: Work) -> None:
        (row,) = read_records(archive)[0][BUNDLE]
        one = replace(row, title="A company cheats", authors="A company", runs="", comparisons="")
        two = replace(one, revision=2, status="withdrawn", reason="fraud was shown")
        write_record(archive, name, (one, two))

    return change


def _withdraws(archive: Archive, work: Work, *, purge: bool = False) -> None:
    withdraw(archive, THEIRS, "the author was caught cheating", DAY, purge=purge)
    record_resting(archive, [THEIRS], work)


def _without_its_bytes(archive: Archive, work: Work) -> None:
    _withdraws(archive, work)
    shutil.rmtree(archive.revisions / THEIRS)


def _for_its_reason(archive: Archive, work: Work) -> None:
    """Withdrawn and restored at once, for what the rows say."""
    (row,) = read_records(archive)[0][THEIRS]
    files = read_folder(archive.results / THEIRS, THEIRS).files
    figures = {"t1": {"duration_s": 10.0, "tps": 500.0, "transactions": 5000}}
    figures |= {"t2": {"duration_s": 10.0, "tps": 700.0, "transactions": 7000}}
    keep(archive, THEIRS, 1, files=files, figures=figures)
    gone = replace(row, revision=2, status="withdrawn", reason="fraud")
    back = replace(gone, revision=3, status="restored", reason="fraud was shown")
    write_record(archive, THEIRS, (row, gone, back))
    record(archive, (), work)


def _edited(archive: Archive, work: Work) -> None:
    """A comparison that says something else, as the program records it."""
    edit(archive, CURATED, "Nobody knows", "Nobody can tell")
    record(archive, (), work)


def _read_anew_for_nothing(archive: Archive, work: Work) -> None:
    """The same bytes, read as they were: for the sake of a reason."""
    (row,) = read_records(archive)[0][THEIRS]
    again = replace(row, revision=2, status="reparsed", reason="the author was corrected")
    figures = {"t1": {"duration_s": 10.0, "tps": 500.0, "transactions": 5000}}
    figures |= {"t2": {"duration_s": 10.0, "tps": 700.0, "transactions": 7000}}
    keep(archive, THEIRS, 1, files={}, figures=figures)
    write_record(archive, THEIRS, (row, again))
    record(archive, (), work)


def _also_in_another_name(archive: Archive, work: Work) -> None:
    """A part of a change that its submitter seems to have made as well."""
    git(archive.root, "-c", "user.name=Bob Else", "commit", "-qm", "nothing", "--allow-empty")
    _withdraws(archive, work)


def _beneath_many(archive: Archive, work: Work) -> None:
    """A page of the site that changes, behind more files than a report has lines."""
    add(archive, work)
    for number in range(300):
        write(archive, f"data/results/{NEW}/raw/{'a' * 80}-{number}.txt", "x")
    _page("content/questions.md")(archive, work)


def _withdraws_again(archive: Archive, _: Work) -> None:
    _rows(
        archive,
        THEIRS,
        lambda rows: (*rows, replace(rows[-1], revision=3, reason="fraud was shown")),
    )


def _in_the_middle(archive: Archive, work: Work) -> None:
    """A revision that was never published, behind the first and before the true one."""
    _edited(archive, work)
    _compared(
        archive,
        "two-versions",
        lambda rows: (
            rows[0],
            structs.replace(rows[0], revision=2, says="It is slower.", prose="1" * 64),
            structs.replace(rows[1], revision=3),
        ),
    )


def _other_words(archive: Archive, work: Work) -> None:
    _edited(archive, work)
    _compared(
        archive,
        "two-versions",
        lambda rows: (rows[0], structs.replace(rows[1], says="The vendor lied.")),
    )


def _other_ratios(archive: Archive, work: Work) -> None:
    _edited(archive, work)
    path = archive.root / "data" / "comparisons" / "two-versions.jsonl"
    first, second = path.read_text().splitlines()
    assert "[1,1.8," in second
    path.write_text(f"{first}\n{second.replace('[1,1.8,', '[1,0.2,')}\n")


def _for_nothing(archive: Archive, _: Work) -> None:
    """Another revision of a comparison of which nothing changed."""
    slug = f"{THEIRS}--read-only"
    _compared(archive, slug, lambda rows: (*rows, structs.replace(rows[0], revision=2, reason="x")))


def add(archive: Archive, work: Work, text: str = "disclosure: none") -> None:
    """A bundle of our own, with its record; `text` stands in its document."""
    shutil.copytree(TEMPLATE / "data" / "results" / BUNDLE, archive.results / NEW)
    retitled(archive, NEW, "A third table")
    measured(archive, NEW, 650)
    edit(archive, f"data/results/{NEW}/bundle.yaml", "disclosure: none", text)
    record(archive, (), work)


def _adds(text: str) -> Change:
    return lambda archive, work: add(archive, work, text)


def _smuggles(separator: str) -> Change:
    return _adds(f"# disclosure: a vendor paid{separator}disclosure: none")


def _adds_row(**cells: Any) -> Change:
    def change(archive: Archive, work: Work) -> None:
        add(archive, work)
        _rows(archive, NEW, lambda rows: (replace(rows[0], **cells),))

    return change


def _under_another_name(archive: Archive, work: Work) -> None:
    git(archive.root, "mv", f"data/results/{THEIRS}", "data/results/2026-01-mine")
    record(archive, (), work)


def _of_another_author(archive: Archive, work: Work) -> None:
    edit(archive, f"data/results/{THEIRS}/bundle.yaml", "  name: Bob Else", "  name: Ada Example")
    correct(archive, THEIRS, "the right author", work)


def _is_corrected(archive: Archive, work: Work) -> None:
    measured(archive, THEIRS, 710)
    correct(archive, THEIRS, "a misprint", work)


def _marked(archive: Archive, _: Work) -> None:
    path = archive.ledger / f"{THEIRS}.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())


def _links(archive: Archive, _: Work) -> None:
    path = archive.ledger / f"{THEIRS}.csv"
    path.unlink()
    path.symlink_to(f"../ledger/{BUNDLE}.csv")


_HIDDEN = "ledger/*.csv export-ignore\ncomparisons/*.jsonl export-ignore\n"
_REWRITTEN = ("ledger-rewritten", "comparison-rewritten")
_OTHERS = ("of results that somebody else submitted", "Bob Else submitted it")
_ALIASES = f"aliases: [/comparisons/{THEIRS}--read-only/]"
_SAVED = f"origin,swhid,day\nhttps://example.org/fraud,swh:1:snp:{'0' * 40},2026-01-19\n"

_NAMED = (f"somebody else's: it names {THEIRS}, which Bob Else submitted",)
"""Where Ada Example says it."""

_SERIES = """title: Results that were made up
question: Who cheats?
dimensions: {{vendor: Vendor}}
members:
  {}: {{vendor: cheats}}
  {}: {{vendor: does not}}
"""


def _compares_theirs(archive: Archive, _: Work) -> None:
    text = (archive.root / CURATED).read_text().replace(BUNDLE, THEIRS)
    write(archive, "content/comparisons/made-up.md", text)


def _leaves_theirs_out(archive: Archive, _: Work) -> None:
    edit(archive, "content/comparisons/made-up.md", THEIRS, BUNDLE)


ATTACKS = {
    "attributes hide the record": Attack(
        swap_servers, _REWRITTEN, first=_writes("data/.gitattributes", _HIDDEN)
    ),
    "a folder hides the record": Attack(
        swap_servers, _REWRITTEN, first=_writes(f"data/ledger/notes/{THEIRS}.csv", "")
    ),
    "a folder in the record": Attack(
        _writes(f"data/ledger/notes/{THEIRS}.csv", ""), ("path-unknown",)
    ),
    "a link in the record": Attack(_links, ("file-link",)),
    "rows without a bundle, of markup": Attack(
        _without_a_bundle("<img src=x>"), ("path-unknown", "record-computed")
    ),
    "rows without a bundle, of dots": Attack(_without_a_bundle(".."), ("path-unknown",)),
    "rows without a bundle, of a company": Attack(
        _without_a_bundle("2019-05-a-company-cheats"), ("record-computed",)
    ),
    "somebody else's, withdrawn": Attack(_withdraws, _OTHERS),
    "somebody else's, without its bytes": Attack(_without_its_bytes, ("record-computed",)),
    "somebody else's, purged": Attack(
        lambda archive, work: _withdraws(archive, work, purge=True),
        (*_OTHERS, "every byte of it is removed"),
    ),
    "rows of somebody else's, for their words": Attack(_for_its_reason, ("record-computed",)),
    "read anew, for its words": Attack(_read_anew_for_nothing, ("record-computed",)),
    "withdrawn again, for its words": Attack(
        _withdraws_again, ("record-computed",), first=_withdraws
    ),
    "a revision in the middle": Attack(_in_the_middle, ("record-computed",)),
    "a revision for nothing": Attack(_for_nothing, ("record-computed",)),
    "other words in a revision": Attack(_other_words, ("record-computed",)),
    "other ratios in a revision": Attack(_other_ratios, ("record-computed",)),
    "a day of no calendar": Attack(_adds_row(date="9999-99-99"), ("ledger-format",)),
    "a day to come": Attack(_adds_row(date="2026-12-31"), ("record-day",)),
    "a day before the bundle": Attack(_adds_row(date="2013-01-01"), ("record-day",)),
    "another title": Attack(_adds_row(title="A company cheats"), ("ledger-stale",)),
    "a reason that was not given": Attack(_adds_row(reason="it was paid"), ("record-computed",)),
    "a row without its second digest": Attack(
        _adds_row(figures_sha256_v2=""), ("record-computed",)
    ),
    "a password as a reason": Attack(
        lambda archive, _: _rows(
            archive, BUNDLE, lambda r: (*r, replace(r[0], revision=2, reason="password=Hunter2x!"))
        ),
        ("private-password",),
    ),
    "a password in a comment": Attack(
        _adds("# mysql --password=Hunter2x!\ndisclosure: none"), ("private-password",)
    ),
    "a page that is not made": Attack(
        _append("data/pages.csv", "/hardware/a-company-cheats/,A company cheats"),
        ("record-computed",),
    ),
    "another title of a page": Attack(
        lambda archive, _: edit(archive, "data/pages.csv", "OLTP", "Fraud"), ("record-computed",)
    ),
    "a campaign that is not made": Attack(
        _writes("data/campaigns.csv", f"campaign,bundles\na-company-cheats,{THEIRS}\n"),
        ("record-computed",),
    ),
    "a copy of nothing that is here": Attack(
        _writes("data/saved.csv", _SAVED), ("record-computed",)
    ),
    "somebody else's, under another name": Attack(_under_another_name, ("ledger-orphan",)),
    "the author of somebody else's": Attack(_of_another_author, _OTHERS),
    "an earlier revision of somebody else's": Attack(
        lambda archive, _: edit(archive, f"data/revisions/{THEIRS}/1/figures.csv", "700", "200"),
        ("revision-bytes", *_OTHERS),
        first=_is_corrected,
    ),
    "a mark before the rows": Attack(_marked, ("ledger-format",)),
    "supersedes somebody else's": Attack(
        _adds(f"disclosure: none\nsupersedes: [{THEIRS}]"), ("which Bob Else submitted",)
    ),
    "reproduces somebody else's": Attack(
        _adds(f"disclosure: none\nreproduces: [/comparisons/{THEIRS}--read-only/]"),
        ("which Bob Else submitted",),
    ),
    "a series of somebody else's": Attack(
        _writes("data/series/made-up.yaml", _SERIES.format(THEIRS, BUNDLE)),
        _NAMED,
        author="Ada Example",
    ),
    "a series of somebody else's, spelled in another way": Attack(
        _writes("data/series/made-up.yaml", _SERIES.format('"2026-01-\\x74heirs"', BUNDLE)),
        _NAMED,
        author="Ada Example",
    ),
    "a comparison of somebody else's": Attack(_compares_theirs, _NAMED),
    "a comparison without somebody else's": Attack(
        _leaves_theirs_out, _NAMED, first=_compares_theirs, author="Ada Example"
    ),
    "a page about somebody else's, spelled in another way": Attack(
        _writes(
            "content/questions.md",
            "---\ntitle: Questions\n---\n\n[Made up](/results/2026-01-&#116;%68eirs/)\n",
        ),
        _NAMED,
    ),
    "a source of somebody else's": Attack(
        _writes("data/sources/made-up.yaml", f"title: Made up\nlinks: [/results/{THEIRS}/]\n"),
        _NAMED,
    ),
    "notes on somebody else's": Attack(
        _adds(f"disclosure: none\nnotes: What {THEIRS} says was made up."),
        _NAMED,
        author="Ada Example",
    ),
    "in the name of somebody else": Attack(
        _adds("disclosure: none\n# by"), ("it says that Ada Example submits it, and n does",)
    ),
    "in the name of its submitter": Attack(
        _withdraws,
        ("Bob Else submitted it and, as git says, changes it",),
        author="Bob Else",
    ),
    "also in the name of its submitter": Attack(_also_in_another_name, _OTHERS),
    "a page beneath many files": Attack(_beneath_many, ("`content/questions.md`",)),
    "an adapter": Attack(_writes("content/x/_content.gotmpl", "{{ 1 }}"), ("path-unknown",)),
    "an adapter that is there": Attack(
        _writes("content/_content.gotmpl", "{{ 1 }}"), ("1 of the program",)
    ),
    "a drawing": Attack(_writes("content/x/a.svg", "<svg/>"), ("path-unknown",)),
    "a page of XHTML": Attack(_writes("content/x/a.xhtml", "<html/>"), ("path-unknown",)),
    "a page of HTML": Attack(_writes("content/x.html", "<script>"), ("path-unknown",)),
    "a program": Attack(_writes("content/about/a.js", "alert(1)"), ("path-unknown",)),
    "a drawing that says it is a picture": Attack(
        _writes("content/a.png", "<svg/>"), ("content-page",)
    ),
    "an alias of a page": Attack(_page("content/x.md", _ALIASES), ("content-page",)),
    "an alias of a comparison": Attack(
        lambda archive, _: edit(archive, CURATED, "title: Two", f"{_ALIASES}\ntitle: Two"),
        ("content-page",),
    ),
    "an address": Attack(_page("content/x.md", "url: /methodology/"), ("content-page",)),
    "another format": Attack(_page("content/x.md", "outputs: [json]"), ("content-page",)),
    "another template": Attack(_page("content/x.md", "layout: withdrawn"), ("content-page",)),
    "a cascade": Attack(_page("content/x.md", "cascade: {url: /about/}"), ("content-page",)),
    "the name of a result": Attack(_page(f"content/results/{THEIRS}.md"), ("path-unknown",)),
    "the name of the home page": Attack(_page("content/index.md"), ("path-unknown",)),
    "the name of the list of comparisons": Attack(
        _page("content/comparisons/index.md"), ("path-unknown",)
    ),
    "the name of a section": Attack(_page("content/results.md"), ("path-unknown",)),
    "the name of a result's comparison": Attack(
        _page(f"content/comparisons/{THEIRS}--read-only.md"), ("path-unknown",)
    ),
    "front matter of another kind": Attack(
        _writes("content/x.md", '+++\nurl = "/about/"\n+++\n'), ("comparison-front-matter",)
    ),
    "a password in a page": Attack(
        _writes("content/x.md", "---\ntitle: A page\n---\n\nmysql --password=Hunter2x!\n"),
        ("private-password",),
    ),
    "marks that turn a page's text": Attack(
        _writes("content/x.md", "---\ntitle: A page\n---\n\n\u202etxet\n"), ("text-invisible",)
    ),
    "derived records": Attack(_writes("data/derived/manifest.json", "{}"), ("path-unknown",)),
    "a cache": Attack(_writes(".cache/outcomes/ab/c.json", "{}"), ("path-unknown",)),
    "a site": Attack(_writes("public/index.html", "x"), ("path-unknown",)),
    "attributes": Attack(_writes("data/results/.gitattributes", "* -diff"), ("path-unknown",)),
    "attributes of code": Attack(_writes("scripts/.gitattributes", "* -diff"), ("path-unknown",)),
    "modules of git": Attack(_writes(".gitmodules", ""), ("path-unknown",)),
    "a stray file": Attack(_writes("data/results/README.txt", "x"), ("path-unknown",)),
    "settings of Hugo": Attack(_writes("config/_default/hugo.toml", "x = 1"), ("path-unknown",)),
    "smuggled by a line separator": Attack(_smuggles("\u2028"), ("text-invisible",)),
    "smuggled by a paragraph separator": Attack(_smuggles("\u2029"), ("text-invisible",)),
    "smuggled by a next line": Attack(_smuggles("\u0085"), ("text-invisible",)),
    "smuggled by a carriage return": Attack(_smuggles("\r"), ("text-invisible",)),
    "marks that turn a comment": Attack(_smuggles(" \u202etxet\u202c\n"), ("text-invisible",)),
    "marks of no width in a comment": Attack(_smuggles(" a\u200bb\n"), ("text-invisible",)),
}
