"""Derived records for a small sample site, in plain words or with hostile ones.

A module per kind of record, made from the record types, so that a renamed field is noticed here.
`text` decides every free text: tests hand in one that turns each into something hostile, and look
for it on the pages. Nothing here is a measurement.
"""

from .campaigns import campaign
from .comparisons import comparison
from .drawings import charts, shown_on_result
from .index import FORMER_CAMPAIGN, GONE_PAGE, lists
from .outward import FORMATS
from .results import result
from .revisions import GONE, LEFT_OVER, histories, left_over, pinned
from .shared import DIGEST, SERIES_PATH, TEST, Text, hostile, plain, references
from .single_runs import line, runs
from .upgrades import PAIR_PATH, SMALL, UNNAMED, pairs

__all__ = [
    "DIGEST",
    "FORMATS",
    "FORMER_CAMPAIGN",
    "GONE",
    "GONE_PAGE",
    "LEFT_OVER",
    "PAIR_PATH",
    "SERIES_PATH",
    "SMALL",
    "TEST",
    "UNNAMED",
    "Text",
    "campaign",
    "charts",
    "comparison",
    "histories",
    "hostile",
    "left_over",
    "line",
    "lists",
    "pairs",
    "pinned",
    "plain",
    "references",
    "result",
    "runs",
    "shown_on_result",
]
