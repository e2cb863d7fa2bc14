"""What lists know of a bundle, read off its record, and which runs a run's page leads to."""

from __future__ import annotations

from collections import Counter

import pytest
import yaml
from msgspec.structs import replace

from real_results import RESULTS, result
from sysbench_archive.derive.entries import machine_text, result_entry
from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.pages.result import run_neighbours
from sysbench_archive.tables.cells import cell_rows
from sysbench_archive.words.phrases import threads_span

LINKED = "2025-11-mdcallag-mysql-5-6-to-9-5-8-cpus"
REPEATED = "2026-11-mariadb-11-8-and-10-11-debian-vm"
CLOUD = "2021-10-percona-c5-c5a-c6g-large"
UNNAMED = "2011-10-mysql-5-5-and-5-1-dl380-g7"


def test_a_machine_is_named_in_short() -> None:
    assert machine_text(8, 16, 32 * 1024, ["nvme"]) == "8 cores, 32 GB, NVMe"
    assert machine_text(None, 16, None, []) == "16 CPUs"


def test_settings_are_those_the_bundle_gives_its_servers() -> None:
    document = yaml.safe_load((RESULTS / LINKED / "bundle.yaml").read_text(encoding="utf-8"))
    wanted: dict[str, set[str]] = {}
    for server in document["servers"]:
        for name, value in server["options"].items():
            text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
            wanted.setdefault(name.replace("-", "_").lower(), set()).add(text)
    facts = result_entry(result(LINKED))
    assert {name: set(values) for name, values in facts.settings.items()} == wanted
    assert facts.settings["innodb_flush_log_at_trx_commit"] == ["2"]


def test_an_option_that_stands_for_a_variable_is_found_by_either_name() -> None:
    server = result(LINKED).servers[0]
    given = replace(server, set_options={"skip-log-bin": "ON", "loose_innodb_open_files": "300"})
    facts = result_entry(replace(result(LINKED), servers=[given]))
    assert facts.settings["skip_log_bin"] == ["ON"]
    assert facts.settings["log_bin"] == ["OFF"]
    assert facts.settings["innodb_open_files"] == ["300"]


def test_a_machine_without_a_processor_goes_by_its_instance_type() -> None:
    (host,) = result(LINKED).hosts
    known = {**host.stated, "cloud.instance_type": "r4.4xlarge"}
    bare = replace(host, machine="", cpu_model="", stated=known)
    (machine,) = result_entry(replace(result(LINKED), hosts=[bare])).machines
    assert machine.title == "r4.4xlarge"


def test_each_machine_has_its_own_runs() -> None:
    """Instances of a cloud in one result: of 96 runs, 32 were on each kind, and some on either
    processor of one kind.
    """
    runs = {machine.title: machine.runs for machine in result_entry(result(CLOUD)).machines}
    document = yaml.safe_load((RESULTS / CLOUD / "bundle.yaml").read_text(encoding="utf-8"))
    hosts = {server["id"]: server["host"] for server in document["servers"]}
    models = {
        host["id"]: processor_text(host["cpu"]["model"])
        for host in document["hosts"]
        if "model" in host["cpu"]
    }
    assert runs == Counter(models[hosts[run["server"]]] for run in document["runs"])
    assert len(runs) == 4


def test_who_measured_is_the_author_and_never_who_copied() -> None:
    assert result_entry(result(LINKED)).by == "Mark Callaghan"
    assert result_entry(result(REPEATED)).by == result(REPEATED).submitter
    assert result(UNNAMED).submitter
    assert result_entry(result(UNNAMED)).by == ""


@pytest.mark.parametrize(
    ("counts", "text"),
    [([], ""), ([1], "1 thread"), ([4], "4 threads"), ([1, 8, 1024], "1 to 1,024 threads")],
)
def test_thread_counts_are_a_span(counts: list[int], text: str) -> None:
    assert threads_span(counts) == text


def test_a_run_leads_to_fewer_and_more_threads_and_to_the_next_repetition() -> None:
    record = result(REPEATED)
    runs = {run.id: run for run in record.runs}
    near = run_neighbours(record.runs)
    assert near.keys() == runs.keys()
    for name, others in near.items():
        run = runs[name]
        for other in others:
            beside = runs[other.id]
            assert (beside.server, beside.workload) == (run.server, run.workload)
            same = beside.threads == run.threads
            assert other.label.startswith("repetition" if same else f"{beside.threads} thread")
            assert other.id != name


def test_every_repetition_is_reached_from_every_other() -> None:
    record = result(REPEATED)
    near = run_neighbours(record.runs)
    first = record.runs[0]
    alike = {
        run.id
        for run in record.runs
        if (run.server, run.workload, run.threads) == (first.server, first.workload, first.threads)
    }
    assert len(alike) > 1
    seen, at = {first.id}, first.id
    for _ in range(len(alike) - 1):
        at = next(other.id for other in near[at] if other.label.startswith(("repetition", "run ")))
        seen.add(at)
    assert seen == alike


def test_a_run_alone_leads_nowhere() -> None:
    first = result(REPEATED).runs[0]
    assert run_neighbours([first]) == {first.id: []}


def test_a_month_that_was_inferred_is_shown_as_about_that_month() -> None:
    inferred = {row.name: row for row in result("2012-12-connections-per-second").source}
    assert inferred["published"].value == "about 2012-12"
    assert "inferred" in inferred["notes"].value
    assert "published_basis" not in inferred
    stated = {row.name: row for row in result("2017-10-intel-nuc-i5-io-bound").source}
    assert not stated["published"].value.startswith("about")
    days = {cell.day for cell in cell_rows(result("2012-12-connections-per-second"))}
    assert days == {"2012-12"}
