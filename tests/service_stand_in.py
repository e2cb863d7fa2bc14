"""Stand-ins of two services on the web, over HTTP on this machine, that fail when told to.

They keep the rules of their services that matter here: what Zenodo's deposits go through, and how
Software Heritage answers who asks for a visit.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

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
        if token != TOKEN:
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
        yield rf"{base}/(\d+)/actions/publish", "POST", self._publish
        yield rf"{base}/(\d+)/actions/newversion", "POST", self._new_version

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


@contextmanager
def served(stand_in: StandIn) -> Iterator[str]:
    """The address at which a stand-in answers while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            status, document = stand_in.answer(self.command, self.path, body, token)
            data = b"" if document is None else json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815

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
