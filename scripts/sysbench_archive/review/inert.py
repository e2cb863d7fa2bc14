"""Untrusted text in Markdown: shown as it is typed, and doing nothing.

Owns the one way such text enters a comment: as a code span, where neither Markdown nor the forge
looks for mentions, references, links, pictures or tags. Refuses to pass on a backtick, a line
break or the bar that parts the cells of a table; each becomes a character that looks alike.
"""

from __future__ import annotations

from sysbench_archive.problems import inert

MAX_SHOWN = 200
NOTHING = "\N{EN DASH}"
_ALIKE = str.maketrans(
    {"`": "\N{MODIFIER LETTER GRAVE ACCENT}", "|": "\N{DIVIDES}", "\\": "\N{SET MINUS}"}
)
"""The backslash too: before the bar of a table it would count as an escape."""


def code(text: str, limit: int = MAX_SHOWN) -> str:
    """The text as a code span of at most `limit` characters on one line; a dash for nothing.

    Must stand where inline Markdown is read: inside a block of HTML a code span is none.
    """
    plain = inert(" ".join(text.split())).translate(_ALIKE).strip()
    if not plain:
        return NOTHING
    return f"`{plain if len(plain) <= limit else plain[: limit - 1].rstrip() + '…'}`"
