"""Add the API's new fields to the frozen copy of its schema: `make freeze`.

What the copy holds already stays as it is: where the API has another type, unit or meaning for it,
that is said and nothing is written.
"""

from __future__ import annotations

import sys

from sysbench_archive.publish.api_promise import (
    FROZEN,
    broken,
    promise_of,
    read_promise,
    write_promise,
)
from sysbench_archive.publish.schemas import API, schema_of

now = promise_of(schema_of(API))
if faults := list(broken(read_promise(), now)):
    hint = "keep the field and add another beside it; another meaning is version 2 of the API"
    sys.exit("\n".join([*faults, f"  hint: {hint}"]))
write_promise(FROZEN, now)
