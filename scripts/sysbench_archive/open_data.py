"""The published tables in Python: `import sysbench_archive as sa`, then `sa.load("runs")`.

They come from a source: the address of a site, the folder of a built site or of a snapshot, or a
checkout whose site was built. Of a site a table is fetched whole when it is first asked for, held
against its checksum in the site's `datapackage.json`, and kept by it: all tables together are a few
megabytes, and what reads parts of files over HTTP for DuckDB has to be fetched from elsewhere.

What Python has no library for is said in an error, and so is a source that has no tables.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from sysbench_archive.build.site_settings import installed_settings
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.capture.plan import MissingError
from sysbench_archive.commands.web import from_site_or_folder
from sysbench_archive.problems import FailureError, UsageError, got_expected, inert

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

As = Literal["pandas", "polars", "arrow"]
"""What tables are given as; with `arrow`, what has the Arrow PyCapsule interface of streams."""
Source = str | Path
PACKAGE = "datapackage.json"
_BUILT = "data/derived/static/downloads"
_PLACES = ("downloads", ".", _BUILT)
"""Where a source may have its tables: a site, a snapshot, a checkout."""
_TABLE = re.compile(r"([a-z_]+)\.parquet")
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_HINT = "a source is the address of a site, or a folder with its files: sa.load(…, source=…)"


def load(table: str, *, where: str = "", source: Source = "", as_: As = "pandas") -> Any:
    """A table, or its rows for which a condition holds, as in `where="threads > 64"`."""
    found = str(source or _nearest())
    _path(found, table)
    return _answer(f"FROM {table}{where and f' WHERE {where}'}", found, as_)


def sql(query: str, *, source: Source = "", as_: As = "pandas") -> Any:
    """What DuckDB answers to a query, in which tables go by their names or by those of their files,
    `runs` or 'runs.parquet'.
    """
    return _answer(query, str(source or _nearest()), as_)


def columns(table: str, *, source: Source = "", as_: As = "pandas") -> Any:
    """The columns of a table, in order: name, type, unit, description."""
    found = str(source or _nearest())
    path = _path(found, table).replace("'", "''")
    told = f"""
        SELECT column_name AS name, column_type AS type, unit, description
        FROM (DESCRIBE FROM '{path}') JOIN (
            SELECT unnest(from_json(decode(value), '[{_COLUMN}]'), recursive := true)
            FROM parquet_kv_metadata('{path}') WHERE key = 'columns'
        ) ON name = column_name
    """
    return _answer(told, found, as_)


_COLUMN = '{"name": "VARCHAR", "unit": "VARCHAR", "description": "VARCHAR"}'


def _answer(query: str, source: str, as_: As) -> Any:
    if as_ not in get_args(As):
        raise UsageError(got_expected("no such form", as_, ", ".join(get_args(As))))
    for name in {"duckdb", as_} - {"arrow"}:
        if find_spec(name) is None:
            raise UsageError(f"{name} is not installed\n  hint: pip install {name}")
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for name in _named(connection, query):
        table = name.removesuffix(".parquet")
        if table in _tables_of(source):
            path = _path(source, table).replace("'", "''")
            connection.execute(f"""CREATE VIEW "{name}" AS FROM read_parquet('{path}')""")
    answer = connection.sql(query)
    if as_ == "polars":
        import polars

        return polars.DataFrame(answer)
    return answer.df() if as_ == "pandas" else answer


def _named(connection: DuckDBPyConnection, query: str) -> set[str]:
    """Tables that a query reads; every word of what DuckDB has no tree of, such as PIVOT."""
    tree = "json_extract_string(json_serialize_sql(?::VARCHAR), '$..table_name')"
    ((found,),) = connection.execute(f"SELECT {tree}", [query]).fetchall()
    return set(found or re.findall(r"\w+", query))


def _nearest() -> str:
    """The checkout around the current folder where its site was built, else the published site."""
    here = Path.cwd()
    built = (path for path in (here, *here.parents) if (path / _BUILT / PACKAGE).is_file())
    return str(next(built, installed_settings().permanent_base))


@cache
def _tables_of(source: str) -> dict[str, tuple[str, str]]:
    """The tables of a source: address or path of the file of each, and its SHA-256."""
    root = source.rstrip("/")
    faults = []
    for place in _PLACES:
        try:
            package = json.loads(from_site_or_folder(f"{root}/{place}/{PACKAGE}", _HINT))
            return {
                name[1]: (f"{root}/{place}/{name[0]}", digest[1])
                for each in package["resources"]
                if (name := _TABLE.fullmatch(each["path"]))
                and (digest := _DIGEST.fullmatch(each["hash"]))
            }
        except MissingError as error:
            faults.append(error)
        except (ValueError, KeyError, TypeError) as error:
            raise FailureError(f"{inert(root)}/{place}/{PACKAGE}: {inert(str(error))}") from error
    raise faults[0]


def _path(source: str, table: str) -> str:
    """The file of a table on this machine; that of a site is fetched unless its bytes are kept."""
    tables = _tables_of(source)
    if table not in tables:
        raise UsageError(got_expected("no such table", table, ", ".join(sorted(tables))))
    address, digest = tables[table]
    if "://" not in source:
        return address
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    kept = Path(home) / "sysbench-archive" / "tables" / f"{digest}.parquet"
    if not kept.is_file():
        data = from_site_or_folder(address, _HINT)
        if hashlib.sha256(data).hexdigest() != digest:
            _tables_of.cache_clear()
            raise FailureError(
                f"{inert(address)}: is not what {PACKAGE} beside it describes\n"
                "  hint: the site may just have been renewed: ask again"
            )
        replace_file(str(kept), data, f"{kept}.{os.getpid()}.partial")
    return str(kept)
