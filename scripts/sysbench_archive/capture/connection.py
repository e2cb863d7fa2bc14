"""Connections to servers through PyMySQL, and reading of the client's option files.

Errors of a server are given a hint about what to do. A password comes from a prompt, an option
file or MYSQL_PWD; it is never stored, printed or logged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymysql

from sysbench_archive.capture.encryption import SWITCHES, client_context
from sysbench_archive.capture.plan import Access, RefusalError

PASSWORD_VARIABLE = "MYSQL_PWD"  # noqa: S105
CONNECT_SECONDS = 10
READ_SECONDS = 120

_UNTRUSTED = 0
_REFUSALS = {1040, 1044, 1045, 1698}
_HINTS: Mapping[int, str] = {
    1044: "grant the account all privileges on the database, or name another with --database",
    1045: "check --user and the password: --ask-password asks for it, --defaults-file reads an"
    " option file, MYSQL_PWD in the environment is taken as it is",
    1698: "this account logs in by its operating-system name: run as that user, or name another",
    2002: "start the server, or correct --socket",
    2003: "start the server, or correct --host and --port",
    2026: "the server does not encrypt, or refuses: look at --ssl-mode, --ssl-ca and --ssl-cert",
    _UNTRUSTED: "the server is there; its certificate has another name, or another signer:"
    " correct --host or --ssl-ca; --ssl-mode verify-ca looks at no name",
    1040: "the server has no connection left: raise max_connections or use fewer threads",
}
_DENIED = re.compile(r"for user ('[^'`]*'@'[^'`]*') to database '([^'`]*)'")
_CLIENT_SECTIONS = ("client", "client-server", "mysql", "sysbench")
_OPTION_LINE = re.compile(r"^\s*([\w-]+)\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)'|(.*?))\s*)?$")


class GoneError(Exception):
    """The server cannot be reached, or went away."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows of a question, or why there are none."""

    rows: tuple[tuple[str | None, ...], ...] = ()
    fault: str = ""


class Session:
    """One connection. Every value is text or None, as the server sends it."""

    def __init__(self, connection: Any) -> None:
        """Wrap an open connection."""
        self._connection = connection

    def ask(self, question: str) -> Answer:
        """Rows, or the server's refusal as text. Raises GoneError where there is no server."""
        try:
            with self._connection.cursor() as cursor:
                cursor.execute(question)
                rows = tuple(tuple(map(_decode_value, row)) for row in cursor.fetchall() or ())
        except pymysql.MySQLError as error:
            lost = isinstance(error, pymysql.err.OperationalError | pymysql.err.InterfaceError)
            if lost and _error_number(error) in {0, 2006, 2013, 1927, 1053}:
                raise GoneError(str(error)) from None
            return Answer(fault=f"{question}: {_error_text(error)}")
        return Answer(rows)

    def pairs(self, question: str) -> dict[str, str]:
        """The first two columns, as name to value, NULL as empty; empty where refused."""
        return {str(row[0]): row[1] or "" for row in self.ask(question).rows}

    def value(self, question: str) -> str | None:
        """The first value of the first row."""
        rows = self.ask(question).rows
        return rows[0][0] if rows else None

    def execute(self, statement: str) -> None:
        """Run a statement that has to work: RefusalError with the server's words if it does not."""
        answer = self.ask(statement)
        if answer.fault:
            denied = _DENIED.search(answer.fault)
            grant = denied and f"as an administrator: GRANT ALL ON `{denied[2]}`.* TO {denied[1]}"
            hint = grant or "grant the account what this needs"
            raise RefusalError("server", answer.fault, hint=hint)


@contextmanager
def connected(access: Access, password: str) -> Iterator[Session]:
    """A session. RefusalError where the server says no, GoneError where there is none."""
    place: dict[str, Any] = {"unix_socket": access.socket}
    if not access.socket:
        place = {"host": access.host, "port": access.port}
    # PyMySQL encrypts where the server can, and looks at no certificate, unless told otherwise.
    if access.tls and access.tls.encrypts:
        place["ssl"] = client_context(access.tls)
    elif access.tls and access.tls.mode == "disabled":
        place["ssl_disabled"] = True
    try:
        connection = pymysql.connect(
            **place,
            user=access.user,
            password=password,
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            autocommit=True,
        )
    except pymysql.MySQLError as error:
        number, said = _error_number(error), _error_text(error)
        if number in _REFUSALS:
            what = f"the server refuses the connection: {said}"
            raise RefusalError(access.place, what, hint=_HINTS[number]) from None
        unreachable = _HINTS[2002 if access.socket else 2003]
        hint = unreachable if number == 2003 else _HINTS.get(number, unreachable)
        # PyMySQL has one number for a server that is not there and for one it does not trust.
        hint = _HINTS[_UNTRUSTED] if "certificate verify failed" in said else hint
        raise GoneError(f"{access.place}: {said}\n  hint: {hint}") from None
    except RuntimeError as error:
        raise RefusalError(
            access.place, str(error), hint="connect by socket, or with TLS"
        ) from None
    try:
        yield Session(connection)
    finally:
        with suppress(pymysql.MySQLError):
            connection.close()


def _error_number(error: BaseException) -> int:
    return error.args[0] if error.args and isinstance(error.args[0], int) else 0


def _error_text(error: BaseException) -> str:
    text = str(error.args[1] if len(error.args) > 1 else error)
    return f"{_error_number(error)} {text}" if _error_number(error) else text


def _decode_value(value: object) -> str | None:
    if value is None:
        return None
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def read_option_file(path: Path) -> dict[str, str]:
    """Every option of an option file's client sections, the last of a name; a switch is empty."""
    if not path.is_file():
        raise RefusalError("--defaults-file", "no such file", got=str(path))
    found: dict[str, str] = {}
    section = ""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.strip().startswith("["):
            section = line.strip().strip("[]").strip()
        elif section in _CLIENT_SECTIONS and (match := _OPTION_LINE.match(line)):
            name = match[1].replace("_", "-")
            value = next((text for text in match.groups()[1:] if text is not None), None)
            if value is not None or name in SWITCHES:
                found[name] = value or ""
    return found
