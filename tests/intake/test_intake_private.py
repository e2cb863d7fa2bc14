"""Whatever is private in a form is replaced, or the form is refused."""

import json

import pytest
from answered import NAME, complaints, document, made, texts

from filled_in import REPORT, body


@pytest.mark.parametrize(
    "typed",
    [
        "--mysql-password=hunter2",
        "--mysql-password='hunter2 x'",
        "--mysql-password hunter2",
        "--db-password=hunter2",
    ],
)
def test_a_password_in_the_command_goes_and_the_rest_stays(typed: str) -> None:
    command = f"sysbench oltp_read_only {typed} --table-size=1000 --time=10 --threads=1 run"
    record = made(body(commands=f"{command}\n{command.replace(' run', ' prepare')}"))
    assert "hunter2" not in json.dumps(record)
    assert document(record)["workloads"][0]["command"].endswith("--time=10 --threads=1 run")
    assert document(record)["redactions"] >= 2


@pytest.mark.parametrize(
    ("secret", "line"),
    [
        ("hunter2", "MYSQL_PWD=hunter2 sysbench oltp_read_only run"),
        ("10.20.30.40", "connecting to host 10.20.30.40"),
        ("db17", "ada@db17:~$ sysbench oltp_read_only run"),
        ("db17", "| slow_query_log_file | /var/lib/mysql/db17-slow.log |"),
    ],
)
def test_private_things_around_the_output_are_replaced(secret: str, line: str) -> None:
    record = made(body(output=f"{line}\n{REPORT}", facts=f"notes: {line}"))
    assert record["bundle"] == NAME
    assert secret not in json.dumps(record)


def test_a_name_that_is_a_word_of_the_output_goes_and_the_output_stays() -> None:
    command = "sysbench oltp_read_only --mysql-user=tps --mysql-host=transactions --time=10 run"
    record = made(body(commands=command))
    shown = document(record)["workloads"][0]["command"]
    assert (
        shown == "sysbench oltp_read_only --mysql-user=<user-1> --mysql-host=<host-1> --time=10 run"
    )
    assert texts(record)[f"data/results/{NAME}/raw/output.txt"] == REPORT


def test_more_names_than_can_be_replaced_are_refused() -> None:
    prompts = "\n".join(f"ada{n}@db{n}:~$ date" for n in range(2500))
    ((heading, said),) = complaints(body(output=f"{REPORT}\n{prompts}"))
    assert heading == "What sysbench printed"
    assert "names more hosts" in said
