"""Processors: their generations, and which generation and vendor a model name means."""

from __future__ import annotations

import re
from functools import cache

from sysbench_archive.model.bundle import MachineFacts
from sysbench_archive.model.listing import ProcessorGeneration

_NOT_NAMING = re.compile(r"[^a-z0-9]+")
LONGEST_NAME = 40
"""Characters of a name that a bundle states and this table does not know."""


# An id is part of published addresses: one may be added, none renamed. Years are those in which
# server processors of the generation could first be bought, or any where servers never had one.
_TABLE = """
core             | Core                | Intel  | 2006
penryn           | Penryn              | Intel  | 2007
nehalem          | Nehalem             | Intel  | 2009
westmere         | Westmere            | Intel  | 2010
sandy-bridge     | Sandy Bridge        | Intel  | 2012
ivy-bridge       | Ivy Bridge          | Intel  | 2013
haswell          | Haswell             | Intel  | 2014
broadwell        | Broadwell           | Intel  | 2016
skylake          | Skylake             | Intel  | 2017
kaby-lake        | Kaby Lake           | Intel  | 2017
coffee-lake      | Coffee Lake         | Intel  | 2018
cascade-lake     | Cascade Lake        | Intel  | 2019
cooper-lake      | Cooper Lake         | Intel  | 2020
comet-lake       | Comet Lake          | Intel  | 2020
ice-lake         | Ice Lake            | Intel  | 2021
tiger-lake       | Tiger Lake          | Intel  | 2020
rocket-lake      | Rocket Lake         | Intel  | 2021
alder-lake       | Alder Lake          | Intel  | 2021
raptor-lake      | Raptor Lake         | Intel  | 2022
sapphire-rapids  | Sapphire Rapids     | Intel  | 2023
emerald-rapids   | Emerald Rapids      | Intel  | 2023
meteor-lake      | Meteor Lake         | Intel  | 2023
arrow-lake       | Arrow Lake          | Intel  | 2024
lunar-lake       | Lunar Lake          | Intel  | 2024
sierra-forest    | Sierra Forest       | Intel  | 2024
granite-rapids   | Granite Rapids      | Intel  | 2024
k10              | K10                 | AMD    | 2007
bulldozer        | Bulldozer           | AMD    | 2011
piledriver       | Piledriver          | AMD    | 2012
zen              | Zen                 | AMD    | 2017
zen-2            | Zen 2               | AMD    | 2019
zen-3            | Zen 3               | AMD    | 2021
zen-4            | Zen 4               | AMD    | 2022
zen-5            | Zen 5               | AMD    | 2024
cortex-a72       | Cortex-A72          | Arm    | 2016
neoverse-n1      | Neoverse N1         | Arm    | 2020
neoverse-v1      | Neoverse V1         | Arm    | 2022
neoverse-n2      | Neoverse N2         | Arm    | 2022
neoverse-v2      | Neoverse V2         | Arm    | 2023
ampere-1         | AmpereOne           | Ampere | 2023
apple-m1         | Apple M1            | Apple  | 2020
apple-m2         | Apple M2            | Apple  | 2022
apple-m3         | Apple M3            | Apple  | 2023
apple-m4         | Apple M4            | Apple  | 2024
power8           | POWER8              | IBM    | 2014
power9           | POWER9              | IBM    | 2017
power10          | POWER10             | IBM    | 2021
"""

_ALIASES = {
    "clovertown": "core",
    "merom": "core",
    "woodcrest": "core",
    "harpertown": "penryn",
    "gainestown": "nehalem",
    "ampereone": "ampere-1",
    "icelake": "ice-lake",
    "cascadelake": "cascade-lake",
    "sandybridge": "sandy-bridge",
    "ivybridge": "ivy-bridge",
    "sapphirerapids": "sapphire-rapids",
    "emeraldrapids": "emerald-rapids",
    "graniterapids": "granite-rapids",
    "zen1": "zen",
    "zen-1": "zen",
    "zen2": "zen-2",
    "zen3": "zen-3",
    "zen4": "zen-4",
    "zen5": "zen-5",
}
"""Other spellings and code names, as ids are spelt."""


def _read_table() -> dict[str, ProcessorGeneration]:
    rows = [[cell.strip() for cell in line.split("|")] for line in _TABLE.strip().splitlines()]
    return {
        name: ProcessorGeneration(id=name, label=label, vendor=vendor, year=int(year))
        for name, label, vendor, year in rows
    }


GENERATIONS: dict[str, ProcessorGeneration] = _read_table()
"""Generations by id, each vendor's oldest first."""


def generation_named(name: str) -> ProcessorGeneration | None:
    """The generation a bundle states in words; one the table does not know has no year.

    None where nothing of the name can stand in an address.
    """
    spelt = _NOT_NAMING.sub("-", name.lower()).strip("-")
    known = GENERATIONS.get(_ALIASES.get(spelt, spelt))
    if known or not spelt:
        return known
    return ProcessorGeneration(
        id=spelt[:LONGEST_NAME].strip("-"), label=name[:LONGEST_NAME], vendor="", year=None
    )


LONGEST_MODEL = 300
"""Characters of a model name that are looked at."""

# On the name as an operating system prints it, without regard to case. A browser tries the same
# patterns, so they hold nothing but what Python's and JavaScript's expressions share.
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
    (r"\bgraviton2\b", "neoverse-n1"),
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
"""Pattern and the generation it means, first match wins."""

VENDORS: tuple[tuple[str, str], ...] = (
    (r"\bintel\b|\bxeon\b", "Intel"),
    (r"\bamd\b|\bepyc\b|\bryzen\b|\bopteron\b", "AMD"),
    (r"\bneoverse\b|\bcortex\b|\barm\b|\bgraviton\d?\b", "Arm"),
    (r"\bampere\b", "Ampere"),
    (r"\bapple\b", "Apple"),
    (r"\bpower\d|\bibm\b", "IBM"),
)


@cache
def generation_of(model: str) -> ProcessorGeneration | None:
    """The generation a model name means, None where it does not say."""
    generation = _first_match(PATTERNS, model)
    return GENERATIONS[generation] if generation else None


def vendor_of(model: str) -> str:
    """The vendor a model name means, empty where it does not say."""
    return _first_match(VENDORS, model)


def _first_match(table: tuple[tuple[str, str], ...], model: str) -> str:
    text = model[:LONGEST_MODEL]
    return next((name for pattern, name in table if re.search(pattern, text, re.IGNORECASE)), "")


ARCHITECTURES = {
    "Intel": "x86_64",
    "AMD": "x86_64",
    "Arm": "aarch64",
    "Ampere": "aarch64",
    "Apple": "aarch64",
}
"""Vendor of a generation of processors to the architecture of all its generations on file."""
_NUC = re.compile(r"\bIntel NUC\b", re.IGNORECASE)


def implied_architecture(machine: MachineFacts) -> tuple[str, str]:
    """The architecture, and which fact implies it; both empty where nothing does.

    It is derived, never stated: a processor of Intel or AMD for servers and desktops since 2006
    runs x86_64, one of Arm, Ampere or Apple aarch64. POWER runs in either byte order, and an old or
    unknown processor may be anything. Intel's NUC has never had another processor than Intel's own.
    """
    if generation := generation_of(machine.cpu_model):
        return ARCHITECTURES.get(generation.vendor, ""), "the processor"
    if generation := generation_named(machine.microarchitecture):
        return ARCHITECTURES.get(generation.vendor, ""), "the microarchitecture"
    return ("x86_64", "the machine") if _NUC.search(machine.name) else ("", "")
