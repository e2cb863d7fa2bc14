"""What a run's page quotes is what its evidence file says."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.facts import label_of
from sysbench_archive.derive.results import result_record
from sysbench_archive.derive.runs import engine_text, redo_capacity_mib, run_record
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.model.result import ResultRecord

ROOT = Path(__file__).resolve().parents[2]
RAW = ROOT / "data" / "results" / "2026-11-mariadb-11-8-and-10-11-debian-vm"


@cache
def loaded() -> Bundle:
    """A bundle whose output is kept here."""
    bundle = load_bundle(RAW, "x").bundle
    assert bundle is not None
    return bundle


def test_lines_of_figures_are_quoted_as_they_stand_with_headings_above() -> None:
    run = result_record(loaded()).runs[0]
    lines = (RAW / run.evidence.file).read_text().splitlines()
    quoted = dict(zip(run.excerpt.numbers, run.excerpt.texts, strict=True))
    assert {figure.line for figure in run.figures.values()} <= quoted.keys()
    assert all(lines[number - 1].rstrip() == text for number, text in quoted.items())
    headings = [text.strip() for text in quoted.values() if text.endswith(":")]
    assert "queries performed:" in headings


def test_a_run_keeps_its_facts_as_the_bundle_has_them() -> None:
    bundle = loaded()
    run = result_record(bundle).runs[0]
    told = bundle.runs[0].facts
    assert run.stated["sequence.session"] == run.session == told["sequence"]["session"]
    assert run.stated["telemetry.server_cpu_s"] == told["telemetry"]["server_cpu_s"]
    seconds, done = told["telemetry"]["server_cpu_s"], bundle.runs[0].figures["transactions"].value
    assert run.server_cpu_us == pytest.approx(seconds / done * 1e6)


@pytest.mark.parametrize("telemetry", [{}, {"client_cpu_s": 1.0}])
def test_without_telemetry_of_the_server_there_is_no_cost(telemetry: dict[str, float]) -> None:
    run = replace(loaded().runs[0], facts={"telemetry": telemetry})
    assert run_record(loaded(), run).server_cpu_us is None


def test_records_come_back_from_json_as_they_were() -> None:
    """Whole numbers stay whole, others stay what they are."""
    record = result_record(loaded())
    again = msgspec.json.decode(msgspec.json.encode(record), type=ResultRecord)
    assert again == record
    assert repr(again) == repr(record)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("sequence.load", "Dataset load"),
        ("sequence.seconds_since_load", "Seconds since load"),
        ("telemetry.server_cpu_s", "Server CPU"),
        ("cpu.clock_mhz", "CPU clock"),
    ],
)
def test_facts_are_named_without_a_group_that_adds_nothing(name: str, label: str) -> None:
    assert label_of(name) == label


def test_parameters_have_their_value_and_one_that_every_run_fills_in_has_none() -> None:
    (workload, *_) = result_record(loaded()).workloads
    told = {row.name: (row.origin, row.value) for row in workload.parameters}
    assert told["threads"] == ("command", "")
    assert told["table_size"] == ("command", "50000")


def test_functions_have_their_share_of_the_instructions_that_were_counted() -> None:
    folder = ROOT / "tests" / "rules" / "count-sum" / "pass" / "2026-01-raw-output"
    bundle = load_bundle(folder, "x").bundle
    assert bundle
    (counted, *_) = [run.counted for run in result_record(bundle).runs if run.counted]
    assert [(f.name, round(f.percent)) for f in counted.functions] == [("JOIN::optimize()", 30)]


BUNDLE = load_bundle(
    Path(__file__).parents[1] / "rules/innodb-redo/pass/2026-01-raw-output", "bundle"
).bundle
REDO_FILES = {"innodb_log_file_size": "50331648", "innodb_log_files_in_group": "2"}


@pytest.mark.parametrize(
    ("variables", "capacity"),
    [
        (REDO_FILES, 96),
        ({"innodb_redo_log_capacity": "104857600", **REDO_FILES}, 100),
        # MariaDB from 10.6 on has one file and no variable for their number.
        ({"innodb_log_file_size": "100663296"}, 96),
        ({"version": "8.0.36"}, None),
    ],
)
def test_the_capacity_of_the_redo_log(variables: dict[str, str], capacity: int | None) -> None:
    assert BUNDLE
    bundle = replace(BUNDLE, variables={"mysql": variables})
    assert redo_capacity_mib(bundle, "mysql") == capacity


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({"redo_written_mib": 240.0}, "It wrote 2.5 times the capacity of the redo log."),
        (
            {"settled": True, "redo_written_mib": 48.0},
            (
                "It wrote 50 % of the capacity of the redo log, so that no full round of"
                " checkpoints is in it."
            ),
        ),
        (
            {"settled": False, "redo_written_mib": 0.0},
            "Purge and flushing had not come to rest before it.",
        ),
        ({"settled": True, "redo_written_mib": 0.4}, ""),
        ({}, ""),
    ],
)
def test_what_the_engine_says_of_a_run(state: dict[str, Any], text: str) -> None:
    assert BUNDLE
    bundle = replace(BUNDLE, variables={"mysql": REDO_FILES})
    run = replace(BUNDLE.runs[0], facts={**BUNDLE.runs[0].facts, "innodb": state})
    assert engine_text(bundle, run) == text


def test_without_a_known_capacity_redo_is_not_weighed() -> None:
    assert BUNDLE
    run = replace(BUNDLE.runs[0], facts={"innodb": {"redo_written_mib": 900.0}})
    assert engine_text(BUNDLE, run) == ""


def test_a_figure_that_a_fault_of_sysbench_spoiled_is_unrecorded_and_told() -> None:
    folder = ROOT / "tests/rules/sysbench-fault/fail/2026-01-raw-output"
    bundle = load_bundle(folder, "x").bundle
    assert bundle is not None
    (run,) = result_record(bundle).runs
    assert "tps" in run.figures
    assert not [name for name in run.figures if "p95" in name]
    assert run.spoiled is not msgspec.UNSET
    (spoiled,) = run.spoiled
    assert spoiled.figure == "Percentile 95"
    assert spoiled.link == "https://github.com/akopytov/sysbench/issues/479"
