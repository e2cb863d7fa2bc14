"""A MariaDB server of a test's own: private folder and socket, no option file of the machine."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymysql
import pytest

PROGRAMS = ("mariadbd", "mariadb-install-db", "sysbench")
START_SECONDS = 60


def need_programs() -> None:
    """Skip, with the reason, where the real programs are not installed."""
    missing = [name for name in PROGRAMS if program(name) is None]
    if missing:
        what = " and ".join(missing)
        pytest.skip(f"{what} not installed (Debian: apt-get install mariadb-server sysbench)")


def program(name: str) -> str | None:
    """Find a program, in the folders of administrators as well."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class RealServer:
    """A server below `folder`, started and stopped by the test."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    address: str = "127.0.0.1"
    options: Sequence[str] = ()

    @property
    def socket(self) -> str:
        return str(self.folder / "s")

    def temporary(self) -> Path:
        """A folder for temporary tables that no other server writes into."""
        folder = self.folder / "tmp"
        folder.mkdir(exist_ok=True)
        return folder

    def words(self) -> list[str]:
        return [
            str(program("mariadbd")),
            "--no-defaults",
            f"--datadir={self.folder / 'data'}",
            f"--socket={self.socket}",
            f"--pid-file={self.folder / 'pid'}",
            f"--port={self.port}",
            f"--bind-address={self.address}",
            f"--tmpdir={self.temporary()}",
            "--innodb-buffer-pool-size=32M",
            "--user=root",
            *self.options,
        ]

    def install(self) -> None:
        command = [
            str(program("mariadb-install-db")),
            "--no-defaults",
            f"--datadir={self.folder / 'data'}",
            # A server that starts removes every `#sql…` file of its temporary folder, those of
            # another one that is being installed in /tmp as well.
            f"--tmpdir={self.temporary()}",
            "--auth-root-authentication-method=normal",
            "--force",
            "--skip-test-db",
            "--user=root",
        ]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(self.words(), stdout=log, stderr=log)
        for _ in range(START_SECONDS * 10):
            try:
                self.sql("select 1")
            except pymysql.MySQLError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.1)
            else:
                return
        raise AssertionError((self.folder / "log").read_text())

    def sql(self, *statements: str) -> list[tuple[object, ...]]:
        connection = pymysql.connect(unix_socket=self.socket, user="root", autocommit=True)
        with connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return list(cursor.fetchall())

    def kill(self) -> None:
        """End it as the kernel does when memory runs out."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def started(installed: Path, **more: Any) -> Iterator[RealServer]:
    """A server on a copy of a data directory. Sockets need a folder with a short name."""
    with tempfile.TemporaryDirectory(prefix="sb") as folder:
        shutil.copytree(installed, Path(folder) / "data")
        server = RealServer(Path(folder), **more)
        server.start()
        yield server
        server.stop()


def installed_server(folder: Path) -> Path:
    """The data directory of a server that never ran, below a folder."""
    server = RealServer(folder)
    server.install()
    return folder / "data"
