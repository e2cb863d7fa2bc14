"""Models of machines that have one processor only: what is stated of a model.

Nodes of a test bed and kits with a soldered processor are such; a model of server that is sold
with a choice of processors is not, and does not belong into `machine_models.json`. A model that is
not in the table is unknown, whatever its name suggests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sysbench_archive.model.base import Record, read_record

MACHINE_MODELS = Path(__file__).with_name("machine_models.json")


class MachineModel(Record):
    """A model, with what is stated of it. Empty or null is not stated."""

    name: str
    """Name, such as `CloudLab xl170`."""
    stated_by: str
    """Who states it, and how far from the maker."""
    arch: str
    """Architecture as the kernel names it."""
    model: str
    """Processor."""
    microarchitecture: str
    """Its microarchitecture."""
    sources: list[str]
    """Where it is stated."""
    sockets: int | None = None
    """Processors."""
    cores: int | None = None
    """Physical cores of all of them."""
    memory_gib: float | None = None
    """Main memory in GiB, where every machine of the model has as much."""


class MachineModelTable(Record):
    """Every model."""

    read: str
    """The day it was read."""
    models: list[MachineModel]
    """The models, by name."""


@cache
def machine_model_table() -> MachineModelTable:
    """The table as it stands in the file."""
    return read_record(MACHINE_MODELS.read_bytes(), MachineModelTable)


@cache
def _models() -> dict[str, MachineModel]:
    return {model.name.lower(): model for model in machine_model_table().models}


def machine_model(name: str) -> MachineModel | None:
    """What is stated of the model of this name, None where the table does not have it."""
    return _models().get(name.strip().lower())
