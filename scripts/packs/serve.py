"""Serves a packed site (`build --packs`): a page of a run comes out of its bundle's pack.

`application` is for any WSGI server; as a program, FOLDER [PORT] serves on this machine alone. The
same for hosts that run a Worker is `worker.mjs` beside it. Only the standard library is used.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from wsgiref.simple_server import make_server

Start = Callable[[str, list[tuple[str, str]]], Any]
PACK = "runs.pack"
RUN = re.compile(r"(results/[^/]+)/([^/]+)/(?:index\.html)?")


def page_in(pack: bytes, run: str) -> bytes | None:
    """The page of a run; None where the pack has none."""
    head, _, rest = pack.partition(b"\n")
    index = json.loads(head)
    if run not in index["pages"]:
        return None
    member, start, length = index["pages"][run]
    offset, size = index["members"][member]
    return gzip.decompress(rest[offset : offset + size])[start : start + length]


def application(root: Path) -> Callable[[dict[str, Any], Start], Iterable[bytes]]:
    """The site in a folder."""
    root = root.resolve()

    def find(path: str) -> tuple[bytes, str] | None:
        """Bytes and media type at a path without a slash in front."""
        if "\0" in path:
            return None
        is_page = not path or path.endswith("/")
        place = (root / path / "index.html" if is_page else root / path).resolve()
        if place.is_relative_to(root) and place.is_file():
            guessed, packed = mimetypes.guess_type(place.name)
            kind = "application/gzip" if packed else guessed or "application/octet-stream"
            return place.read_bytes(), kind
        named = RUN.fullmatch(path)
        pack = root / named[1] / PACK if named else root
        page = page_in(pack.read_bytes(), named[2]) if named and pack.is_file() else None
        return page and (page, "text/html")

    def serve(request: dict[str, Any], start: Start) -> Iterable[bytes]:
        path = request["PATH_INFO"].encode("latin-1").decode("utf-8", "replace").lstrip("/")
        found = find(path)
        if not found and not path.endswith("/") and find(f"{path}/"):
            start("301 Moved Permanently", [("Location", f"/{path}/")])
            return [b""]
        status = "200 OK" if found else "404 Not Found"
        body, kind = found or ((root / "404.html").read_bytes(), "text/html")
        text = "; charset=utf-8" if kind.startswith("text/") else ""
        start(status, [("Content-Type", f"{kind}{text}"), ("Content-Length", str(len(body)))])
        return [body]

    return serve


if __name__ == "__main__":
    folder, port = Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 8000
    with make_server("127.0.0.1", port, application(folder)) as server:
        sys.stdout.write(f"http://127.0.0.1:{server.server_port}/\n")
        sys.stdout.flush()
        server.serve_forever()
