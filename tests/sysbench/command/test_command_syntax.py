"""What people paste around a sysbench command, and what of it counts."""

import pytest

from sysbench_archive.sysbench.command import parse_command

PLAIN = "sysbench oltp_read_only --threads=8 --time=60 run"


def values(text: str) -> dict[str, object]:
    return {name: parameter.value for name, parameter in parse_command(text).parameters.items()}


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"$ {PLAIN}",
        f"# {PLAIN}",
        f"root@db:/# {PLAIN}",
        f"[client]$ {PLAIN}",
        f"> {PLAIN}",
        f"sudo {PLAIN}",
        f"time ./{PLAIN}",
        f"/usr/local/bin/{PLAIN}",
        f"LD_PRELOAD=libjemalloc.so {PLAIN}",
        f"numactl --interleave=all {PLAIN}",
        f"taskset -c 1-15 {PLAIN}",
        f"cd sysbench && {PLAIN}",
        f"docker run --rm example/sysbench {PLAIN}",
        f'bash -c "{PLAIN}"',
        f"`{PLAIN}`",
        f"{PLAIN} > run.log 2>&1",
        f"{PLAIN} 2>/dev/null | tee run.log",
        f"{PLAIN}; sleep 30",
        f"{PLAIN} # the read-only run",
        f"{PLAIN}\nsysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n\nRunning the test",
        "sysbench oltp_read_only \\\n  --threads=8 \\  \n  --time=60 \\\n  run",
        "sysbench oltp_read_only \\\r\n--threads=8 \\\r\n--time=60 run\r\n",
        "sysbench oltp_read_only\n--threads=8\n--time=60\nrun",
        "sysbench oltp_read_only \\\n> --threads=8 \\\n> --time=60 \\\n> run",
        "sysbench 'oltp_read_only' \"--threads=8\" --time='60' run",
        "\ufeffsysbench\u00a0oltp_read_only --threads=8 --time=60 run",
        "sysbench --time=60 oltp_read_only run --threads=8",
    ],
)
def test_surroundings_change_nothing(text: str) -> None:
    command = parse_command(text)
    assert (command.test, command.verb) == ("oltp_read_only", "run")
    assert values(text) == {"threads": 8, "time": 60}
    assert command.unknown == ()
    assert command.issues == ()
    assert command.text == text


@pytest.mark.parametrize(
    ("text", "issue"),
    [
        ("sysbench cpu --threads 8 run", "--threads is set apart from its value"),
        ("sysbench cpu –threads=8 run", "typographic or single dashes"),  # noqa: RUF001
        ("sysbench cpu —threads=8 run", "typographic or single dashes"),
        ("sysbench cpu -num-threads=8 run", "typographic or single dashes"),
        ("cpu --threads=8 run", "names no sysbench program"),
        ("sysbench cpu --threads=8 run && sysbench cpu --threads=9 run", "only the first"),
        ("sysbench cpu --threads=8 run # then sysbench cpu run", "only the first"),
        ("sysbench cpu --threads=8 run 'open", "a quote is opened and never closed"),
        ("sysbench cpu --threads=4 --threads=8 run", "threads is set twice"),
        ("sysbench cpu --num-threads=8 --threads=8 run", "under two names"),
        ("sysbench --test=cpu --test=memory --threads=8 run", "more than one test is named"),
        ("sysbench cpu memory --threads=8 run", "more than one test is named"),
        ("sysbench cpu $OPTIONS --threads=8 run", "$OPTIONS stands for arguments"),
        ("sysbench cpu --threads=8 --events=10K run", "--events=10K: is not a whole number"),
        ("sysbench cpu --threads=8 --debug=maybe run", "is neither on nor off"),
        ("sysbench cpu --threads=8 --events run", "--events: has no value"),
    ],
)
def test_oddities_are_read_and_said(text: str, issue: str) -> None:
    assert values(text)["threads"] == 8
    assert [said for said in parse_command(text).issues if issue in said]


def test_text_without_a_command_says_so() -> None:
    command = parse_command("we compared two servers")
    assert command.issues == ("no sysbench command is found in the text",)
    assert (command.test, command.verb, command.parameters) == (None, None, {})


def test_unknown_options_are_kept_as_typed() -> None:
    command = parse_command("sysbench cpu --no-such=1 --other run stray")
    assert command.unknown == ("--no-such=1", "--other", "stray")


@pytest.mark.parametrize(
    "typed", ["$n", "${n}", "$(nproc)", "$(( n * 2 ))", "{n}", "<n>", "<threads to use>", "`nproc`"]
)
def test_placeholders_have_no_value_and_no_issue(typed: str) -> None:
    command = parse_command(f"sysbench cpu --threads={typed} run")
    parameter = command.parameters["threads"]
    assert (parameter.value, parameter.raw) == (None, typed)
    assert (command.verb, command.issues, command.unknown) == ("run", (), ())


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("--file-total-size=2G", "file_total_size", 2 * 2**30),
        ("--memory-block-size=1K", "memory_block_size", 1024),
        ("--rand-pareto-h=0.4", "rand_pareto_h", 0.4),
        ("--table-size=1e6", "table_size", 1_000_000),
        ("--skip-trx", "skip_trx", True),
        ("--skip_trx=off", "skip_trx", False),
        ("--auto-inc=false", "auto_inc", False),
        ("--histogram=1", "histogram", True),
        ("--validate=yes", "validate", True),
        ("--mysql-ssl=REQUIRED", "mysql_ssl", "required"),
        ("--mysql-ssl=disabled", "mysql_ssl", False),
        ("--mysql-ssl=on", "mysql_ssl", True),
        ("--forced-shutdown", "forced_shutdown", True),
        ("--forced-shutdown=off", "forced_shutdown", False),
        ("--forced-shutdown=5", "forced_shutdown", 5),
        ("--forced-shutdown=5%", "forced_shutdown", "5%"),
        ("--mysql-port=3307", "mysql_port", 3307),
        ("--mysql-port=3306,3307", "mysql_port", "3306,3307"),
        ("--mysql-ignore-errors=all", "mysql_ignore_errors", "all"),
        ("--table-size=10M", "table_size", None),
        ("--file-total-size=2X", "file_total_size", None),
    ],
)
def test_values_by_kind(typed: str, name: str, value: object) -> None:
    parameter = parse_command(f"sysbench x.lua {typed} run").parameters[name]
    assert parameter.value == value
    assert type(parameter.value) is type(value)
    assert parameter.original == typed.partition("=")[0]


@pytest.mark.parametrize(
    ("typed", "time"),
    [
        ("--time=30 --max-time=60", 60),
        ("--max-time=60 --time=30", 60),
        ("--max-time=0 --time=30", 30),
        ("--time=30 --max-time=0", 30),
        ("--time=60 --time=30", 30),
    ],
)
def test_a_deprecated_name_wins_unless_it_is_at_its_default(typed: str, time: int) -> None:
    assert values(f"sysbench cpu {typed} run")["time"] == time
