"""How near two classes of machines are: the table of differences, each with its weight and words.

The weights are a judgement, not a measurement: they sort a list for a reader and decide nothing
else. A browser sums them, from the tables that `/hardware/classes.json` publishes.
"""

from __future__ import annotations

from sysbench_archive.hardware.classes import PLATFORMS, TIERS, HardwareClass, span_text
from sysbench_archive.hardware.processors import GENERATIONS, LONGEST_MODEL, PATTERNS, VENDORS
from sysbench_archive.model.listing import (
    ClassDimension,
    ClassFact,
    HardwareClassRecord,
    HardwareClassSummary,
    HardwareTables,
    Place,
    ProcessorPattern,
    VendorPattern,
)


def _doublings(
    name: str, label: str, things: str, *, weight: float, unknown: float, same: str, missing: str
) -> ClassDimension:
    """A dimension of counts, whose steps are doublings."""
    return ClassDimension(
        name=name,
        label=label,
        scale="log2",
        weight=weight,
        unknown=unknown,
        more=f"{{n}} times the {things}",
        less=f"1/{{n}} of the {things}",
        same=same,
        missing=missing,
    )


# A step is a doubling (`log2`), one (`linear`), or being another (`choice`). `more` and `less` say
# how the other machine differs; `{n}` is the factor, or the number of steps. An empty sentence says
# nothing. A weight of 1 is about what a doubling of the whole machine weighs. `unknown` is what it
# costs that nobody recorded it of the other machine: a step at least, or machines would be near
# because little is known of them.
DIMENSIONS = (
    ClassDimension(
        name="year",
        label="Processor generation",
        scale="linear",
        weight=0.2,
        unknown=1.0,
        more="{n}-year newer processor",
        less="{n}-year older processor",
        same="processor as old",
        missing="processor generation not recorded",
    ),
    ClassDimension(
        name="generation",
        label="Microarchitecture",
        scale="choice",
        weight=0.3,
        unknown=0.3,
        more="another microarchitecture",
        less="another microarchitecture",
        same="same microarchitecture",
        missing="",
    ),
    _doublings(
        "cores",
        "Physical cores",
        "cores",
        weight=0.6,
        unknown=0.8,
        same="as many cores",
        missing="cores not recorded",
    ),
    _doublings(
        "cpus",
        "CPUs (hardware threads)",
        "CPUs",
        weight=0.4,
        unknown=0.5,
        same="as many CPUs",
        missing="CPUs not recorded",
    ),
    _doublings(
        "sockets",
        "Sockets",
        "sockets",
        weight=0.5,
        unknown=0.5,
        same="as many sockets",
        missing="",
    ),
    _doublings(
        "memory",
        "Main memory",
        "memory",
        weight=0.4,
        unknown=0.5,
        same="as much memory",
        missing="memory not recorded",
    ),
    ClassDimension(
        name="platform",
        label="Bare metal or virtual",
        scale="choice",
        weight=1.0,
        unknown=1.0,
        more="another platform",
        less="another platform",
        same="same platform",
        missing="bare metal or virtual not recorded",
    ),
    ClassDimension(
        name="storage",
        label="Storage by fsync",
        scale="linear",
        weight=0.5,
        unknown=0.5,
        more="slower fsync",
        less="faster fsync",
        same="fsync as fast",
        missing="storage not recorded",
    ),
)
SCALES = {"log2": "doublings", "linear": "steps", "choice": "being another"}
"""How differences are counted, to its words."""


def places_of(machine: HardwareClass) -> dict[str, Place]:
    """A class as places on the scales of `DIMENSIONS`; None where it is unknown."""
    generation = machine.generation
    return {
        "year": generation.year if generation else None,
        "generation": generation.id if generation else None,
        "cores": machine.cores,
        "cpus": _cpus(machine),
        "sockets": machine.sockets,
        "memory": machine.memory_gib,
        "platform": machine.platform,
        "storage": TIERS.index(machine.tier) if machine.tier else None,
    }


def _cpus(machine: HardwareClass) -> int | None:
    """Hardware threads, where cores tell them; a virtual processor counts as one of each."""
    if machine.cores is None or machine.cpus:
        return machine.cpus
    if machine.smt is None and machine.platform != "vm":
        return None
    return machine.cores * (2 if machine.smt else 1)


def class_summary(machine: HardwareClass) -> HardwareClassSummary:
    """A class by its names."""
    return HardwareClassSummary(
        id=machine.id, path=machine.path, label=machine.label, brief=machine.brief
    )


def class_record(machine: HardwareClass) -> HardwareClassRecord:
    """A class with its name, its address, its places on the scales, and its facts in words."""
    return HardwareClassRecord(
        id=machine.id,
        path=machine.path,
        label=machine.label,
        brief=machine.brief,
        values=places_of(machine),
        facts=[ClassFact(label=label, value=value) for label, value in _facts_in_words(machine)],
    )


def _facts_in_words(machine: HardwareClass) -> list[tuple[str, str]]:
    """What tells the class from others; empty where nobody recorded it."""
    generation, virtual = machine.generation, machine.platform == "vm"
    hidden = "as the hypervisor shows it" if virtual else ""
    year = f", {generation.year}" if generation and generation.year else ""
    cores = ("Physical cores", _range_text(machine.cores, ""))
    return [
        ("Processor generation", f"{generation.label}{year}" if generation else ""),
        ("Vendor", machine.vendor),
        ("Platform", PLATFORMS.get(machine.platform or "", "")),
        ("Sockets", hidden or str(machine.sockets or "")),
        ("CPUs", _range_text(machine.cpus, "")) if machine.cpus else cores,
        ("SMT", hidden or {True: "on", False: "off", None: ""}[machine.smt]),
        ("Main memory", _range_text(machine.memory_gib, " GiB")),
        ("Storage", machine.tier.label if machine.tier else ""),
    ]


def _range_text(upper: int | None, unit: str) -> str:
    return f"{span_text(upper)}{unit}" if upper else ""


LSCPU = {
    "Model name": "model",
    "CPU(s)": "cpus",
    "Thread(s) per core": "threads_per_core",
    "Core(s) per socket": "cores_per_socket",
    "Core(s) per cluster": "cores_per_socket",
    "Socket(s)": "sockets",
    "Cluster(s)": "sockets",
    "Hypervisor vendor": "hypervisor",
}
"""Lines of `lscpu` that tell something, to what they tell. A hypervisor makes it a `vm`."""


def hardware_tables() -> HardwareTables:
    """Everything needed to classify a machine and to tell how near two classes are.

    A program that is given the output of `lscpu` takes the lines that `lscpu` names, looks for the
    generation with `processors`, puts counts into doublings (the smallest power of two that holds
    them) and sums over `dimensions`; where no dimension is known of both machines, the other is
    infinitely far. Only an equal id says that two machines are of the same class.
    """
    return HardwareTables(
        scales=SCALES,
        dimensions=list(DIMENSIONS),
        platforms=PLATFORMS,
        tiers=list(TIERS),
        generations=list(GENERATIONS.values()),
        processors=[
            ProcessorPattern(pattern=pattern, generation=generation)
            for pattern, generation in PATTERNS
        ],
        vendors=[VendorPattern(pattern=pattern, vendor=vendor) for pattern, vendor in VENDORS],
        longest_model=LONGEST_MODEL,
        lscpu=LSCPU,
    )
