"""Where a variable, a file or a script stands for arguments, none is known to have its default."""

import pytest

from sysbench_archive.sysbench.command import effective_parameters, parse_command

SHOWN = "sysbench oltp_read_write --threads=4 run"


@pytest.mark.parametrize(
    "text",
    [
        "sysbench oltp_read_write $COMMON run",
        'sysbench oltp_read_write "${OPTS[@]}" run',
        'sysbench oltp_read_write "$@" run',
        "sysbench oltp_read_write $(cat options) run",
        "sysbench oltp_read_write `cat options` run",
        "sysbench oltp_read_write $A$B run",
        "sysbench oltp_read_write %OPTIONS% run",
        "sysbench oltp_read_write ... run",
        "sysbench oltp_read_write [options] run",
        "sysbench oltp_read_write run $MORE",
        "sysbench oltp_read_write --config-file=options run",
        "xargs -a options sysbench oltp_read_write run",
        "$SYSBENCH oltp_read_write run",
        "./bench.sh 16",
    ],
)
def test_what_is_hidden_has_no_default(text: str) -> None:
    command = parse_command(text)
    assert command.hides_arguments
    effective = effective_parameters(command, "1.0.20")
    assert {p.value for p in effective.values() if p.origin == "default"} == {None}


@pytest.mark.parametrize(
    "text",
    [SHOWN, f"$ {SHOWN}", f"$home/bin/{SHOWN}", SHOWN.replace("=4", "=$t"), f"{SHOWN} > log 2>&1"],
)
def test_what_is_shown_has(text: str) -> None:
    command = parse_command(text)
    assert not command.hides_arguments
    assert effective_parameters(command, "1.0.20")["time"].value == 10
