"""What the person who filled in the form is told, as Markdown; and what reviewers are.

Owns the wording. Texts of the issue pass through `review.inert.code`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.intake.form import FIELDS
from sysbench_archive.review.inert import code

Record = Mapping[str, Any]

MARK = "<!-- sysbench-archive intake -->"
MAX_WARNINGS = 10
_HEADINGS = frozenset(field.heading for field in FIELDS)


def message(record: Record) -> str:
    """The answer to an issue, or the opening words of its pull request."""
    lines = _accepted(record) if record["bundle"] else _refused(record)
    return "\n".join([MARK, *lines, ""])


def _accepted(record: Record) -> Iterator[str]:
    yield f"Thank you. This is bundle {code(record['bundle'])}: {code(record['title'])}."
    yield ""
    yield (
        f"It was made from the form of issue {record['issue']} by this project's own parser, and"
        " the checks were run on it before it was proposed: they find no error."
    )
    if record["warnings"]:
        yield ""
        yield f"What they warn of ({len(record['warnings'])}), which refuses nothing:"
        yield ""
        yield from (f"- {code(warning)}" for warning in record["warnings"][:MAX_WARNINGS])
    yield ""
    yield (
        "What the form has no field for is `unrecorded`. Whoever measured can add it: comment here,"
        " or edit `bundle.yaml` in the pull request."
    )


def _refused(record: Record) -> Iterator[str]:
    yield "Thank you. Some answers have to be mended before this can become a bundle:"
    yield ""
    for complaint in record["complaints"]:
        known = complaint["heading"] in _HEADINGS
        place = f"**{complaint['heading']}**: " if known else ""
        yield f"- {place}{code(complaint['message'], 300)}"
    yield ""
    yield "Edit the issue and say so in a comment; a maintainer then sets the label `intake` again."
