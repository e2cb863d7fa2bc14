"""One server for the tests that leave it as it was, and one for each that kills it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from servers import RealServer, need_programs


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory that was never used."""
    need_programs()
    if os.geteuid():
        pytest.skip("the servers of these tests are started as root, and this user is not")
    server = RealServer(tmp_path_factory.mktemp("installed"))
    server.install()
    return server.folder / "data"


@pytest.fixture
def fresh(installed: Path) -> Iterator[RealServer]:
    """A server nobody else uses. Its folder's name is short: sockets' names must be."""
    with tempfile.TemporaryDirectory(prefix="sb") as folder:
        shutil.copytree(installed, Path(folder) / "data")
        server = RealServer(Path(folder))
        server.start()
        yield server
        server.stop()


@dataclass(frozen=True)
class Elsewhere:
    """A place with a network of its own: words that run a command there, and the way back here."""

    words: tuple[str, ...]
    address: str


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """A network namespace, joined to this one by a pair of virtual cards."""
    if os.geteuid() or shutil.which("ip") is None:
        pytest.skip("a network namespace needs root and the program ip (Debian: iproute2)")
    name, here, there = (f"sb{kind}{os.getpid()}" for kind in ("n", "h", "t"))
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"this system allows no network namespace: {made.stderr.strip()}")
    try:
        for words in (
            f"ip link add {here} type veth peer name {there} netns {name}",
            f"ip address add 198.51.100.1/30 dev {here}",
            f"ip link set {here} up",
            f"ip -n {name} address add 198.51.100.2/30 dev {there}",
            f"ip -n {name} link set {there} up",
        ):
            subprocess.run(words.split(), check=True, capture_output=True)
        yield Elsewhere(("ip", "netns", "exec", name), "198.51.100.1")
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=False)
        subprocess.run(["ip", "link", "delete", here], check=False, capture_output=True)


@pytest.fixture
def reached(installed: Path, elsewhere: Elsewhere) -> Iterator[RealServer]:
    """A server that listens where the namespace reaches it."""
    with tempfile.TemporaryDirectory(prefix="sb") as folder:
        shutil.copytree(installed, Path(folder) / "data")
        server = RealServer(Path(folder), address=elsewhere.address)
        server.start()
        yield server
        server.stop()


@pytest.fixture(scope="session")
def shared(installed: Path) -> Iterator[RealServer]:
    """A server for tests that clean up after themselves."""
    with tempfile.TemporaryDirectory(prefix="sb") as folder:
        shutil.copytree(installed, Path(folder) / "data")
        server = RealServer(Path(folder))
        server.start()
        server.sql(
            "create user limited identified by 'pa ss#wd'",
            "create database limited",
            "grant all on limited.* to limited",
        )
        yield server
        server.stop()
