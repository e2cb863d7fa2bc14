"""Servers that run here are found by what they say to whoever connects."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sysbench_archive.capture.plan import Access
from sysbench_archive.capture.server import listening
from sysbench_archive.capture.server.listening import first_packet, servers_here, version_in

GREETING = b"\x4a\0\0\0\x0a"


@contextmanager
def greeting(packet: bytes) -> Iterator[int]:
    """A port that says something to whoever connects."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.sendall(packet)

        threading.Thread(target=greet, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("packet", "version"),
    [
        (GREETING + b"8.0.33\0more", "8.0.33"),
        (GREETING + b"5.5.5-10.11.19-MariaDB\0more", "10.11.19-MariaDB"),
        (GREETING + b"11.8.6-MariaDB\0", "11.8.6-MariaDB"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", ""),
        (b"\x05\0\0\0\x0b\x08\x05\x1a\0", ""),
        (b"", ""),
    ],
)
def test_the_version_is_in_the_greeting_of_a_server(packet: bytes, version: str) -> None:
    assert version_in(packet) == version


def test_nobody_listens() -> None:
    assert first_packet(Access(socket="/tmp/no-such-socket"), 1) == b""


def test_a_process_is_asked_where_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(listening, "processes", lambda: [os.getpid()])
    monkeypatch.setattr(listening, "words_of", lambda _: ("mysqld",))
    with greeting(GREETING + b"8.4.3\0") as port:
        (found,) = servers_here()
    assert (found.access.place, found.version) == (f"127.0.0.1:{port}", "8.4.3")


def test_containers_are_found_by_the_ports_they_publish(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with greeting(b"no server") as other, greeting(GREETING + b"9.1.0\0") as port:
        published = f"0.0.0.0:{other}->80/tcp, 0.0.0.0:{port}->3306/tcp, [::]:{port}->3306/tcp"
        docker = tmp_path / "docker"
        docker.write_text(f"#!/bin/sh\necho 'shop-db\t{published}'\necho 'cache\t6379/tcp'\n")
        docker.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(listening, "processes", list)
        (found,) = servers_here()
    assert (found.access.place, found.version, found.container) == (
        f"127.0.0.1:{port}", "9.1.0", "shop-db",
    )  # fmt: skip
