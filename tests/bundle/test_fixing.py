"""Fixing loses nothing: the same document, every comment above its field, in the schema's order."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sysbench_archive.bundle.formatting import CannotFixError, fixed_document, misordered
from sysbench_archive.bundle.strict_yaml import read_yaml

ROOT = Path(__file__).parents[2]
AUTHORED = sorted((ROOT / "data/results").glob("*/bundle.yaml"))[:6]
SMALL = ROOT / "tests/rules/file-mode/pass/2026-01-raw-output"
FAULTY = ROOT / "tests/rules/yaml-form/fail/2026-01-raw-output"


def shuffled(value: object, chance: random.Random) -> object:
    """The same document with the keys of every mapping in another order."""
    if isinstance(value, dict):
        names = list(value)
        chance.shuffle(names)
        return {name: shuffled(value[name], chance) for name in names}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


class Plain(yaml.SafeDumper):
    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002
        return True


def written(value: object, chance: random.Random, *, flow: bool | None) -> str:
    text = yaml.dump(
        shuffled(value, chance),
        Dumper=Plain,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=flow,
        width=chance.choice((40, 96, 10_000)),
        indent=chance.choice((2, 4)),
    )
    if flow is False:
        lines = text.split("\n")
        tops = [n for n, line in enumerate(lines) if line[:1].isalpha()]
        for at in reversed(tops):
            lines.insert(at, f"# µ {lines[at].partition(':')[0]}")
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("path", AUTHORED, ids=lambda path: path.parent.name)
def test_what_is_in_form_stays_as_it_is(path: Path) -> None:
    assert fixed_document(path.read_bytes(), {}) == path.read_bytes()


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from([*AUTHORED, SMALL / "bundle.yaml"]),
    st.integers(),
    st.sampled_from([True, False, None]),
)
def test_a_shuffled_bundle_is_put_in_order(path: Path, seed: int, flow: bool | None) -> None:
    value = read_yaml(path.read_bytes(), "").value
    text = written(value, random.Random(seed), flow=flow)
    assert read_yaml(text.encode(), "").value == value
    new = fixed_document(text.encode(), {})
    after = read_yaml(new, "").value
    assert after == value
    assert not list(misordered(after))
    comments = [line for line in text.splitlines() if line.startswith("# µ")]
    lines = new.decode().splitlines()
    assert sorted(comments) == sorted(line for line in lines if line.startswith("# µ"))
    for above, below in pairwise(lines if text.startswith("#") else []):
        assert not above.startswith("# µ") or above in comments[:1] or below.startswith(above[4:])
    assert fixed_document(new, {}) == new


def test_comments_go_with_the_field_below_them() -> None:
    text = (SMALL / "bundle.yaml").read_text()
    head = "submitter:\n  name: Ada Example\ndisclosure: none\n"
    assert head in text
    swapped = "# on interest\n\n# more\ndisclosure: none\nsubmitter:\n  name: Ada Example\n"
    new = fixed_document(text.replace(head, swapped).encode(), {}).decode()
    lines = new.splitlines()
    assert lines[lines.index("disclosure: none") - 2 :][:2] == ["# on interest", "# more"]
    assert lines.index("submitter:") < lines.index("# on interest")


@pytest.mark.parametrize("spoil", [lambda t: t.replace("\n", "\r\n"), lambda t: t.rstrip("\n")])
def test_line_ends_are_mended(spoil) -> None:  # type: ignore[no-untyped-def]
    text = (SMALL / "bundle.yaml").read_text()
    assert spoil(text) != text
    assert fixed_document(spoil(text).encode(), {}).decode() == text


def test_the_hash_of_a_script_that_is_here_is_filled_in_and_nothing_else() -> None:
    data = (FAULTY / "bundle.yaml").read_bytes()
    before = read_yaml(data, "").value
    after = read_yaml(fixed_document(data, {"config/ro.lua": "0" * 64}), "").value
    assert before["workloads"][0]["script"].pop("sha256") == "unrecorded"
    assert after["workloads"][0]["script"].pop("sha256") == "0" * 64
    assert after == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("disclosure: none\n", ""),
        ("title:", "title: twice\ntitle:"),
        ("disclosure: none\nlicense", "license: none # at all\ndisclosure"),
        ("  - id: t1\n    server: mysql\n", "  - {server: mysql, # no id yet\n     id: t1,\n     "),
    ],
)
def test_what_cannot_be_moved_is_left_alone(old: str, new: str) -> None:
    text = (SMALL / "bundle.yaml").read_text()
    assert old in text
    with pytest.raises(CannotFixError):
        fixed_document(text.replace(old, new).encode(), {})


def test_a_stated_hash_is_never_replaced() -> None:
    text = (FAULTY / "bundle.yaml").read_text().replace("sha256: unrecorded", f"sha256: {'a' * 64}")
    assert b"a" * 64 in fixed_document(text.encode(), {"config/ro.lua": "0" * 64})
