"""The index of the published site, which no deployment may take anything from.

Owns the reading of `addresses.json` as somebody handed it in; what it promises is the record's.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from sysbench_archive.commands.verb import UsageError
from sysbench_archive.ledger import Row, published_problems
from sysbench_archive.problems import Problem


def index_problems(
    path: Path, records: Mapping[str, Sequence[Row]], curated: Iterable[Collection[str]]
) -> list[Problem]:
    """What publishing this state would take from the index in a file.

    Raises UsageError where the file is no such index.
    """
    try:
        index = json.loads(path.read_bytes())
        return list(published_problems(index, records, curated))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} is not the addresses.json of a published archive") from error
