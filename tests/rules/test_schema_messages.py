"""What a schema finds wrong is said in words that tell what to write instead."""

import pytest
from fixtures import FOLDER

from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.strict_yaml import read_yaml

BUNDLE = FOLDER / "file-mode" / "pass" / "2026-01-raw-output" / "bundle.yaml"
STATES = "unrecorded or {unavailable: PROBE}"
COMMAND = "command: sysbench oltp_read_only --table-size=1000 --time=10 --threads=$threads run"

ALTERNATIVES = "not one of the alternatives"
VALUE = "not an allowed value"
DAY = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"

# What is written, what instead, and the problem: pointer, code, sentence, got, expected.
TABLE = [
    (
        "machine: unrecorded",
        "machine: 5",
        "/hosts/0/machine",
        "schema-type",
        ALTERNATIVES,
        "5",
        f"text, {STATES}",
    ),
    (
        "cpu: unrecorded",
        "cpu: Xeon",
        "/hosts/0/cpu",
        "schema-type",
        ALTERNATIVES,
        "'Xeon'",
        f"a mapping, {STATES}",
    ),
    (
        "cpu: unrecorded",
        'cpu: {cores: "4", rest: unrecorded}',
        "/hosts/0/cpu/cores",
        "schema-type",
        ALTERNATIVES,
        "'4'",
        f"a whole number, {STATES}",
    ),
    (
        "cpu: unrecorded",
        'cpu: {turbo: "on", rest: unrecorded}',
        "/hosts/0/cpu/turbo",
        "schema-type",
        ALTERNATIVES,
        "'on'",
        f"true or false, {STATES}",
    ),
    (
        "storage: unrecorded",
        "storage: nvme",
        "/hosts/0/storage",
        "schema-type",
        ALTERNATIVES,
        "'nvme'",
        f"a list, {STATES}",
    ),
    (
        "regime: defaults",
        "regime: 5",
        "/servers/0/regime",
        "schema-type",
        ALTERNATIVES,
        "5",
        f"defaults, pinned, {STATES}",
    ),
    (
        "regime: defaults",
        "regime: tuned",
        "/servers/0/regime",
        "schema-value",
        VALUE,
        "'tuned'",
        f"one of defaults, pinned, {STATES}",
    ),
    (
        "cpu: unrecorded",
        "cpu: {cores: 0, rest: unrecorded}",
        "/hosts/0/cpu/cores",
        "schema-value",
        VALUE,
        "0",
        f"at least 1, {STATES}",
    ),
    (
        "storage: unrecorded",
        "storage: []",
        "/hosts/0/storage",
        "schema-value",
        VALUE,
        "[]",
        f"at least 1 entry, {STATES}",
    ),
    (
        "disclosure: none",
        "disclosure: nothing",
        "/disclosure",
        "schema-value",
        ALTERNATIVES,
        "'nothing'",
        "none, unrecorded or a mapping",
    ),
    (
        "cpu: unrecorded",
        "cpu: unavailable",
        "/hosts/0/cpu",
        "schema-value",
        "no probe is named",
        "'unavailable'",
        f"a mapping, {STATES}",
    ),
    (
        "regime: defaults",
        'regime: {unavailable: ""}',
        "/servers/0/regime/unavailable",
        "schema-value",
        VALUE,
        "''",
        "at least 1 character",
    ),
    (
        "regime: defaults",
        "regime: {unavailable: 5}",
        "/servers/0/regime/unavailable",
        "schema-type",
        "not text",
        "5",
        "text",
    ),
    (
        "memory: unrecorded",
        "memory: {size_mib: 512, modules: unrecorded}",
        "/hosts/0/memory/huge_pages",
        "schema-missing",
        "required field 'huge_pages' is missing",
        "",
        "",
    ),
    (
        "memory: unrecorded",
        "memory: {sise_mib: 512, rest: unrecorded}",
        "/hosts/0/memory/sise_mib",
        "schema-unknown",
        "unknown field",
        "'sise_mib'",
        "perhaps 'size_mib'",
    ),
    (
        "memory: unrecorded",
        "memory: {rest: unknown}",
        "/hosts/0/memory/rest",
        "schema-value",
        VALUE,
        "'unknown'",
        "'unrecorded'",
    ),
    (
        'version: "8.0.40"',
        "version: 8.5",
        "/servers/0/version",
        "schema-type",
        "not text",
        "8.5",
        "text",
    ),
    (
        'submitted: "2026-01-05"',
        'submitted: "5 January"',
        "/submitted",
        "schema-value",
        VALUE,
        "'5 January'",
        "text such as 2026-11-20, matching ^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    ),
    ("threads: 1\n", "threads: -4\n", "/runs/0/threads", "schema-value", VALUE, "-4", "at least 1"),
    (
        "threads: 1\n",
        "threads: 1000000000000\n",
        "/runs/0/threads",
        "schema-value",
        VALUE,
        "1000000000000",
        "at most 100000",
    ),
    (
        "file: raw/t1.txt",
        "file: ../../etc/passwd",
        "/runs/0/file",
        "schema-value",
        VALUE,
        "'../../etc/passwd'",
        "text such as raw/oltp-read-only-t4-r1.txt, matching ^(raw|config)/[a-z0-9._-]+$",
    ),
    (
        "    file: raw/t1.txt\n",
        "",
        "/runs/0/file",
        "schema-missing",
        "required field 'file' is missing",
        "",
        "",
    ),
    (
        COMMAND,
        "command: unrecorded",
        "/workloads/0/stated_parameters",
        "schema-missing",
        "required field 'stated_parameters' is missing",
        "",
        "",
    ),
    (
        "placement: same-host",
        "placement: other-host",
        "/clients/0/link",
        "schema-missing",
        "required field 'link' is missing",
        "",
        "",
    ),
    (
        "    options: unrecorded\n",
        "    options_basis: complete\n",
        "/servers/0/options",
        "schema-missing",
        "required field 'options' is missing",
        "",
        "",
    ),
]


def told(text: str) -> list[str]:
    document = read_yaml(text.encode(), "b")
    assert not document.problems
    problems = schema_problems(document, "bundle-1")
    return [f"{p.pointer}: {p.code} {p.message}" for p in problems]


@pytest.mark.parametrize(
    ("old", "new", "pointer", "code", "sentence", "got", "expected"),
    TABLE,
    ids=[row[1][:40].strip() or "nothing" for row in TABLE],
)
def test_a_fault_is_told_once_and_exactly(
    old: str, new: str, pointer: str, code: str, sentence: str, got: str, expected: str
) -> None:
    text = BUNDLE.read_text()
    assert old in text
    shown = f" (got {got}, expected {expected})" if got else ""
    assert told(text.replace(old, new, 1)) == [f"{pointer}: {code} {sentence}{shown}"]


def test_a_state_may_stand_for_any_fact() -> None:
    text = BUNDLE.read_text()
    states = ("{unavailable: lscpu does not exist}", "unrecorded", "{rest: unrecorded}")
    for state in states:
        assert told(text.replace("cpu: unrecorded", f"cpu: {state}")) == []


def test_figures_need_a_source_and_no_raw_file() -> None:
    text = BUNDLE.read_text().replace("raw-output", "published-table", 1)
    refused = "schema-value not allowed with this evidence"
    assert told(text) == [
        "/source: schema-missing required field 'source' is missing",
        f"/runs/0/file: {refused} (got 'raw/t1.txt', expected no such field)",
        f"/runs/1/file: {refused} (got 'raw/t2.txt', expected no such field)",
    ]


def test_a_flood_of_unknown_fields_is_told_briefly() -> None:
    flood = "".join(f"field_{number}: x\n" for number in range(5000))
    found = told(BUNDLE.read_text() + flood)
    assert len(found) == 21
    assert ": schema-unknown more unknown fields (got 4980, expected none)" in found
