"""The form: its fields as the issue form `.github/ISSUE_TEMPLATE/result.yml` asks for them.

Owns headings, choices and bounds; a test compares them with the form. A choice is the words a
person picks, and the value they stand for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

UNKNOWN = "I do not know"
_STATES = {UNKNOWN: "unrecorded"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its id, the heading over the answer, its choices, and most characters."""

    id: str
    heading: str
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    most: int = 300


PRODUCTS = {"MariaDB": "mariadb", "MySQL": "mysql", "Percona Server": "percona-server"}
REGIMES = {
    "The version's defaults": "defaults",
    "Some settings were changed": "pinned",
    **_STATES,
}
KINDS = {
    "A physical machine": "bare-metal",
    "A virtual machine": "vm",
    "A container": "container",
    "A cloud instance": "cloud-instance",
    **_STATES,
}
PLACEMENTS = {
    "On the same machine as the server": "same-host",
    "On another machine": "other-host",
    **_STATES,
}
LICENCES = {
    name: name
    for name in ("CC0-1.0", "PDDL-1.0", "CC-BY-4.0", "ODC-By-1.0", "CC-BY-SA-4.0", "ODbL-1.0")
}

FIELDS = (
    Field("name", "Your name, or a pseudonym", required=True, most=120),
    Field("product", "Product", required=True, choices=PRODUCTS),
    Field("version", "Version of the server", required=True, most=60),
    Field("source", "Where the server came from"),
    Field("regime", "Settings of the server", required=True, choices=REGIMES),
    Field("options", "Settings that were changed", most=8000),
    Field("kind", "Kind of machine", required=True, choices=KINDS),
    Field("machine", "Maker and model of the machine"),
    Field("cpu", "Model of the CPU", required=True),
    Field("cpu_threads", "CPU threads", most=8),
    Field("memory_gib", "Memory in GiB", most=12),
    Field("storage", "Storage"),
    Field("os", "Operating system"),
    Field("placement", "Where sysbench ran", required=True, choices=PLACEMENTS),
    Field("prepare", "Command that loaded the tables", most=4000),
    Field("command", "Command that ran the test", required=True, most=4000),
    Field("output", "What sysbench printed", required=True, most=65_000),
    Field("license", "Licence of the data", required=True, choices=LICENCES),
    Field("disclosure", "What could colour the result", required=True),
    Field("notes", "What else a reader should know", most=8000),
    Field("consent", "Before you send this", required=True, most=1000),
)
CONSENT = (
    "I may publish this under the licence above.",
    "There is no password in it.",
)
NO_ANSWER = "_No response_"
MAX_BODY = 70_000
"""Characters of an issue; GitHub allows 65,536."""
