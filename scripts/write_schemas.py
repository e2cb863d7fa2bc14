"""Write the files that are generated from record types: `make schemas` after a change of one."""

from __future__ import annotations

from sysbench_archive.build.program_types import program_types
from sysbench_archive.bundle.schema import SCHEMA_FOLDER
from sysbench_archive.publish.schemas import FILES, schema_bytes

for file in FILES:
    (SCHEMA_FOLDER / f"{file.name}.schema.json").write_bytes(schema_bytes(file))
(SCHEMA_FOLDER.parent / "static" / "js" / "records.d.ts").write_text(program_types())
