"""A server for a built site, on this machine only."""

from __future__ import annotations

import functools
import http.server
import io
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import built_sites

_PIECES = 8
_PAUSE_S = 0.08


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_: object) -> None:
        """Leave the test's output alone."""


class Slow(Quiet):
    """Sends pages in pieces, as a poor connection does."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a page with a pause after each piece, everything else at once."""
        if not self.path.endswith(("/", ".html")):
            return super().copyfile(source, outputfile)
        page = source.read()
        size = len(page) // _PIECES + 1
        for start in range(0, len(page), size):
            outputfile.write(page[start : start + size])
            outputfile.flush()
            time.sleep(_PAUSE_S)
        return None


class Ranged(Quiet):
    """Answers requests for parts of files, as hosts of static pages do."""

    def send_head(self) -> Any:
        """The part that is asked for; the whole where none is."""
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        path = Path(self.translate_path(self.path))
        if not asked or not path.is_file():
            return super().send_head()
        data = path.read_bytes()
        start, end = int(asked[1]), min(int(asked[2] or len(data)), len(data) - 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {start}-{end}/{len(data)}")
        self.send_header("Content-Length", str(end - start + 1))
        self.end_headers()
        return io.BytesIO(data[start : end + 1])


class Server(http.server.ThreadingHTTPServer):
    """A server that does not mind when a browser leaves before it has everything."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong, unless the other end is gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@dataclass(frozen=True, slots=True)
class Served:
    """A site and its address, base path included, on a server that knows nothing else."""

    site: built_sites.Site
    address: str


@contextmanager
def serving(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder; yields the address of its root, without a slash at the end."""
    handler = functools.partial(kind, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
