"""The command line: which commands there are, and what becomes of errors.

Commands that build the site need more than a contributor's installation has, and say so.

Exit codes: 0 clean, 1 problems found or a step failed, 2 wrong usage, 141 where whoever read the
output closed it (as a shell says of a program that SIGPIPE ended). To add a command, write its
module in `commands` (`add_arguments` and `run`) and add one line to `COMMANDS`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Protocol, cast

from sysbench_archive.commands.console import CLOSED, PROBLEMS, USAGE, Arguments, say
from sysbench_archive.problems import FailureError, UsageError


class Command(NamedTuple):
    """A command: the module in `commands` that does it, and what it does in a line."""

    module: str
    summary: str


class CommandModule(Protocol):
    """What a module in `commands` has to offer."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Arguments], int]


COMMANDS = {
    "parse": Command("parse", "print what sysbench output says, as JSON"),
    "check": Command("check", "say everything that is wrong with bundles"),
    "explain": Command("explain", "say why a rule exists and what to do"),
    "capture": Command("capture", "measure a server and write a bundle"),
    "host-facts": Command("host_facts", "describe this host for a capture elsewhere"),
    "reproduce": Command("reproduce", "run a published comparison again and compare the ratios"),
    "import": Command("import_results", "make bundles out of a folder of existing results"),
    "new": Command("new", "write the skeleton of a bundle for something published"),
    "record": Command("record", "write the publication record of bundles"),
    "correct": Command("correct", "record an edited bundle as a new revision"),
    "withdraw": Command("withdraw", "withdraw a published bundle; its addresses stay"),
    "redact": Command("redact", "remove a file of a superseded revision, or a name"),
    "verify": Command("verify", "check a bundle against the record, git and its sources"),
    "submit": Command("submit", "check a bundle and say how to open its pull request"),
    "review": Command("review", "report what a change adds to the archive"),
    "intake": Command("intake", "turn an issue form into a bundle"),
    "calibrate": Command("calibrate", "compute the tables that verdicts rest on from the archive"),
    "cite": Command("cite", "print the citation of a result, a run or a comparison"),
    "build": Command("build", "build the site"),
    "release": Command("release", "write a dated snapshot of the archive"),
    "deposit": Command("deposit", "put a snapshot into Zenodo, which gives it a DOI"),
    "preserve": Command("preserve", "ask Software Heritage to keep what the archive rests on"),
}


BUILDING = ("build", "release")
"""Commands that need the libraries of the extra `site`."""
_BUILDER = "duckdb"
_WITHOUT_SITE = (
    "`{}` builds the site, and this installation is one for contributors\n"
    "  hint: in a whole checkout, `make site` sets up the rest"
)


def load_command(name: str) -> CommandModule:
    """The module of a command. Modules are imported when called: together they take a second."""
    return cast(CommandModule, import_module(f"sysbench_archive.commands.{COMMANDS[name].module}"))


def _refuse_without_site(name: str) -> None:
    if name in BUILDING and find_spec(_BUILDER) is None:
        raise UsageError(_WITHOUT_SITE.format(name))


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command that is called; the others are there by name only."""
    parser = argparse.ArgumentParser(prog="sysbench-archive", description=__doc__)
    commands = parser.add_subparsers(dest="command_name", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        own = commands.add_parser(name, help=command.summary, description=command.summary)
        if name in words[:1]:
            load_command(name).add_arguments(own)
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


def _run(words: Sequence[str]) -> int:
    try:
        arguments = _parser(words).parse_args(words)
        _refuse_without_site(arguments.command_name)
        return load_command(arguments.command_name).run(arguments)
    except BrokenPipeError:
        raise
    except (UsageError, FileNotFoundError) as error:
        say(f"sysbench-archive: {error}")
        return USAGE
    except (FailureError, OSError) as error:
        say(f"sysbench-archive: {error}")
        return PROBLEMS


if __name__ == "__main__":
    sys.exit(main())
