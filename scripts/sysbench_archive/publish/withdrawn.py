"""What the files of a comparison say that is not drawn any more; others may have embedded them."""

from __future__ import annotations

import csv
import io
from html import escape
from textwrap import wrap

from sysbench_archive.pages.history import WithdrawnComparison
from sysbench_archive.publish.citation import PUBLISHER, plain
from sysbench_archive.publish.pictures import PictureInput

NO_LONGER = "This comparison is no longer drawn."
_LETTERS = 78
"""Letters of a line of the picture."""
_MOST_LINES = 12


def withdrawn_csv(comparison: WithdrawnComparison) -> bytes:
    """A table of one column: what happened, a row each."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([["notice"], [NO_LONGER], *([plain(text)] for text in comparison.notices)])
    return out.getvalue().encode()


def withdrawn_chart(comparison: WithdrawnComparison) -> bytes:
    """A picture of the notice, of the size that charts have."""
    texts = [plain(comparison.title), NO_LONGER, *map(plain, comparison.notices)]
    lines = [line for text in texts for line in wrap(text, _LETTERS)][:_MOST_LINES]
    spans = "".join(f'<tspan x="20" dy="26">{escape(line, quote=False)}</tspan>' for line in lines)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="405" viewBox="0 0 720 405"'
        ' role="img"><rect width="720" height="405" fill="#fff"/>'
        f'<text y="30" font-family="sans-serif" font-size="16" fill="#222">{spans}</text></svg>\n'
    ).encode()


def withdrawn_picture(comparison: WithdrawnComparison) -> PictureInput:
    """What is drawn for previews of links to it."""
    return PictureInput(
        name=comparison.slug,
        chart="",
        card=True,
        title=plain(comparison.title),
        caption="",
        answer=NO_LONGER,
        publisher=PUBLISHER,
        url="",
    )
