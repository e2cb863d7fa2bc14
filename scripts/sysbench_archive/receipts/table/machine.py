"""Rows about the machine a server ran on."""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.receipts.field import Family, Field, Severity, weights

_BLOCKER = weights("blocker")
_WARNING = weights("warning")
_INFO = weights("info")
_STORED = weights("warning", writes="blocker", connect="info")
_WRITTEN = weights("info", writes="warning")


def _host(
    name: str,
    label: str,
    source: str | tuple[str, ...],
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    missing: str = "",
    needed: bool = True,
) -> Field:
    sources = (source,) if isinstance(source, str) else source
    return Field(
        name, label, "machine", "host", sources, why, severity, reading, missing, needed
    )  # fmt: skip


MACHINE = (
    _host("machine", "Machine", "machine",
          "Two machines of different make differ in ways no other row names.", _WARNING),
    _host("machine_kind", "Kind of machine", "kind",
          "Virtual machines and containers share processors and disks with others.", _BLOCKER),
    _host("hypervisor", "Hypervisor or container engine", "hypervisor",
          "Each adds its own cost to system calls, timers, disk and network.", _WARNING),
    _host("instance_type", "Cloud instance type", "cloud.instance_type",
          "It bounds processors, memory, network and storage at once.", _BLOCKER),
    _host("provisioned_iops", "Provisioned IOPS", "cloud.provisioned_iops",
          "A cap on disk operations caps every workload that waits for the disk.", _STORED),
    _host("burst_credits", "Burst credits", "cloud.burst_credits",
          "A machine on credits slows down when they are used up.", _WARNING),
    _host("cpu_model", "CPU model", ("cpu.model", "cpu.microarchitecture"),
          "It decides how much work one thread can do.", _BLOCKER),
    _host("cpu_sockets", "CPU sockets", "cpu.sockets",
          "Memory of another socket is slower to reach.", _WARNING, needed=False),
    _host("numa_nodes", "NUMA nodes", "cpu.numa_nodes",
          "Memory of another node is slower to reach.", _WARNING, needed=False),
    _host("cpu_cores", "Physical cores", "cpu.cores",
          "They bound what many threads can do together.", _BLOCKER),
    _host("cpu_threads", "Hardware threads", "cpu.threads",
          "They bound how many client threads run at once.", _BLOCKER),
    _host("cpu_limit", "Limit on processors", "cpu.limit_cpus",
          "A control group may allow fewer processors than the machine has.", _BLOCKER,
          missing="none stated"),
    _host("cpu_clock", "CPU clock", "cpu.clock_mhz",
          "The nominal clock; governor and turbo decide what is reached.", _INFO, "mhz"),
    _host("cpu_governor", "CPU frequency governor", "cpu.governor",
          "A clock that follows the load makes low thread counts slower and noisier.", _WARNING),
    _host("cpu_turbo", "Turbo", "cpu.turbo",
          "With it a few threads run faster than many.", _WARNING),
    _host("cpu_smt", "Simultaneous multithreading", "cpu.smt",
          "Two threads on a core share its units, which changes how throughput scales.", _WARNING),
    _host("cpu_microcode", "Microcode", "cpu.microcode",
          "Revisions can change what mitigations cost.", _INFO),
    _host("cpu_mitigations", "Mitigations of processor vulnerabilities", "cpu.mitigations",
          "They make system calls and context switches dearer.", _WARNING, needed=False),
    _host("memory", "Main memory", "memory.size_mib",
          "What does not fit in memory is read from disk.", weights("warning", connect="info"),
          "mib"),
    _host("memory_modules", "Memory modules", "memory.modules",
          "Their speed bounds scans of data in memory.", _INFO),
    _host("memory_limit", "Limit on memory", "memory.limit_mib",
          "A control group may allow less memory than the machine has.",
          weights("warning", connect="info"), "mib", "none stated"),
    _host("huge_pages", "Huge pages reserved", "memory.huge_pages",
          "They save address translation for large buffer pools.", _INFO),
    _host("storage_kind", "Kind of storage", "storage.kind",
          "Rotating disks, flash and network storage differ by orders of magnitude.", _STORED),
    _host("storage_model", "Storage model", "storage.model",
          "Devices of one kind differ in latency and in what they promise.", _INFO),
    _host("storage_count", "Number of storage devices", "storage.count",
          "More devices carry more requests at once.", _WRITTEN, needed=False),
    _host("storage_raid", "RAID or volume layout", "storage.raid",
          "It decides how many devices a write has to reach.", _WRITTEN),
    _host("filesystem", "File system and mount options", "storage.filesystem",
          "Journals and barriers are part of every flush.", _WRITTEN),
    _host("write_cache", "Write cache", "storage.write_cache",
          "A cache that survives a power loss makes every commit cheap.", _WRITTEN),
    _host("fsync", "Latency of a flushed write", "storage.fsync_us",
          "It explains most write results by itself: every durable commit waits for it.",
          weights("info", writes="blocker"), "fsync"),
)  # fmt: skip
