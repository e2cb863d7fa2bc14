"""A command of the operator's own: what it printed is kept, whatever it did to its server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.capture import wrap as wrapped
from sysbench_archive.capture.bundle_document import Authorship
from sysbench_archive.capture.connection import Answer, GoneError
from sysbench_archive.capture.gathering import Gathered
from sysbench_archive.capture.plan import Access

REPORT = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4

Threads started!

SQL statistics:
    queries performed:
        read:                            14
        write:                           0
        other:                           2
        total:                           16
    transactions:                        1      (1.00 per sec.)
    queries:                             16     (16.00 per sec.)

General statistics:
    total time:                          1.0000s
    total number of events:              1
"""


class Session:
    """A connection that is closed once the command has run."""

    def __init__(self, stopped: Path) -> None:
        self.stopped = stopped

    def pairs(self, question: str) -> dict[str, str]:
        if self.stopped.exists():
            raise GoneError(question)
        return {"Ssl_accepts": "1"}

    def ask(self, _: str) -> Answer:
        return Answer()


def test_the_output_of_a_command_that_stops_its_server_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = tmp_path / "stopped"

    @contextmanager
    def connected(*_: object) -> Iterator[Session]:
        if stopped.exists():
            raise GoneError("nobody listens")
        yield Session(stopped)

    gathered = Gathered(
        server={"id": "mysql-8-0-36"},
        hosts=[],
        client={"id": "local", "placement": "same-host", "tls": {"unavailable": "not counted"}},
        attachments=[],
        files={},
        pool_bytes="",
    )
    monkeypatch.setattr(wrapped, "connected", connected)
    monkeypatch.setattr(wrapped, "gather", lambda *_, **__: gathered)
    (tmp_path / "report").write_text(REPORT)
    watcher = Mock()
    words = ["sh", "-c", f"cat {tmp_path}/report; touch {stopped}; exit 3"]
    failed = wrapped.wrap(
        wrapped.Wrapping(
            words=words,
            access=Access(socket=str(tmp_path / "socket")),
            password="",
            folder=tmp_path / "2026-01-wrapped",
            watcher=watcher,
        ),
        None,
        Authorship("Ada Example", "none", "CC0-1.0", "2026-01-01"),
    )
    assert failed == []
    watcher.say.assert_called_once_with("the command ended with exit code 3")
    document = read_yaml((tmp_path / "2026-01-wrapped/bundle.yaml").read_bytes(), "").value
    assert [run["threads"] for run in document["runs"]] == [4]
    assert document["clients"][0]["tls"] == {"unavailable": "not counted"}
    assert "unavailable" in document["workloads"][0]["dataset"]["size_mib"]
