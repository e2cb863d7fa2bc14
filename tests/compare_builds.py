"""Compare two builds of the archive, figure by figure and address by address.

    python tests/compare_builds.py OLD/public NEW/public

Every downloaded table of OLD is compared with NEW by its key and column: rows that went or
came, columns that went, and values that differ. So are citations, and the addresses that
OLD's `addresses.json` promises. Bundles that only NEW has are no difference. The exit code
is 1 where anything differs, and each difference stands on a line of its own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import duckdb

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = {
    "runs": ["bundle", "run"],
    "series": ["bundle", "run", "part", "from_s"],
    "servers": ["bundle", "server"],
    "hosts": ["bundle", "host"],
    "settings": ["bundle", "server", "name", "origin"],
    "contrasts": ["comparison", "workload", "bundle", "metric", "candidate_server", "threads"],
    "comparisons": ["comparison"],
    "sources": ["source_id"],
    "revisions": ["comparison", "revision"],
}
SHOWN = 3  # examples of a column's differing values


def _columns(database: duckdb.DuckDBPyConnection, path: Path) -> list[str]:
    rows = database.execute("SELECT name FROM parquet_schema(?)", [str(path)]).fetchall()
    return [name for (name,) in rows[1:]]


def differences_of_table(name: str, old: Path, new: Path) -> Iterator[str]:
    """The rows, columns and values of table `name` that differ between two Parquet files."""
    if not new.is_file():
        yield f"{name}: the table went"
        return
    with duckdb.connect() as database:
        had, has = _columns(database, old), set(_columns(database, new))
        for column in had:
            if column not in has:
                yield f"{name}.{column}: the column went"
        key = KEYS[name]
        same_key = " AND ".join(f'old."{part}" IS NOT DISTINCT FROM new."{part}"' for part in key)
        files = [str(old), str(new)]
        for what, sides in (("went", ("old", "new")), ("came", ("new", "old"))):
            paths = files if what == "went" else files[::-1]
            query = (
                f"SELECT {', '.join(key)} FROM read_parquet(?) {sides[0]} "
                f"ANTI JOIN read_parquet(?) {sides[1]} ON {same_key} ORDER BY ALL"
            )
            for row in database.execute(query, paths).fetchall():
                yield f"{name}: the row of {row} {what}"
        for column in (column for column in had if column in has and column not in key):
            query = (
                f'SELECT {", ".join(f"old.{part}" for part in key)}, old."{column}", '
                f'new."{column}" FROM read_parquet(?) old JOIN read_parquet(?) new ON {same_key} '
                f'WHERE old."{column}" IS DISTINCT FROM new."{column}" ORDER BY ALL'
            )
            rows = database.execute(query, files).fetchall()
            if rows:
                yield f"{name}.{column}: {len(rows)} values differ, such as {rows[:SHOWN]}"


def promised_addresses(public: Path) -> Iterator[str]:
    """Every address that `addresses.json` of a build promises, from the root."""
    addresses = json.loads((public / "addresses.json").read_text(encoding="utf-8"))
    for result in addresses["results"]:
        for page in result["pages"]:
            yield urljoin(f"/results/{result['id']}/", page)
    yield from (*addresses["comparisons"], *addresses["campaigns"], *addresses["pages"])
    for comparison, count in addresses["revisions"].items():
        for number in range(1, count + 1):
            yield f"/comparisons/{comparison}/revisions/{number}/"


def _answers(public: Path, address: str) -> bool:
    path = public / address.lstrip("/")
    return (path / "index.html").is_file() if address.endswith("/") else path.is_file()


def differences(old: Path, new: Path) -> Iterator[str]:
    """Everything that `old` published and `new` does not say alike."""
    for name in KEYS:
        table = f"downloads/{name}.parquet"
        yield from differences_of_table(name, old / table, new / table)
    for address in promised_addresses(old):
        if not _answers(new, address):
            yield f"{address}: no page answers"
    for citation in sorted(old.rglob("citation.json")):
        other = new / citation.relative_to(old)
        if not other.is_file() or other.read_bytes() != citation.read_bytes():
            yield f"/{citation.relative_to(old).as_posix()}: the citation differs"


def main() -> int:
    old, new = map(Path, sys.argv[1:3])
    count = 0
    for line in differences(old, new):
        count += 1
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{count} differences\n")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
