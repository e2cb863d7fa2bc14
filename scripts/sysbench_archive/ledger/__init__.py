"""The publication record: a file per bundle in `data/ledger/`, a row per event.

The format of the rows, what may follow what, and the addresses they promise. This package is the
sole reader and writer of the record; it never reads a folder, only what it is handed.
"""

from sysbench_archive.ledger.agreement import (
    curated_pages,
    history_problems,
    index_of,
    pages_of,
    promised_pages,
    published_index,
    published_problems,
    record_problems,
    retired,
)
from sysbench_archive.ledger.events import (
    STANDING,
    NotRecordableError,
    corrected,
    permanent_rows,
    recorded,
    reparsed,
    withdrawn,
)
from sysbench_archive.ledger.record import (
    COLUMNS,
    FOLDER,
    KEPT,
    RULES,
    Figures,
    Identity,
    Row,
    canonical,
    canonical_figures,
    digest_of,
    figures_digest,
    figures_of_runs,
    is_withdrawn,
    published_figures,
    read_rows,
    write_rows,
)

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
    "canonical",
    "canonical_figures",
    "corrected",
    "curated_pages",
    "digest_of",
    "figures_digest",
    "figures_of_runs",
    "history_problems",
    "index_of",
    "is_withdrawn",
    "pages_of",
    "permanent_rows",
    "promised_pages",
    "published_figures",
    "published_index",
    "published_problems",
    "read_rows",
    "record_problems",
    "recorded",
    "reparsed",
    "retired",
    "withdrawn",
    "write_rows",
]
