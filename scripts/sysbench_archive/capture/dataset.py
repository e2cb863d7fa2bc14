"""Create, load, inspect and drop the sysbench tables of a campaign.

A database that already holds tables is refused, and only what capture created is dropped.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import suppress

from sysbench_archive.capture.campaign import (
    SLICE_JOURNAL,
    Campaign,
    dataset_key,
    remove_state,
    running,
)
from sysbench_archive.capture.connection import GoneError, Session
from sysbench_archive.capture.plan import Access, Plan, RefusalError
from sysbench_archive.words.phrases import count_text

_MIB = 1 << 20
QUIET_HISTORY = 1000
QUIET_PAGES = 100
"""Undo logs to purge, and pages flushed in `_POLL_SECONDS`, below which a server is settled."""
_POLL_SECONDS = 0.5
_HISTORY_QUERY = (
    "select count from information_schema.innodb_metrics where name='trx_rseg_history_len'"
)


def list_tables(session: Session, database: str) -> list[str] | None:
    """The tables of a database, None where there is no such database."""
    name, place = _sql_string(database), "information_schema"
    # Not `show databases like`, where the _ of a name stands for any character.
    if not session.ask(f"select 1 from {place}.schemata where schema_name = {name}").rows:
        return None
    answer = session.ask(f"select table_name from {place}.tables where table_schema = {name}")
    return [str(row[0]) for row in answer.rows]


def is_absent(session: Session, access: Access) -> bool:
    """Whether there is no such database; RefusalError where there is one with tables, or one in
    which tables would be others than those of a new one.
    """
    tables = list_tables(session, access.database)
    if tables:
        raise RefusalError(
            access.place, f"the database {access.database!r} is not empty",
            got=f"{count_text(len(tables), 'table')}, {tables[0]!r} among them", expected="none",
            hint="name another one with --database, or drop the tables if nobody needs them",
        )  # fmt: skip
    if tables is not None:
        _refuse_other_collation(session, access)
    return tables is None


def _refuse_other_collation(session: Session, access: Access) -> None:
    """Servers that take turns on one data directory share a database, which is as the first of
    them made it: what a character set costs would be told as nothing.
    """
    name = _sql_string(access.database)
    its, new = session.ask(
        "select default_collation_name, @@collation_server from information_schema.schemata"
        f" where schema_name = {name}"
    ).rows[0]
    if its != new:
        raise RefusalError(
            access.place, f"the database {access.database!r} has another collation than the server",
            got=str(its), expected=str(new),
            hint="drop it, it is empty; give servers that differ in this a data directory each",
        )  # fmt: skip


def made_tables(session: Session, plan: Plan, access: Access) -> list[str]:
    """The tables that were loaded: sysbench's by name, those of a script as the server lists them.

    The database held none when the campaign began. Names are as statements need them.
    """
    names = [f"sbtest{number}" for number in range(1, plan.tables + 1)]
    if plan.prepare_with:
        names = list_tables(session, access.database) or []
    return [f"{sql_identifier(access.database)}.{sql_identifier(name)}" for name in names]


def drop_tables(session: Session, plan: Plan, access: Access) -> None:
    """Drop the tables that were loaded, and no other."""
    if plan.prepare_with:
        # Scripts may have foreign keys between their tables, which forbid any order.
        session.execute("set session foreign_key_checks = 0")
    for table in made_tables(session, plan, access):
        session.execute(f"drop table if exists {table}")


def size_mib(session: Session, database: str) -> float | None:
    """MiB of tables and indexes, as the server estimates them."""
    # MySQL 8 caches these sizes for a day by default; other servers refuse the unknown variable:
    # https://dev.mysql.com/doc/refman/8.4/en/information-schema-optimization.html
    session.ask("set session information_schema_stats_expiry = 0")
    value = session.value(
        "select sum(data_length + index_length) from information_schema.tables"
        f" where table_schema = {_sql_string(database)}"
    )
    return round(float(value) / _MIB, 1) if value else None


def residency(size: float | None, pool_bytes: str, memory_mib: object) -> str | None:
    """in-memory, cached or io-bound; None where a size is unknown."""
    if size is None or not pool_bytes.isdecimal():
        return None
    if size <= int(pool_bytes) / _MIB:
        return "in-memory"
    if not isinstance(memory_mib, int):
        return None
    return "cached" if size <= memory_mib else "io-bound"


def wait_until_settled(session: Session, limit: float, tick: Callable[[], None]) -> bool:
    """Wait until purge and flushing are quiet, at most `limit` seconds; True if they are."""
    end = time.monotonic() + limit
    flushed = _flushed_pages(session)
    while True:
        time.sleep(min(_POLL_SECONDS, max(limit, 0)))
        tick()
        flushed_now = _flushed_pages(session)
        if flushed_now - flushed < QUIET_PAGES and _history_list_length(session) < QUIET_HISTORY:
            return True
        if time.monotonic() >= end:
            return False
        flushed = flushed_now


def count_encrypted_connections(session: Session) -> int | None:
    """Encrypted connections so far, None where the server does not count them."""
    counters = session.pairs("show global status like 'Ssl%accepts'")
    text = counters.get("Ssl_finished_accepts") or counters.get("Ssl_accepts")
    return int(text) if text else None


def _flushed_pages(session: Session) -> int:
    stated = session.pairs("show global status like 'Innodb_buffer_pool_pages_flushed'")
    return int(next(iter(stated.values()), 0))


def _history_list_length(session: Session) -> int:
    """Undo logs still to purge: a status variable in MariaDB, a metric in MySQL; 0 if hidden."""
    stated = session.pairs("show global status like 'Innodb_history_list_length'")
    value = next(iter(stated.values()), None) or session.value(_HISTORY_QUERY) or "0"
    return int(value)


def sql_identifier(database: str) -> str:
    """A name as statements need it."""
    return "`" + database.replace("`", "``") + "`"


def _sql_string(database: str) -> str:
    return "'" + database.replace("\\", "\\\\").replace("'", "''") + "'"


def clean_up(campaign: Campaign) -> None:
    """Drop what capture made, once for each set of tables."""
    plan, state = campaign.plan, campaign.state
    servers = {dataset_key(campaign, n): server for n, server in enumerate(plan.servers)}
    for key, server in servers.items():
        access = server.access
        if key in state.cleaned:
            continue
        try:
            with running(server, campaign.home, campaign.password) as session:
                drop_tables(session, plan, access)
                # Unless somebody else put tables into it.
                if key in state.created and not list_tables(session, access.database):
                    name = sql_identifier(access.database)
                    session.execute(f"drop database if exists {name}")
        except GoneError as error:
            campaign.watcher.say(f"the tables are left where they are: {error}")
        state.cleaned.append(key)
        campaign.save()


def forget(campaign: Campaign) -> None:
    """Undo what was begun where nothing was measured: the next command may have another plan."""
    plan, state = campaign.plan, campaign.state
    if state.runs or (campaign.home / SLICE_JOURNAL).exists():
        return
    keys = (dataset_key(campaign, n) for n in range(len(plan.servers)))
    # A database that was there before may hold tables of the same names.
    state.cleaned = [key for key in keys if key not in state.created]
    with suppress(RefusalError):
        clean_up(campaign)
    remove_state(campaign.home)
    shutil.rmtree(campaign.folder / "config", ignore_errors=True)
    with suppress(OSError):
        campaign.folder.rmdir()
