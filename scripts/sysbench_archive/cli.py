"""The command line: which commands there are, and what becomes of errors.

Commands that build the site need more than a contributor's installation has, and say so.

Exit codes are those of `EXIT_CODES` in `problems`, and 141 where whoever read the output closed it
(as a shell says of a program that SIGPIPE ended). To add a command, write its module in `commands`
(`run`), what it takes in `arguments`, and one line of `COMMANDS`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sysbench_archive import __version__
from sysbench_archive.commands import arguments
from sysbench_archive.commands.console import CLOSED, ENVIRONMENT, USAGE, Arguments, say
from sysbench_archive.problems import EXIT_CODES, FailureError, UsageError

COMMANDS = {
    "parse": "print what sysbench output says, as JSON",
    "check": "say everything that is wrong with bundles",
    "explain": "say why a rule exists and what to do",
    "quick": "measure one server or two of this machine in minutes",
    "capture": "measure a server and write a bundle",
    "host-facts": "describe this host for a capture elsewhere",
    "compare": "say which of two bundles or logs is faster, here",
    "reproduce": "run a published comparison again and compare the ratios",
    "import": "make bundles out of a folder of existing results",
    "new": "write the skeleton of a bundle for something published",
    "record": "write the publication record of bundles",
    "correct": "record an edited bundle as a new revision",
    "withdraw": "withdraw a published bundle; its addresses stay",
    "redact": "remove a file of a superseded revision, or a name",
    "verify": "check a bundle against the record, git and its sources",
    "submit": "check a bundle and say how to open its pull request",
    "review": "report what a change adds to the archive",
    "intake": "turn an issue form into a bundle",
    "calibrate": "compute the tables that verdicts rest on from the archive",
    "cite": "print the citation of a result, a run or a comparison",
    "synthesize": "write a synthetic archive, for tests and benchmarks",
    "build": "build the site",
    "release": "write a dated snapshot of the archive",
    "deposit": "put a snapshot into Zenodo, which gives it a DOI",
    "preserve": "ask Software Heritage to keep what the archive rests on",
}
"""What each command does, in a line."""
BUILDING = ("build", "release", "review")
"""Commands that need the libraries of the extra `site`."""


def _module_of(name: str) -> str:
    return "import_results" if name == "import" else name.replace("-", "_")


def load_command(name: str) -> Any:
    """The module of a command. Modules are imported when they run: together they take a second."""
    return import_module(f"sysbench_archive.commands.{_module_of(name)}")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command that is called; the others are there by name only."""
    codes = "; ".join(f"{code}: {text}" for code, text in EXIT_CODES.items())
    parser = argparse.ArgumentParser(
        prog="sysbench-archive",
        description="Measure, check, compare and publish sysbench results of MySQL and MariaDB.",
        epilog=f"Exit codes: {codes}.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command_name", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        own = commands.add_parser(name, help=summary, description=summary)
        if name in words[:1]:
            getattr(arguments, _module_of(name))(own)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    try:
        try:
            return _run(sys.argv[1:] if words is None else words)
        finally:
            # What is still in the buffer meets a closed pipe here, and not while Python exits.
            sys.stdout.flush()
    except BrokenPipeError:
        return _leave_quietly()


def _leave_quietly() -> int:
    """Whoever read the output has seen enough, as in `parse FILE | head`: no error, no message.

    Python writes its buffers once more at exit and would complain of the closed pipe, so both
    outputs lead nowhere from here on: https://docs.python.org/3/library/signal.html#note-on-sigpipe
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    return CLOSED


def _run_command(name: str, given: Arguments) -> int:
    if name in BUILDING and find_spec("duckdb") is None:
        raise UsageError(
            f"`{name}` needs what builds the site, and this installation is one for contributors\n"
            "  hint: in a whole checkout, `make site` sets up the rest"
        )
    code: int = load_command(name).run(given)
    return code


def _run(words: Sequence[str]) -> int:
    try:
        given = _parser(words).parse_args(words)
        return _run_command(given.command_name, given)
    except BrokenPipeError:
        raise
    except (UsageError, FailureError, OSError) as error:
        say(f"sysbench-archive: {error}")
        missing = isinstance(error, FileNotFoundError)
        return getattr(error, "exit_code", USAGE if missing else ENVIRONMENT)


if __name__ == "__main__":
    sys.exit(main())
