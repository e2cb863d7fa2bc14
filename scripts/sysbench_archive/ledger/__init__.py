"""The publication record: a file per bundle in `data/ledger/`, a row per event.

Owns the format of the rows, what may follow what, and which addresses are promised by them. It is
the sole reader and writer of the record; it never reads a folder, only what it is handed.
"""

from sysbench_archive.ledger.addresses import (
    curated_pages,
    index_of,
    pages_of,
    published_problems,
    retired,
)
from sysbench_archive.ledger.agreement import history_problems, record_problems
from sysbench_archive.ledger.events import (
    STANDING,
    NotRecordableError,
    corrected,
    permanent_rows,
    recorded,
    reparsed,
    withdrawn,
)
from sysbench_archive.ledger.figures import (
    Figures,
    canonical,
    digest_of,
    figures_digest,
    figures_of,
    figures_of_runs,
)
from sysbench_archive.ledger.rows import (
    COLUMNS,
    FOLDER,
    Identity,
    Row,
    Standing,
    Status,
    is_withdrawn,
    read_rows,
    write_rows,
)
from sysbench_archive.ledger.rules import KEPT, RULES

__all__ = [
    "COLUMNS",
    "FOLDER",
    "KEPT",
    "RULES",
    "STANDING",
    "Figures",
    "Identity",
    "NotRecordableError",
    "Row",
    "Standing",
    "Status",
    "canonical",
    "corrected",
    "curated_pages",
    "digest_of",
    "figures_digest",
    "figures_of",
    "figures_of_runs",
    "history_problems",
    "index_of",
    "is_withdrawn",
    "pages_of",
    "permanent_rows",
    "published_problems",
    "read_rows",
    "record_problems",
    "recorded",
    "reparsed",
    "retired",
    "withdrawn",
    "write_rows",
]
