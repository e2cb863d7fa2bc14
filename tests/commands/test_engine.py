"""A cluster makes what one machine makes; what does not fit is refused in a sentence."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import pytest

import clusters
from cold_builds import DAY, published
from synthetic_archive import ROOT
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.engine import Terms, connect
from sysbench_archive.build.pipeline import Build, publish_all
from sysbench_archive.build.store import Store, Work
from sysbench_archive.cli import main
from sysbench_archive.commands.checkout import collect_seldom
from sysbench_archive.problems import FailureError, UsageError


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler that has two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    with clusters.scheduler(folder) as address, clusters.workers(folder, address, 2):
        yield address


@pytest.fixture
def unbuilt(cold_archive: Path, tmp_path: Path) -> Archive:
    """The archive that one machine has built, with nothing derived."""
    root = tmp_path / "archive"
    left = shutil.ignore_patterns("public", "derived", ".cache", "node_modules")
    shutil.copytree(cold_archive, root, ignore=left)
    (root / "node_modules").symlink_to((cold_archive / "node_modules").resolve())
    return Archive(root)


def test_a_cluster_builds_the_same_bytes(
    cluster: str, unbuilt: Archive, cold_archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(unbuilt.root)
    assert main(["build", "--engine", cluster, "--base-url", "/base/"]) == 0
    one, other = published(cold_archive), published(unbuilt.root)
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []
    assert not list(unbuilt.cache.glob("engine-*"))


def test_the_work_of_a_worker_that_dies_is_done_again(
    cluster: str, unbuilt: Archive, cold_archive: Path, tmp_path: Path
) -> None:
    """Also where it had written everything, and nobody heard of it."""
    said: list[str] = []
    with connect(cluster, unbuilt.cache, collect_seldom) as engine:
        deadly = clusters.Deadly(engine, tmp_path, {"survey", "write_share"})
        job = Build(
            archive=unbuilt,
            out=unbuilt.root / "public",
            base_url="/base/",
            work=Work(Store(unbuilt.cache / "outcomes"), deadly, date.fromisoformat(DAY)),
            say=said.append,
        )
        made = publish_all(job)
    assert made
    assert not [name for name in deadly.names if (tmp_path / name).exists()]
    written = {path for share in made.shares.values() for path in share.paths}
    assert written
    assert written <= made.changed
    for path in sorted(made.changed):
        derived = (unbuilt.derived / path).read_bytes()
        assert derived == (cold_archive / "data/derived" / path).read_bytes(), path


def test_work_that_kills_every_worker_ends_the_build(cluster: str, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with (
        pytest.raises(FailureError, match=r"4 workers of dask://\S+ died over the same piece of"),
        connect(cluster, tmp_path, collect_seldom) as engine,
    ):
        list(engine.map(clusters.die_always, [marker]))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("spark://h:1", "spark://h:1 is no engine; the one there is is dask://HOST:PORT"),
        ("dask://h", "dask://h does not name a scheduler; write dask://HOST:PORT"),
        ("dask://h:99999", "dask://h:99999 does not name a scheduler; write dask://HOST:PORT"),
        ("dask://127.0.0.1:1", "no scheduler answers at dask://127.0.0.1:1"),
    ],
)
def test_what_is_no_cluster_is_wrong_usage(
    address: str,
    sentence: str,
    unbuilt: Archive,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sysbench_archive.build.engine._SECONDS_TO_ANSWER", 1)
    monkeypatch.chdir(unbuilt.root)
    assert main(["build", "--engine", address]) == 2
    assert capsys.readouterr().err == f"sysbench-archive: {sentence}\n"


def test_a_package_that_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(UsageError, match="needs the package distributed: make engine"),
        connect("dask://127.0.0.1:1", tmp_path, collect_seldom),
    ):
        pass


def other_program(folder: Path) -> str:
    """The program with another line in it: where workers find it."""
    shutil.copytree(ROOT / "scripts/sysbench_archive", folder / "scripts/sysbench_archive")
    shutil.copytree(ROOT / "schema", folder / "schema")
    with (folder / "scripts/sysbench_archive/metrics.py").open("a") as module:
        module.write("OTHER = 1\n")
    return str(folder / "scripts")


def no_program(folder: Path) -> str:
    """A package of the same name that lacks everything."""
    (folder / "sysbench_archive").mkdir()
    (folder / "sysbench_archive/__init__.py").touch()
    return str(folder)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        (other_program, "runs another program or schemas: restart it with the caller's checkout"),
        (no_program, "cannot run the program: .*No module named 'sysbench_archive"),
        (None, "has no workers; start some"),
    ],
)
def test_workers_that_do_not_fit_are_refused(path, sentence, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    with ExitStack() as stack:
        address = stack.enter_context(clusters.scheduler(tmp_path))
        if path:
            stack.enter_context(clusters.workers(tmp_path, address, 1, path(tmp_path)))
        else:
            monkeypatch.setattr("sysbench_archive.build.engine._SECONDS_TO_ANSWER", 1)
        with (
            pytest.raises(UsageError, match=sentence),
            connect(address, tmp_path / "shared", collect_seldom),
        ):
            pass


def test_a_worker_states_what_it_lacks(cluster: str, tmp_path: Path) -> None:
    with connect(cluster, tmp_path, collect_seldom) as engine:
        terms = engine.terms
    word = terms.word
    assert terms.refusal() == f"does not see {tmp_path}: the checkout has to be shared, at one path"
    terms.file.write_text(word)
    assert terms.refusal() == ""
    terms.file.write_text("another folder of that name")
    assert terms.refusal().startswith("does not see")
    newer = frozenset({v.replace("msgspec ", "msgspec 99.") for v in terms.versions})
    refusal = Terms(terms.digest, newer, terms.file, word).refusal()
    assert refusal.startswith("has msgspec ")
    assert " and not msgspec 99." in refusal


def test_a_worker_without_the_program_that_joins_later_is_left_out(tmp_path: Path) -> None:
    """It cannot even read what it is to do, and leaves; the others do all of it."""
    # Each starts in a folder of its own, because it would find a package there.
    for name in ("scheduler", "fitting", "other"):
        (tmp_path / name).mkdir()
    with ExitStack() as stack:
        address = stack.enter_context(clusters.scheduler(tmp_path / "scheduler"))
        stack.enter_context(clusters.workers(tmp_path / "fitting", address, 1))
        with (
            connect(address, tmp_path / "shared", collect_seldom) as engine,
            clusters.workers(tmp_path / "other", address, 2, no_program(tmp_path)),
        ):
            made = engine.map(clusters.slow_square, range(80))
            assert list(made) == [number**2 for number in range(80)]
    assert "No module named 'sysbench_archive" in (tmp_path / "other/worker.log").read_text()


def test_a_scheduler_that_goes_away_ends_the_build(tmp_path: Path) -> None:
    running = ExitStack()
    address = running.enter_context(clusters.scheduler(tmp_path))

    def lose_it() -> None:
        with (
            clusters.workers(tmp_path, address, 1),
            connect(address, tmp_path / "shared", collect_seldom) as engine,
        ):
            begun = engine.submit(clusters.sleep_long)
            running.close()
            begun.result()

    with pytest.raises(FailureError, match=f"the scheduler at {address} is gone"):
        lose_it()
