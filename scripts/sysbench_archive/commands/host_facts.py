"""`host-facts`: print a host's entry of a bundle, called where the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.commands.console import CLEAN, Arguments, answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--data-directory", type=Path, help="where the server keeps its data")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    answer(as_yaml(host_facts("server", arguments.data_directory)).rstrip("\n"))
    return CLEAN
