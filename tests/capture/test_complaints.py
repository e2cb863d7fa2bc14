"""Of what sysbench prints when it fails, the cause stands first and nothing is left out."""

from sysbench_archive.capture.invocation import MOST_LINES, cause, complaints, explained

REFUSED = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Initializing worker threads...

FATAL: unable to connect to MySQL server on socket '/run/s', aborting...
FATAL: error 1045: Access denied for user 'nobody'@'localhost' (using password: YES)
FATAL: `thread_init' function failed: oltp_common.lua:349: connection creation failed
FATAL: Thread initialization failed!
"""
DENIED = "FATAL: error 1045: Access denied for user 'nobody'@'localhost' (using password: YES)"


def test_the_servers_own_error_comes_first() -> None:
    assert cause(REFUSED) == DENIED
    assert len(complaints(REFUSED)) == 4


def test_all_of_it_is_shown_in_its_order() -> None:
    lines = explained(REFUSED, "exit code 1").splitlines()
    assert lines[:3] == [
        DENIED,
        "  sysbench said:",
        "    FATAL: unable to connect to MySQL server on socket '/run/s', aborting...",
    ]
    assert lines[3] == f"    {DENIED}"
    assert len(lines) == 7
    assert lines[-1] == "  hint: an account may require encryption: --ssl-mode required"


def test_one_complaint_stands_alone_and_without_one_the_exit_is_told() -> None:
    assert explained("FATAL: no such test\n", "exit code 1") == "FATAL: no such test"
    assert explained("nothing\n", "exit code 1") == "exit code 1"


def test_a_flood_is_cut() -> None:
    flood = "".join(f"FATAL: thread {number} failed\n" for number in range(500))
    lines = explained(flood, "").splitlines()
    assert len(lines) == MOST_LINES + 3
    assert lines[-1] == f"    and {500 - MOST_LINES} more lines"
