"""`host-facts`: print a host's entry of a bundle, called where the server runs."""

from __future__ import annotations

from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.problems import UsageError


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    folder = arguments.data_directory
    if folder is not None and not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        raise UsageError(
            f"--data-directory: {what} (got {folder})\n  hint: the server names its own with"
            " `select @@datadir`; without the option storage is left open"
        )
    answer(as_yaml(host_facts("server", folder)).rstrip("\n"))
    return CLEAN
