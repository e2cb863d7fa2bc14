"""The form of the forge asks what the program reads, in the same words."""

from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.intake.form import CONSENT, FIELDS, LICENCES

ROOT = Path(__file__).parents[2]
FORM: dict[str, Any] = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/result.yml").read_text())
PARTS = [part for part in FORM["body"] if part["type"] != "markdown"]


def test_fields_are_the_same_in_the_same_order() -> None:
    asked = [(part["id"], part["attributes"]["label"]) for part in PARTS]
    assert asked == [(field.id, field.heading) for field in FIELDS]


def test_choices_and_duties_are_the_same() -> None:
    for part, field in zip(PARTS, FIELDS, strict=True):
        if part["type"] == "checkboxes":
            offered = part["attributes"]["options"]
            assert [option["label"] for option in offered] == list(CONSENT)
            assert all(option["required"] for option in offered)
            continue
        assert part.get("validations", {}).get("required", False) == field.required
        assert part["attributes"].get("options", []) == list(field.choices)


def test_the_licences_are_those_a_bundle_may_have() -> None:
    assert sorted(LICENCES) == sorted(load_schema("bundle-1")["properties"]["license"]["enum"])


def test_program_text_is_fenced() -> None:
    fenced = {part["id"] for part in PARTS if "render" in part["attributes"]}
    assert fenced == {"options", "prepare", "command", "output"}
