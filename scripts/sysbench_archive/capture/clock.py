"""The clock of the processors while a run goes on: a mean of looks at what cpufreq says.

A virtual machine usually has no cpufreq; what /proc/cpuinfo shows there is a constant, so it is
not asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sysbench_archive.capture.host.reading import Reader, SilentError

CURRENT = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq"
EVERY_SECONDS = 2.0
"""Between two looks: each reads a file a processor, and must not become work of its own."""
_KHZ_PER_MHZ = 1000


class ClockWatch:
    """Looks at the clock now and then; `tick` is called as often as one likes."""

    def __init__(
        self, read: Reader, tick: Callable[[], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        """Wrap another `tick`, which is called each time."""
        self._read = read
        self._tick = tick
        self._now = now
        self._next = now() + EVERY_SECONDS
        self._means: list[float] = []
        self.fault = f"{CURRENT}: no look at it during the run"

    def tick(self) -> None:
        """Let time pass, and look where it is time to."""
        self._tick()
        if self._now() >= self._next:
            self._next = self._now() + EVERY_SECONDS
            self._look()

    def _look(self) -> None:
        try:
            self._means.append(mean_mhz(self._read(CURRENT)))
        except (SilentError, ValueError) as error:
            self.fault = str(error)

    @property
    def mhz(self) -> int | None:
        """The mean of all looks; None where there was none."""
        return round(sum(self._means) / len(self._means)) if self._means else None


def mean_mhz(text: str) -> float:
    """The mean of the processors, a number in kHz a line. Raises ValueError on other text."""
    clocks = [int(line) for line in text.split()]
    if not clocks:
        raise ValueError(f"{CURRENT} says nothing")
    return sum(clocks) / len(clocks) / _KHZ_PER_MHZ
