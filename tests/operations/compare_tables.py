"""Whether two folders of downloads say the same: `compare_tables.py OLD NEW`.

Rows are matched by the key that the older `datapackage.json` states, where there is none by all of
their columns. Columns that are only in the newer folder are passed over. The exit code is 1 where a
row is gone, new, or has another value.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb


def differences(old: Path, new: Path) -> Iterator[str]:
    """A line for each table and column in which the folders differ."""
    package = json.loads((old / "datapackage.json").read_text(encoding="utf-8"))
    keys = {one["name"]: one.get("schema", {}).get("primaryKey") for one in package["resources"]}
    for path in sorted(old.glob("*.parquet")):
        table, other = f"'{path}'", f"'{new / path.name}'"
        columns = duckdb.sql(f"FROM {table}").columns
        key = keys.get(path.stem) or columns
        for words, one, two in (("gone", table, other), ("new", other, table)):
            names = ", ".join(key)
            count = _count(
                f"(SELECT {names} FROM {one} EXCEPT ALL SELECT {names} FROM {two})", "true"
            )
            if count:
                yield f"{path.stem}: {count} rows are {words}"
        joined = f"{table} AS a JOIN {other} AS b USING ({', '.join(key)})"
        for column in columns if key != columns else ():
            if count := _count(joined, f"a.{column} IS DISTINCT FROM b.{column}"):
                yield f"{path.stem}: {column} differs in {count} rows"


def _count(source: str, condition: str) -> int:
    (row,) = duckdb.sql(f"SELECT count(*) FROM {source} WHERE {condition}").fetchall()
    return int(row[0])


if __name__ == "__main__":
    found = list(differences(Path(sys.argv[1]), Path(sys.argv[2])))
    sys.exit("\n".join(found) or 0)
