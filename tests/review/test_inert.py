"""Untrusted text does nothing in a comment, whatever it is."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from markdown_tokens import tokens
from sysbench_archive.review.markdown import table
from sysbench_archive.review.record import table as rows_of
from sysbench_archive.review.untrusted import MAX_SHOWN, code

ANYTHING = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from([*"`|\\<>@#[]()!&\n\t *_~:/-$", "a", "http://e.example"])).map(
        "".join
    ),
)


def kinds(text: str) -> set[str]:
    return {token.type for token in tokens(text)}


@given(ANYTHING)
@example("`")
@example("<!-- x --> [x](http://e.example) \u202e@a \u200b\u2028 \x00\x1b[31m &#64;a :tada:\n# h")
def test_a_text_is_one_code_span_or_a_dash(text: str) -> None:
    shown = code(text)
    inside = [t for t in tokens(f"before {shown} after") if t.type == "code_inline"]
    outside = "".join(t.content for t in tokens(f"before {shown} after") if t.type == "text")
    assert kinds(f"before {shown} after") <= {
        "paragraph_open", "paragraph_close", "inline", "text", "code_inline",
    }  # fmt: skip
    assert outside in ("before  after", "before \N{EN DASH} after")
    assert len(inside) == (outside == "before  after")
    assert len(shown) <= MAX_SHOWN + 2
    assert not re.search(r"[`|\n\\]", shown[1:-1])
    assert shown.isprintable()


@given(st.lists(ANYTHING, min_size=1, max_size=4))
def test_a_cell_stays_a_cell(texts: list[str]) -> None:
    page = "\n".join(table(rows_of("blockers", [texts])))
    cells = [t for t in tokens(page) if t.type == "td_open"]
    assert len(cells) == 4
    assert kinds(page) <= {
        f"{part}_{end}"
        for part in ("table", "thead", "tbody", "tr", "th", "td")
        for end in ("open", "close")
    } | {"inline", "text", "code_inline", "strong_open", "strong_close"} | {
        "paragraph_open",
        "paragraph_close",
    }


def test_plain_words_stay_as_they_are() -> None:
    assert (
        code("MariaDB 10.11.6 (latin1), µs <host-1>") == "`MariaDB 10.11.6 (latin1), µs <host-1>`"
    )
    assert code(" a \n  b ") == "`a b`"
    assert code("") == code(" \n") == "\N{EN DASH}"
    assert len(code("x" * 1000)) == MAX_SHOWN + 2
