"""Dumps and documents of a capture: identities go, the bundle's own words stay."""

from __future__ import annotations

from sysbench_archive.capture.redaction import clean_variables, known_in
from sysbench_archive.redaction.redactor import Redactor


def test_a_dump_keeps_its_values_and_loses_identities() -> None:
    redactor = Redactor()
    dump = clean_variables(
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
        "hostname\t<host>",
        "innodb_buffer_pool_size\t134217728",
        "pid_file\t/run/<host-1>.pid",
        "report_password\t<password>",
        "report_host\t<host-1>",
        'ft_boolean_syntax\t+ -><()~*:""&|',
        "tls_version\tTLSv1.2",
    ]


def test_a_document_keeps_the_names_the_bundle_gives() -> None:
    redactor = Redactor()
    redactor.know("user", ["local"])
    document = {"clients": [{"id": "local", "library": "built by local"}]}
    assert known_in(document, redactor) == {
        "clients": [{"id": "local", "library": "built by <user-1>"}]
    }
