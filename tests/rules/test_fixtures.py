"""Each rule has a folder that passes and one that fails, with the exact text of the complaint."""

import importlib
import shutil
from pathlib import Path

import pytest
from fixtures import FOLDER, codes, problems_of, problems_of_bundle, text_of
from generated import BUNDLE, GENERATED

import sysbench_archive
from sysbench_archive.bundle import series, slices
from sysbench_archive.bundle.files import (
    AUTHORED,
    EXTENSIONS,
    MAX_BUNDLE,
    MAX_FILE,
    MAX_FILES,
    MAX_NAME,
    MIB,
)
from sysbench_archive.bundle.references import RESERVED_IDS
from sysbench_archive.bundle.strict_yaml import MAX_DEPTH, MAX_NODES
from sysbench_archive.commands.explain import explanation
from sysbench_archive.problems import RULES, Rule
from sysbench_archive.redaction.spellings import KINDS

WITH_FOLDER = [code for code in codes() if (FOLDER / code / "fail").is_dir()]


def test_every_rule_of_the_program_is_in_the_table() -> None:
    package = Path(sysbench_archive.__path__[0])
    paths = [path for path in package.rglob("*.py") if path.name != "__main__.py"]
    names = [path.relative_to(package.parent).with_suffix("") for path in paths]
    modules = [importlib.import_module(".".join(name.parts)) for name in names]
    values = [value for module in modules for value in vars(module).values()]
    found = {value.code for value in values if isinstance(value, Rule)}
    found |= {kind.rule.code for kind in KINDS.values()}
    assert found == RULES.keys()


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_rule_is_explained(rule: Rule) -> None:
    text = explanation(rule)
    assert all(part in text for part in (rule.code, rule.severity))
    for sentence in (rule.summary, rule.reason, rule.hint):
        assert sentence.split()[-1] in text
        assert len(sentence) > 10
    assert max(map(len, text.splitlines())) <= 80


def test_hints_name_the_limits() -> None:
    limits = {
        "file-name": (MAX_NAME, *EXTENSIONS),
        "file-place": AUTHORED,
        "file-size": (MAX_FILE // MIB, MAX_BUNDLE // MIB, MAX_FILES),
        "id-reserved": RESERVED_IDS,
        "series-table": series.COLUMNS,
        "slices-table": slices.COLUMNS,
        "yaml-size": (MAX_DEPTH, MAX_NODES),
    }
    for code, named in limits.items():
        assert all(str(limit) in RULES[code].hint for limit in named), code


def test_every_rule_has_fixtures_and_every_fixture_a_rule() -> None:
    assert set(codes()) == RULES.keys()
    assert set(WITH_FOLDER) | set(GENERATED) == RULES.keys()


@pytest.mark.parametrize("code", RULES)
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
