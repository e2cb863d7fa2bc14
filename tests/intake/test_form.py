"""The form of the forge asks what the program reads, in the same words."""

from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.intake.form import CONSENT, FACTS, FIELDS
from sysbench_archive.intake.stated import commands_in, stated_in

ROOT = Path(__file__).parents[2]
FORM: dict[str, Any] = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/result.yml").read_text())
PARTS = [part for part in FORM["body"] if part["type"] != "markdown"]


def test_fields_are_the_same_in_the_same_order() -> None:
    asked = [(part["id"], part["attributes"]["label"]) for part in PARTS]
    assert asked == [(field.id, field.heading) for field in FIELDS]


def test_at_most_eight_things_are_asked() -> None:
    assert len(FIELDS) <= 8


def test_its_samples_are_read() -> None:
    samples = {part["id"]: part["attributes"].get("placeholder", "") for part in PARTS}
    stated = stated_in(samples)
    assert stated.problems == []
    assert set(stated.facts) == set(FACTS)
    assert stated.host["storage"][0]["model"] == "Intel P4510 NVMe"
    assert all(commands_in(samples["commands"])[0])


def test_duties_are_the_same() -> None:
    for part, field in zip(PARTS, FIELDS, strict=True):
        if part["type"] == "checkboxes":
            offered = part["attributes"]["options"]
            assert [option["label"] for option in offered] == list(CONSENT)
            assert all(option["required"] for option in offered)
            continue
        assert part.get("validations", {}).get("required", False) == field.required


def test_the_licences_are_those_a_bundle_may_have() -> None:
    assert sorted(FACTS["license"] or ()) == sorted(
        load_schema("bundle-1")["properties"]["license"]["enum"]
    )


def test_program_text_is_fenced() -> None:
    fenced = {part["id"] for part in PARTS if "render" in part["attributes"]}
    assert fenced == {"machine", "commands", "output", "facts"}
