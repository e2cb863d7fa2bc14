"""An answer as Markdown to paste, and as one HTML file with the site's styles and a chart.

Names come from bundles that anybody wrote: HTML has no text that is not escaped, Markdown none that
could be read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from sysbench_archive.model.comparison import CellRecord, Panel
from sysbench_archive.pages.comparison.panels import titles_apart
from sysbench_archive.pages.ratio_axis import Axis, axis_of
from sysbench_archive.problems import inert
from sysbench_archive.review.answer import Answer, AnswerTable, verdict_word
from sysbench_archive.words.differences import difference_range, difference_text
from sysbench_archive.words.phrases import threads_of

_HERE = Path(__file__).resolve()
_INSTALLED = _HERE.parents[1] / "css"
_STYLES = _INSTALLED if _INSTALLED.is_dir() else _HERE.parents[3] / "static" / "css"
_POLICY = (
    '<meta http-equiv="Content-Security-Policy"'
    """ content="default-src 'none'; style-src 'unsafe-inline'">"""
)
_MARKUP = re.compile(r"([\\`*_\[\]<>|#~&!])")
_ROOM = 15.0
"""Hundredths of the width of a phone that a name of a mark takes."""


def markdown_of(answer: Answer, made_by: str) -> str:
    """The answer as Markdown; `made_by` ends it."""
    blocks = [
        f"### {_plain(answer.title)}",
        *map(_plain, answer.sentences()),
        _plain("; ".join(answer.machines)),
        "\n".join(f"* {_plain(each)}" for each in answer.cautions),
    ]
    for table in _tables(answer):
        right = ["---" if table.is_text(at) else "---:" for at in range(len(table.heads))]
        rows = [map(_plain, table.heads), right, *(map(_plain, row) for row in table.rows)]
        blocks += [f"**{_plain(table.title)}**", "\n".join(map(_line, rows))]
    return "\n\n".join([*filter(None, blocks), _plain(made_by)]) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", inert(text))


def _tables(answer: Answer) -> list[AnswerTable]:
    return [*filter(None, [answer.ratios]), *answer.figures]


def html_of(answer: Answer, made_by: str) -> str:
    """The answer as a page that needs nothing else; `made_by` ends it."""
    styles = [_STYLES / f"{name}.css" for name in ("tokens", "base", "forest")]
    css = "".join(path.read_text(encoding="utf-8") for path in (*styles, _HERE.with_suffix(".css")))
    title = _text(answer.title)
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            _POLICY,
            f"<title>{title}</title>\n<style>{css}</style>\n<main>\n<h1>{title}</h1>",
            *_opening(answer),
            *(_forest(answer) if answer.ratios else map(_bars, answer.figures)),
            *map(_table, _tables(answer)),
            f'<p class="made">{_text(made_by)}</p>\n</main>\n</html>\n',
        ]
    )


def _text(text: str) -> str:
    return escape(inert(text))


def _opening(answer: Answer) -> Iterator[str]:
    """What was found, on what, and what stands in the way."""
    for finding in answer.findings:
        status = f" <small>{_text(finding.status)}</small>" if finding.status else ""
        yield f'<p class="found">{_text(finding.text)}{status}</p>'
    yield from (f'<p class="machine">{_text(each)}</p>' for each in answer.machines)
    if answer.cautions:
        listed = "".join(f"<li>{_text(each)}</li>" for each in answer.cautions)
        yield f'<ul class="cautions">{listed}</ul>'


def _table(table: AnswerTable) -> str:
    places = ["" if table.is_text(at) else ' class="figure"' for at in range(len(table.heads))]

    def line(cells: Iterable[str], tag: str) -> str:
        pairs = zip(cells, places, strict=True)
        return f"<tr>{''.join(f'<{tag}{at}>{_text(text)}</{tag}>' for text, at in pairs)}</tr>"

    rows = "".join(line(row, "td") for row in table.rows)
    return (
        f'<h2>{_text(table.title)}</h2>\n<div class="rows" tabindex="0"><table>'
        f"<thead>{line(table.heads, 'th')}</thead><tbody>{rows}</tbody></table></div>"
    )


def _bars(table: AnswerTable) -> str:
    """The median of each row as a bar, and a line from the lowest to the highest run."""
    most = max((high for _, _, high in table.bars.values()), default=0)
    if not most:
        return ""
    rows = "".join(
        f'<li><a>{_text(name)}</a><svg aria-hidden="true">'
        f'<line class="bar" x2="{100 * middle / most:.1f}%" y1="50%" y2="50%"/>'
        f'<line class="interval" x1="{100 * low / most:.1f}%" x2="{100 * high / most:.1f}%"'
        f' y1="50%" y2="50%"/></svg><b>{middle:,.0f}</b></li>'
        for name, (low, middle, high) in table.bars.items()
    )
    title = f"{_text(table.title)} <span>median, lowest and highest run</span>"
    return f'<div class="forest"><h3 class="forest-group">{title}</h3><ul>{rows}</ul></div>'


def _forest(answer: Answer) -> Iterator[str]:
    """Every ratio with its interval, on one axis, in the markup of the site's `forest.html`."""
    panels = [panel for comparison in answer.comparisons for panel in comparison.panels]
    cells = [cell for p in panels for row in p.rows for cell in row.cells[1:] if cell]
    ratios = [cell.ratio for cell in cells if cell.ratio]
    if not ratios:
        return
    axis = axis_of([*ratios, *(end for cell in cells for end in _interval(cell))])
    marks = axis.marks(_ROOM)
    lines = "".join(
        f'<line{" class=one" * (m.text == "same")} x1="{m.at}%" x2="{m.at}%" y2="100%"/>'
        for m in marks
    )
    names = "".join(f'<text x="{mark.at}%" y="14">{_text(mark.text)}</text>' for mark in marks)
    yield (
        f'<div class="forest">\n<svg class="forest-grid" aria-hidden="true">{lines}</svg>\n'
        '<p class="forest-ends"><span>← slower</span><span>faster →</span></p>'
    )
    for title, panel in zip(titles_apart(panels), panels, strict=True):
        baseline, *others = (side.label for side in panel.sides)
        versus = f"{others[0] if len(others) == 1 else 'each'} against {baseline}"
        yield f'<h3 class="forest-group">{_text(title)} <span>{_text(versus)}</span></h3>\n<ul>'
        yield from _rows(axis, panel)
        yield "</ul>"
    yield f'<svg class="forest-axis" aria-hidden="true">{names}</svg>\n</div>'


def _interval(cell: CellRecord) -> tuple[float, ...]:
    """Both ends; none where there is no interval, or one that is too wide to be written."""
    return (
        (cell.interval.low, cell.interval.high) if cell.interval and not cell.interval.wide else ()
    )


def _rows(axis: Axis, panel: Panel) -> Iterator[str]:
    """A row for each candidate at each thread count."""
    for row in panel.rows:
        for side, cell, verdict in zip(panel.sides[1:], row.cells[1:], panel.verdicts, strict=True):
            if not cell or not cell.ratio:
                continue
            word, bar = verdict_word(panel, verdict, row.threads, cell), ""
            said = [word] if word != "-" else []
            if interval := _interval(cell):
                low, high = interval
                said.append(difference_range(low, high))
                ends = f'x1="{axis.place(low)}%" x2="{axis.place(high)}%"'
                bar = f'<line class="interval" {ends} y1="50%" y2="50%"/>'
            name = threads_of([row.threads])
            name = f"{side.label}, {name}" if len(panel.sides) > 2 else name
            yield (
                f'<li class="said-{word.replace(" ", "-")}"><a>{_text(name)}</a>'
                f"<span><small>{_text(', '.join(said))}</small></span><svg aria-hidden=true>{bar}"
                f'<circle cx="{axis.place(cell.ratio)}%" cy="50%" r="4.5"/></svg>'
                f"<b>{difference_text(cell.ratio)}</b></li>"
            )
