"""`preserve`: ask Software Heritage to keep the repository and the repositories of sources.

It asks for a visit of each, and with `--record` writes into `data/saved.csv` what is kept by now:
a visit takes the service minutes or days, so that what was asked for last time is seen this time.
A service that is away, or has enough of questions, is no failure: publishing never waits for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from sysbench_archive.build.archive import Archive, read_saved_copies
from sysbench_archive.build.checking import sources_of
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.bundle.saved import SAVED, Saved, write_saved
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.checkout import archive_here, today
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.commands.web import TOO_MANY, Answer, Service

_OK = 200
_MOST_KNOWN = 1000
"""SWHIDs the service takes in one question."""
_MOST_SILENT = 3
"""Questions in a row without an answer, after which no more are asked."""
_A_DAY = 9
"""Visits that are asked for before the service has had enough for an hour, but the first."""
_HASH = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True)
class Origin:
    """A repository by its address, with the commits figures were taken from."""

    url: str
    commits: tuple[str, ...] = ()


def origins_of(archive: Archive) -> list[Origin]:
    """The archive's repository, then those of sources, without placeholders."""
    commits: dict[str, dict[str, None]] = {}
    for folder in archive.bundles():
        document = read_yaml((folder / "bundle.yaml").read_bytes(), archive.label(folder))
        source = document.value.get("source") if isinstance(document.value, dict) else None
        if isinstance(source, dict) and isinstance(source.get("repository"), str):
            commits.setdefault(source["repository"], {})[str(source.get("commit", ""))] = None
    files = sources_of(archive, {folder.name for folder in archive.bundles()})
    for file in files:
        if file.record and file.record.kind == "repository" and file.record.url:
            commits.setdefault(file.record.url, {})[file.record.commit] = None
    named = {archive.settings.repository: {}, **dict(sorted(commits.items()))}
    return [
        Origin(url, tuple(commit for commit in known if _HASH.fullmatch(commit)))
        for url, known in named.items()
        if url and ".example/" not in f"{url}/"
    ]


def in_turn(origins: Sequence[Origin], saved: Iterable[Saved], day: date) -> list[Origin]:
    """The first, then those of which nothing is kept, then the others; each day begins with others,
    for the service takes some ten questions at once.
    """
    seen = {row.origin for row in saved if row.is_whole}
    rest = origins[1:]
    start = day.toordinal() * _A_DAY % max(len(rest), 1)
    turned = [*rest[start:], *rest[:start]]
    return [*origins[:1], *sorted(turned, key=lambda origin: origin.url in seen)]


def ask_for(service: Service, origins: Sequence[Origin]) -> Iterator[tuple[str, str]]:
    """Ask for a visit of each: the address and what became of it, one at a time."""
    silent = 0
    for number, origin in enumerate(origins, 1):
        said = service.ask("POST", f"api/1/origin/save/git/url/{_quoted(origin.url)}/")
        yield origin.url, _outcome(said)
        silent = silent + 1 if said.is_temporary else 0
        if said.status == TOO_MANY or silent == _MOST_SILENT:
            rest = len(origins) - number
            yield "", f"{rest} more are not asked for; the next call asks again"
            return


def kept(service: Service, origins: Iterable[Origin], day: date) -> Iterator[Saved]:
    """What is kept of each: its newest state, and those of its commits that are there."""
    commits: list[tuple[str, str]] = []
    for origin in origins:
        newest = f"api/1/origin/{_quoted(origin.url)}/visit/latest/?require_snapshot=true"
        said = service.ask("GET", newest)
        if said.is_temporary:
            return
        snapshot = said.fields.get("snapshot")
        if isinstance(snapshot, str) and _HASH.fullmatch(snapshot):
            yield Saved(origin.url, f"swh:1:snp:{snapshot}", day.isoformat())
        commits += [(origin.url, f"swh:1:rev:{commit}") for commit in origin.commits]
    for start in range(0, len(commits), _MOST_KNOWN):
        part = commits[start : start + _MOST_KNOWN]
        said = service.ask("POST", "api/1/known/", document=[swhid for _, swhid in part])
        for url, swhid in part:
            entry = said.fields.get(swhid)
            if isinstance(entry, Mapping) and entry.get("known") is True:
                yield Saved(url, swhid, day.isoformat())


def _quoted(url: str) -> str:
    return quote(url, safe=":/")


def _outcome(said: Answer) -> str:
    if said.status != _OK or not said.fields:
        return f"not asked for: {said.told()}"
    told = map(said.fields.get, ("save_request_status", "save_task_status"))
    return ", ".join(str(words) for words in told if words)


def with_seen(before: Iterable[Saved], seen: Iterable[Saved]) -> list[Saved]:
    """Rows with what was seen now. What is kept stays kept; of states the newest is enough, and a
    row whose SWHID is the same keeps its day.
    """
    known = {(row.origin, row.swhid): row for row in before}
    found = {(row.origin, row.swhid): row for row in seen}
    renewed = {row.origin for row in found.values() if row.is_whole}
    kept = {
        key: row
        for key, row in known.items()
        if key in found or not (row.is_whole and row.origin in renewed)
    }
    return sorted({**found, **kept}.values())


def run(arguments: Arguments) -> int:
    """Run the command; the exit code, which tells nothing of the service."""
    archive = archive_here()
    origins = origins_of(archive)
    if arguments.dry_run:
        answer("\n".join(f"{origin.url} ({len(origin.commits)} commits)" for origin in origins))
        return CLEAN
    service, before = Service(arguments.api), read_saved_copies(archive)
    if arguments.record:
        rows = with_seen(before, kept(service, origins, today()))
        replace_file(archive.root / SAVED, write_saved(rows))
        answer(f"{SAVED} has {len(rows)} rows, {len(rows) - len(before)} more than before")
    for url, outcome in ask_for(service, in_turn(origins, before, today())):
        answer(": ".join(filter(None, [url, outcome])))
    return CLEAN
