"""Other generators in `bench`: what is run, and what is said where that cannot be."""

import shutil
import subprocess
from pathlib import Path

import pytest

from sysbench_archive.commands.peers import Peer, peers_table, time_asv, time_clickbench
from sysbench_archive.problems import FailureError, UsageError

GENERATOR = """
cp results.json data.generated.js
"""


def repository(folder: Path, **files: str) -> Path:
    """A repository with files of one commit."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name.replace("__", ".").replace("_", "-")).write_text(text)
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message=x"]):
        settings = ["-c", "user.name=x", "-c", "user.email=x@x.invalid"]
        subprocess.run(["git", "-C", str(folder), *settings, *words], check=True)
    return folder


def test_results_are_counted_and_the_checkout_is_left_alone(tmp_path: Path) -> None:
    results = 'const data = [\n{"system": "a"}\n,{"system": "b"}\n];\n'
    folder = repository(tmp_path / "peer", generate_results__sh=GENERATOR, results__json=results)
    peer = time_clickbench(folder)
    assert (peer.results, peer.seconds > 0) == (2, True)
    assert not (folder / "data.generated.js").exists()


def test_a_generator_that_fails_or_publishes_nothing_is_named(tmp_path: Path) -> None:
    failing = repository(tmp_path / "failing", generate_results__sh="echo no jq >&2; exit 3\n")
    with pytest.raises(FailureError, match=r"bash generate-results.sh: no jq"):
        time_clickbench(failing)
    empty = repository(
        tmp_path / "empty", generate_results__sh=GENERATOR, results__json="const data = [];\n"
    )
    with pytest.raises(FailureError, match="nothing was published"):
        time_clickbench(empty)


def test_a_checkout_of_something_else_is_refused(tmp_path: Path) -> None:
    other = repository(tmp_path / "other", readme="x")
    with pytest.raises(UsageError, match=r"has no generate-results\.sh"):
        time_clickbench(other)
    with pytest.raises(UsageError, match=r"has no asv/commands/publish\.py"):
        time_asv(other)
    shutil.rmtree(other)
    with pytest.raises(UsageError, match="is not a folder"):
        time_asv(other)


def test_generators_stand_side_by_side() -> None:
    table = peers_table([Peer("ours", 2000, 3.0, 4.0), Peer("theirs", 100, 5.0, 2.0)])
    assert table.splitlines()[2:] == [
        "| ours | 2000 | 3.00 | 1.500 | 4.00 | 2.000 |",
        "| theirs | 100 | 5.00 | 50.000 | 2.00 | 20.000 |",
    ]
