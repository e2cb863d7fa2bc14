"""Receipts: what the sides of a comparison have in common, and what they have not.

Owns the table of conditions a result depends on (`table`, `fields`), how they are read off a
bundle (`conditions`), and what two sides of a comparison say about each (`issuing`). Refuses to
judge figures.
"""

from sysbench_archive.receipts.conditions import conditions_of
from sysbench_archive.receipts.fields import field_named, fields_record
from sysbench_archive.receipts.further import further
from sysbench_archive.receipts.issuing import receipt
from sysbench_archive.receipts.wording import words_record

__all__ = ["conditions_of", "field_named", "fields_record", "further", "receipt", "words_record"]
