"""Parse sysbench command lines of every generation into one set of parameters.

Owns: reading a command as people paste it (prompts, continuations, quotes,
pipes, typographic dashes), the mapping of legacy option names to modern ones,
each generation's defaults, and the queries one transaction issues.

Refuses: running anything, expanding shell variables (a placeholder has no
value), and guessing (what cannot be told is ``None`` and has an issue).
"""

from sysbench_archive.sysbench.command.model import Command
from sysbench_archive.sysbench.command.options import Effective, dialect_of, effective_parameters
from sysbench_archive.sysbench.command.parse import parse_command
from sysbench_archive.sysbench.command.queries import QueriesPerTransaction, expected_queries

__all__ = [
    "Command",
    "Effective",
    "QueriesPerTransaction",
    "dialect_of",
    "effective_parameters",
    "expected_queries",
    "parse_command",
]
