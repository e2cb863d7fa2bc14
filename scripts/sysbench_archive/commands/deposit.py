"""`deposit`: put a snapshot into Zenodo, which gives it a DOI.

The DOI of all snapshots, as `config.toml` states it, says which deposits are the archive's, and
nothing else does: a title may change. Where none is stated, all that is done is to make the first
draft, whose DOI is then to be stated. Everything else is asked of the service, so that the command
goes on where an earlier call was broken off: a draft is taken up, and files that are there are not
sent again. A snapshot that is published already is left alone, and refused where its bytes are
others. Zenodo keeps what was published for ever; a draft is all that is made without `--publish`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from sysbench_archive.build.archive import Archive
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.console import CLEAN, Arguments, answer, say
from sysbench_archive.commands.web import Answer, Service
from sysbench_archive.problems import FailureError, UsageError
from sysbench_archive.publish.datacite import DESCRIPTION
from sysbench_archive.publish.snapshot import ABOUT, ATTESTATION, SUMS, checksums

TOKEN = "ZENODO_TOKEN"  # noqa: S105 the name of a variable
DERIVED = "isDerivedFrom"
_LIST = "api/deposit/depositions"
_PAGE = 100
_MOST_PAGES = 50
_TURNS = 4
"""How often everything is looked at that the service may have done although it said otherwise."""
_HOW_TO_GET_ONE = (
    "make one at {}/account/settings/applications/tokens/new/ with the scopes deposit:write and"
    " deposit:actions, and hand it over in the variable ZENODO_TOKEN"
)
_DENIED = frozenset({401, 403})
_GONE = frozenset({404, 410})
_OK = range(200, 300)
Json = dict[str, Any]
"""A part of what Zenodo reads or says, whose format is not ours."""


@dataclass(frozen=True, slots=True)
class Deposited:
    """What became of a snapshot: its DOI, that of all snapshots, its page, and whether it stands
    for ever.
    """

    doi: str
    concept_doi: str
    page: str
    is_published: bool


def snapshot_files(folder: Path) -> tuple[Json, list[Path]]:
    """`release.json` and the files of a snapshot. UsageError where they are not as cut."""
    sums, about = folder / SUMS, folder / ABOUT
    if not (sums.is_file() and about.is_file()):
        raise UsageError(f"{folder} is not a snapshot: `release` writes {ABOUT} and {SUMS} there")
    beside = (SUMS, ATTESTATION)
    files = sorted(path for path in folder.iterdir() if path.name not in beside)
    if checksums(files) != sums.read_text(encoding="ascii"):
        raise UsageError(f"the files of {folder} are not those that {SUMS} lists; cut it again")
    proof = [folder / name for name in beside if (folder / name).is_file()]
    return json.loads(about.read_bytes()), [*files, *proof]


def metadata_of(described: Json, about: Json, base: str) -> Json:
    """What Zenodo is told of a snapshot."""
    origin = f"<p>Commit {about['commit']} of the repository; SWHID of its data: {{}}.</p>"
    return {
        **described,
        "description": described["description"] + origin.format(about["results_swhid"]),
        "version": about["date"],
        "publication_date": about["date"],
        "related_identifiers": [
            {"identifier": f"{base}/", "relation": DERIVED, "resource_type": "dataset"}
        ],
    }


class _LaterError(FailureError):
    """A step failed that the service may have done although it answered with an error."""


@dataclass(frozen=True, slots=True)
class Deposits:
    """The deposits of whoever the token belongs to."""

    service: Service

    def first(self, metadata: Json) -> Deposited:
        """Make the first draft of an archive that states no DOI, or name the deposits it has."""
        return self._in_turns(lambda: self._first(metadata))

    def put(self, files: list[Path], metadata: Json, *, doi: str, publish: bool) -> Deposited:
        """Make or take up the deposit of a snapshot; FailureError says what to do.

        `doi` is that of all snapshots.
        """
        return self._in_turns(lambda: self._put(files, metadata, doi, publish=publish))

    def _in_turns(self, step: Callable[[], Deposited]) -> Deposited:
        """After an error of the service everything is looked at again: nothing is made twice."""
        for turn in range(1, _TURNS + 1):
            try:
                return step()
            except _LaterError:
                if turn == _TURNS:
                    raise
                self.service.pause(2.0**turn)
        raise AssertionError

    def _first(self, metadata: Json) -> Deposited:
        (related,) = metadata["related_identifiers"]
        mine = [d for d in self._all() if related["identifier"] in _identifiers(d)]
        lineages = {_concept(d): d for d in mine}
        if len(lineages) > 1:
            raise FailureError(
                f"{' and '.join(sorted(lineages))} both come from {related['identifier']}"
                "\n  hint: state the one that is the archive's in config.toml"
            )
        for found in lineages.values():
            return _deposited(found)
        return _deposited(self._object("make a draft", "POST", _LIST, {"metadata": metadata}))

    def _put(self, files: list[Path], metadata: Json, doi: str, *, publish: bool) -> Deposited:
        everything = list(self._all())
        mine = [d for d in everything if _concept(d) == doi]
        if not mine:
            raise FailureError(_unknown(doi, everything, self.service.root))
        there = [d for d in mine if d.get("submitted")]
        done = next((d for d in there if _metadata(d).get("version") == metadata["version"]), None)
        if done is not None:
            self._refuse_other_bytes(done, files)
            say(f"the snapshot of {metadata['version']} is published there already")
            return _deposited(done)
        draft = self._draft(mine)
        say(f"draft {draft['id']}: {_page(draft)}")
        self._send_files(draft, files)
        where = f"{_LIST}/{draft['id']}"
        draft = self._object("take the description", "PUT", where, {"metadata": metadata})
        if publish:
            draft = self._object("publish the draft", "POST", f"{where}/actions/publish")
        return _deposited(draft)

    def _all(self) -> Iterator[Json]:
        for page in range(1, _MOST_PAGES + 1):
            where = f"{_LIST}?all_versions=true&size={_PAGE}&page={page}"
            found = self._expect("list your deposits", "GET", where)
            yield from found
            if len(found) < _PAGE:
                return

    def _refuse_other_bytes(self, done: Json, files: list[Path]) -> None:
        """A day has one snapshot. Proofs are made anew with each attempt, and prove the same."""
        have = {f.name: _md5(f) for f in files if f.name != ATTESTATION}
        holds = self._checksums(done)
        holds.pop(ATTESTATION, None)
        if differ := sorted({name for name, _ in have.items() ^ holds.items()}):
            raise FailureError(
                f"{_deposited(done).doi} is published with another {', '.join(differ)}"
                "\n  hint: deposit the files it was made of, or cut the snapshot of another day"
            )

    def _checksums(self, deposit: Json) -> dict[str, str]:
        where = f"{_LIST}/{deposit['id']}/files"
        listed = self._expect("list the files of the deposit", "GET", where)
        return {entry["filename"]: _plain(entry["checksum"]) for entry in listed}

    def _draft(self, mine: list[Json]) -> Json:
        """The draft that is there, else a new version of the newest."""
        drafts = [d for d in mine if not d.get("submitted")]
        if len(drafts) > 1:
            pages = " and ".join(_page(d) for d in drafts)
            raise FailureError(
                f"there are {len(drafts)} drafts of {_concept(drafts[0])}: {pages}"
                "\n  hint: delete all but one of them there, then call this again"
            )
        if drafts:
            say("going on with a draft of an earlier call")
            return self._object("read the draft", "GET", f"{_LIST}/{drafts[0]['id']}")
        newest = max(mine, key=lambda d: int(d["id"]))
        where = f"{_LIST}/{newest['id']}/actions/newversion"
        made = self._object("begin a new version", "POST", where)
        return self._object("read the draft", "GET", str(_links(made).get("latest_draft", "")))

    def _send_files(self, draft: Json, files: list[Path]) -> None:
        """Make the files of a draft those of the snapshot; those that are there already stay."""
        where = f"{_LIST}/{draft['id']}/files"
        wanted = {file.name: _md5(file) for file in files}
        there = set()
        for entry in self._expect("list the files of the draft", "GET", where):
            if wanted.get(entry["filename"]) == _plain(entry["checksum"]):
                there.add(entry["filename"])
                continue
            self._expect("remove a file", "DELETE", f"{where}/{entry['id']}")
        bucket = str(_links(draft).get("bucket", ""))
        for file in files:
            if file.name not in there:
                say(f"sending {file.name} ({file.stat().st_size} bytes)")
                self._expect(f"take {file.name}", "PUT", f"{bucket}/{quote(file.name)}", file=file)
        arrived = self._checksums(draft)
        if arrived != wanted:
            differ = sorted({name for name, _ in arrived.items() ^ wanted.items()})
            raise FailureError(
                f"{', '.join(differ)} did not arrive as sent in draft {draft['id']}"
                "\n  hint: call this again; it sends what is missing or damaged"
            )

    def _object(self, step: str, method: str, where: str, document: Any = None) -> Json:
        said = self._expect(step, method, where, document)
        if not isinstance(said, dict) or "id" not in said:
            raise FailureError(f"could not {step}: {self.service.root} answers with no deposit")
        return said

    def _expect(
        self, step: str, method: str, where: str, document: Any = None, file: Path | None = None
    ) -> Any:
        said = self.service.ask(method, where, document=document, file=file)
        # What is to be removed may be gone: done, and said so with an error the first time.
        if said.status in _OK or (method == "DELETE" and said.status in _GONE):
            return said.document
        failure = self._failure(step, said)
        if method == "POST" and said.is_temporary:
            raise _LaterError(str(failure))
        raise failure

    def _failure(self, step: str, said: Answer) -> FailureError:
        root = self.service.root.rstrip("/")
        if said.status in _DENIED:
            hint = f"the token is wrong or lacks a right: {_HOW_TO_GET_ONE.format(root)}"
        elif said.is_temporary:
            hint = "call this again later; it goes on where it stopped, and makes nothing twice"
        else:
            hint = "correct what it names (.zenodo.json describes it), then call this again"
        return FailureError(f"could not {step}: {root} says {said.told()}\n  hint: {hint}")


def _metadata(deposit: Json) -> Mapping[str, Any]:
    return deposit.get("metadata") or {}


def _links(deposit: Json) -> Mapping[str, Any]:
    return deposit.get("links") or {}


def _page(deposit: Json) -> str:
    links = _links(deposit)
    return str(links.get("record_html") or links.get("latest_html") or links.get("html") or "")


def _identifiers(deposit: Json) -> set[str]:
    related = _metadata(deposit).get("related_identifiers") or ()
    return {r["identifier"] for r in related if r.get("relation") == DERIVED}


def _doi(deposit: Json) -> str:
    reserved = _metadata(deposit).get("prereserve_doi") or {}
    return str(deposit.get("doi") or reserved.get("doi") or "")


def _concept(deposit: Json) -> str:
    """The DOI of all versions; "" where it cannot be told."""
    doi, number = _doi(deposit), deposit.get("conceptrecid")
    if not deposit.get("conceptdoi") and "zenodo." in doi and number:
        # Before the first version is published it is not stated, and already certain.
        return f"{doi.partition('zenodo.')[0]}zenodo.{number}"
    return str(deposit.get("conceptdoi") or "")


def _deposited(deposit: Json) -> Deposited:
    return Deposited(
        _doi(deposit), _concept(deposit), _page(deposit), bool(deposit.get("submitted"))
    )


def _unknown(doi: str, everything: list[Json], root: str) -> str:
    """Why the stated DOI leads to none of the deposits, and what to do."""
    version = next((d for d in everything if _doi(d) == doi), None)
    if version is not None:
        told = f"{doi}, which config.toml states, is one version of {_concept(version)}"
        return f"{told}\n  hint: state that one, of all snapshots, in config.toml"
    told = f"{doi}, which config.toml states, is no deposit of this account at {root}"
    return (
        f"{told}; nothing was made"
        "\n  hint: use a token of the account that made it; to rehearse elsewhere, take a clone"
        " whose config.toml states none"
    )


def _plain(checksum: str) -> str:
    return checksum.rpartition(":")[2]


def _md5(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def described(archive: Archive) -> Json:
    """What `.zenodo.json` says. UsageError where citations would lead nowhere."""
    base = archive.settings.permanent_base
    host = urlsplit(base).hostname or ""
    if not host or host.endswith(".example"):
        raise UsageError(
            f"a DOI stays for ever, and config.toml has permanentBase {base!r}"
            "\n  hint: put the address there under which the archive will stay"
        )
    found: Json = json.loads((archive.root / DESCRIPTION).read_bytes())
    return found


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    about, files = snapshot_files(arguments.snapshot)
    token = os.environ.get(TOKEN, "").strip()
    if not token:
        raise UsageError(f"no token: {_HOW_TO_GET_ONE.format(arguments.api.rstrip('/'))}")
    metadata = metadata_of(described(archive), about, archive.settings.permanent_base)
    deposits = Deposits(Service(arguments.api, token))
    doi = archive.settings.doi
    if doi:
        made = deposits.put(files, metadata, doi=doi, publish=arguments.publish)
    elif arguments.publish:
        raise UsageError(
            "config.toml states no DOI, so nobody could tell what this is a version of"
            "\n  hint: call it without --publish, and put the DOI it names into config.toml"
        )
    else:
        made = deposits.first(metadata)
    answer(_told(made, is_stated=bool(doi)))
    return CLEAN


def _told(made: Deposited, *, is_stated: bool) -> str:
    state = "published" if made.is_published else "a draft; --publish makes it permanent"
    if is_stated:
        return f"{made.doi} ({state}): {made.page}"
    return (
        f"all snapshots: {made.concept_doi}: {made.page}\n"
        f'put doi = "{made.concept_doi}" into config.toml and the same into CITATION.cff,'
        " then call this again: no file was sent"
    )
