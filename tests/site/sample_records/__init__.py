"""Derived records for a small sample site, in plain words or with hostile ones.

Owns what the sample holds, one module per kind of record. `text` decides every free text: tests
hand in one that turns each into something hostile, and look for it on the pages. Nothing here is
a measurement.
"""

from .comparisons import comparison
from .drawings import charts, shown_on_result
from .index import lists
from .results import result
from .revisions import GONE, LEFT_OVER, histories, left_over
from .shared import DIGEST, SERIES_PATH, TEST, Record, Text, hostile, plain
from .single_runs import line, runs
from .upgrades import PAIR_PATH, SMALL, UNNAMED, pairs

__all__ = [
    "DIGEST",
    "GONE",
    "LEFT_OVER",
    "PAIR_PATH",
    "SERIES_PATH",
    "SMALL",
    "TEST",
    "UNNAMED",
    "Record",
    "Text",
    "charts",
    "comparison",
    "histories",
    "hostile",
    "left_over",
    "line",
    "lists",
    "pairs",
    "plain",
    "result",
    "runs",
    "shown_on_result",
]
