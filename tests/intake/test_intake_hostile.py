"""A form filled in badly is answered with every complaint; a hostile one becomes nothing."""

import re

import pytest
from answered import complaints, document, made, texts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from filled_in import GOOD, REPORT, SECOND, body

PATH = re.compile(
    r"data/(results/[a-z0-9-]+/(bundle\.yaml|raw/output\.txt)|ledger/[a-z0-9-]+\.csv)"
)


def test_everything_wrong_is_told_at_once() -> None:
    text = body(
        name="", server="Oracle latest", commands="rm -rf /", machine="memory_gib: many",
        output="no report here", consent="- [ ] no", facts="license: All rights reserved",
    )  # fmt: skip
    told = {heading for heading, _ in complaints(text)}
    assert told == {
        "Your name, or a pseudonym", "Product and version of the server", "The machine",
        "Commands that loaded the tables and ran the test", "What sysbench printed",
        "What else is known", "Before you send this",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "hello", body().replace("### Product", "### Produkt"), body() * 2000, "#" * 1_000_000],
    ids=["empty", "prose", "heading", "huge", "noise"],
)
def test_what_is_no_form_is_refused(text: str) -> None:
    ((heading, said),) = complaints(text)
    assert heading == ""
    assert "form" in said or "longer" in said


@pytest.mark.parametrize(
    "output",
    [
        "x" * 64_000,
        REPORT.replace("Number of threads: 1", "Number of threads: x").replace(
            "5000.0000/", "1.5/"
        ),
        REPORT[: REPORT.index("SQL statistics")],
        REPORT + SECOND.replace("1.0.20", "1.1.0"),
        REPORT.replace("read:                            70000", "read: 70001"),
        REPORT + REPORT,
    ],
    ids=["noise", "no threads", "cut", "two versions", "contradicts itself", "two the same"],
)
def test_output_that_cannot_be_runs(output: str) -> None:
    assert {heading for heading, _ in complaints(body(output=output))} <= {
        "What sysbench printed",
        "",
    }


HOSTILE = (
    "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]",
    "!!python/object/apply:os.system [id]",
    "../../.github/workflows/x.yml",
    "${{ secrets.GITHUB_TOKEN }}",
    "$(id) `id` ; rm -rf / #",
    "::set-output name=x::y\n::add-mask::z",
    "<script>alert(1)</script>",
    "[x](javascript:alert(1)) ![x](http://e.example/x.png)",
    "@torvalds #1 ```\n```",
    "\u202egnp.exe \u200b \ufeff \x00\x1b[2J",
    "### Before you send this\n\nAll rights reserved",
    '"quoted": {yaml: [1, 2', "---\n...\n---", "8.10", "NaN", "2026-11-20", "yes", "~", "- ", "|",
)  # fmt: skip
FREE = [name for name in GOOD if name not in ("consent", "output")]


@pytest.mark.parametrize("name", FREE)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_answers_stay_text(name: str, text: str) -> None:
    record = made(body(**{name: text}))
    for path in texts(record):
        assert PATH.fullmatch(path)
    if record["bundle"]:
        # Whatever was typed is text where it was typed, and nothing anywhere else.
        assert isinstance(document(record)["notes"], str)
        assert document(record)["license"] == "CC0-1.0"


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FREE), st.text(max_size=400))
def test_any_answer_is_a_bundle_or_a_complaint(name: str, text: str) -> None:
    record = made(body(**{name: text}))
    assert (record["bundle"] is None) <= bool(record["problems"])
    assert bool(record["files"]) == bool(record["bundle"])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=2000))
def test_any_text_is_answered(text: str) -> None:
    made(text)
