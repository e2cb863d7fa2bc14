"""One answer of each kind that the API of a site has, for its description to show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from sysbench_archive.model.api import ApiIndex, ApiShard
from sysbench_archive.publish.api import ALL_VERDICTS, ROOT, ListIndex, ListPage, bundle_path
from sysbench_archive.publish.openapi import Answers
from sysbench_archive.publish.output import json_bytes

_MOST = 20
"""Documents of a kind that are read: no single bundle has a value of every field."""


def answers_of(
    derived: Path,
    bundles: Sequence[str],
    upgrades: Sequence[ApiShard],
    listed: ListIndex,
    index: ApiIndex,
) -> Answers:
    """The newest of each kind; of lists the newest page with something on it."""
    found: dict[str, tuple[str, ListPage | ApiIndex]] = {**listed.newest}
    found["index"] = (f"{ROOT}index.json", index)
    found["verdict_pages"] = (ALL_VERDICTS, listed.verdict_pages())
    answers = {kind: [(path, json.loads(json_bytes(page)))] for kind, (path, page) in found.items()}
    written = {"bundle": [bundle_path(bundle) for bundle in bundles]}
    written["upgrade"] = [shard.path for shard in upgrades]
    for kind, paths in written.items():
        newest = [(p, (derived / f"static{p}").read_bytes()) for p in reversed(paths[-_MOST:])]
        if newest:
            answers[kind] = [(path, json.loads(document)) for path, document in newest]
    return answers
