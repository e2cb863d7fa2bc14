"""Write the files of schema/ that are generated: `make schemas` after a change of a record type."""

from __future__ import annotations

from sysbench_archive.bundle.schema import SCHEMA_FOLDER
from sysbench_archive.publish.schemas import FILES, schema_bytes

for file in FILES:
    (SCHEMA_FOLDER / f"{file.name}.schema.json").write_bytes(schema_bytes(file))
