"""`data/people.csv`: what a row may say, and that today's names are those of the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from sysbench_archive.build.archive import Archive, known_people, read_records
from sysbench_archive.bundle.people import Name, read_people, write_people
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.citation import bundle_work

ROOT = Path(__file__).parents[2]
HEAD = "name,kind,family,given,orcid\n"


def test_names_are_read_as_they_were_written() -> None:
    rows = [
        Name("Ada Example", "person", "Example", "Ada", "0000-0002-1694-233X"),
        Name("Émile O'Hara-Smith", "person", "O'Hara-Smith", "Émile"),
        Name("Example, Inc.", "organisation"),
        Name("ada1815", "account"),
    ]
    assert sorted(read_people(write_people(rows)).values()) == sorted(rows)


@pytest.mark.parametrize(
    ("rows", "line", "said"),
    [
        ("Ada Example,person,Example,,\n", 2, "two parts of a person's name"),
        ("Ada,account,Example,Ada,\n", 2, "and none of others"),
        ("Ada,robot,,,\n", 2, "expected a name as bundles state it"),
        ("Ada Example,person,Example,Ada,0000-0002-1825-0098\n", 2, "expected 7 at its end"),
        ("Inc,organisation,,,0000-0002-1825-0097\n", 2, "no ORCID iD of what is no person"),
        ("Ada and Bob,person,Example and Bob,Ada,\n", 2, "expected a name as bundles state it"),
        ("Ada,account,,,\nAda,account,,,\n", 3, "has a row above"),
        ('"Ada Example",person,"Example}",Ada,\n', 2, "expected a name as bundles state it"),
    ],
)
def test_a_row_that_would_be_written_wrong_is_refused(rows: str, line: int, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_people(f"{HEAD}{rows}".encode())
    assert f"data/people.csv:{line}: " in str(refused.value)
    assert said in str(refused.value)


def test_rows_stand_in_order() -> None:
    with pytest.raises(UsageError, match="not in the order of names"):
        read_people(f"{HEAD}Bob,account,,,\nAda,account,,,\n".encode())


def test_every_name_of_the_table_is_one_that_the_record_has() -> None:
    archive = Archive(ROOT)
    records, _ = read_records(archive)
    named = {name for bundle, rows in records.items() for name in bundle_work(bundle, rows).names()}
    people = known_people(archive)
    assert people.keys() <= named
    persons = [name for name in people.values() if name.family]
    assert all(f"{name.given} {name.family}" == name.name for name in persons)
