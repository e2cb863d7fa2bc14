"""Bundles from strangers: each attack is a clear error, never an exception, and harms no other."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from fixtures import TODAY, problems_of_archive, problems_of_bundle
from generated import BUNDLE
from plain_problems import SOUND, assert_plain

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.rules.catalogue import check_bundle

BOMB = (
    "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(
        f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
)  # fmt: skip


def document(text: str) -> Callable[[Path], object]:
    return lambda bundle: (bundle / "bundle.yaml").write_text(text, encoding="utf-8")


def changed(old: str, new: str) -> Callable[[Path], object]:
    def spoil(bundle: Path) -> None:
        text = (bundle / "bundle.yaml").read_text(encoding="utf-8")
        assert old in text
        (bundle / "bundle.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def evidence(name: str, data: bytes) -> Callable[[Path], object]:
    return lambda bundle: (bundle / name).write_bytes(data)


def sparse(name: str) -> Callable[[Path], object]:
    def spoil(bundle: Path) -> None:
        with (bundle / name).open("wb") as file:
            file.truncate(100 << 20)

    return spoil


def linked(name: str, target: str) -> Callable[[Path], object]:
    def spoil(bundle: Path) -> None:
        (bundle / name).unlink(missing_ok=True)
        (bundle / name).symlink_to(target)

    return spoil


def replaced_by_link(bundle: Path) -> None:
    bundle.rename(bundle.parent.parent / "elsewhere")
    bundle.symlink_to(bundle.parent.parent / "elsewhere")


def piped(bundle: Path) -> None:
    os.mkfifo(bundle / "config")


THREADS = "    threads: 2\n"
ATTACKS = {
    "yaml bomb": (document(BOMB), "yaml-alias"),
    "deep lists": (document("[" * 100_000), "yaml-size"),
    "deep blocks": (document("".join(f"{' ' * n}a:\n" for n in range(2000))), "yaml-size"),
    "many values": (document("[" + "a," * 500_000 + "a]"), "yaml-size"),
    "python object": (document('!!python/object/apply:os.system ["true"]'), "yaml-tag"),
    "100 MB document": (sparse("bundle.yaml"), "file-size"),
    "empty document": (document(""), "yaml-syntax"),
    "a list": (document("- a\n"), "schema-version"),
    "two documents": (document("a: 1\n---\nb: 2\n"), "yaml-syntax"),
    "NUL": (document("schema: \0 1\n"), "yaml-encoding"),
    "a lone surrogate": (changed("title: One", 'title: "\\ud800"\nnotes: One'), "yaml-syntax"),
    "a huge integer": (changed(THREADS, f"    threads: 1{'0' * 5000}\n"), "yaml-number"),
    "a huge decimal": (changed(THREADS, "    threads: 1e999\n"), "yaml-number"),
    "a big integer": (changed(THREADS, f"    threads: 1{'0' * 30}\n"), "schema-value"),
    "negative threads": (changed(THREADS, "    threads: -2\n"), "schema-value"),
    "infinity": (changed(THREADS, "    threads: .inf\n"), "yaml-number"),
    "an escaping path": (changed("raw/t2.txt", "raw/../../../etc/passwd"), "schema-value"),
    "a script address": (
        changed("disclosure: none", "disclosure: none\nnotes: '[x](java\tscript:alert(1))'"),
        "text-link",
    ),
    "markup in an id": (changed("id: t2", "id: <script>"), "schema-value"),
    "markup in a version": (changed('"8.0.40"', '"8.0<img src=x>"'), "schema-value"),
    "a future day": (changed('"2026-01-05"', '"9999-12-31"'), "date-future"),
    "a run before the last day there is": (
        lambda b: (
            changed('"2026-01-05"', '"9999-12-31"')(b),
            changed(THREADS, f'{THREADS}    started: "2026-01-05T03:00:00Z"\n')(b),
        ),
        "date-future",
    ),
    "a page as evidence": (evidence("raw/x.html", b"<script>"), "file-name"),
    "a page in hiding": (evidence("raw/x.html.txt", b"<script>"), "evidence-unclaimed"),
    "a dotfile": (evidence("raw/.htaccess", b"x"), "file-name"),
    "a name with a line end": (evidence("raw/a\nb.txt", b"x"), "file-name"),
    "a name that is no text": (lambda b: (b / os.fsdecode(b"raw/\xff.txt")).touch(), "file-name"),
    "a long name": (evidence("raw/" + "a" * 120 + ".txt", b"x"), "file-name"),
    "a link to itself": (linked("raw/t1.txt", "t1.txt"), "file-link"),
    "a link to a folder": (linked("config", "/etc"), "file-link"),
    "a link for a document": (linked("bundle.yaml", "/etc/passwd"), "file-link"),
    "a link for a bundle": (replaced_by_link, "file-link"),
    "a pipe for a folder": (piped, "file-link"),
    "a folder in a folder": (lambda b: (b / "raw/a/b/c").mkdir(parents=True), "file-place"),
    "a folder for a document": (
        lambda b: ((b / "bundle.yaml").unlink(), (b / "bundle.yaml").mkdir()),
        "file-place",
    ),
    "binary output": (evidence("raw/t1.txt", bytes(range(256)) * 4000), "report-missing"),
    "a wide line": (evidence("raw/t1.txt", b"a" * 8_000_000), "report-missing"),
}  # fmt: skip


def copied(folder: Path, name: str) -> Path:
    shutil.copytree(SOUND, folder / name)
    return folder / name


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_a_clear_error(attack: str, tmp_path: Path) -> None:
    spoil, code = ATTACKS[attack]
    bundle = copied(tmp_path / "results", BUNDLE)
    spoil(bundle)
    problems = problems_of_bundle(bundle)
    assert code in {problem.code for problem in problems}
    assert any(problem.severity == "error" for problem in problems)
    assert_plain(problems)


@pytest.mark.parametrize("attack", ["yaml bomb", "100 MB document", "a link for a bundle"])
def test_the_rest_of_the_archive_is_still_checked(attack: str, tmp_path: Path) -> None:
    results = tmp_path / "archive" / "data" / "results"
    ATTACKS[attack][0](copied(results, "2026-01-bad"))
    changed("file: raw/t2.txt", "file: raw/t9.txt")(copied(results, "2026-02-good"))
    paths = {problem.path.split("/")[2] for problem in problems_of_archive(tmp_path)}
    assert {"2026-01-bad", "2026-02-good"} <= paths


HTML = '<script>alert("x")</script><img src=x onerror=alert(1)>'


def test_markup_in_any_string_is_told_at_its_place(tmp_path: Path) -> None:
    lines = (SOUND / "bundle.yaml").read_text().splitlines()
    for index, line in enumerate(lines):
        key, colon, value = line.partition(": ")
        if colon and not value.isdigit():
            bundle = copied(tmp_path, f"2026-01-line-{index}")
            text = "\n".join([*lines[:index], f"{key}: '{HTML}'", *lines[index + 1 :]])
            (bundle / "bundle.yaml").write_text(text + "\n")
            problems = problems_of_bundle(bundle)
            assert index + 1 in {problem.line for problem in problems}, line
            assert_plain(problems)


def test_problems_are_sorted_and_each_is_told_once(tmp_path: Path) -> None:
    bundle = copied(tmp_path, BUNDLE)
    changed("file: raw/t2.txt", "file: raw/t1.txt")(bundle)
    loaded = load_bundle(bundle, BUNDLE)
    assert loaded.bundle is not None
    found = check_bundle(loaded.bundle, TODAY)
    assert found == sorted(set(found))
    assert len(found) > 1
