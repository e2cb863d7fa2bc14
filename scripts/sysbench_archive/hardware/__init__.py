"""Hardware classes: what kind of machine a server ran on, from what is recorded of it.

Owns the classification of the machine alone. Placement, dataset and settings are facts of the
workload and the server, and play no part. Refuses to guess: what nobody recorded stays unknown.
"""

from sysbench_archive.hardware.classes import HardwareClass, classify

__all__ = ["HardwareClass", "classify"]
