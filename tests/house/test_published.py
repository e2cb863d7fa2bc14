"""The guard before deploying asks for the published index, and tells nothing from no answer."""

import http.server
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from .tree import ROOT

INDEX = b'{"results": []}\n'
STATUS = {"/addresses.json": 200, "/never/addresses.json": 404, "/broken/addresses.json": 403}


class Site(http.server.BaseHTTPRequestHandler):
    """A site with an index, a place without one, and one that refuses."""

    def do_GET(self) -> None:
        self.send_response(STATUS[self.path])
        self.end_headers()
        self.wfile.write(INDEX)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def fetched(folder: Path, address: str, first: str = "") -> tuple[int, str]:
    """The exit code, and what later steps are told; `first` is what whoever deploys says."""
    if not shutil.which("curl"):
        pytest.skip("curl is not installed")
    output = folder / "output"
    output.touch()
    direct = os.environ | {"GITHUB_OUTPUT": str(output), "no_proxy": "127.0.0.1", "FIRST": first}
    command = ["sh", "scripts/setup/published.sh", address, str(folder / "published.json")]
    done = subprocess.run(command, cwd=ROOT, env=direct, capture_output=True, check=False)
    return done.returncode, output.read_text()


def test_what_is_published_is_handed_on(tmp_path: Path, address: str) -> None:
    file = tmp_path / "published.json"
    assert fetched(tmp_path, f"{address}/addresses.json") == (0, f"file={file}\n")
    assert file.read_bytes() == INDEX


@pytest.mark.parametrize(
    ("path", "first", "stops"),
    [
        # It may have been published, and be away: then nobody can tell what would be lost.
        ("/never/addresses.json", "", True),
        ("/never/addresses.json", "false", True),
        ("/never/addresses.json", "true", False),
        ("/addresses.json", "true", True),
        ("/broken/addresses.json", "", True),
        ("/broken/addresses.json", "true", True),
    ],
)
def test_what_is_not_published_is_replaced_the_first_time_only(
    tmp_path: Path, address: str, path: str, first: str, stops: bool
) -> None:
    code, told = fetched(tmp_path, address + path, first)
    assert (code != 0, told) == (stops, "")


def test_a_site_that_does_not_answer_stops_the_deployment(tmp_path: Path) -> None:
    # A port that nobody listens on; refused connections are not tried again.
    code, told = fetched(tmp_path, "http://127.0.0.1:1/addresses.json", "true")
    assert (code != 0, told) == (True, "")
