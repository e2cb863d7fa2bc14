"""The same thing keeps one placeholder, wherever it stands, and nothing private is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.redaction.findings import findings, hidden
from sysbench_archive.redaction.redactor import (
    MAX_PLACES,
    MAX_ROUNDS,
    Redactor,
)

NAMES = st.from_regex(r"[a-z][a-z0-9]{3,11}", fullmatch=True)


@given(NAMES, NAMES, st.integers(11, 254))
def test_nothing_known_or_private_is_left(host: str, user: str, last: int) -> None:
    redactor = Redactor()
    redactor.know("host", [host])
    redactor.know("user", [user])
    text = f"'{user}'@'{host}' from 10.1.2.{last}:3306, mail {user}@corp.io, password=x1 y\n"
    cleaned = redactor.clean(text)
    assert not list(findings(cleaned))
    assert f"10.1.2.{last}" not in cleaned
    assert redactor.count >= 4


def test_the_same_thing_has_the_same_placeholder_and_words_that_hold_it_stay() -> None:
    redactor = Redactor()
    redactor.know("host", ["db1", "db2", "db1"])
    assert redactor.clean("db1 db2 db1 db10 mydb1") == "<host-1> <host-2> <host-1> db10 mydb1"
    assert redactor.count == 3


def test_names_that_single_nobody_out_stay() -> None:
    redactor = Redactor()
    redactor.know("user", ["root", "sbtest", "MySQL", None, ""])
    redactor.know("host", ["AUTO"])
    text = "--mysql-user=root of MySQL, NO_AUTO_CREATE_USER"
    assert (redactor.clean(text), redactor.count) == (text, 0)


def test_another_name_of_the_same_thing_has_its_placeholder() -> None:
    redactor = Redactor()
    redactor.placeholder("host", "alpha9.corp.io")
    redactor.placeholder("host", "alpha9", of="alpha9.corp.io")
    redactor.placeholder("host", "beta7")
    assert redactor.clean("alpha9 alpha9.corp.io beta7") == "<host-1> <host-1> <host-2>"


@pytest.mark.parametrize(
    ("text", "clean", "count"),
    [
        # The second stands where by itself it could be a version.
        ("server 8.8.8.8 and 8.8.8.8", "server <host-1> and <host-1>", 2),
        ("10.7.0.1, 10.7.0.12:3306", "<host-1>, <host-2>:3306", 2),
        (
            "on 10.1.2.3 password: a b 10.1.2.3\n10.1.2.3",
            "on <host-1> password: <password>\n<host-1>",
            3,
        ),
        (
            "mysql -psecret -e x; password=y\nz",
            "mysql -p<password> -e x; password=<password>\nz",
            2,
        ),
        ("mail joe@corp.com, joe@corp.com", "mail <email>, <email>", 2),
        ("mysql 8.0.36.1 at 127.0.0.1", "mysql 8.0.36.1 at 127.0.0.1", 0),
    ],
)
def test_what_a_rule_would_find_is_replaced_and_counted(text: str, clean: str, count: int) -> None:
    redactor = Redactor()
    assert (redactor.clean(text), redactor.count) == (clean, count)


def test_a_placeholder_known_before_is_used_again() -> None:
    redactor = Redactor({"10.1.2.3": "<host-1>"}, 7)
    assert redactor.clean("10.1.2.3 10.1.2.9") == "<host-1> <host-2>"
    assert redactor.count == 9


def test_of_a_flood_as_much_is_replaced_as_a_round_holds() -> None:
    places = MAX_PLACES * MAX_ROUNDS + 5
    flood = "\n".join(f"host 91.{n % 250}.{n // 250}.7" for n in range(places))
    redactor = Redactor()
    assert len(list(findings(redactor.clean(flood)))) == 5
    assert redactor.count == places - 5


def test_a_command_keeps_every_word_but_the_secret_ones() -> None:
    redactor = Redactor()
    text = "sysbench x --mysql-password='x y' --mysql-user=alice --mysql-host=db7.corp --threads=1"
    clean = (
        "sysbench x --mysql-password=<password> --mysql-user=<user-1> --mysql-host=<host-1>"
        " --threads=1"
    )
    assert redactor.clean(text) == clean
    assert redactor.count == 3
    assert redactor.clean(clean) == clean
    assert redactor.count == 3


def test_a_report_stays_a_report_whatever_its_machine_and_account_are_called() -> None:
    redactor = Redactor()
    text = "--mysql-user=total --mysql-host=max run\ntotal time: 10.0s\n  max: 3.10\n"
    clean = "--mysql-user=<user-1> --mysql-host=<host-1> run\ntotal time: 10.0s\n  max: 3.10\n"
    assert redactor.clean(text) == clean


def test_a_key_of_several_lines_leaves_the_numbers_of_lines_as_they_were() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\nxyz\n-----END RSA PRIVATE KEY-----\n"
    clean = Redactor().clean(f"{key}threads: 4\n")
    assert clean.splitlines()[4] == "threads: 4"
    assert "MIIE" not in clean


@pytest.mark.parametrize(
    ("name", "value", "instead"),
    [
        ("report_password", "x", "<password>"),
        ("wsrep_sst_auth", "u:p", "<password>"),
        ("authentication_ldap_simple_bind_root_pwd", "x", "<password>"),
        ("server_uuid", "a-b", "<host>"),
        ("feedback_user_info", "someone", "<host>"),
        ("group_replication_view_change_uuid", "AUTOMATIC", ""),
        ("validate_password", "ON", ""),
        ("default_password_lifetime", "5", ""),
        ("tls_version", "TLSv1.2", ""),
    ],
)
def test_some_values_are_hidden_by_the_name(name: str, value: str, instead: str) -> None:
    assert hidden(name, value) == instead
