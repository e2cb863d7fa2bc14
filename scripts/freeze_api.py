"""Add the API's new fields to the frozen copy of its schema: `make freeze`.

What the copy holds already stays as it is: where the API has another type, unit or meaning for it,
that is said and nothing is written. Before version 1.0 `--anew` writes the copy from the beginning.
"""

from __future__ import annotations

import argparse
import sys
import tomllib

from sysbench_archive.bundle.schema import SCHEMA_FOLDER
from sysbench_archive.publish.api_promise import (
    FROZEN,
    broken,
    promise_of,
    read_promise,
    write_promise,
)
from sysbench_archive.publish.schemas import API, schema_of

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--anew", action="store_true", help="write the whole copy, before 1.0 only")
arguments = parser.parse_args()
project = tomllib.loads((SCHEMA_FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))
version = project["project"]["version"]
now = promise_of(schema_of(API))
if arguments.anew and "dev" not in version:
    sys.exit(f"version {version} has promised these fields; a redefined one needs version 2")
frozen = {} if arguments.anew else read_promise()
if faults := list(broken(frozen, now)):
    hint = "keep the field and add another beside it"
    sys.exit("\n".join([*faults, f"  hint: {hint}; before 1.0, make freeze ANEW=1"]))
write_promise(FROZEN, now)
