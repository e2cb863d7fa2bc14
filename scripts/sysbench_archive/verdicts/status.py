"""The evidence status of a verdict: measured, indicative or reported, and what caps it.

Owns what a verdict rests on, apart from what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.verdicts.circumstances import Circumstances
from sysbench_archive.verdicts.contrasts import Contrast
from sysbench_archive.verdicts.policy import BLOCKS
from sysbench_archive.verdicts.words import WORDS, listed


def status_of(around: Circumstances, caps: Sequence[str]) -> str:
    """Reported where figures are published ones, measured where nothing caps it."""
    if around.published:
        return "reported"
    return "indicative" if caps else "measured"


def caps_of(contrasts: Sequence[Contrast], around: Circumstances) -> Iterator[str]:
    """Why the status is not higher, as fragments of a sentence."""
    if around.published:
        yield WORDS["cap-published"]
        return
    if not contrasts:
        yield WORDS["reason-nothing"]
    fewest = min((c.n[0] for c in contrasts if c.paired), default=BLOCKS)
    if any(c.single for c in contrasts):
        yield WORDS["cap-single"]
    if any(not c.single and not c.paired for c in contrasts):
        yield WORDS["cap-turns"]
    if fewest < BLOCKS:
        yield WORDS["cap-blocks"].format(count=fewest, wanted=BLOCKS)
    if around.unrecorded:
        yield WORDS["cap-unrecorded"].format(fields=listed(around.unrecorded))
