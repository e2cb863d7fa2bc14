"""What a processor's model name says: its vendor and, where the name tells, its generation.

Owns the patterns. They are tried in order, on the name as an operating system prints it, without
regard to case, and hold nothing but what Python's and a browser's regular expressions share.
"""

from __future__ import annotations

import re
from functools import cache

from sysbench_archive.hardware.generations import GENERATIONS, Generation

MOST = 300
"""Characters of a model name that are looked at."""

PATTERNS: tuple[tuple[str, str], ...] = (
    # Hypervisors name the generation itself.
    (r"\bskylake\b", "skylake"),
    (r"\bcascade ?lake\b", "cascade-lake"),
    (r"\bcooper ?lake\b", "cooper-lake"),
    (r"\bice ?lake\b", "ice-lake"),
    (r"\bsapphire ?rapids\b", "sapphire-rapids"),
    (r"\bemerald ?rapids\b", "emerald-rapids"),
    (r"\bgranite ?rapids\b", "granite-rapids"),
    (r"\bsierra ?forest\b", "sierra-forest"),
    (r"\bbroadwell\b", "broadwell"),
    (r"\bhaswell\b", "haswell"),
    (r"\bivy ?bridge\b", "ivy-bridge"),
    (r"\bsandy ?bridge\b", "sandy-bridge"),
    (r"\bwestmere\b", "westmere"),
    (r"\bnehalem\b", "nehalem"),
    (r"\bepyc-rome\b", "zen-2"),
    (r"\bepyc-milan\b", "zen-3"),
    (r"\bepyc-genoa\b", "zen-4"),
    (r"\bepyc-turin\b", "zen-5"),
    # Xeon, newest naming first.
    (r"\bxeon\b.* 6[5-9]\d\dp\b", "granite-rapids"),
    (r"\bxeon\b.* 6[79]\d\de\b", "sierra-forest"),
    (r"\bxeon\b.*(?:platinum|gold) [568]3\d\dhl?\b", "cooper-lake"),
    (r"\bxeon\b.*(?:platinum|gold|silver|bronze) \d1\d\d", "skylake"),
    (r"\bxeon\b.*(?:platinum|gold|silver|bronze) \d2\d\d", "cascade-lake"),
    (r"\bxeon\b.*(?:platinum|gold|silver|bronze) \d3\d\d", "ice-lake"),
    (r"\bxeon\b.*(?:platinum|gold|silver|bronze) \d4\d\d", "sapphire-rapids"),
    (r"\bxeon\b.*(?:platinum|gold|silver|bronze) \d5\d\d", "emerald-rapids"),
    (r"\bxeon\b.* w-21\d\d", "skylake"),
    (r"\bxeon\b.* w-[23]2\d\d", "cascade-lake"),
    (r"\bxeon\b.* w-33\d\d", "ice-lake"),
    (r"\bxeon\b.* d-15\d\d", "broadwell"),
    (r"\bxeon\b.* d-21\d\d", "skylake"),
    (r"\bxeon\b.* e-2[12]\d\d", "coffee-lake"),
    (r"\bxeon\b.* e-23\d\d", "rocket-lake"),
    (r"\bxeon\b.* e-24\d\d", "raptor-lake"),
    (r"\bxeon\b.* e3-\d{4}l? ?v5", "skylake"),
    (r"\bxeon\b.* e3-\d{4}l? ?v6", "kaby-lake"),
    (r"\bxeon\b.* e[357]-\d{4}[a-z]? ?v2", "ivy-bridge"),
    (r"\bxeon\b.* e[357]-\d{4}[a-z]? ?v3", "haswell"),
    (r"\bxeon\b.* e[357]-\d{4}[a-z]? ?v4", "broadwell"),
    (r"\bxeon\b.* e7-\d{4}", "westmere"),
    (r"\bxeon\b.* e[35]-\d{4}", "sandy-bridge"),
    (r"\bxeon\b.* [elxw][3-5]6\d\d\b", "westmere"),
    (r"\bxeon\b.* [elxw][3-5]5\d\d\b", "nehalem"),
    (r"\bxeon\b.* [elx][67]5\d\d\b", "nehalem"),
    (r"\bxeon\b.* [elx][357]4\d\d\b", "penryn"),
    (r"\bxeon\b.* [elx](?:30|32|51|53|72|73)\d\d\b", "core"),
    # Core.
    (r"\bcore\(tm\) ultra \d 2\d\dv\b", "lunar-lake"),
    (r"\bcore\(tm\) ultra \d 2\d\d", "arrow-lake"),
    (r"\bcore\(tm\) ultra \d 1\d\d", "meteor-lake"),
    (r"\bi[3579]-1[34]\d{3}", "raptor-lake"),
    (r"\bi[3579]-12\d{3}", "alder-lake"),
    (r"\bi[3579]-11\d{2}g\d", "tiger-lake"),
    (r"\bi[3579]-11\d{3}h", "tiger-lake"),
    (r"\bi[3579]-11\d{3}", "rocket-lake"),
    (r"\bi[3579]-10\d{2}g\d", "ice-lake"),
    (r"\bi9-10[89]\d0xe?\b", "cascade-lake"),
    (r"\bi[3579]-10\d{3}", "comet-lake"),
    (r"\bi[79]-[79][89]\d0xe?\b", "skylake"),
    (r"\bi[3579]-[89]\d{3}", "coffee-lake"),
    (r"\bi[357]-7\d{3}", "kaby-lake"),
    (r"\bi[357]-6\d{3}", "skylake"),
    (r"\bi[357]-5\d{3}", "broadwell"),
    (r"\bi[357]-4\d{3}", "haswell"),
    (r"\bi[357]-3\d{3}", "ivy-bridge"),
    (r"\bi[357]-2\d{3}", "sandy-bridge"),
    # EPYC: the last digit is the generation, in the models of clouds as well.
    (r"\bepyc 7571\b", "zen"),
    (r"\bepyc 9v33x\b", "zen-4"),
    (r"\bepyc [37][0-9a-z]\d1p?\b", "zen"),
    (r"\bepyc 7[0-9a-z]\d2p?\b", "zen-2"),
    (r"\bepyc 7[0-9a-z]\d3[px]?\b", "zen-3"),
    (r"\bepyc [489][0-9a-z]\d4[pfxsn]*\b", "zen-4"),
    (r"\bepyc [49][0-9a-z]\d5[pfx]?\b", "zen-5"),
    (r"\bepyc processor \(with ibpb\)", "zen"),
    (r"\bopteron\b.* 61\d\d\b", "k10"),
    (r"\bopteron\b.* [346]2\d\d\b", "bulldozer"),
    (r"\bopteron\b.* [346]3\d\d\b", "piledriver"),
    # Ryzen for desktops; the third digit of newer ones for laptops is the generation.
    (r"\bryzen \d (?:pro )?1\d00x?\b", "zen"),
    (r"\bryzen \d (?:pro )?3[5-9]\d0x?t?\b", "zen-2"),
    (r"\bryzen \d (?:pro )?5[5-9]\d0(?:x|x3d|xt|g|ge|h|hs|hx)?\b", "zen-3"),
    (r"\bryzen \d (?:pro )?7[4-9][05]0(?:x|x3d|f)?\b", "zen-4"),
    (r"\bryzen \d (?:pro )?8[4-7]00[gf]\b", "zen-4"),
    (r"\bryzen \d (?:pro )?9[5-9][05]0(?:x|x3d)?\b", "zen-5"),
    (r"\bryzen \d (?:pro )?[78]\d2\du\b", "zen-2"),
    (r"\bryzen \d (?:pro )?[78]\d3\d(?:u|h|hs|hx)\b", "zen-3"),
    (r"\bryzen \d (?:pro )?[78]\d4\d(?:u|h|hs|hx)\b", "zen-4"),
    # Others.
    (r"\bcortex-a72\b", "cortex-a72"),
    (r"\bneoverse-n1\b", "neoverse-n1"),
    (r"\bneoverse-n2\b", "neoverse-n2"),
    (r"\bneoverse-v1\b", "neoverse-v1"),
    (r"\bneoverse-v2\b", "neoverse-v2"),
    (r"\bampere-1a?\b", "ampere-1"),
    (r"\bapple m1\b", "apple-m1"),
    (r"\bapple m2\b", "apple-m2"),
    (r"\bapple m3\b", "apple-m3"),
    (r"\bapple m4\b", "apple-m4"),
    (r"\bpower8\b", "power8"),
    (r"\bpower9\b", "power9"),
    (r"\bpower10\b", "power10"),
)
"""Pattern and the generation it tells, first match wins."""

VENDORS: tuple[tuple[str, str], ...] = (
    (r"\bintel\b|\bxeon\b", "Intel"),
    (r"\bamd\b|\bepyc\b|\bryzen\b|\bopteron\b", "AMD"),
    (r"\bneoverse\b|\bcortex\b|\barm\b", "Arm"),
    (r"\bampere\b", "Ampere"),
    (r"\bapple\b", "Apple"),
    (r"\bpower\d|\bibm\b", "IBM"),
)


@cache
def generation_of(model: str) -> Generation | None:
    """The generation a model name tells, None where it does not."""
    found = _first(PATTERNS, model)
    return GENERATIONS[found] if found else None


def vendor_of(model: str) -> str:
    """The vendor a model name tells, empty where it does not."""
    return _first(VENDORS, model)


def _first(table: tuple[tuple[str, str], ...], model: str) -> str:
    text = model[:MOST]
    return next((told for pattern, told in table if re.search(pattern, text, re.IGNORECASE)), "")
