"""A SWHID is git's own hash, so git is asked."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from git_calls import git
from sysbench_archive.bundle.files import content_hash, directory_hash

NAMES = st.text("abz019._-", min_size=1, max_size=8).filter(lambda n: n.strip(".") != "")


@given(st.dictionaries(NAMES, st.binary(max_size=40), min_size=1, max_size=6), st.data())
def test_directory_hash_is_gits_tree(files: dict[str, bytes], data: st.DataObject) -> None:
    folders = [data.draw(st.sampled_from(["", "raw/", "config/"])) for _ in files]
    paths = {
        f"{folder}{name}": body for folder, (name, body) in zip(folders, files.items(), strict=True)
    }
    paths = {path: body for path, body in paths.items() if path not in ("raw", "config", ".git")}
    if not paths:
        return
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        git(root, "init", "-q")
        for path, body in paths.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_bytes(body)
        git(root, "-c", "core.autocrlf=false", "add", "-A", "-f")
        expected = git(root, "write-tree")
    assert directory_hash((p, content_hash(b)) for p, b in paths.items()) == expected
