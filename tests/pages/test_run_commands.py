"""What repeats a run: options as a file that a server reads, commands that a shell runs."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from sysbench_archive.model.slices import SliceTable
from sysbench_archive.pages.run_commands import (
    option_file,
    shell_command,
    shell_lines,
    slices_text,
)


def file_of(**options: Any) -> list[str]:
    first, *lines = option_file(options, ["Of\nsomebody"]).splitlines()
    assert first == "# Of somebody"
    return lines


def test_options_stand_as_they_were_set() -> None:
    assert file_of(sync_binlog="0", innodb_buffer_pool_size="256M", skip_log_bin=True) == [
        "[mysqld]",
        "sync_binlog = 0",
        "innodb_buffer_pool_size = 256M",
        "skip_log_bin = ON",
    ]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("<socket-1>", "# option = <socket-1>"),
        ("a # b", 'option = "a # b"'),
        ('say "x"', 'option = "say \\"x\\""'),
        ("1\n[client]", "# an option that no line can hold"),
        (["a", "b"], "option = a\noption = b"),
    ],
)
def test_no_value_is_more_than_one(value: Any, line: str) -> None:
    assert file_of(option=value) == ["[mysqld]", *line.split("\n")]


def test_a_name_that_is_none_is_no_line() -> None:
    assert file_of(**{"[client]": "1"}) == ["[mysqld]", "# an option that no line can hold"]


def test_every_variable_is_defined_before_it_is_used() -> None:
    prepare = "echo --mysql-host=<host-1> --mysql-password=<password> prepare"
    command = "echo $sysbdir --socket=$socket --time=$time --x=$other $HOME run"
    text = shell_lines(prepare, command, "", 599.96) + shell_command(command)
    assert text.splitlines()[:6] == [
        "host_1=127.0.0.1 # where the server runs",
        "password= # its password",
        "sysbdir=/usr/local # where sysbench is installed",
        "socket=/run/mysqld/mysqld.sock # the server's socket",
        "time=600 # seconds, as this run took",
        "other= # not recorded",
    ]
    ran = subprocess.run(["sh", "-u", "-c", text], capture_output=True, text=True, check=True)
    assert "--mysql-host=127.0.0.1 --mysql-password= prepare" in ran.stdout
    assert "--socket=/run/mysqld/mysqld.sock --time=600 --x= /" in ran.stdout


def test_slices_are_told_as_they_ran() -> None:
    table = SliceTable(
        metric="tps",
        seconds=1,
        rounds=[1, 2, 3, 4],
        blocks=[1, 1, 2, 2],
        loads=[1, 1, 2, 2],
        sessions=[1, 1, 2, 2],
        turns=[0, 10, 20, 30],
        values=[1.0, 1.0, 1.0, 1.0],
        lines=[1, 2, 3, 4],
    )
    assert "It ran 4 times, as slices of 1 s in 2 blocks," in slices_text(table)
    assert "--slices=1 --rounds=2 --repetitions=2" in slices_text(table)
