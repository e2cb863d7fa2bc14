"""What leads to a machine or a person is told from what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.redaction.findings import MAX_FINDINGS, file_problems, findings
from sysbench_archive.redaction.hosts import HOST_NAMED

PRIVATE = {
    "--mysql-host=10.1.2.3 run": "10.1.2.3",
    "host=192.168.1.7:3306": "192.168.1.7",
    "http://10.0.0.1:8080/x": "10.0.0.1",
    "MySQL 8.0.1.2 and 10.0.0.5": "10.0.0.5",
    "bind_address\t172.16.4.2": "172.16.4.2",
    "connected to 8.0.1.2": "8.0.1.2",
    "on host 5.6.7.8": "5.6.7.8",
    "5.6.7.8:3306": "5.6.7.8",
    "fe80::1ff:fe23:4567:890a": "fe80::1ff:fe23:4567:890a",
    "ether 00:16:3e:5e:6c:00": "00:16:3e:5e:6c:00",
    "00-16-3E-5E-6C-00": "00-16-3E-5E-6C-00",
    "write to joe@corp.com": "joe@corp.com",
    "Copyright\njoe@corp.com": "joe@corp.com",
    "password=mypassword1": "password…",
    "--mysql-password=hunter2": "--mysql-password…",
    "password = hunter2": "password…",
    '{"password": "hunter2"}': "password…",
    "MYSQL_PWD=hunter2 mysql": "MYSQL_PWD…",
    "cd /home/ada && make": "/home/ada",
    "--mysql-user=alice.smith": "alice.smith",
    "--mysql-host db.internal.acme.com": "db.internal.acme.com",
    "key AKIAIOSFODNN7EXAMPLE": "a key…",
    "mysql -uroot -phunter2 -e 'x'": "mysql…",
    "mysql -phunter2 -e 'x'": "mysql…",
    "mysqladmin -u root -p'my pw' ping": "mysqladmin…",
    "mysql://root:hunter2@db/": "URL…",
    "IDENTIFIED BY 'hunter2'": "IDENTIFIED…",
}
PUBLIC = [
    "-- Copyright (C) 2006-2018 Alexey Example <alexey@corp.com>",
    "password = sysbench.opt.mysql_password\nlocal mysql_password = mysql_password or ''",
    "password = nil, passwd = os.getenv('MYSQL_PWD')",
    "127.0.0.1 0.0.0.0 255.255.255.0 ::1 ::",
    "192.0.2.7 198.51.100.7 2001:db8::7",
    "version 10.6.4.1",
    "MySQL 8.0.1.2",
    "8.0.1.2",
    "innodb_version\t5.7.44.48",
    "kernel 2.6.32.59",
    "2.6.32-220.el6.x86_64",
    "libmysqlclient 21.2.39.1-MariaDB",
    "10.11.6-MariaDB-0+deb12u1",
    "300.300.300.300",
    "1.2.3.4.5",
    "at 12:34:56",
    "2016-04-07-12-30-45",
    "std::string a::b",
    "[ 10s ] thds: 4 tps: 10.00 (r/w/o: 1.00/2.00/3.00)",
    "root@localhost git@github.com:a/b ada@example.org getty@tty1.service",
    "--mysql-password=<password> --mysql-password=$PW --mysql-password=***",
    "--mysql-user=sbtest --mysql-password= --threads=3",
    "validate_password = ON\nold_passwords=0\ndefault_password_lifetime=360",
    "mysql -uroot -p -e 'x'",
    "mysql -p -e 'x'",
    "PWD=/srv/bench OLDPWD=/tmp",
    "authentication_plugin: caching_sha2_password",
]


@pytest.mark.parametrize("text", PRIVATE)
def test_what_is_private_is_found(text: str) -> None:
    assert [finding.shown.replace('"', "'") for finding in findings(text)] == [PRIVATE[text]]


@pytest.mark.parametrize("text", PUBLIC)
def test_what_only_looks_private_is_left_alone(text: str) -> None:
    assert list(findings(text)) == []


@given(st.from_regex(r"[A-Za-z0-9_]{6,20}", fullmatch=True), st.sampled_from(["=", " = "]))
def test_a_password_is_never_repeated(password: str, equals: str) -> None:
    text = f"[client]\nmysql-password{equals}QQ{password}\n"
    problems = list(file_problems(text.encode(), "config/my.cnf"))
    assert [(problem.code, problem.line) for problem in problems] == [("private-password", 2)]
    assert password not in problems[0].text()


@given(st.text(alphabet="0123456789.:-@abf ps=", max_size=200))
def test_any_text_is_searched(text: str) -> None:
    for finding in findings(text):
        assert 0 <= finding.start < len(text)


def test_a_flood_is_told_briefly() -> None:
    data = "".join(f"host{n} 10.0.{n // 250}.{n % 250}\n" for n in range(5000)).encode()
    assert len(list(file_problems(data * 2, "x"))) == MAX_FINDINGS


@pytest.mark.parametrize("variable", HOST_NAMED)
def test_every_variable_named_after_a_host_is_found_in_a_text(variable: str) -> None:
    ending = HOST_NAMED[variable].removeprefix("HOST")
    for name in (variable, variable.replace("_", "-").upper()):
        found = [finding.shown for finding in findings(f"{name} = db17.corp{ending}\n")]
        assert "db17.corp" in found, name
