"""Processors: their generations, and which generation and vendor a model name means.

`tables.json` is what `/hardware/classes.json` publishes. An id of a generation is part of published
addresses: one may be added, none renamed. Its year is the one in which server processors of the
generation could first be bought, or any where servers never had one. Patterns are tried on the name
as an operating system prints it, the newest naming first; a browser tries the same ones, so they
hold nothing but what Python's and JavaScript's expressions share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sysbench_archive.model.base import read_record
from sysbench_archive.model.bundle import Facts, stated_at
from sysbench_archive.model.listing import HardwareTables, ProcessorGeneration

TABLES = read_record(Path(__file__).with_name("tables.json").read_bytes(), HardwareTables)
GENERATIONS = {generation.id: generation for generation in TABLES.generations}
"""Generations by id, each vendor's oldest first."""
_NOT_NAMING = re.compile(r"[^a-z0-9]+")
LONGEST_NAME = 40
"""Characters of a name that a bundle states and the table does not know."""
_ALIASES = {
    "clovertown": "core",
    "merom": "core",
    "woodcrest": "core",
    "harpertown": "penryn",
    "gainestown": "nehalem",
    "ampereone": "ampere-1",
    "zen1": "zen",
    **{name.replace("-", ""): name for name in GENERATIONS},
}
"""Code names and ids, without hyphens."""


def generation_named(name: str) -> ProcessorGeneration | None:
    """The generation a bundle states in words; one the table does not know has no year.

    None where nothing of the name can stand in an address.
    """
    spelt = _NOT_NAMING.sub("-", name.lower()).strip("-")
    if known := _ALIASES.get(spelt.replace("-", "")):
        return GENERATIONS[known]
    if not spelt:
        return None
    return ProcessorGeneration(
        id=spelt[:LONGEST_NAME].strip("-"), label=name[:LONGEST_NAME], vendor="", year=None
    )


@cache
def generation_of(model: str) -> ProcessorGeneration | None:
    """The generation a model name means, None where it does not say."""
    return GENERATIONS.get(_first_meant(TABLES.processors, model))


def vendor_of(model: str) -> str:
    """The vendor a model name means, empty where it does not say."""
    return _first_meant(TABLES.vendors, model)


def _first_meant(patterns: Mapping[str, str], model: str) -> str:
    text = model[: TABLES.longest_model]
    found = (
        meant for pattern, meant in patterns.items() if re.search(pattern, text, re.IGNORECASE)
    )
    return next(found, "")


_NO_PART_OF_A_NAME = re.compile(
    r"\((?:R|TM)\)|\bGenuine\b|\b(?:CPU|Processor)\b|@.*|\b\d+-Core\b|\b0000\b", re.IGNORECASE
)


def processor_text(model: str) -> str:
    """A processor as people call it: `Intel Xeon Gold 6230`."""
    return " ".join(_NO_PART_OF_A_NAME.sub(" ", model).split())


def machine_text_of(machine: str, cpu_model: str) -> str:
    """A machine by its processor, else by its maker and model; empty where neither is recorded."""
    processor = processor_text(cpu_model)
    # A name of one word is that of a maker.
    return processor if " " in processor else machine or processor


ARCHITECTURES = {
    "Intel": "x86_64",
    "AMD": "x86_64",
    "Arm": "aarch64",
    "Ampere": "aarch64",
    "Apple": "aarch64",
}
"""Vendor of a generation of processors to the architecture of all its generations on file."""
_NUC = re.compile(r"\bIntel NUC\b", re.IGNORECASE)


def implied_architecture(host: Facts) -> tuple[str, str]:
    """The architecture, and which fact implies it; both empty where nothing does.

    It is derived, never stated: a processor of Intel or AMD for servers and desktops since 2006
    runs x86_64, one of Arm, Ampere or Apple aarch64. POWER runs in either byte order, and an old or
    unknown processor may be anything. Intel's NUC has never had another processor than Intel's own.
    """
    if generation := generation_of(stated_at(host, "cpu", "model") or ""):
        return ARCHITECTURES.get(generation.vendor, ""), "the processor"
    if generation := generation_named(stated_at(host, "cpu", "microarchitecture") or ""):
        return ARCHITECTURES.get(generation.vendor, ""), "the microarchitecture"
    is_nuc = _NUC.search(stated_at(host, "machine") or "")
    return ("x86_64", "the machine") if is_nuc else ("", "")
