"""Each rule has a folder that passes and one that fails, with the exact text of the complaint."""

import importlib
import shutil
from pathlib import Path

import pytest
from fixtures import FOLDER, codes, problems_of, problems_of_bundle, text_of
from generated import BUNDLE, GENERATED

import sysbench_archive
from sysbench_archive.commands.explain import explanation
from sysbench_archive.problems import Rule, rule_texts
from sysbench_archive.rules.catalogue import RULES

ALL = [rule.code for rule in RULES]
WITH_FOLDER = [code for code in codes() if (FOLDER / code / "fail").is_dir()]


def test_codes_are_unique() -> None:
    assert len(ALL) == len(set(ALL))


def test_every_rule_of_the_program_is_in_the_catalogue() -> None:
    package = Path(sysbench_archive.__path__[0])
    paths = [path for path in package.rglob("*.py") if path.name != "__main__.py"]
    names = [path.relative_to(package.parent).with_suffix("") for path in paths]
    modules = [importlib.import_module(".".join(name.parts)) for name in names]
    values = [value for module in modules for value in vars(module).values()]
    found = {value.code for value in values if isinstance(value, Rule)}
    assert found == set(ALL) == set(rule_texts())


@pytest.mark.parametrize("rule", RULES, ids=ALL)
def test_every_rule_is_explained(rule: Rule) -> None:
    text = explanation(rule)
    assert all(part in text for part in (rule.code, rule.severity))
    for sentence in (rule.summary, rule.reason, rule.hint):
        assert sentence.split()[-1] in text
        assert len(sentence) > 10
    assert max(map(len, text.splitlines())) <= 80


def test_every_rule_has_fixtures_and_every_fixture_a_rule() -> None:
    assert set(codes()) == set(ALL)
    assert set(WITH_FOLDER) | set(GENERATED) == set(ALL)


@pytest.mark.parametrize("code", ALL)
def test_a_near_miss_passes_every_rule(code: str) -> None:
    assert text_of(problems_of(FOLDER / code / "pass")) == ""


@pytest.mark.parametrize("code", WITH_FOLDER)
def test_a_fault_is_told_exactly(code: str, request: pytest.FixtureRequest) -> None:
    """With `--accept` the expected text is written anew, for whoever reads the difference."""
    problems = problems_of(FOLDER / code / "fail")
    assert code in {problem.code for problem in problems}
    expected = FOLDER / code / "fail" / "expected.txt"
    if request.config.getoption("accept"):
        expected.write_text(text_of(problems), encoding="utf-8")
    assert text_of(problems) == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", sorted(GENERATED))
def test_a_fault_git_cannot_hold_is_told_exactly(code: str, tmp_path: Path) -> None:
    bundle = tmp_path / BUNDLE
    shutil.copytree(FOLDER / "file-mode" / "pass" / BUNDLE, bundle)
    GENERATED[code].spoil(bundle)
    problems = problems_of_bundle(bundle)
    assert code in {problem.code for problem in problems}
    assert text_of(problems) == GENERATED[code].expected


@pytest.mark.parametrize("code", WITH_FOLDER)
def test_a_problem_names_an_existing_line(code: str) -> None:
    folder = FOLDER / code / "fail"
    for problem in problems_of(folder):
        for path in (folder / problem.path, folder / "archive" / problem.path):
            if problem.line and path.is_file():
                assert problem.line <= len(path.read_bytes().splitlines())
