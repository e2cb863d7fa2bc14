"""`host-facts`: a host's entry of a bundle, taken where the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from sysbench_archive.bundle.writing import as_yaml
from sysbench_archive.capture.host.facts import host_facts
from sysbench_archive.commands.verb import CLEAN, Arguments, Verb, answer


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data-directory", type=Path, help="where the server keeps its data")


def _run(arguments: Arguments) -> int:
    answer(as_yaml(host_facts("server", arguments.data_directory)).rstrip("\n"))
    return CLEAN


VERB = Verb("describe this host for a capture elsewhere", _takes, _run)
