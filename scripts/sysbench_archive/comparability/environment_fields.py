"""The conditions of the environment: machine, software, client, and how runs were conducted."""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.comparability.fields import Field, weights
from sysbench_archive.model.bundle import Family
from sysbench_archive.model.comparability import ConditionGroup, Intended, Severity, Subject

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


def _software(
    name: str,
    label: str,
    subject: Subject,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    needed: bool = True,
    intended: Intended = "",
    missing: str = "",
) -> Field:
    return Field(
        name, label, "software", subject, (source,), why, severity, "text", missing, needed,
        intended,
    )  # fmt: skip


SOFTWARE = (
    _software("os", "Operating system", "host", "os",
         "Its libraries, scheduler and defaults take part in every system call.", _INFO),
    _software("kernel", "Kernel", "host", "kernel",
         "Scheduler, file systems, network and mitigations change between kernels.", _WARNING),
    _software("arch", "Machine architecture", "host", "arch",
         "Code for another architecture is another program.", _BLOCKER),
    _software("transparent_huge_pages", "Transparent huge pages", "host",
         "tuning.transparent_huge_pages",
         "They change what memory costs, more with some allocators than with others.", _WARNING),
    _software("swappiness", "Swappiness", "host", "tuning.swappiness",
         "It decides whether the kernel swaps out a buffer pool to keep file pages.", _INFO),
    _software("selinux", "SELinux or AppArmor", "host", "tuning.selinux",
         "Either checks every file that is opened and every connection.",
         weights("info", connect="warning")),
    _software("product", "Product", "server", "product",
         "MySQL, MariaDB and Percona Server have diverged.", _INFO, intended="always"),
    _software("version", "Version", "server", "version",
         "It is what most comparisons ask about.", _INFO, intended="always"),
    _software("maturity", "Maturity", "server", "maturity",
         "A milestone is not the release it led to.", _INFO, intended="version"),
    _software("variant", "Variant", "server", "variant",
         "A label for a deliberate deviation from the release as it is.", _INFO,
         intended="always", missing="the release as it is"),
    _software("regime", "Configuration", "server", "regime",
         "A server with its defaults and one that was tuned answer two questions.", _WARNING),
    _software("build_vendor", "Who built it", "server", "build.vendor",
         "Builders choose compilers, flags and patches.", _INFO, needed=False,
         intended="product"),
    _software("build_distribution", "How the build was delivered", "server", "build.distribution",
         "Packages, archives and builds from source of one version differ in compiler and flags.",
         _WARNING, needed=False, intended="product"),
    _software("build_package", "Package", "server", "build.package",
         "The exact build, where it has coordinates.", _INFO, needed=False, intended="version"),
    _software("pgo", "Profile-guided optimisation", "server", "build.pgo",
         "It makes the same source several per cent faster.", _WARNING, needed=False,
         intended="variant"),
    _software("stripped", "Symbols removed", "server", "build.stripped",
         "It tells builds apart that are otherwise described alike.", _INFO, needed=False,
         intended="variant"),
    _software("allocator", "Memory allocator", "server", "allocator",
         "With many threads allocators differ by several per cent, and by more on old versions.",
         _WARNING, intended="variant"),
)  # fmt: skip


def _client(
    name: str,
    label: str,
    subject: Subject,
    source: str | tuple[str, ...],
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    needed: bool = True,
    group: ConditionGroup = "client",
    intended: Intended = "",
) -> Field:
    sources = (source,) if isinstance(source, str) else source
    return Field(
        name, label, group, subject, sources, why, severity, reading, "", needed,
        intended,
    )  # fmt: skip


CLIENT = (
    _client("sysbench", "sysbench version", "client", "sysbench",
         "Defaults, random numbers and the cost of the client itself differ between versions.",
         _WARNING),
    _client("client_library", "Client library", "client", "library",
         "It carries every packet, and opens every connection.",
         weights("info", connect="warning")),
    _client("placement", "Client placement", "client", "placement",
         "A client on the same machine takes processor time from the server; one elsewhere adds"
         " the network.", weights("blocker")),
    _client("link", "Network between client and server", "client", "link",
         "Its latency is added to every query.", _WARNING),
    _client("client_machine", "Client machine", "client", "machine",
         "A slow client measures itself.", _WARNING, "client machine", needed=False),
    _client("transport", "Transport", "client", "transport",
         "A socket is cheaper than TCP, most of all for short queries.",
         weights("warning", connect="blocker")),
    _client("tls", "TLS", "connection", "tls",
         "Encryption costs a little for each packet, and a handshake for each connection.",
         weights("warning", connect="blocker")),
    _client("authentication", "Authentication plugin", "connection", "authentication_plugin",
         "Plugins differ in what opening a connection costs by a factor.",
         weights("info", connect="blocker"), intended="defaults"),
)  # fmt: skip

RUN = (
    _client("campaign", "Campaign", "campaign", "id",
         "Runs of two campaigns are apart in time: temperature, neighbours, updates, hands.",
         _WARNING, "campaign", group="run"),
    _client("order", "Order of the runs", "campaign", "order",
         "Where one server runs after the other, drift of the machine looks like a difference.",
         _WARNING, needed=False, group="run"),
    _client("warmup", "Warm-up before the first run", "workload", "warmup",
         "A cold buffer pool makes the first runs slower.", _WARNING, "warm-up", needed=False,
         group="run"),
    _client("duration", "Duration of a run", "parameter", "time",
         "Short runs end before flushing, purging and throttling set in.", _WARNING,
         "seconds", group="run"),
    _client("events", "Limit on events", "parameter", "events",
         "A run bounded by events ends earlier on the faster side.", _WARNING, "limit",
         group="run"),
    _client("report_warmup", "Warm-up within a run", "parameter", "warmup_time",
         "What happens before it ends is left out of the figures.", _WARNING, "seconds",
         group="run"),
    _client("failed_statements", "Failed and ignored statements", "figures",
         ("ignored_errors", "deadlocks", "reconnects"),
         "What fails is repeated, and is work the throughput does not count.", _WARNING,
         "failures", group="run"),
    _client("percentile", "Percentile of latency", "parameter", "percentile",
         "Percentiles of different rank are different figures.", _INFO, group="run"),
    _client("data_directory", "State of the data directory", "server", "data directory",
         "Freshly loaded tables are denser than tables that were written to or upgraded.",
         weights("warning", connect="info"), "data directory", needed=False, group="run"),
)  # fmt: skip
