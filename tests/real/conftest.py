"""One server for the tests that leave it as it was, and one for each that kills it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import RealServer, installed_server, need_programs, started

from shared_builds import made_once


@pytest.fixture(scope="session")
def installed(folder_of_run: Path) -> Path:
    """A data directory that was never used, installed once for all workers."""
    need_programs()
    if os.geteuid():
        pytest.skip("the servers of these tests are started as root, and this user is not")
    return made_once(folder_of_run, "installed-server", installed_server)


@pytest.fixture
def fresh(installed: Path) -> Iterator[RealServer]:
    """A server nobody else uses."""
    with started(installed) as server:
        yield server


@pytest.fixture
def own_address() -> str:
    """The address at which other hosts reach this one.

    A network namespace would be more of another host, but containers may not make any.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: the system only chooses where it would send from.
            probe.connect(("198.51.100.1", 9))
        except OSError as error:
            pytest.skip(f"this machine has no address but loopback: {error}")
        address: str = probe.getsockname()[0]
        return address


@pytest.fixture
def reached(installed: Path, own_address: str) -> Iterator[RealServer]:
    """A server that listens there, and not on loopback."""
    with started(installed, address=own_address) as server:
        yield server


@pytest.fixture(scope="session")
def shared(installed: Path) -> Iterator[RealServer]:
    """A server for tests that clean up after themselves."""
    with started(installed) as server:
        server.sql(
            "create user limited identified by 'pa ss#wd'",
            "create database limited",
            "grant all on limited.* to limited",
        )
        yield server
