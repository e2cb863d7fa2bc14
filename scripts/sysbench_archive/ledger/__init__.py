"""The publication record: a file per bundle in `data/ledger/`, a row per event.

The format of the rows, what may follow what, and the addresses they promise. This package is the
sole reader and writer of the record; it never reads a folder, only what it is handed.
"""
