"""Machines as bundles state them, for tests of everything that classes or compares machines."""

from __future__ import annotations

from typing import Any

from sysbench_archive.hardware.classes import HardwareClass, classify


def class_of(**facts: Any) -> HardwareClass:
    """The class of a machine, from its facts as `hosts` in bundle.yaml nests them."""
    return classify(facts)
