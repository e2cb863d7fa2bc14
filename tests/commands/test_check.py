"""`check` says everything at once, and protects what was published."""

import json
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from git_calls import git
from synthetic_archive import TODAY
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.places import check_paths
from sysbench_archive.build.store import Work
from sysbench_archive.bundle.strict_yaml import located, read_yaml
from sysbench_archive.commands.console import as_github, as_json, as_text
from sysbench_archive.problems import Problem, Rule, UsageError

HOSTILE = Problem("a,b:c.yaml", 3, "/x", "some-code", "50% got\nworse", "do\rthis")


def break_yaml(archive: Archive, index: int, text: str) -> Path:
    path = archive.bundles()[index] / "bundle.yaml"
    path.write_text(path.read_text() + text)
    return path


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def test_a_recorded_archive_is_clean(synthetic: Archive, work: Work) -> None:
    assert check_archive(synthetic, work) == []


def test_every_bundle_is_checked_though_all_are_broken(synthetic: Archive, work: Work) -> None:
    break_yaml(synthetic, 0, "surprise: 1\n")
    break_yaml(synthetic, 1, "title: again\n")
    problems = check_archive(synthetic, work)
    assert codes(problems) == ["schema-unknown", "yaml-duplicate-key"]
    assert problems == sorted(problems)


def test_a_change_without_a_row_is_told(synthetic: Archive, work: Work) -> None:
    path = synthetic.bundles()[0] / "bundle.yaml"
    path.write_text(path.read_text().replace("title: Synthetic", "title: Another"))
    assert codes(check_archive(synthetic, work)) == ["ledger-stale"]


def test_a_vanished_bundle_is_told(synthetic: Archive, work: Work) -> None:
    root = synthetic.root
    for words in (["init", "-q"], ["add", "data"], ["commit", "-qm", "base"]):
        git(root, *words)
    gone = synthetic.bundles()[0]
    gone.rename(gone.with_name("2024-01-renamed"))
    (synthetic.ledger / f"{gone.name}.csv").rename(synthetic.ledger / "2024-01-renamed.csv")
    problems = check_archive(synthetic, work, base="HEAD")
    assert codes(problems) == ["comparison-unrecorded", "ledger-rewritten", "published-vanished"]
    with pytest.raises(UsageError, match="no-such-commit is not a commit"):
        check_archive(synthetic, work, base="no-such-commit")
    with pytest.raises(UsageError, match="not a commit"):
        check_archive(synthetic, work, base="--upload-pack=x")


def test_a_path_may_be_a_bundle_or_a_folder_of_bundles(synthetic: Archive, tmp_path: Path) -> None:
    started = []

    def workers() -> Executor:
        started.append(ThreadPoolExecutor(1))
        return started[-1]

    broken = break_yaml(synthetic, 0, "surprise: 1\n").parent
    assert codes(check_paths(synthetic, [broken], TODAY, workers)) == ["schema-unknown"]
    assert not started
    problems = check_paths(synthetic, [synthetic.results], TODAY, workers)
    assert codes(problems) == ["schema-unknown"]
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "missing", tmp_path / "empty"):
        with pytest.raises(UsageError):
            check_paths(synthetic, [path], TODAY, workers)


def test_annotations_cannot_be_forged() -> None:
    assert as_github([HOSTILE]) == (
        "::error file=a%2Cb%3Ac.yaml,line=3,title=some-code"
        "::/x: 50%25 got%0Aworse%0Ahint: do%0Dthis"
    )


def test_json_and_text_carry_the_same_problems() -> None:
    (problem,) = json.loads(as_json([HOSTILE]))["problems"]
    assert problem["code"] == HOSTILE.code
    assert as_text([]) == "0 errors, 0 warnings"
    assert as_text([HOSTILE]).endswith("1 error, 0 warnings")


def test_the_column_of_a_value_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bundle.yaml"
    path.write_text("schema: 1\nhosts:\n- id: a\n  cpu: {cores: four, threads: 8}\n")
    rule = Rule("some-code", "S.", "R.", "do this")
    inside = rule.at("bundle.yaml", "odd", pointer="/hosts/0/cpu/cores", line=4)
    parent = rule.at("bundle.yaml", "odd", pointer="/hosts/0/memory", line=3)
    other = rule.at("raw/log.txt", "odd", line=7)
    assert as_text(located([inside, parent, other], tmp_path)).splitlines()[:-1] == [
        "bundle.yaml:4:16:/hosts/0/cpu/cores: some-code odd",
        "bundle.yaml:3:3:/hosts/0/memory: some-code odd",
        "  hint: do this",
        "raw/log.txt:7: some-code odd",
        "  hint: do this",
    ]
    told = as_github(located([inside, other], tmp_path))
    assert "file=bundle.yaml,line=4,col=16,title" in told
    assert "file=raw/log.txt,line=7,title" in told


@pytest.mark.parametrize("text", ["a: [1, }\n", "a: \x00\n", "a: &b 1\nc: *b\n"])
def test_columns_are_no_reason_to_fail(tmp_path: Path, text: str) -> None:
    (tmp_path / "bundle.yaml").write_text(text)
    problems = read_yaml(text.encode(), "bundle.yaml").problems
    assert problems
    assert len(located(problems, tmp_path)) == len(problems)


def test_what_is_not_yaml_is_told_with_its_column() -> None:
    (problem,) = read_yaml(b"a: 1\nb: [1, }\n", "bundle.yaml").problems
    assert (problem.line, problem.column) == (2, 8)


def test_many_problems_of_one_kind_are_few_lines() -> None:
    rule = Rule("some-code", "S.", "R.", "do this", "warning")
    many = [
        rule.at(f"data/results/{name}/bundle.yaml", f"odd {number}", pointer=f"/{number}", line=9)
        for name in ("a", "b")
        for number in range(448)
    ]
    lines = as_text(many).splitlines()
    assert len(lines) == 2 * (3 + 1 + 1 + 1) + 1
    assert lines[0] == "data/results/a/bundle.yaml:9:/0: some-code odd 0"
    assert lines[3:6] == [
        "  and 445 more of some-code here (--format json names them all)",
        "  hint: do this",
        "  warnings: they refuse nothing",
    ]
    assert lines[-1] == "0 errors, 896 warnings"
    assert len(json.loads(as_json(many))["problems"]) == 896
