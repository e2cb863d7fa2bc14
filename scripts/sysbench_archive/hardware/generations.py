"""Processor generations: vendor, microarchitecture and the year machines with it could be bought.

A name here is part of published addresses: it may be added, never renamed. Years are those of the
first server processors of the generation, or of its first processors where servers never had one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOT_NAMING = re.compile(r"[^a-z0-9]+")
MOST = 40
"""Characters of a name that a bundle states and this table does not know."""


@dataclass(frozen=True, slots=True)
class Generation:
    """A microarchitecture. `year` is None for one that a bundle names and the table does not."""

    id: str
    label: str
    vendor: str
    year: int | None


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


def _generations() -> dict[str, Generation]:
    rows = [[cell.strip() for cell in line.split("|")] for line in _TABLE.strip().splitlines()]
    return {row[0]: Generation(row[0], row[1], row[2], int(row[3])) for row in rows}


GENERATIONS: dict[str, Generation] = _generations()
"""Generations by id, each vendor's oldest first."""


def generation_named(name: str) -> Generation | None:
    """The generation a bundle states in words; one the table does not know has no year.

    None where nothing of the name can stand in an address.
    """
    spelt = _NOT_NAMING.sub("-", name.lower()).strip("-")
    known = GENERATIONS.get(_ALIASES.get(spelt, spelt))
    if known or not spelt:
        return known
    return Generation(spelt[:MOST].strip("-"), name[:MOST], "", None)
