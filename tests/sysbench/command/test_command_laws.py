"""Laws that hold for any text and any command."""

import pickle
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.sysbench.command import (
    Command,
    effective_parameters,
    expected_queries,
    parse_command,
)

SHELL_TEXT = st.text(alphabet=st.sampled_from("sysbench -–=\"'`$(){}[]<>|&;\\#\n\r\t%1aK“”"))  # noqa: RUF001
WORDS = st.sampled_from(
    [
        *("sysbench", "--test=oltp", "run", "cpu", "oltp_read_only", "--mysql-password"),
        *("--threads", "--threads=", "--skip-trx=x", "=", "--", "\\\n", "\n"),
        *("$", "'", '"', ";", "|", ">", "#"),
    ]
)
FRAGMENTS = st.lists(WORDS).map(" ".join)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "threads": st.integers(1, 4096),
        "time": st.integers(0, 10**6),
        "table-size": st.integers(0, 10**9),
        "skip-trx": st.sampled_from(["on", "off"]),
        "rand-type": st.sampled_from(["uniform", "pareto"]),
        "mysql-db": st.text("abc xyz'\"\\\t#&;|>", min_size=1),
        "memory-block-size": st.integers(1, 10**6),
    },
)


def words_of(options: dict[str, object]) -> list[str]:
    return [f"--{name}={value}" for name, value in options.items()]


def summary(command: Command) -> object:
    return command.test, command.verb, dict(command.parameters), command.unknown


@given(st.one_of(st.text(), SHELL_TEXT, FRAGMENTS))
def test_any_text_is_parsed(text: str) -> None:
    command = parse_command(text)
    assert command.text == text
    assert pickle.loads(pickle.dumps(command)) == command
    for version in (None, "0.4.12", "0.5", "1.0.8", "1.1.0"):
        typed = set(command.parameters)
        if command.test != "oltp_point_select":
            assert typed - {"time", "threads", "events", "rate"} <= set(
                effective_parameters(command, version)
            )
        expected_queries(command, version)


@given(OPTIONS, st.randoms())
def test_the_order_of_options_does_not_matter(options: dict[str, object], random: object) -> None:
    words = [*words_of(options), "oltp_read_write"]
    shuffled = list(words)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one = parse_command(shlex.join(["sysbench", *words, "run"]))
    other = parse_command(shlex.join(["sysbench", *shuffled, "run"]))
    assert summary(one) == summary(other)


@given(OPTIONS)
def test_quoting_is_undone_exactly(options: dict[str, object]) -> None:
    command = parse_command(shlex.join(["sysbench", "cpu", *words_of(options), "run"]))
    raw = {p.original: p.raw for p in command.parameters.values()}
    assert raw == {f"--{name}": str(value) for name, value in options.items()}
    assert (command.issues, command.unknown) == ((), ())


@given(OPTIONS)
def test_continuations_and_line_ends_are_blanks(options: dict[str, object]) -> None:
    words = [shlex.quote(word) for word in words_of(options)]
    texts = [
        between.join(["sysbench", "cpu", *words, "run"])
        for between in (" ", " \\\n  ", " \\ \r\n", "\n")
    ]
    assert len({repr(summary(parse_command(text))) for text in texts}) == 1


@pytest.mark.parametrize(
    "piece", ['"', "'", "$(", "${", "`", "<a", "[", "{", "\\", "> ", "“", "$(x(", "sysbench ", "a/"]
)
def test_repetition_of_a_trap_ends(piece: str) -> None:
    """A pattern that backtracks needs minutes for this; a linear one is done at once."""
    assert parse_command("sysbench cpu --threads=2 " + piece * 20_000).test is not None
