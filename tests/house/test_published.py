"""The guard before deploying asks what is published, and tells nothing from no answer."""

import http.server
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from git_calls import git

from .tree import ROOT

INDEX = b'{"results": []}\n'


class Server(http.server.ThreadingHTTPServer):
    """Paths to what they answer with: text, or another status than 200."""

    answers: dict[str, bytes | int]


class Site(http.server.BaseHTTPRequestHandler):
    """What is published, by path; everything else is not there."""

    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        found = self.server.answers.get(self.path, 404)
        self.send_response(found if isinstance(found, int) else 200)
        self.end_headers()
        self.wfile.write(b"" if isinstance(found, int) else found)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Desk:
    """A checkout with three commits, and a host of sites."""

    root: Path
    server: Server
    commits: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def serve(self, site: str, commit: str | None) -> None:
        """Publish a site that was made from a commit."""
        build = {"build": {"commit": commit, "local_changes": False}}
        text = json.dumps({"version": 1, **build}, separators=(",", ":"))
        self.server.answers[f"/{site}/addresses.json"] = INDEX
        self.server.answers[f"/{site}/api/v1/index.json"] = text.encode()

    def ask(self, site: str = "here", **said: str) -> tuple[dict[str, str], str]:
        """What later steps are told, and why nothing is deployed; `said` is by who deploys."""
        output = self.root / "output"
        output.write_text("")
        direct = os.environ | {"GITHUB_OUTPUT": str(output), "no_proxy": "127.0.0.1"} | said
        command = [
            "sh",
            str(ROOT / "scripts/setup/published.sh"),
            f"{self.address}/{site}/",
            "index",
        ]
        done = subprocess.run(
            command, cwd=self.root, env=direct, capture_output=True, check=False, text=True
        )
        told = dict(line.split("=") for line in output.read_text().splitlines())
        assert bool(done.returncode) == ("nothing is deployed" in done.stderr)
        assert not (done.returncode and told)
        return told, done.stderr if done.returncode else ""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    if not shutil.which("curl"):
        pytest.skip("curl is not installed")
    git(tmp_path, "init", "-q")
    with Server(("127.0.0.1", 0), Site) as server:
        server.answers = {"/broken/addresses.json": 403}
        threading.Thread(target=server.serve_forever, daemon=True).start()
        desk = Desk(tmp_path, server)
        (tmp_path / "config.toml").write_text(f'permanentBase = "{desk.address}/for-ever//"\n')
        for name in ("One", "Two", "Three"):
            git(tmp_path, "commit", "--allow-empty", "-qm", name)
            desk.commits.append(git(tmp_path, "rev-parse", "HEAD"))
        yield desk
        server.shutdown()


def test_what_is_published_is_handed_on_with_its_commit(desk: Desk) -> None:
    desk.serve("here", desk.commits[1])
    assert desk.ask() == ({"file": "index", "base": desk.commits[1]}, "")
    assert (desk.root / "index").read_bytes() == INDEX
    # Nobody compares with less than that.
    for said in ({"FIRST": "true"}, {"BASE": "HEAD"}, {"BASE": desk.commits[0]}):
        assert "start it without" in desk.ask(**said)[1]


@pytest.mark.parametrize("commit", ["c0ffee" * 6 + "c0ff", None])
def test_a_commit_that_the_branch_does_not_have_is_told(desk: Desk, commit: str | None) -> None:
    """History was rewritten, or somebody published who had no git."""
    desk.serve("here", commit)
    assert f"made from {commit or 'a commit that it does not name'}" in desk.ask()[1]
    assert desk.ask(BASE="HEAD~1") == ({"file": "index", "base": desk.commits[1]}, "")
    git(desk.root, "checkout", "-q", "--orphan", "other")
    git(desk.root, "commit", "--allow-empty", "-qm", "Another history")
    for base in (desk.commits[1], "nonsense", "--all"):
        assert "is no commit of this branch" in desk.ask(BASE=base)[1]


def test_a_site_that_moves_is_compared_with_what_it_was(desk: Desk) -> None:
    desk.serve("there", desk.commits[0])
    assert "published=ADDRESS" in desk.ask()[1]
    there = f"{desk.address}/there/"
    assert desk.ask(PUBLISHED=there) == ({"file": "index", "base": desk.commits[0]}, "")
    assert "so this is not the first time" in desk.ask(PUBLISHED=there, FIRST="true")[1]
    # Once it is there, nobody falls back behind that.
    desk.serve("here", desk.commits[2])
    assert "its own index counts" in desk.ask(PUBLISHED=there)[1]


def test_where_no_index_is_left_the_record_of_the_commit_is_compared(desk: Desk) -> None:
    assert desk.ask(BASE="HEAD~1") == ({"base": desk.commits[1]}, "")


def test_a_first_deployment_finds_nothing_and_is_said_to_be_one(desk: Desk) -> None:
    for first in ("", "false"):
        assert "answered 404: what is published cannot be told" in desk.ask(FIRST=first)[1]
    assert desk.ask(FIRST="true") == ({}, "")


def test_what_was_deployed_or_released_is_never_deployed_first(desk: Desk) -> None:
    """All that shows it is told at once."""
    git(desk.root, "tag", "snapshot-2026-11-24")
    desk.serve("for-ever", desk.commits[0])
    _, why = desk.ask(FIRST="true", DEPLOYED="https://old.net/")
    assert "It was deployed before, to https://old.net/.\n" in why
    assert f"{desk.address}/for-ever has an index.\n" in why
    assert "The tag snapshot-2026-11-24 is of a release.\n" in why
    for said in ({"DEPLOYED": "https://old.net/"}, {}):
        assert desk.ask(FIRST="true", **said)[1]
    desk.server.answers.clear()
    assert "snapshot-2026-11-24" in desk.ask(FIRST="true")[1]
    git(desk.root, "tag", "-d", "snapshot-2026-11-24")
    assert desk.ask(FIRST="true") == ({}, "")


def test_what_does_not_answer_stops_the_deployment(desk: Desk) -> None:
    for said in ({}, {"FIRST": "true"}, {"BASE": "HEAD"}):
        assert "/broken answered 403" in desk.ask("broken", **said)[1]
    # A port that nobody listens on; refused connections are not tried again.
    assert "http://127.0.0.1:1 answered nothing" in desk.ask(PUBLISHED="http://127.0.0.1:1")[1]
