"""capture over TCP against a real server that takes encrypted connections only."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from captures import BUNDLE, SHORT, archive, bundle, texts
from servers import RealServer, started

PASSWORD = "x 1#"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an authority, and a server's and a client's certificate signed by it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl not installed (Debian: apt-get install openssl)")
    folder = tmp_path_factory.mktemp("authority")
    key = ("-newkey", "rsa:2048", "-nodes", "-keyout")
    made: tuple[tuple[str, ...], ...] = (
        ("req", "-x509", "-subj", "/CN=authority", *key, "ca.key", "-out", "ca.pem"),
        *(
            ("req", "-x509", "-subj", f"/CN={name}.example", *key, f"{name}.key",
             "-CA", "ca.pem", "-CAkey", "ca.key", "-out", f"{name}.pem")
            for name in ("server", "client")
        ),
    )  # fmt: skip
    for words in made:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def encrypting(installed: Path, authority: Path) -> Iterator[RealServer]:
    """A server that takes no other connections over TCP."""
    options = (
        f"--ssl-ca={authority / 'ca.pem'}",
        f"--ssl-cert={authority / 'server.pem'}",
        f"--ssl-key={authority / 'server.key'}",
        "--require-secure-transport=ON",
    )
    with started(installed, options=options) as server:
        server.sql(
            f"create user far identified by '{PASSWORD}'",
            f"create user proven identified by '{PASSWORD}' require x509",
            "create database sbtest",
            "grant all on sbtest.* to far",
            "grant all on sbtest.* to proven",
        )
        yield server


def words(server: RealServer, out: Path, *more: str) -> tuple[str, ...]:
    """The words of a capture by TCP."""
    return (
        "capture", "--host=127.0.0.1", f"--port={server.port}", *SHORT, *more, f"--out={out}",
        "--workloads=oltp_point_select", "--yes",
    )  # fmt: skip


def test_required_encryption_is_used_and_recorded(encrypting: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    refused = archive(*words(encrypting, out, "--user=far"), MYSQL_PWD=PASSWORD)
    assert refused.returncode == 2
    # MySQL has error 3159 of its own for that, MariaDB denies access.
    assert "FATAL: error 1045" in refused.stderr
    assert "  hint: an account may require encryption: --ssl-mode required" in refused.stderr
    done = archive(*words(encrypting, out, "--user=far", "--ssl-mode=required"), MYSQL_PWD=PASSWORD)
    assert done.returncode == 0, done.stderr
    (client,) = bundle(out)["clients"]
    assert (client["transport"], client["tls"]) == ("tcp", True)
    # The account may not read mysql.user, which is said and refuses nothing.
    assert "1142 SELECT command denied" in str(client["authentication_plugin"])
    assert "--mysql-ssl=on" in bundle(out)["workloads"][0]["command"]
    assert PASSWORD not in texts(out) + done.stderr


def test_an_option_file_names_certificates(
    encrypting: RealServer, authority: Path, tmp_path: Path
) -> None:
    file = tmp_path / "my.cnf"
    file.write_text(
        f"[client]\nuser=proven\npassword='{PASSWORD}'\nssl-mode=VERIFY_CA\n"
        f"ssl-ca={authority / 'ca.pem'}\n"
    )
    asked = words(encrypting, tmp_path / BUNDLE, f"--defaults-file={file}")
    refused = archive(*asked)
    assert refused.returncode == 2
    assert "1045 Access denied" in refused.stderr
    with file.open("a") as options:
        options.write(f"ssl-cert={authority / 'client.pem'}\nssl-key={authority / 'client.key'}\n")
    done = archive(*asked)
    assert done.returncode == 0, done.stderr
    assert bundle(tmp_path / BUNDLE)["clients"][0]["tls"] is True


def test_a_stranger_is_not_believed(
    encrypting: RealServer, tmp_path: Path, authority: Path
) -> None:
    other = authority / "client.pem"
    asked = words(encrypting, tmp_path / BUNDLE, "--user=far", f"--ssl-ca={other}")
    refused = archive(*asked, MYSQL_PWD=PASSWORD)
    assert refused.returncode == 4
    assert "certificate verify failed" in refused.stderr
    assert "hint: the server is there; its certificate has another name" in refused.stderr
    assert not (tmp_path / BUNDLE / "bundle.yaml").exists()


def test_a_dry_run_looks_and_leaves_nothing(encrypting: RealServer, tmp_path: Path) -> None:
    asked = words(encrypting, tmp_path / BUNDLE, "--user=far", "--ssl-mode=required", "--dry-run")
    done = archive(*asked, "--repetitions=3", MYSQL_PWD=PASSWORD)
    assert done.returncode == 0, done.stderr
    assert "3 runs of 1 s: oltp-point-select" in done.stdout
    assert "encrypted with TLS_" in done.stdout
    assert "the database 'sbtest' is empty" in done.stdout
    assert "3 repetitions tell two servers apart" in done.stdout
    assert not (tmp_path / BUNDLE).exists()
    encrypting.sql("create table sbtest.precious (a int)")
    full = archive(*asked, MYSQL_PWD=PASSWORD)
    assert full.returncode == 2
    assert "the database 'sbtest' is not empty" in full.stderr


def test_host_facts_are_of_a_folder_that_is_there(tmp_path: Path) -> None:
    done = archive("host-facts", f"--data-directory={tmp_path / 'nowhere'}")
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"--data-directory: no such folder (got {tmp_path / 'nowhere'})" in done.stderr
