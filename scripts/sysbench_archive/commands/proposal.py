"""Proposing files to a repository through the REST API of its forge, without git.

Everything that is known is asked of the forge, so that the same call goes on where an earlier one
broke off: a fork, a branch and a pull request that are there are taken up, and a tree that is there
already becomes no second commit. The token goes to the API alone and into no message.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from sysbench_archive.commands.console import say
from sysbench_archive.commands.web import TRIES, Answer, Service
from sysbench_archive.problems import FailureError, FaultError, UsageError, got_expected, inert
from sysbench_archive.words.phrases import count_text

TOKEN = "GITHUB_TOKEN"  # noqa: S105 the name of a variable
SCOPE = "public_repo"
_AGAIN = "repeat the same command: it goes on where it stopped, and makes nothing twice"
_OK = range(200, 300)
_UNKNOWN, _FORBIDDEN, _ABSENT, _EMPTY = 401, 403, 404, 409
_MOST_AT_ONCE = 2 << 20
"""Bytes of files that are sent in one call."""
_FILE, _FOLDER = "100644", "040000"
Json = dict[str, Any]
"""A part of what the forge reads or says, whose format is not ours."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A folder with its files by path below it, other files by their whole path, and words."""

    branch: str
    folder: str
    inside: Mapping[str, bytes]
    beside: Mapping[str, bytes]
    tree: str
    """What git names the folder."""
    title: str
    body: str
    author: Mapping[str, str]
    """Name and email of who commits; empty where it is the account."""


@dataclass(frozen=True, slots=True)
class Forge:
    """A repository, as OWNER/NAME, and the API that knows it."""

    service: Service
    repository: str

    def propose(self, proposal: Proposal) -> str:
        """The address of the pull request. FailureError says what to do."""
        login = str(self._object("read your account", "GET", "user").get("login"))
        upstream = self._object("read the repository", "GET", f"repos/{self.repository}")
        base = str(upstream["default_branch"])
        own = (upstream.get("permissions") or {}).get("push")
        owner = self.repository.partition("/")[0] if own else login
        if known := self._pull(proposal, owner):
            say(f"going on with {known['html_url']}")
        else:
            self._refuse_taken(proposal, base)
        home = self.repository if own else self._fork(login)
        self._push(home, self._head_of(home, base), proposal)
        return str((known or self._opened(proposal, owner, base))["html_url"])

    def _pull(self, proposal: Proposal, owner: str) -> Json | None:
        """The open pull request of the branch; FaultError where it was closed."""
        where = f"repos/{self.repository}/pulls?state=all&head={quote(owner)}:{proposal.branch}"
        found = self._expect("list pull requests", "GET", where) or []
        newest = found[0] if found else None
        if newest and newest.get("state") != "open":
            how = "merged" if newest.get("merged_at") else "closed"
            raise FaultError(
                f"{inert(str(newest['html_url']))}: {got_expected('the pull request', how, 'open')}"
                "\n  hint: answer there; a correction of what is published is a new pull request"
            )
        return newest

    def _opened(self, proposal: Proposal, owner: str, base: str) -> Json:
        words = {"title": proposal.title, "body": proposal.body, "base": base}
        document = words | {"head": f"{owner}:{proposal.branch}"}
        return self._object(
            "open the pull request", "POST", f"repos/{self.repository}/pulls", document
        )

    def _refuse_taken(self, proposal: Proposal, base: str) -> None:
        where = f"repos/{self.repository}/contents/{proposal.folder}?ref={quote(base)}"
        if self._or_none("look for the bundle", where) is not None:
            message = got_expected("the name is taken", proposal.folder, "a new one")
            raise FaultError(
                f"{self.repository}: {message}\n  hint: rename the folder; what is published is"
                " corrected with `correct` in a clone"
            )

    def _fork(self, login: str) -> str:
        """The fork of the account, made where there is none."""
        mine = f"{login}/{self.repository.partition('/')[2]}"
        known = self._or_none("look for your fork", f"repos/{mine}")
        if known is None:
            say(f"forking {self.repository}")
            made = self._object("fork the repository", "POST", f"repos/{self.repository}/forks", {})
            return str(made["full_name"])
        parent = (known.get("parent") or {}).get("full_name")
        if str(parent).lower() != self.repository.lower():
            message = got_expected("the name of the fork is taken", mine, "a fork, or nothing")
            raise FaultError(f"{message}\n  hint: rename that repository, then {_AGAIN}")
        return mine

    def _head_of(self, home: str, base: str) -> str:
        """The newest commit of the branch that is forked, waiting for a fork that is being made."""
        for turn in range(1, TRIES + 1):
            found = self._or_none("look at the fork", f"repos/{home}/git/ref/heads/{base}")
            if found:
                return str(found["object"]["sha"])
            self.service.pause(2.0**turn)
        message = got_expected("the fork is not ready yet", "no branch", base)
        raise FailureError(f"{home}: {message}\n  hint: in some minutes, {_AGAIN}")

    def _push(self, home: str, start: str, proposal: Proposal) -> None:
        """Make the branch hold the files of the proposal, with one commit where it does not yet."""
        where, ref = f"repos/{home}/git", f"heads/{proposal.branch}"
        there = self._or_none("look for the branch", f"{where}/ref/{ref}")
        parent = str(there["object"]["sha"]) if there else start
        before = self._object("read the branch", "GET", f"{where}/commits/{parent}")["tree"]["sha"]
        folder = self._tree(where, proposal.inside)
        if folder != proposal.tree:
            message = got_expected("the files did not arrive as sent", folder, proposal.tree)
            raise FailureError(f"{home}: {message}\n  hint: {_AGAIN}")
        entry = {"path": proposal.folder, "mode": _FOLDER, "type": "tree", "sha": folder}
        tree = self._tree(where, proposal.beside, base=before, first=entry)
        if tree == before:
            return
        document: Json = {"message": proposal.title, "tree": tree, "parents": [parent]}
        document |= {"author": dict(proposal.author)} if proposal.author else {}
        commit = self._object("commit", "POST", f"{where}/commits", document)["sha"]
        if there:
            self._object("move the branch", "PATCH", f"{where}/refs/{ref}", {"sha": commit})
        else:
            made = {"ref": f"refs/{ref}", "sha": commit}
            self._object("make the branch", "POST", f"{where}/refs", made)

    def _tree(
        self, where: str, files: Mapping[str, bytes], base: str = "", first: Json | None = None
    ) -> str:
        """The name of a tree with these files, which are sent a few at a time."""
        for several in _parts(files):
            entries = [self._entry(where, path, data) for path, data in several]
            document: Json = {"tree": [*([first] if first else []), *entries]}
            document |= {"base_tree": base} if base else {}
            say(f"sending {count_text(len(several), 'file')}")
            base = str(self._object("take files", "POST", f"{where}/trees", document)["sha"])
            first = None
        return base

    def _entry(self, where: str, path: str, data: bytes) -> Json:
        entry = {"path": path, "mode": _FILE, "type": "blob"}
        try:
            return entry | {"content": data.decode()}
        except UnicodeDecodeError:
            packed = {"content": base64.b64encode(data).decode(), "encoding": "base64"}
            return entry | {
                "sha": self._object("take a file", "POST", f"{where}/blobs", packed)["sha"]
            }

    def _or_none(self, step: str, where: str) -> Any:
        """What is there; None where nothing is."""
        said = self.service.ask("GET", where)
        return None if said.status in (_ABSENT, _EMPTY) else self._checked(step, said)

    def _object(self, step: str, method: str, where: str, document: Any = None) -> Json:
        found = self._expect(step, method, where, document)
        if not isinstance(found, dict):
            message = got_expected(f"could not {step}", type(found).__name__, "an object")
            raise FailureError(f"{self.service.root}: {message}\n  hint: {_AGAIN}")
        return found

    def _expect(self, step: str, method: str, where: str, document: Any = None) -> Any:
        return self._checked(step, self.service.ask(method, where, document=document))

    def _checked(self, step: str, said: Answer) -> Any:
        if said.status in _OK:
            return said.document
        root = self.service.root.rstrip("/")
        told = said.told().replace(self.service.token, "<token>")
        raise FailureError(
            f"{root}: could not {step} (got {told}, expected 2xx)\n  hint: {_what_to_do(said)}"
        )


def _what_to_do(said: Answer) -> str:
    if "rate limit" in said.told().lower():
        wait = f"{said.retry_after} s" if said.retry_after else "an hour"
        return f"too many calls: in {wait}, {_AGAIN}"
    if said.is_temporary:
        return _AGAIN
    if said.status == _UNKNOWN:
        return f"the token is wrong, expired or revoked: put a new one into {TOKEN}, then {_AGAIN}"
    if said.status in (_FORBIDDEN, _ABSENT):
        return f"the token lacks a right: it needs the scope {SCOPE}; with another, {_AGAIN}"
    return f"look at what the forge names, then {_AGAIN}"


def _parts(files: Mapping[str, bytes]) -> Iterator[list[tuple[str, bytes]]]:
    part: list[tuple[str, bytes]] = []
    for path, data in sorted(files.items()):
        if part and sum(len(each) for _, each in part) + len(data) > _MOST_AT_ONCE:
            yield part
            part = []
        part.append((path, data))
    yield part


def repository_of(address: str) -> str:
    """`OWNER/NAME` of a repository's address. UsageError where it has another form."""
    path = urlsplit(address).path.strip("/").removesuffix(".git")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", path):
        message = got_expected("no repository of a forge", address, "https://github.com/OWNER/NAME")
        raise UsageError(f"config.toml: params.repository: {message}\n  hint: make addresses")
    return path


def checked_token(token: str, source: str) -> str:
    """A token that can be sent. UsageError where it cannot; it is not shown."""
    if not re.fullmatch(r"[!-~]{1,1000}", token):
        message = got_expected("no token", f"{len(token)} characters", "letters without blanks")
        raise UsageError(f"{source}: {message}\n  hint: set it anew, as the forge shows it")
    return token


def device_login(service: Service, client: str) -> str:
    """A token of whoever types the shown code at the forge, by OAuth's device flow (RFC 8628).

    FailureError where nobody does, or where it is refused.
    """
    if not client:
        raise UsageError(
            "config.toml: params.deviceClient: no app of the forge (got '', expected its client id)"
            f"\n  hint: put a token into {TOKEN} instead of --login"
        )
    asked = {"client_id": client, "scope": SCOPE}
    begun = service.ask("POST", "login/device/code", document=asked)
    code, shown, place = (
        begun.fields.get(name) for name in ("device_code", "user_code", "verification_uri")
    )
    if not (code and shown and place):
        raise _no_login(service, begun, "a code")
    say(inert(f"open {place} and type {shown}"))
    interval, left = (float(begun.fields.get(n) or 5) for n in ("interval", "expires_in"))
    asked = {
        "client_id": client,
        "device_code": str(code),
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
    }
    while left > 0:
        service.pause(interval)
        left -= interval
        said = service.ask("POST", "login/oauth/access_token", document=asked)
        if token := said.fields.get("access_token"):
            return checked_token(str(token), service.root)
        error = said.fields.get("error")
        if error == "slow_down":
            interval += 5
        elif error != "authorization_pending" and not said.is_temporary:
            raise _no_login(service, said, "the token")
    raise _no_login(service, begun, "the token before the code expired")


def _no_login(service: Service, said: Answer, expected: str) -> FailureError:
    got = str(said.fields.get("error") or said.status or "no answer")
    message = got_expected("not logged in", inert(got), expected)
    return FailureError(f"{service.root}: {message}\n  hint: repeat the same command")
