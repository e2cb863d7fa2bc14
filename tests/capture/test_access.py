"""Where a server is: options come before the option file, and a port is a number."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.commands import arguments
from sysbench_archive.commands.capture import access_of

OPTION_FILE = "[client]\nhost = db\nport = {}\nuser = me\npassword = secret\n"


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    arguments.capture(parser)
    return parser.parse_args(words)


@pytest.fixture
def option_file(tmp_path: Path) -> Path:
    path = tmp_path / "my.cnf"
    path.write_text(OPTION_FILE.format(3307))
    return path


def test_an_option_counts_more_than_the_option_file(option_file: Path) -> None:
    access, password = access_of(parsed(f"--defaults-file={option_file}"))
    assert (access.place, access.user, password) == ("db:3307", "me", "secret")
    access, _ = access_of(parsed(f"--defaults-file={option_file}", "--port=3308", "--host=other"))
    assert access.place == "other:3308"
    assert access_of(parsed("--host=db"))[0].place == "db:3306"


def test_a_port_that_is_no_number_is_refused(option_file: Path) -> None:
    option_file.write_text(OPTION_FILE.format("mysql"))
    with pytest.raises(RefusalError, match="--defaults-file: the port is not a number"):
        access_of(parsed(f"--defaults-file={option_file}"))
