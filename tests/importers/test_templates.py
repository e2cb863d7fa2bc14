"""Laws of templates: they parse what they format, never turn back, and stay in their folder."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.importers.layout import TemplateError, read_template

NAMES = st.sampled_from(["server", "threads", "mix", "version"])
WORDS = st.text(string.ascii_letters + string.digits, min_size=1, max_size=8)
MARKS = st.sampled_from(["_", "-", "/", ".", "/res.", "_th."])


@st.composite
def templates_and_fields(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A template whose fields stand between marks, and texts that hold no mark."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    parts, fields = ["x"], {}
    for name in names:
        kind = draw(st.sampled_from(["", ":int", ":3"]))
        digits = draw(st.integers(0, 999).map(lambda n: f"{n:03}"))
        fields[name] = digits if kind else draw(WORDS)
        parts += [draw(MARKS), f"{{{name}{kind}}}"]
    return "".join([*parts, draw(MARKS), "txt"]), fields


@given(templates_and_fields())
def test_a_template_reads_what_it_writes(case: tuple[str, dict[str, str]]) -> None:
    template = read_template(case[0])
    assert template.match(template.format(case[1])) == case[1]


@given(st.text(max_size=80), st.text(max_size=200))
def test_any_template_reads_any_path_or_says_no(text: str, path: str) -> None:
    try:
        template = read_template(text)
    except TemplateError:
        return
    found = template.match(path)
    if found is not None and "{_}" not in text and ":" not in text:
        assert template.format(found) == path


@given(st.text(string.printable, max_size=60))
def test_no_field_of_a_path_spans_folders(path: str) -> None:
    found = read_template("{one}/{two}").match(path)
    if found is not None:
        assert path == f"{found['one']}/{found['two']}"
        assert path.count("/") == 1


def test_a_long_path_against_many_fields_is_answered_at_once() -> None:
    template = read_template("-".join(f"{{f{n}}}" for n in range(40)) + "!")
    assert template.match("-" * 7_999) is None
    assert template.match("a-" * 3_000) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/etc/{name}",
        "../{name}",
        "a/../{name}",
        "{Name}",
        "{a}{b}",
        "{a:x}",
        "{a",
        "a}",
        "{a.b}",
    ],
)
def test_what_no_template_may_be(text: str) -> None:
    with pytest.raises(TemplateError):
        read_template(text)


@pytest.mark.parametrize(
    ("template", "path", "fields"),
    [
        ("{a:2}{b:2}x", "1006x", {"a": "10", "b": "06"}),
        ("{a:2}x", "1x", None),
        ("{n:int}th", "12th", {"n": "12"}),
        ("{n:int}th", "12", None),
        ("{n:int}", "1" * 19, None),
        ("{_}/{a}", "whatever/b", {"a": "b"}),
        ("{a}/{b}", "x/y/z", None),
        ("{a}_{b}", "x/y_z", None),
        ("{a}/{a}", "x/x", {"a": "x"}),
        ("{a}/{a}", "x/y", None),
    ],
)
def test_templates_by_example(template: str, path: str, fields: dict[str, str] | None) -> None:
    assert read_template(template).match(path) == fields
