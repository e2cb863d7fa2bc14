"""What versions, options and passwords mean."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from sysbench_archive.bundle.server_names import maturity
from sysbench_archive.capture.invocation import password_file
from sysbench_archive.capture.plan import Access, RefusalError, ServerPlan
from sysbench_archive.capture.run_watch import process_ticks, take_snapshot, telemetry_between
from sysbench_archive.capture.server import document
from sysbench_archive.capture.server.document import (
    Answers,
    product_of,
    server_document,
    server_id,
    version_of,
)
from sysbench_archive.capture.server.process import Process
from sysbench_archive.redaction.redactor import Redactor


def said(version: str, comment: str = "") -> Answers:
    return Answers(
        version=version,
        comment=comment,
        variables={},
        explicit=None,
        origin_fault="",
        account_plugin=None,
        account_fault="",
        plugins=(),
    )


@pytest.mark.parametrize(
    ("version", "comment", "product", "number"),
    [
        ("10.11.19-MariaDB-0+deb12u1", "Debian 12", "mariadb", "10.11.19"),
        ("8.0.33", "MySQL Community Server - GPL", "mysql", "8.0.33"),
        ("8.0.1-dmr", "MySQL Community Server (GPL)", "mysql", "8.0.1-dmr"),
        ("5.7.5-m15-log", "MySQL Community Server (GPL)", "mysql", "5.7.5-m15"),
        ("9.7.4-2", "(Debian)", "mysql", "9.7.4-2"),
        ("8.0.36-28", "Percona Server (GPL), Release 28", "percona-server", "8.0.36-28"),
        ("5.5.34-log", "Source distribution", "mysql", "5.5.34"),
    ],
)
def test_products_and_versions(version: str, comment: str, product: str, number: str) -> None:
    answers = said(version, comment)
    assert (product_of(answers), version_of(answers)) == (product, number)
    assert server_id(answers, "side_A").endswith("-side-a")


@pytest.mark.parametrize(
    ("version", "comment", "package", "vendor", "distribution"),
    [
        ("10.11.19-MariaDB-0+deb12u1", "Debian 12", "mariadb-server-core 1:10.11.19-0+deb12u1",
         "Debian", "package of the distribution, Debian 12"),
        ("11.8.6-MariaDB-0+deb13u1 from Debian", "-- Please help get to 10k stars at forge.example",
         "mariadb-server-core 1:11.8.6-0+deb13u1", "Debian",
         "package of the distribution, Debian 13"),
        ("9.7.4-2", "(Debian)", "mysql-server-core 9.7.4-2", "Debian",
         "package of the distribution, Debian"),
        ("8.0.39-0ubuntu0.24.04.2", "(Ubuntu)", "mysql-server-core-8.0 8.0.39-0ubuntu0.24.04.2",
         "Ubuntu", "package of the distribution, Ubuntu"),
        ("10.6.18-MariaDB-0ubuntu0.22.04.1", "", "mariadb-server-core 1:10.6.18-0ubuntu0.22.04.1",
         None, "package of the distribution, Ubuntu 22.04"),
        ("11.4.2-MariaDB-deb12", "mariadb.org binary distribution",
         "mariadb-server-core 1:11.4.2+maria~deb12", None, None),
        ("8.4.2", "MySQL Community Server - GPL", "mysql-community-server-core 8.4.2-1debian12",
         None, None),
    ],
)  # fmt: skip
def test_a_distribution_is_one_that_was_named(
    version: str, comment: str, package: str, vendor: str | None, distribution: str | None
) -> None:
    process = Process((), {}, package, None)
    server = ServerPlan(Access(socket="/s"))
    document = server_document(
        server, said(version, comment), process, host="here", dump="", redactor=Redactor()
    )
    entry = document["build"]
    if distribution is None:
        assert entry["distribution"]["unavailable"].startswith(f"neither package {package} nor")
    else:
        assert entry["distribution"] == distribution
    assert isinstance(entry["vendor"], dict) if vendor is None else entry["vendor"] == vendor


@pytest.mark.parametrize(
    ("product", "version", "variables", "expected"),
    [
        ("mysql", "8.0.1-dmr", {}, "milestone"),
        ("mysql", "5.7.5-m15", {}, "milestone"),
        ("mysql", "5.6.8-rc", {}, "rc"),
        ("mysql", "8.0.36", {}, "ga"),
        ("mariadb", "10.11.19-MariaDB", {"plugin_maturity": "gamma"}, "ga"),
        ("mariadb", "11.0.1-MariaDB", {"plugin_maturity": "beta"}, "rc"),
        ("mariadb", "10.1.34-MariaDB", {"plugin_maturity": "unknown"}, "ga"),
        ("mariadb", "10.1.2-MariaDB", {"plugin_maturity": "unknown"}, None),
    ],
)
def test_maturity(
    product: str, version: str, variables: dict[str, str], expected: str | None
) -> None:
    assert maturity(product, version, variables) == expected


def test_options_of_a_command_line() -> None:
    words = [
        "mysqld",
        "--no-defaults",
        "--datadir=/d",
        "--innodb-buffer-pool-size=1G",
        "--skip-log-bin",
    ]
    found, complete = document.options_from_words(words)
    assert complete
    assert document.without_paths(found) == {"innodb_buffer_pool_size": "1G", "skip_log_bin": "ON"}
    assert document.regime_of(found) == "pinned"
    assert document.regime_of({"datadir": "/d", "port": "1", "socket": "/s"}) == "defaults"
    assert not document.options_from_words(["mysqld", "--port=1"])[1]


@for_all(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=30))
def test_a_password_is_handed_over_whole_or_refused(password: str) -> None:
    if '"' in password and "'" in password:
        with pytest.raises(RefusalError):
            password_file(password)
        return
    text = password_file(password).decode()
    mark = text[len("mysql-password=")]
    assert text == f"mysql-password={mark}{password}{mark}\n"
    assert mark not in password


STAT = "cpu  100 0 50 800 10 0 5 35 0 0\ncpu0 1 2 3\nctxt 12345\n"
DISKS = """\
 254 0 vda 10 0 2048 5 20 0 4096 9 0 0 0
 254 1 vda1 10 0 2048 5 20 0 4096 9 0 0 0
 253 0 dm-0 10 0 2048 5 20 0 4096 9 0 0 0
 259 0 nvme0n1 1 0 2048 5 2 0 2048 9 0 0 0
"""


INTERRUPTS = """\
            CPU0       CPU1
  26:        100          7  PCI-MSIX-0000:00:03.0   1-edge      virtio1
 RES:         40         60   Rescheduling interrupts
 CAL:       3000       4000   Function call interrupts
"""
INTERRUPTS_ARM = (
    "           CPU0       CPU1\nIPI0:       500        600       Rescheduling interrupts\n"
)


def test_counters() -> None:
    texts = {"/proc/stat": STAT, "/proc/interrupts": INTERRUPTS, "/proc/diskstats": DISKS}
    assert take_snapshot(texts.__getitem__, None) == {
        "cpu": (100, 0, 50, 800, 10, 0, 5, 35),
        "context_switches": (12345,),
        "rescheduling_interrupts": (100,),
        # Partitions and device mappings would count the same bytes again.
        "disks": (4096, 6144),
    }
    arm = dict.fromkeys(texts, "") | {"/proc/interrupts": INTERRUPTS_ARM}
    assert take_snapshot(arm.__getitem__, None) == {"rescheduling_interrupts": (1100,)}
    name = "7 (a) b) S 1 1 1 0 -1 4 1 0 1 0 31 114 0 0 20 0"
    assert process_ticks(name) == 145
    assert process_ticks("") is None


def test_telemetry_is_the_difference_and_leaves_out_what_is_not_exposed() -> None:
    names = ("cpu", "context_switches", "disks", "server", "rescheduling_interrupts")
    first = dict(zip(names, ((0,) * 8, (10,), (0, 0), (100,), (5,)), strict=True))
    after = ((50, 0, 0, 40, 0, 0, 0, 10), (30,), (2048, 4096), (300,), (12,))
    second = dict(zip(names, after, strict=True))
    assert dict(telemetry_between(first, second, 1.5)) == {
        "server_cpu_s": 2.0,
        "client_cpu_s": 1.5,
        "steal_percent": 10.0,
        "context_switches": 20,
        "rescheduling_interrupts": 7,
        "disk_read_mib": 1.0,
        "disk_written_mib": 2.0,
    }
    assert dict(telemetry_between({}, {}, 1.5)) == {"client_cpu_s": 1.5}
    # A server that was started anew between two looks has no difference.
    assert "server_cpu_s" not in telemetry_between(second, first, 0)
