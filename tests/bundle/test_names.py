"""Ids out of words, and which names of folders are those of bundles."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.references import MAX_ID, identifier, is_bundle_id
from sysbench_archive.bundle.server_names import fork_mark


@given(st.text(max_size=60))
def test_an_id_is_lower_case_digits_and_single_hyphens(text: str) -> None:
    made = identifier(text)
    assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", made)
    assert identifier(made) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [("MySQL 8.0.36", "mysql-8-0-36"), ("__a..b__", "a-b"), ("Größe 2", "gr-e-2"), ("…", "")],
)
def test_words_become_ids(text: str, made: str) -> None:
    assert identifier(text) == made


LONGEST = "2026-01-" + "a" * (MAX_ID - 8)


@pytest.mark.parametrize("name", ["2026-01-a", "2026-12-a-1-b", LONGEST])
def test_a_bundle_may_be_called_so(name: str) -> None:
    assert is_bundle_id(name)


@pytest.mark.parametrize(
    "name",
    ["", "2026-01", "2026-01-", "2026-13-a", "26-01-a", "2026-01-A", "2026-01-a--b", "2026-01-a\n",
     "2026-01-a/b", f"{LONGEST}a"],
)  # fmt: skip
def test_no_bundle_may_be_called_so(name: str) -> None:
    assert not is_bundle_id(name)


OWN = [
    "8.0.36",
    "8.0",
    "5.5.28a",
    "9.7.0-er2",
    "8.0.36-0ubuntu0.22.04.1",
    "8.4.0-1.el9",
    "5.7.44-log",
    "8.0.35-commercial",
    "8.0.3-rc-log",
    "5.7.1-m11",
    "8.0.0-dmr",
    "8.0.36-28.1",
    "5.5.31-0+wheezy1",
    "5.1.73-rel14.11",
    "10.5.23-MariaDB-0+deb11u1",
    "10.11.6-MariaDB-1:10.11.6+maria~ubu2204-log",
    "10.6.16-11-MariaDB-enterprise",
    "11.4.2-MariaDB-ubu2404",
]
FOREIGN = [
    "8.0.11-TiDB-v7.5.0",
    "8.0.30-Vitess",
    "5.7.25-OceanBase-v4.2.1",
    "5.6.29-TDDL-5.4.17",
    "8.0.32-25-GreatSQL",
    "8.0.mysql_aurora.3.04.0",
    "8.0.31-google",
    "5.7.36-StoneDB-v1.0.3",
    "8.0.35-cluster",
    "8.0.34-PlanetScale",
    "8.0.36-28.1-wsrep",
    "8.0.30-somebodys",
]


@pytest.mark.parametrize("version", [*OWN, "11.8.6-MariaDB-0+deb13u1 from Debian"])
def test_a_version_of_the_three_products_has_no_mark(version: str) -> None:
    comment = "MySQL Community Server - GPL, mariadb.org binary distribution, Percona Server (GPL)"
    assert fork_mark(version, {"version_comment": comment, "version": version}) == ""


@pytest.mark.parametrize("version", [*FOREIGN, "5.7.25 OceanBase 4.2.1"])
def test_a_version_of_a_fork_or_a_service_has_one(version: str) -> None:
    assert fork_mark(version, {})


def test_variables_have_marks_as_well() -> None:
    assert fork_mark("8.0.28", {"aurora_version": "3.04.0"}) == "aurora_version"
    assert fork_mark("8.0.11", {"version_comment": "TiDB Server (Apache License 2.0)"}) == "tidb"
