"""Dumps and documents of a capture: identities go, the bundle's own words stay."""

from __future__ import annotations

import pytest

from sysbench_archive.capture.opening import redact_known, redact_variables
from sysbench_archive.redaction.findings import findings
from sysbench_archive.redaction.hosts import HOST_NAMED
from sysbench_archive.redaction.redactor import Redactor


def test_a_dump_keeps_its_values_and_loses_identities() -> None:
    redactor = Redactor()
    dump = redact_variables(
        [
            ("hostname", "vm"),
            ("innodb_buffer_pool_size", "134217728"),
            ("pid_file", "/run/alpha9.pid"),
            ("report_password", "secret"),
            ("report_host", "alpha9"),
            ("ft_boolean_syntax", '+ -><()~*:""&|'),
            ("tls_version", "TLSv1.2"),
        ],
        redactor,
    )
    assert dump.splitlines() == [
        "hostname\t<host-1>",
        "innodb_buffer_pool_size\t134217728",
        "pid_file\t/run/<host-2>.pid",
        "report_password\t<password>",
        "report_host\t<host-2>",
        'ft_boolean_syntax\t+ -><()~*:""&|',
        "tls_version\tTLSv1.2",
    ]


HOSTS = ("db01", "ip-10-0-12-7", "dbhost", "dbhost.internal.example", "DB01", "vm", "a1b2c3d4e5f6")


@pytest.mark.parametrize("hostname", [True, False], ids=["hostname stated", "hostname left out"])
@pytest.mark.parametrize("host", HOSTS)
def test_a_dump_gives_no_name_away_that_the_server_made_of_its_host(
    host: str, *, hostname: bool
) -> None:
    redactor = Redactor()
    forms = {name: form.replace("HOST", host) for name, form in HOST_NAMED.items()}
    folder = "/var/lib/mysql/"
    dump = {name: value if value == host else folder + value for name, value in forms.items()}
    dump |= {"relay_log": f"{host}-relay-bin", "version_compile_os": "debian-vm.x86"}
    if not hostname:
        for name in [name for name, value in dump.items() if value == host]:
            del dump[name]
    shown = redact_variables(dump.items(), redactor)
    lines = dict(line.split("\t") for line in shown.splitlines())
    assert lines.pop("version_compile_os") == "debian-vm.x86"
    for name, value in lines.items():
        assert value == dump[name].replace(host, "<host-1>")
    assert not list(findings(shown))
    assert redactor.count >= len(lines)


def test_the_short_the_full_and_the_cloud_form_are_one_machine() -> None:
    redactor = Redactor()
    shown = redact_variables(
        [
            ("general_log_file", "ip-10-0-12-7.log"),
            ("hostname", "ip-10-0-12-7.eu-west-1.compute.internal"),
            ("pid_file", "/data/ip-10-0-12-7.eu-west-1.pid"),
            ("init_connect", "call seen('ip-10-0-12-7.eu-west-1.compute.internal')"),
            ("bind_address", "10.0.12.7"),
        ],
        redactor,
    )
    assert [line.partition("\t")[2] for line in shown.splitlines()] == [
        "<host-1>.log",
        "<host-1>",
        "/data/<host-1>.pid",
        "call seen('<host-1>')",
        "<host-1>",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pid_file", "/run/mysqld/mysqld.pid"),
        ("pid_file", "/lab/run/mysql-9.7.4-deb.pid"),
        ("pid_file", "/rdsdbdata/log/mysql-3306.pid"),
        ("log_error", "/lab/log/mariadb-10.6.12.err"),
        ("log_error", "stderr"),
        ("log_error", "/var/log/mysql/error.log"),
        ("general_log_file", "/rdsdbdata/log/general/mysql-general.log"),
        ("slow_query_log_file", "/var/log/mysql/mariadb-slow.log"),
        ("slow_query_log_file", "/data/slow.log"),
        ("log_bin_basename", "/data/mysql-bin"),
        ("log_bin_basename", "/data/binlog"),
        ("relay_log", "mysqld-relay-bin"),
        ("relay_log_info_file", "relay-log.info"),
        ("relay_log_index", ""),
        ("hostname", "localhost"),
        ("log_bin", "ON"),
    ],
)
def test_names_people_chose_for_logs_stay(name: str, value: str) -> None:
    redactor = Redactor()
    assert redactor.without_host(name, value) == value
    assert not list(findings(f"{name}\t{value}\n{name} = {value}\n"))


def test_a_password_that_looks_like_a_placeholder_goes() -> None:
    assert (
        redact_variables([("report_password", "<x")], Redactor()) == "report_password\t<password>\n"
    )


def test_a_document_keeps_the_names_the_bundle_gives() -> None:
    redactor = Redactor()
    redactor.know("user", ["local"])
    document = {"clients": [{"id": "local", "library": "built by local"}]}
    assert redact_known(document, redactor) == {
        "clients": [{"id": "local", "library": "built by <user-1>"}]
    }


def test_what_a_document_says_in_words_is_cleaned_by_its_look() -> None:
    redactor = Redactor()
    document = {
        "title": "Reads on db07.corp.lan",
        "campaign": {"notes": "ask ada.smith@corp.com, password: hunter2"},
        "clients": [
            {"link": "ssh ada@db07 behind 10.9.8.7", "library": "libmysqlclient 21.2.39.1"}
        ],
    }
    assert redact_known(document, redactor) == {
        "title": "Reads on <host-1>",
        "campaign": {"notes": "ask <email>, password: <password>"},
        "clients": [
            {
                "link": "ssh <user-1>@<host-1> behind <host-2>",
                "library": "libmysqlclient 21.2.39.1",
            }
        ],
    }
