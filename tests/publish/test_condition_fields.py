"""The page about comparability reports holds every field of the table they are made from."""

from __future__ import annotations

from sysbench_archive.comparability.table import EFFECTS, FIELDS
from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.model.comparability import FAMILIES as WEIGHED
from sysbench_archive.pages.reference import ConditionFieldTable, condition_fields_record

RECORD = condition_fields_record()
SHOWN = {field.field: field for group in RECORD.groups for field in group.fields}


def test_every_field_is_in_one_group() -> None:
    shown = [field.field for group in RECORD.groups for field in group.fields]
    assert sorted(shown) == sorted(field.name for field in FIELDS)
    assert SHOWN.keys() == {field.name for field in FIELDS}
    assert all(group.fields for group in RECORD.groups)


def test_a_row_weighs_every_family_in_the_order_of_the_head() -> None:
    assert tuple(FAMILIES) == WEIGHED
    assert RECORD.families == list(FAMILIES.values())
    assert SHOWN["tls"].severities == ["warning"] * 4 + ["blocker", "warning"]
    assert SHOWN["binary_log"].severities == [
        "info",
        "info",
        "blocker",
        "blocker",
        "info",
        "blocker",
    ]


def test_a_row_says_where_it_is_read_and_what_else_decides() -> None:
    assert SHOWN["redo_capacity"].source.startswith("innodb_redo_log_capacity, ")
    assert SHOWN["version"].note == "It is what is compared."
    assert SHOWN["pgo"].note.endswith("Where it was not recorded, it weighs little.")
    assert SHOWN["kernel"].note == ""
    assert SHOWN["authentication"].note.startswith("Where both servers run with their defaults")


def test_the_page_lists_every_variable_of_which_something_is_known() -> None:
    in_fields = {source for field in SHOWN.values() for source in field.source.split(", ")}
    shown = {entry.label for entry in RECORD.variables}
    assert {effect.variable for effect in EFFECTS} <= shown | in_fields
    assert all(entry.effect and entry.reference for entry in RECORD.variables)
    assert SHOWN["log_writer_threads"].reference.startswith("/comparisons/")


def references(table: ConditionFieldTable) -> set[str]:
    fields = [field for group in table.groups for field in group.fields]
    return {field.reference for field in (*fields, *table.variables)} - {""}


def test_a_comparison_that_is_not_there_is_not_linked() -> None:
    """Another archive has the program's table, and not the results some of it rests on."""
    linked = references(RECORD)
    own = {path for path in linked if path.startswith("/comparisons/")}
    assert len(own) > 1
    kept = min(own)
    assert references(condition_fields_record({kept})) == (linked - own) | {kept}
