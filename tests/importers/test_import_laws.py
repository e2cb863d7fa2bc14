"""Laws of import: any folder ends in an answer, nothing is read or written beside it."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from git_calls import git
from sysbench_archive.cli import main
from sysbench_archive.importers.layout import Layout, LayoutError, built_in, read_layout
from sysbench_archive.importers.runs import read_dump, read_options
from sysbench_archive.importers.sources import Source, open_source, web_address
from sysbench_archive.importers.writing import ImportOptions, import_all

CASES = Path(__file__).parent / "cases"
LAYOUTS = {name: read_layout(name, CASES / name / "facts.yaml") for name in built_in()}
LOGS = sorted(p for p in CASES.glob("*/tree/**/*") if p.is_file())
TREES = [p.relative_to(next(c for c in p.parents if c.name == "tree")).as_posix() for p in LOGS]


class Bytes(Source):
    """A source out of nothing but bytes."""

    def read(self, path: str) -> bytes:
        found = self.files[path]
        assert isinstance(found, bytes)
        return found


def result(
    layout: Layout, files: dict[str, bytes], *, copy: bool = False
) -> dict[str, dict[str, bytes]]:
    source = Bytes(files, None, "https://example.org/results", "0" * 40)  # type: ignore[arg-type]
    imported = import_all(
        source,
        layout,
        ImportOptions("2026-11-20", copy),
        published=lambda *_: None,
        watch=lambda _: None,
    )
    named = {refusal.path for refusal in imported.refused}
    kept = {run.path for run in imported.found.runs}
    assert set(imported.found.files) == named | kept, "a file was neither imported nor refused"
    return imported.bundles


def mangled(data: bytes, seed: int) -> bytes:
    rng = random.Random(seed)
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randrange(4)):
        if lines:
            at = rng.randrange(len(lines))
            lines[at : at + 1] = rng.choice(
                [
                    [],
                    lines[at : at + 1] * 2,
                    [b"\xff\x00\n"],
                    [bytes(reversed(lines[at]))],
                    lines[:3],
                ]
            )
    return b"".join(lines)


FOLDERS = st.dictionaries(
    st.sampled_from(TREES) | st.text(max_size=30).filter(str.isprintable),
    st.tuples(st.sampled_from(LOGS), st.integers(0, 2**32)) | st.binary(max_size=60),
    max_size=8,
)


@settings(suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(LAYOUTS)), FOLDERS, st.booleans())
def test_any_folder_ends_in_an_answer(
    name: str, folder: dict[str, bytes | tuple[Path, int]], copy: bool
) -> None:
    files = {
        path: what if isinstance(what, bytes) else mangled(what[0].read_bytes(), what[1])
        for path, what in sorted(folder.items())
    }
    assert result(LAYOUTS[name], files, copy=copy) == result(LAYOUTS[name], files, copy=copy)


def test_files_are_taken_in_the_order_of_their_paths(tmp_path: Path) -> None:
    """However a file system lists them."""
    names = [f"{folder}{name}.txt" for folder in ("b/", "a/c/", "", "a-c/") for name in "zmax"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert list(open_source(tmp_path, None, None).files) == sorted(names)


def test_links_lead_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "log.txt").symlink_to(secret)
    (folder / "inside").symlink_to(tmp_path)
    assert open_source(folder, None, None).files == {}


def test_a_repository_is_read_at_its_commit_not_from_the_work_tree(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "remote", "add", "origin", "git@example.org:ada/results.git")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs/a.txt").write_text("as committed")
    (tmp_path / "logs/b.txt").symlink_to("a.txt")
    (tmp_path / "logs/c.txt").symlink_to("/etc/passwd")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "logs")
    (tmp_path / "logs/a.txt").write_text("changed since")
    source = open_source(tmp_path / "logs", None, None)
    assert sorted(source.files) == ["a.txt", "b.txt"]
    assert source.read("a.txt") == source.read("b.txt") == b"as committed"
    assert (source.prefix, source.commit) == ("logs/", git(tmp_path, "rev-parse", "HEAD"))
    assert source.repository == "https://example.org/ada/results"
    assert not source.licensed


def test_a_copy_of_a_repository_without_licence_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(CASES / "res-thr" / "tree", tree)
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        git(tree, *words)
    words = ["import", "res-thr", str(tree), "--repository", "https://example.org/r", "--copy"]
    facts = ["--facts", str(CASES / "res-thr" / "facts.yaml"), "--out", str(tmp_path / "out")]
    assert main([*words, *facts]) == 2
    assert "has no licence" in capsys.readouterr().err
    (tree / "LICENSE").write_text("CC0")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "y")
    assert main([*words, *facts]) == 0


def test_without_an_address_nothing_is_linked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(CASES / "res-thr" / "tree", tree)
    facts = ["--facts", str(CASES / "res-thr" / "facts.yaml"), "--out", str(tmp_path / "out")]
    assert main(["import", "res-thr", str(tree), *facts]) == 2
    assert "use --copy" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("git@example.org:ada/r.git", "https://example.org/ada/r"),
        ("https://example.org/ada/r.git", "https://example.org/ada/r"),
        ("https://ada:token@example.org/ada/r", None),
        ("/srv/git/r", None),
    ],
)
def test_the_address_of_a_remote(url: str, address: str | None) -> None:
    assert web_address(url) == address


def test_options_and_dumps_by_example() -> None:
    options = b"[client]\nuser=x\n[mysqld]\nskip-name-resolve\nlog-bin = 'bl' # comment\n#a=1\n"
    assert read_options(options) == {"skip_name_resolve": "on", "log_bin": "bl"}
    assert read_dump(b"| Variable_name | Value |\n| version | 8.0 |\n")["version"] == "8.0"


BUNDLE = """bundle: {id: a, title: a, hosts: [{id: a}], server: {id: a, product: a, version: a},
 client: {id: a, sysbench: a}, workload: {id: a, command: a}, run: {id: a, threads: a}}"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"files: ['{{a}}/../{{b}}']\n{BUNDLE}", "stays below the folder"),
        ("files: [5]", "5 is not of type 'string', 'object'"),
        ("nonsense: 1", "'nonsense' was unexpected"),
        ("means: 0", "means: 0 is less than the minimum of 1"),
        ("means: 31", "means: 31 is greater than the maximum of 30"),
        ("means: true", "means: True is not of type 'integer'"),
        ("bundle: {run: {id: x}}", "bundle.run: 'threads' is a required property"),
        ("files: &a [x]", "anchor"),
        ("sidecars: {x: {path: a, kind: shell}}", r"one of \['options', 'variables', 'lines'\]"),
        ("- a", "not a mapping"),
    ],
)
def test_faults_of_a_template_file_are_told_at_once(
    text: str, complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(text)
    with pytest.raises(LayoutError, match=complaint):
        read_layout(str(tmp_path / "mine.yaml"), None)
