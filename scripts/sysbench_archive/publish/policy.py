"""The rules of comparisons as data: what `/compare/` applies in a browser.

Owns `/policy.json`. Everything in it is somebody else's table; nothing is decided here but that
results are never divided by one another.
"""

from __future__ import annotations

from typing import Any

from sysbench_archive.receipts.field import SEVERITIES
from sysbench_archive.receipts.fields import fields_record
from sysbench_archive.receipts.pair import (
    COMES_WITH,
    IDENTITIES,
    IDENTITY,
    SHARED_BY,
    STATUSES,
    UNKNOWNS,
)
from sysbench_archive.receipts.settings import DEFAULT_OF
from sysbench_archive.receipts.wording import BESIDES, words_record
from sysbench_archive.verdicts import policy_record

Record = dict[str, Any]

ACROSS = ("campaign",)
"""Rows that are blockers between two results, whatever the workload: the sides ran at other times,
on machines that are the same in name at most."""

_PAGE = {
    "found": {"differs": "differs", "unrecorded": "not recorded", "intended": "intended"},
    "values": {
        "": "does not apply",
        "unrecorded": "not recorded",
        "unavailable": "not exposed",
    },
}
"""What `/compare/` calls the status of a row, and a value that is none."""


def policy_file() -> Record:
    """Policy of verdicts, table of conditions, and the rules and words of receipts."""
    return {
        "verdicts": policy_record(),
        "receipt": fields_record(),
        "receipt_rules": {
            "statuses": list(STATUSES),
            "severities": list(SEVERITIES),
            "unknowns": list(UNKNOWNS),
            "identity": IDENTITY,
            "identities": list(IDENTITIES),
            "shared_by": dict(SHARED_BY),
            "comes_with": {name: list(compared) for name, compared in COMES_WITH.items()},
            "default_of": DEFAULT_OF,
            "besides": [name for name in BESIDES if name],
            "across": list(ACROSS),
        },
        "receipt_words": words_record(),
        "page": _PAGE,
    }
