"""Stand-ins of three services on the web, over HTTP on this machine, that fail when told to.

They keep the rules of their services that matter here: what Zenodo's deposits go through, and how
Software Heritage answers who asks for a visit, and what of GitHub makes a pull request.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote, unquote

Json = dict[str, Any]
Said = tuple[int, Any]
TOKEN = "right"
PREFIX = "10.5281/zenodo."


@dataclass
class StandIn:
    """What every stand-in has: what it was asked, and where it fails."""

    root: str = ""
    asked: list[str] = field(default_factory=list)
    fails: dict[str, list[int]] = field(default_factory=dict)
    """Method and a part of the path to statuses: the first ones are answered in place of what was
    asked for. A negative status answers so after the work was done."""

    def answer(self, method: str, path: str, body: bytes, token: str) -> Said:
        self.asked.append(f"{method} {path}")
        planned = [v for k, v in self.fails.items() if k in f"{method} {path}" and v]
        status = planned[0].pop(0) if planned else 0
        if status > 0:
            return status, {"message": "the stand-in fails here", "status": status}
        said = self.work(method, path, body, token)
        return (-status, {"message": "done, and then failed"}) if status else said

    def work(self, method: str, path: str, body: bytes, token: str) -> Said:
        raise NotImplementedError

    def count(self, words: str) -> int:
        """How often it was asked something."""
        return sum(bool(re.search(words, line)) for line in self.asked)


@dataclass
class Zenodo(StandIn):
    """Deposits of one account: drafts with files, published versions, new versions of them."""

    deposits: dict[int, Json] = field(default_factory=dict)
    files: dict[int, dict[str, bytes]] = field(default_factory=dict)

    def work(self, method: str, path: str, body: bytes, token: str) -> Said:
        if token != TOKEN and "/api/records/" not in path:
            return 401, {"message": "The server could not verify that you are authorized."}
        for pattern, known, work in self._ways():
            if known == method and (found := re.fullmatch(pattern, path)):
                return work(*found.groups(), body)
        return 404, {"message": "no such address"}

    def _ways(self) -> Iterator[tuple[str, str, Callable[..., Said]]]:
        base = r"/api/deposit/depositions"
        yield rf"{base}\?(.*)", "GET", self._list
        yield base, "POST", self._create
        yield rf"{base}/(\d+)", "GET", lambda n, _: (200, self._shown(int(n)))
        yield rf"{base}/(\d+)", "PUT", self._describe
        yield rf"{base}/(\d+)/files", "GET", self._listed_files
        yield rf"{base}/(\d+)/files/([^/]+)", "DELETE", self._remove
        yield r"/api/files/bucket-(\d+)/([^/]+)", "PUT", self._upload
        record = r"/api/records/(\d+)"
        yield record, "GET", self._record
        yield (
            rf"{record}/files/([^/]+)/content",
            "GET",
            lambda n, f, _: (200, self.files[int(n)][unquote(f)]),
        )
        yield rf"{base}/(\d+)/actions/publish", "POST", self._publish
        yield rf"{base}/(\d+)/actions/newversion", "POST", self._new_version

    def _record(self, concept: str, _: bytes) -> Said:
        """The newest version that is published, for everybody."""
        versions = [
            n for n, d in self.deposits.items() if d["submitted"] and d["conceptrecid"] == concept
        ]
        if not versions:
            return 404, {"message": "PID is not registered."}
        files = f"{self.root}/api/records/{max(versions)}/files"
        return 200, {
            "files": [
                {"key": name, "links": {"self": f"{files}/{quote(name)}/content"}}
                for name in self.files[max(versions)]
            ]
        }

    def _shown(self, number: int) -> Json:
        deposit = self.deposits[number]
        links = {"bucket": f"{self.root}/api/files/bucket-{number}"}
        links["html"] = f"{self.root}/deposit/{number}"
        latest = [
            n for n, d in self.deposits.items() if d["conceptrecid"] == deposit["conceptrecid"]
        ]
        if not self.deposits[max(latest)]["submitted"]:
            links["latest_draft"] = f"{self.root}/api/deposit/depositions/{max(latest)}"
        published = {"doi": f"{PREFIX}{number}", "conceptdoi": f"{PREFIX}{deposit['conceptrecid']}"}
        return {**deposit, "id": number, "links": links} | (
            published if deposit["submitted"] else {}
        )

    def _list(self, query: str, _: bytes) -> Said:
        size, page = (int(re.search(rf"{n}=(\d+)", query)[1]) for n in ("size", "page"))  # type: ignore[index]
        return 200, [*map(self._shown, sorted(self.deposits))][size * (page - 1) : size * page]

    def _create(self, body: bytes) -> Said:
        number = 100 + 10 * len(self.deposits)
        self._new(number, str(number - 1), json.loads(body)["metadata"], {})
        return 201, self._shown(number)

    def _new(self, number: int, concept: str, metadata: Json, files: dict[str, bytes]) -> None:
        reserved = {"prereserve_doi": {"doi": f"{PREFIX}{number}", "recid": number}}
        self.deposits[number] = {
            "conceptrecid": concept, "submitted": False, "metadata": {**metadata, **reserved},
        }  # fmt: skip
        self.files[number] = dict(files)

    def _describe(self, number: str, body: bytes) -> Said:
        metadata = json.loads(body)["metadata"]
        lacking = [
            n for n in ("title", "upload_type", "description", "creators") if not metadata.get(n)
        ]
        if lacking:
            errors = [{"field": name, "message": f"{name} is required"} for name in lacking]
            return 400, {"message": "Validation error.", "errors": errors}
        self.deposits[int(number)]["metadata"] |= metadata
        return 200, self._shown(int(number))

    def _listed_files(self, number: str, _: bytes) -> Said:
        return 200, [
            {"id": f"id-{name}", "filename": name, "checksum": hashlib.md5(data).hexdigest()}
            for name, data in self.files[int(number)].items()
        ]

    def _remove(self, number: str, name: str, _: bytes) -> Said:
        gone = self.files[int(number)].pop(unquote(name).removeprefix("id-"), None)
        return (404, {"message": "no such file"}) if gone is None else (204, None)

    def _upload(self, number: str, name: str, body: bytes) -> Said:
        if self.deposits[int(number)]["submitted"]:
            return 403, {"message": "the files of what is published do not change"}
        self.files[int(number)][unquote(name)] = body
        return 201, {"key": name, "checksum": f"md5:{hashlib.md5(body).hexdigest()}"}

    def _publish(self, number: str, _: bytes) -> Said:
        deposit = self.deposits[int(number)]
        if deposit["submitted"] or not self.files[int(number)]:
            return 400, {"message": "there is nothing to publish"}
        deposit["submitted"] = True
        return 202, self._shown(int(number))

    def _new_version(self, number: str, _: bytes) -> Said:
        old = self.deposits[int(number)]
        if "latest_draft" not in self._shown(int(number))["links"]:
            new = 100 + 10 * len(self.deposits)
            self._new(new, old["conceptrecid"], old["metadata"], self.files[int(number)])
        return 201, self._shown(int(number))


@dataclass
class Heritage(StandIn):
    """Software Heritage: what it keeps, what it refuses, and whom it has been asked to visit."""

    kept: dict[str, str] = field(default_factory=dict)
    """Repository to the hash of its newest state."""
    commits: set[str] = field(default_factory=set)
    asked_for: list[str] = field(default_factory=list)
    limit: int = 1000

    def work(self, method: str, path: str, body: bytes, token: str) -> Said:
        assert not token
        assert method == ("GET" if "/visit/" in path else "POST")
        if path == "/api/1/known/":
            return 200, {
                s: {"known": s.rpartition(":")[2] in self.commits} for s in json.loads(body)
            }
        if found := re.fullmatch(r"/api/1/origin/save/git/url/(.*)/", path):
            if len(self.asked_for) >= self.limit:
                return 429, {"reason": "Request was throttled."}
            self.asked_for.append(unquote(found[1]))
            return 200, {"save_request_status": "accepted", "save_task_status": "not yet scheduled"}
        found = re.fullmatch(r"/api/1/origin/(.*)/visit/latest/\?require_snapshot=true", path)
        url = unquote(found[1]) if found else ""
        if url not in self.kept:
            return 404, {"reason": f"No visit of {url} with a snapshot."}
        return 200, {"origin": url, "snapshot": self.kept[url], "status": "full"}


@dataclass
class GitHub(StandIn):
    """A repository, `owner/archive`, and what the account `ada` makes of it: trees are flat."""

    trees: dict[str, dict[str, bytes]] = field(default_factory=dict)
    commits: dict[str, Json] = field(default_factory=dict)
    repositories: dict[str, dict[str, str]] = field(default_factory=dict)
    """Branches of each, with their commits."""
    parents: dict[str, str] = field(default_factory=lambda: {"ada/archive": "owner/archive"})
    pulls: list[Json] = field(default_factory=list)
    slow: int = 0
    """How often a fork is asked for before its branches are there."""
    logins: list[Json] = field(default_factory=list)
    """What is said one after another to who asks for a token."""
    blobs: dict[str, bytes] = field(default_factory=dict)
    refusal: Said | None = None
    """What is said whatever is asked."""

    def __post_init__(self) -> None:
        start = self._commit(None, json.dumps({"tree": self._kept({"README.md": b"x"})}).encode())
        self.repositories["owner/archive"] = {"main": start[1]["sha"]}

    def work(self, method: str, path: str, body: bytes, token: str) -> Said:
        if path.startswith("/login/"):
            assert not token
            asked = json.loads(body)
            assert asked["client_id"] == "app-1"
            if path == "/login/device/code":
                shown = {"user_code": "ABCD-1234", "verification_uri": f"{self.root}/login/device"}
                return 200, shown | {"device_code": "dc", "interval": 5, "expires_in": 60}
            return 200, self.logins.pop(0)
        if token != TOKEN:
            return 401, {"message": f"Bad credentials: {token}"}
        if self.refusal:
            return self.refusal
        for pattern, known, work in self._ways():
            if known == method and (found := re.fullmatch(pattern, path)):
                return work(*found.groups(), body)
        return 404, {"message": "Not Found"}

    def _ways(self) -> Iterator[tuple[str, str, Callable[..., Said]]]:
        name = r"/repos/([\w-]+/[\w-]+)"
        yield "/user", "GET", lambda _: (200, {"login": "ada"})
        yield name, "GET", self._repository
        yield f"{name}/forks", "POST", self._fork
        yield rf"{name}/contents/(.+)\?ref=main", "GET", self._contents
        yield f"{name}/git/ref/heads/(.+)", "GET", self._ref
        yield f"{name}/git/commits/(.+)", "GET", lambda _, sha, __: (200, self.commits[sha])
        yield f"{name}/git/blobs", "POST", self._blob
        yield f"{name}/git/trees", "POST", self._tree
        yield f"{name}/git/commits", "POST", self._commit
        yield f"{name}/git/refs", "POST", self._new_ref
        yield f"{name}/git/refs/heads/(.+)", "PATCH", self._moved_ref
        yield rf"{name}/pulls\?state=all&head=(\w+):(.+)", "GET", self._pulls
        yield f"{name}/pulls", "POST", self._pull

    def files(self, repository: str, branch: str) -> dict[str, bytes]:
        """What a branch holds."""
        return self.trees[self.commits[self.repositories[repository][branch]]["tree"]["sha"]]

    def _repository(self, name: str, _: bytes) -> Said:
        if name not in self.repositories:
            return 404, {"message": "Not Found"}
        parent = {"full_name": self.parents[name]} if name in self.parents else None
        pushed = {"push": name.startswith("ada/")}
        known = {"full_name": name, "default_branch": "main", "permissions": pushed}
        return 200, known | {"parent": parent}

    def _fork(self, name: str, _: bytes) -> Said:
        mine = f"ada/{name.partition('/')[2]}"
        assert mine not in self.repositories, "a second fork"
        self.repositories[mine] = dict(self.repositories[name])
        return 202, {"full_name": mine}

    def _contents(self, name: str, path: str, _: bytes) -> Said:
        there = any(known.startswith(f"{path}/") for known in self.files(name, "main"))
        return (200, []) if there else (404, {"message": "Not Found"})

    def _ref(self, name: str, branch: str, _: bytes) -> Said:
        if name != "owner/archive" and self.slow:
            self.slow -= 1
            return 409, {"message": "Git Repository is empty."}
        sha = self.repositories[name].get(branch)
        return (200, {"object": {"sha": sha}}) if sha else (404, {"message": "Not Found"})

    def _blob(self, _: str, body: bytes) -> Said:
        data = base64.b64decode(json.loads(body)["content"])
        sha = _object_id("blob", data).hex()
        self.blobs[sha] = data
        return 201, {"sha": sha}

    def _tree(self, _: str, body: bytes) -> Said:
        asked = json.loads(body)
        files = dict(self.trees[asked["base_tree"]]) if "base_tree" in asked else {}
        for entry in asked["tree"]:
            path = entry["path"]
            if entry["type"] == "tree":
                assert entry["mode"] == "040000"
                files = {p: d for p, d in files.items() if not p.startswith(f"{path}/")}
                files |= {f"{path}/{p}": d for p, d in self.trees[entry["sha"]].items()}
            else:
                assert entry["mode"] == "100644"
                text = entry.get("content")
                files[path] = self.blobs[entry["sha"]] if text is None else text.encode()
        return 201, {"sha": self._kept(files)}

    def _kept(self, files: dict[str, bytes]) -> str:
        sha = tree_id(files).hex()
        self.trees[sha] = files
        return sha

    def _commit(self, _: str | None, body: bytes) -> Said:
        sha = hashlib.sha1(body + bytes([len(self.commits)])).hexdigest()
        said = json.loads(body)
        self.commits[sha] = {**said, "sha": sha, "tree": {"sha": said["tree"]}}
        return 201, {"sha": sha}

    def _new_ref(self, name: str, body: bytes) -> Said:
        asked = json.loads(body)
        branch = asked["ref"].removeprefix("refs/heads/")
        if branch in self.repositories[name]:
            return 422, {"message": "Reference already exists"}
        self.repositories[name][branch] = asked["sha"]
        return 201, {}

    def _moved_ref(self, name: str, branch: str, body: bytes) -> Said:
        sha = json.loads(body)["sha"]
        assert self.repositories[name][branch] in self.commits[sha]["parents"], "not a fast-forward"
        self.repositories[name][branch] = sha
        return 200, {}

    def _pulls(self, _: str, owner: str, branch: str, __: bytes) -> Said:
        return 200, [pull for pull in self.pulls if pull["head"] == f"{owner}:{branch}"]

    def _pull(self, _: str, body: bytes) -> Said:
        number = len(self.pulls) + 1
        made = json.loads(body) | {"state": "open", "html_url": f"{self.root}/pull/{number}"}
        self.pulls.append(made)
        return 201, made


def _object_id(kind: str, data: bytes) -> bytes:
    return hashlib.sha1(f"{kind} {len(data)}\0".encode() + data).digest()


def tree_id(files: dict[str, bytes]) -> bytes:
    """What git names a folder with these files."""
    folders: dict[str, dict[str, bytes]] = {}
    for path, data in files.items():
        first, _, rest = path.partition("/")
        folders.setdefault(first, {})[rest] = data
    entries = [
        (f"{n}/", b"40000", tree_id(inside)) if "" not in inside
        else (n, b"100644", _object_id("blob", inside[""]))
        for n, inside in folders.items()
    ]  # fmt: skip
    lines = (m + b" " + n.rstrip("/").encode() + b"\0" + sha for n, m, sha in sorted(entries))
    return _object_id("tree", b"".join(lines))


@contextmanager
def served(stand_in: StandIn) -> Iterator[str]:
    """The address at which a stand-in answers while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            status, document = stand_in.answer(self.command, self.path, body, token)
            said = b"" if document is None else document
            data = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stand_in.root = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield stand_in.root
    finally:
        server.shutdown()
        server.server_close()
