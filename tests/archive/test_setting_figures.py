"""Pairs of settings differ in what files of bundles say, read by another way than our own."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from surveyed_archive import ARCHIVE, Surveyed

PLACES = {
    *("port", "socket", "datadir", "server-id", "pid-file", "log-error", "bind-address"),
    *("mysqlx-port", "mysqlx-socket", "tmpdir", "plugin-dir", "lc-messages-dir", "report-host"),
}
WITH = {
    "log-bin": {"sync-binlog", "binlog-format", "binlog-row-image", "server-id"},
    "query-cache-type": {"query-cache-size"},
    "character-set-server": {"collation-server"},
}
"""Options that are set with a setting, and do nothing without it or cannot stay."""


@cache
def servers_of(bundle: str) -> dict[str, Any]:
    """The servers of a document as PyYAML reads it."""
    text = (ARCHIVE.results / bundle / "bundle.yaml").read_text("utf-8")
    return {server["id"]: server for server in yaml.load(text, yaml.CSafeLoader)["servers"]}


def options_of(bundle: str, server: str) -> dict[str, str]:
    """Options under one spelling of their names."""
    options = servers_of(bundle)[server].get("options") or {}
    assert isinstance(options, dict), (bundle, server)
    spelled = {name.replace("_", "-").removeprefix("loose-"): v for name, v in options.items()}
    if "skip-log-bin" in spelled or "disable-log-bin" in spelled:
        spelled = {**spelled, "log-bin": "OFF"}
    return {n: str(v) for n, v in spelled.items() if n not in PLACES}


def test_a_pair_differs_in_one_option_of_its_bundle(surveyed: Surveyed) -> None:
    seen = 0
    for survey in surveyed.surveys:
        assert survey.settings or survey.entry is None
        for contrast in survey.settings.contrasts if survey.settings else ():
            one, other = (options_of(survey.id, server) for server in contrast.servers)
            names = {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
            variable = contrast.variable.replace("_", "-")
            names -= WITH.get(variable, set())
            # Where variables were dumped, or a redo log is two options, the names are several.
            if variable != "innodb-redo-log-capacity" and names:
                assert {n.removeprefix("skip-") for n in names} == {variable}, (survey.id, names)
                seen += 1
    assert seen > 400
