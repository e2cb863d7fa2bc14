"""Pages of settings agree with the files of bundles, read by another way than the archive's own."""

from __future__ import annotations

from functools import cache
from statistics import geometric_mean
from typing import Any

import pytest
import yaml

from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.pages.settings import SettingList, settings_record

RESULTS = ARCHIVE.results
PLACES = {
    *("port", "socket", "datadir", "server-id", "pid-file", "log-error", "bind-address"),
    *("mysqlx-port", "mysqlx-socket", "tmpdir", "plugin-dir", "lc-messages-dir", "report-host"),
}
BINARY_LOG = {"log-bin", "sync-binlog", "binlog-format", "binlog-row-image", "server-id"}


@cache
def bundle_yaml(bundle: str) -> dict[str, Any]:
    """The document as PyYAML reads it."""
    text = (RESULTS / bundle / "bundle.yaml").read_text("utf-8")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def options_of(bundle: str, server: str) -> dict[str, str]:
    """Options under one spelling of their names."""
    servers = {one["id"]: one for one in bundle_yaml(bundle)["servers"]}
    options = servers[server].get("options") or {}
    assert isinstance(options, dict), (bundle, server)
    spelled = {name.replace("_", "-").removeprefix("loose-"): v for name, v in options.items()}
    if "skip-log-bin" in spelled or "disable-log-bin" in spelled:
        spelled = {**spelled, "log-bin": "OFF"}
    return {n: str(v) for n, v in spelled.items() if n not in PLACES}


@pytest.fixture(scope="module")
def settings(surveyed: Surveyed) -> SettingList:
    """Every page of a setting."""
    found = [survey.settings for survey in surveyed.surveys if survey.settings]
    titles = {s.entry.id: s.entry.title for s in surveyed.surveys if s.entry}
    return settings_record(found, titles)


def test_a_pair_differs_in_one_option_of_its_bundle(surveyed: Surveyed) -> None:
    seen = 0
    for survey in surveyed.surveys:
        assert survey.settings or survey.entry is None
        for contrast in survey.settings.contrasts if survey.settings else ():
            options = [options_of(survey.id, server) for server in contrast.servers]
            names = {
                name
                for name in options[0].keys() | options[1].keys()
                if options[0].get(name) != options[1].get(name)
            }
            variable = contrast.variable.replace("_", "-")
            if variable == "log-bin":
                names -= BINARY_LOG - {"log-bin"}
            # Where variables were dumped, or a redo log is two options, the names are several.
            if variable != "innodb-redo-log-capacity" and names:
                assert {n.removeprefix("skip-") for n in names} == {variable}, (survey.id, names)
                seen += 1
    assert seen > 400


def test_ratios_are_those_of_the_raw_figures(surveyed: Surveyed) -> None:
    compared = 0
    for survey, outcome in zip(surveyed.surveys, surveyed.outcomes(), strict=True):
        if not survey.settings or not outcome.result:
            continue
        for contrast in survey.settings.contrasts:
            workload = contrast.path.strip("/").rpartition("--")[2]
            for entry in contrast.strip:
                sides = [
                    [
                        run.figures["tps"].value
                        for run in outcome.result.runs
                        if (run.server.id, run.workload.id, run.threads)
                        == (server, workload, entry.threads)
                        and run.state == "complete"
                        and not run.slices
                        and "tps" in run.figures
                    ]
                    for server in contrast.servers
                ]
                if all(sides) and len(sides[0]) == len(sides[1]):
                    ratio = geometric_mean(sides[1]) / geometric_mean(sides[0])
                    assert entry.ratio == pytest.approx(ratio, rel=1e-6), contrast
                    compared += 1
    assert compared > 500


def test_results_that_set_a_value_are_those_whose_files_say_so(settings: SettingList) -> None:
    page = next(p for p in settings.settings if p.variable == "innodb_flush_log_at_trx_commit")
    found = {
        value.value: {result.path.split("/")[2] for result in value.chosen} for value in page.values
    }
    stated: dict[str, set[str]] = {}
    for folder in ARCHIVE.bundles():
        for server in bundle_yaml(folder.name).get("servers", ()):
            if isinstance(server.get("options"), dict):
                options = options_of(folder.name, server["id"])
                if page.variable.replace("_", "-") in options:
                    value = options[page.variable.replace("_", "-")]
                    stated.setdefault(value, set()).add(folder.name)
    assert found == stated
    assert len(stated["2"]) >= 9
