"""Asking services on the web that answer in JSON, with a token that goes nowhere else.

http and https are known, redirects are not followed, and an address that an answer names is asked
only where it is the service's own. What can be asked twice without harm is asked again after an
error of the service, with pauses; everything else is asked once, and the caller looks what became
of it.
"""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib import request
from urllib.parse import urlsplit

from sysbench_archive.capture.plan import MissingError, RefusalError
from sysbench_archive.problems import FailureError, UsageError, inert

TRIES = 5
"""How often something is asked that can be asked again."""
LONGEST_PAUSE = 60
"""Seconds before the next try at most; a service that asks for more is not asked again."""
MAX_ANSWER = 8 << 20
SECONDS = 120
_AGAIN = frozenset({"GET", "PUT", "DELETE"})
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
TOO_MANY, FIRST_OF_THE_SERVICE = 429, 500


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service said: its status, 0 where it could not be reached, and a document or None."""

    status: int
    document: Any
    words: str = ""
    retry_after: int = 0

    @property
    def is_temporary(self) -> bool:
        """Whether the same question may be answered later."""
        return self.status in (0, TOO_MANY) or self.status >= FIRST_OF_THE_SERVICE

    @property
    def fields(self) -> Mapping[str, Any]:
        """Those of the document, none where it is no object."""
        return self.document if isinstance(self.document, Mapping) else {}

    def told(self) -> str:
        """The status with the service's own words, for a message."""
        named = f"{self.status}" if self.status else "no answer"
        said = self.fields.get("message") or self.fields.get("reason") or self.words
        details = [str(e.get("message", e)) for e in self.fields.get("errors") or () if e]
        return inert(": ".join(filter(None, [named, str(said), "; ".join(details)])))[:600]


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its address, its token or nothing, and how a pause is made."""

    root: str
    token: str = field(default="", repr=False)
    pause: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        """Refuse an address that is none, and a token on an open line."""
        parts = urlsplit(self.root)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise UsageError(f"{self.root} is not an address, as in https://zenodo.org")
        if self.token and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise UsageError(f"{self.root}: a token is sent over https only")

    def ask(
        self, method: str, where: str, *, document: Any = None, file: Path | None = None
    ) -> Answer:
        """Ask for a path or an own address; again, with pauses, where that does no harm."""
        url = self._own(where)
        tries = TRIES if method in _AGAIN else 1
        for turn in range(1, tries + 1):
            answer = self._asked(method, url, document, file)
            if not answer.is_temporary or turn == tries or answer.retry_after > LONGEST_PAUSE:
                return answer
            self.pause(min(max(2.0**turn, answer.retry_after), LONGEST_PAUSE))
        raise AssertionError

    def _own(self, where: str) -> str:
        """The whole address. FailureError where it is another service's: it would see the token."""
        # urljoin would take a slash out of an address that stands within a path.
        is_whole = where.startswith(("http://", "https://"))
        url = where if is_whole else f"{self.root.rstrip('/')}/{where}"
        mine, asked = urlsplit(self.root), urlsplit(url)
        if (mine.scheme, mine.netloc) != (asked.scheme, asked.netloc):
            raise FailureError(f"{self.root} names {inert(url)}, which is not its own address")
        return url

    def _asked(self, method: str, url: str, document: Any, file: Path | None) -> Answer:
        headers = {"User-Agent": "sysbench-archive", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        body = None if document is None else json.dumps(document).encode()
        if body is not None:
            headers["Content-Type"] = "application/json"
        if file is None:
            return _sent(request.Request(url, body, headers, method=method))  # noqa: S310
        headers["Content-Type"] = "application/octet-stream"
        headers["Content-Length"] = str(file.stat().st_size)
        with file.open("rb") as opened:
            return _sent(request.Request(url, opened, headers, method=method))  # noqa: S310


def opener(*handlers: request.BaseHandler) -> request.OpenerDirector:
    """What opens http and https, with further handlers: no other scheme is known."""
    found = request.OpenerDirector()
    for each in (request.ProxyHandler(), request.HTTPHandler(), request.HTTPSHandler(), *handlers):
        found.add_handler(each)
    return found


def _sent(asked: request.Request) -> Answer:
    try:
        # Neither HTTPErrorProcessor nor a handler of redirects: every status is an answer.
        with opener().open(asked, timeout=SECONDS) as answer:
            data: bytes = answer.read(MAX_ANSWER + 1)
            status, wait = answer.status, answer.headers.get("Retry-After", "")
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Answer(0, None, str(error))
    if len(data) > MAX_ANSWER:
        return Answer(0, None, f"an answer of more than {MAX_ANSWER >> 20} MiB")
    try:
        document = json.loads(data) if data else None
    except ValueError:
        document = None
    return Answer(
        status,
        document,
        "" if document else data[:200].decode("utf-8", "replace"),
        int(wait) if wait.isdecimal() else 0,
    )


MOST_OF_A_SITE = 64 << 20
SECONDS_OF_A_SITE = 30


def from_site_or_folder(url: str, hint: str) -> bytes:
    """What a built site has at an address or in its folder. MissingError with the hint."""
    try:
        data = _download(url) if "://" in url else Path(url).read_bytes()
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise MissingError(inert(url), inert(str(error)), hint=hint) from None
    if len(data) > MOST_OF_A_SITE:
        raise RefusalError(url, "too large", f"more than {MOST_OF_A_SITE >> 20} MiB", "less")
    return data


def _download(url: str) -> bytes:
    handlers = (
        request.HTTPDefaultErrorHandler(), request.HTTPErrorProcessor(),
        request.HTTPRedirectHandler(), request.UnknownHandler(),
    )  # fmt: skip
    headers = {"User-Agent": "sysbench-archive", "Accept": "application/json"}
    asked = request.Request(url, headers=headers)  # noqa: S310
    with opener(*handlers).open(asked, timeout=SECONDS_OF_A_SITE) as answer:
        data: bytes = answer.read(MOST_OF_A_SITE + 1)
    return data
