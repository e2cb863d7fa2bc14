"""Encrypted connections: what options ask for, and what sysbench is told."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from sysbench_archive.capture import encryption
from sysbench_archive.capture.connection import read_option_file
from sysbench_archive.capture.encryption import client_context, stated_tls
from sysbench_archive.capture.invocation import access_words
from sysbench_archive.capture.plan import Access, RefusalError, Tls


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    for name in ("ssl-ca", "ssl-cert", "ssl-key"):
        (tmp_path / f"{name}.pem").write_text("x")
    return {name: str(tmp_path / f"{name}.pem") for name in ("ssl-ca", "ssl-cert", "ssl-key")}


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        ({"ssl-mode": "REQUIRED"}, "required"),
        ({"ssl-mode": "verify-ca"}, "verify_ca"),
        ({"ssl-mode": "Preferred"}, "preferred"),
        ({"ssl": ""}, "required"),
        ({"ssl": "1"}, "required"),
        ({"ssl": "0"}, "disabled"),
        ({"skip-ssl": ""}, "disabled"),
        ({"ssl-verify-server-cert": ""}, "verify_identity"),
        ({"ssl": "1", "ssl-mode": "DISABLED"}, "disabled"),
    ],
)
def test_modes_are_those_of_the_servers_clients(options: dict[str, str], mode: str) -> None:
    stated = stated_tls(options)
    assert stated == Tls(mode)
    assert stated.encrypts == (mode not in {"disabled", "preferred"})


def test_nothing_stated_is_nothing() -> None:
    assert stated_tls({"user": "me", "ssl-ca": None}) is None


def test_an_authority_asks_to_look_at_it(files: dict[str, str]) -> None:
    assert stated_tls({"ssl-ca": files["ssl-ca"]}) == Tls("verify_ca", ca=files["ssl-ca"])
    pair = {name: files[name] for name in ("ssl-cert", "ssl-key")}
    assert stated_tls(pair) == Tls("required", None, files["ssl-cert"], files["ssl-key"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ssl-mode": "yes"}, r"--ssl-mode: unknown \(got 'yes', expected one of disabled, "),
        ({"ssl-ca": "/nowhere/ca.pem"}, r"--ssl-ca: no such file \(got /nowhere/ca.pem\)"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(RefusalError, match=message):
        stated_tls(options)


def test_a_certificate_needs_its_key(files: dict[str, str]) -> None:
    with pytest.raises(RefusalError, match="--ssl-cert: goes with --ssl-key"):
        stated_tls({"ssl-cert": files["ssl-cert"]})
    with pytest.raises(RefusalError, match="a certificate cannot be read"):
        client_context(Tls("verify_ca", ca=files["ssl-ca"]))


def test_an_option_file_may_switch_without_a_value(tmp_path: Path) -> None:
    file = tmp_path / "my.cnf"
    file.write_text("[client]\nssl\npassword\nuser = 'me'\nssl_mode=REQUIRED\n[mysqld]\nskip-ssl\n")
    options = read_option_file(file)
    assert options == {"ssl": "", "user": "me", "ssl-mode": "REQUIRED"}


@pytest.mark.parametrize(
    ("mode", "looks", "name"),
    [
        ("required", ssl.CERT_NONE, False),
        ("verify_ca", ssl.CERT_REQUIRED, False),
        ("verify_identity", ssl.CERT_REQUIRED, True),
    ],
)
def test_a_mode_looks_at_what_it_says(mode: str, looks: ssl.VerifyMode, name: bool) -> None:
    context = client_context(Tls(mode))
    assert (context.verify_mode, context.check_hostname) == (looks, name)


def test_each_sysbench_is_told_in_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access(host="db", tls=Tls("verify_ca", ca="/etc/ca.pem"))
    monkeypatch.setattr(encryption, "takes_paths", lambda: False)
    assert "--mysql-ssl=on" in access_words(access)
    assert not [word for word in access_words(access) if "ca.pem" in word]
    monkeypatch.setattr(encryption, "takes_paths", lambda: True)
    assert "--mysql-ssl=verify_ca" in access_words(access)
    assert "--mysql-ssl-ca=/etc/ca.pem" in access_words(access)
    plain = Access(host="db", tls=Tls("preferred"))
    assert access_words(plain) == access_words(Access(host="db"))
