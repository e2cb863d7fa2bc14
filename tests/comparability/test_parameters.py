"""What sysbench was told, with the defaults of its version filled in."""

from __future__ import annotations

from typing import Any

import pytest
from comparability_bundles import made, server

from sysbench_archive.comparability.conditions import conditions_of
from sysbench_archive.comparability.fields import UNKNOWN


def conditions(command: str | None, sysbench: str = "1.0.20", **stated: Any) -> dict[str, Any]:
    parts = made(
        server(),
        client={"sysbench": sysbench},
        command=command,
        workload={"stated_parameters": stated},
    )
    found: dict[str, Any] = conditions_of(parts).workloads["work"]
    return found


def test_a_default_is_as_much_a_condition_as_what_was_typed() -> None:
    given = conditions("sysbench oltp_read_only --tables=4 run")
    assert (given["tables"], given["table_size"], given["distribution"]) == (
        "4",
        "10000",
        "special",
    )


def test_the_default_distribution_changed_with_sysbench_1_1() -> None:
    command = "sysbench oltp_read_only --tables=4 run"
    assert conditions(command, "1.1.0-3ceba0b")["distribution"] == "uniform"
    assert conditions(command, "1.0.20")["distribution"] == "special"
    assert conditions(command, "unrecorded")["distribution"] == UNKNOWN


def test_a_seed_is_a_condition_and_none_is_another_in_each_run() -> None:
    assert conditions("sysbench oltp_read_only run")["seed"] == "another in each run"
    assert conditions("sysbench oltp_read_only --rand-seed=42 run")["seed"] == "42"


@pytest.mark.parametrize(
    ("options", "version", "seed"),
    [
        ("", "0.5", "the same in each run"),
        ("--rand-init=on", "0.5", "another in each run"),
        ("--rand-seed=42", "0.5", "42"),
        ("", "unrecorded", UNKNOWN),
    ],
)
def test_before_sysbench_1_0_no_seed_is_the_same_in_each_run(
    options: str, version: str, seed: str
) -> None:
    command = f"sysbench --test=tests/db/oltp.lua {options} run"
    assert conditions(command, version)["seed"] == seed


CHARACTER_SETS = {
    "--create_table_options='DEFAULT CHARSET=utf8mb4'": "utf8mb4",
    "--create_table_options='character set latin1 collate latin1_bin'": "latin1, latin1_bin",
    "--create_table_options='COLLATE=utf8mb4_0900_ai_ci'": "utf8mb4, utf8mb4_0900_ai_ci",
    "--create_table_options='ROW_FORMAT=COMPRESSED'": None,
    "": None,
}


@pytest.mark.parametrize("options", CHARACTER_SETS)
def test_the_character_set_of_the_tables_is_read_off_their_options(options: str) -> None:
    given = conditions(f"sysbench oltp_read_only {options} run")
    assert given.get("table_character_set") == CHARACTER_SETS[options]


def test_the_command_that_made_the_tables_says_their_options() -> None:
    prepare = "sysbench oltp_read_only --create_table_options='CHARSET=utf8mb4' prepare"
    parts = made(server(), command="sysbench oltp_read_only run", workload={"prepare": prepare})
    given = conditions_of(parts).workloads["work"]
    assert given["table_character_set"] == "utf8mb4"


def test_a_placeholder_is_not_recorded() -> None:
    given = conditions("sysbench oltp_read_only --tables=$tables run")
    assert given["tables"] == UNKNOWN


def test_what_the_source_states_in_words_counts() -> None:
    assert conditions("sysbench oltp_read_only run", table_size=3000000)["table_size"] == "3000000"


def test_without_a_command_only_what_was_stated_is_known() -> None:
    given = conditions(None, tables=2)
    assert (given["tables"], given["table_size"], given["test"]) == ("2", UNKNOWN, UNKNOWN)


def test_generations_name_one_thing_alike() -> None:
    old = conditions(
        "sysbench --test=oltp --oltp-table-size=1000 --oltp-read-only=on --num-threads=4 run",
        "0.4.12",
    )
    new = conditions("sysbench oltp_read_only --tables=1 --table-size=1000 run")
    same = ("test", "table_size", "tables", "reads", "transactions", "reconnects", "delays", "rate")
    assert [old[name] for name in same] == [new[name] for name in same]


def test_a_mix_is_told_by_name_and_number() -> None:
    given = conditions("sysbench oltp_read_write --point-selects=1 --index-updates=5 run")
    assert given["reads"].startswith("point_selects 1, simple_ranges 1")
    assert given["writes"] == "index_updates 5, non_index_updates 1, delete_inserts 1"


@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ("--rand-type=uniform", None),
        ("--rand-type=pareto", "rand_pareto_h 0.2"),
        (
            "--rand-type=special --rand-spec-pct=5",
            "rand_spec_iter 12, rand_spec_pct 5, rand_spec_res 75",
        ),
    ],
)
def test_a_distribution_has_the_shape_of_its_kind(options: str, shape: str | None) -> None:
    given = conditions(f"sysbench oltp_read_only {options} run")
    assert given.get("distribution_shape") == shape


@pytest.mark.parametrize(
    ("command", "sysbench", "text"),
    [
        ("sysbench oltp_read_only run", "1.0.20", "never"),
        ("sysbench oltp_read_only --reconnect=1 run", "1.0.20", "1"),
        ("sysbench --test=oltp --oltp-reconnect-mode=query run", "0.4.12", "query"),
    ],
)
def test_reconnecting_is_told(command: str, sysbench: str, text: str) -> None:
    assert conditions(command, sysbench)["reconnects"] == text


def test_a_delay_of_connections_counts_only_where_there_are_several() -> None:
    command = "sysbench --test=oltp --oltp-reconnect-mode={} run"
    assert conditions(command.format("session"), "0.4.12")["delays"] == "none"
    assert conditions(command.format("query"), "0.4.12")["delays"] == "connect_delay 10000"


def test_no_limit_is_none() -> None:
    given = conditions("sysbench oltp_read_only --time=60 --rate=500 run")
    assert (given["rate"], given["events"], given["duration"]) == ("500", "none", "60 s")


def test_a_parameter_the_test_does_not_take_does_not_apply() -> None:
    assert "scale" not in conditions("sysbench oltp_read_only run")
    assert conditions("sysbench tpcc.lua --scale=100 run")["scale"] == "100"
