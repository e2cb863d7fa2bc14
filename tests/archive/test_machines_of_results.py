"""Machines have the runs, releases and thread counts of the files of bundles, read another way."""

from __future__ import annotations

from collections import Counter
from typing import Any

import yaml

from surveyed_archive import ARCHIVE, Surveyed

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
LEAST = 26_000
"""Runs that the archive has had."""


def test_every_run_counts_for_the_machine_it_ran_on_and_no_other(surveyed: Surveyed) -> None:
    seen = 0
    for survey in surveyed.surveys:
        if survey.entry is None:
            continue
        text = (ARCHIVE.results / survey.id / "bundle.yaml").read_text("utf-8")
        document: dict[str, Any] = yaml.load(text, Loader=LOADER)
        hosts = {server["id"]: server["host"] for server in document["servers"]}
        runs = document.get("runs") or []
        by_host = Counter(hosts[run["server"]] for run in runs)
        uses = survey.entry.machines
        assert sum(use.runs for use in uses) == len(runs), survey.id
        # Hosts of which the same is recorded are one machine.
        if len(uses) == len(set(hosts.values())):
            assert Counter(use.runs for use in uses if use.runs) == Counter(by_host.values())
        threads = {count for use in uses for count in use.threads}
        assert threads == {run["threads"] for run in runs}, survey.id
        labels = {server.version for use in uses for server in use.servers}
        assert labels == {str(server["version"]) for server in document["servers"]}, survey.id
        seen += len(runs)
    assert seen >= LEAST
