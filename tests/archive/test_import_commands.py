"""Every imported bundle says the command that makes it, from what this checkout has."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import yaml

from built_sites import ROOT
from surveyed_archive import ARCHIVE
from sysbench_archive.commands import arguments
from sysbench_archive.importers.layout import built_in

PARTS = re.compile(r"(?m)^(?:source|imported):.*\n(?:[ -].*\n|\n)*")
"""Of a bundle of hundreds of runs what is said of its source and its import."""


def faults_of(folder: Path) -> list[str]:
    """What the command of a bundle names that is not there, or not what the bundle names."""
    text = "".join(PARTS.findall((folder / "bundle.yaml").read_text(encoding="utf-8")))
    head = yaml.load(text, yaml.CSafeLoader) or {}
    if "imported" not in head:
        return []
    words = shlex.split(head["imported"].get("command", ""))
    if words[:2] != ["sysbench-archive", "import"]:
        return [f"{folder.name}: no command"]
    parser = argparse.ArgumentParser()
    arguments.import_results(parser)
    options, source = parser.parse_args(words[2:]), head["source"]
    wrong = {
        "layout": options.layout not in built_in() or options.layout != head["imported"]["layout"],
        "facts": bool(options.facts)
        and (options.facts.is_absolute() or not (ROOT / options.facts).is_file()),
        "repository": options.folder.parts[0] != source["repository"].rpartition("/")[2],
        "commit": options.commit != source["commit"],
    }
    return [f"{folder.name}: {name}" for name, is_wrong in wrong.items() if is_wrong]


def test_a_command_names_what_the_checkout_and_the_bundle_have() -> None:
    assert [fault for folder in ARCHIVE.bundles() for fault in faults_of(folder)] == []
