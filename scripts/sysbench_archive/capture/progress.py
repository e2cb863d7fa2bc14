"""Progress of a long command with the time left, and its questions.

In a log each step is a line. Where nobody can answer a question, the answer is no.
"""

from __future__ import annotations

import shutil
import sys
import time
from typing import Self

from sysbench_archive.capture.pace import Steps, Work

_REDRAWN_SECONDS = 1.0
"""Drawing must not take the processor from what is measured."""
_BEGIN_LINE = "\r\x1b[K"


class Terminal:
    """Progress of work; `ask` is False where yes was said."""

    def __init__(self, *, ask: bool) -> None:
        """Prepare; nothing is shown before the first step."""
        self._ask = ask
        self._ended = False
        self._work: dict[str, Steps] = {}
        self._taken: dict[str, list[float]] = {}
        self._kind = ""
        self._began = time.monotonic()
        self._drawn = 0.0
        self._step = ""

    def __enter__(self) -> Self:
        """Begin to count."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it was."""
        self._hide()

    def say(self, text: str) -> None:
        """Show a sentence."""
        self._hide()
        print(text, file=sys.stderr, flush=True)  # noqa: T201

    def expect(self, work: Work) -> None:
        """Learn what is to come; steps of a kind then take as long as those before them did."""
        self._work, self._taken = dict(work), {}
        self._kind, self._began = "", time.monotonic()

    def begin(self, kind: str, text: str) -> None:
        """End the step that goes on, and begin one of a kind, where such steps are expected."""
        if kind in self._work:
            now = time.monotonic()
            if going := self._work.get(self._kind):
                taken = self._taken.setdefault(self._kind, [])
                taken.append(now - self._began)
                self._work[self._kind] = Steps(max(going.left - 1, 0), sum(taken) / len(taken))
            self._kind, self._began = kind, now
        self.step(text)

    @property
    def seconds_left(self) -> float:
        """Of all that is to come."""
        going = self._work.get(self._kind, Steps(0, 0.0))
        passed = min(time.monotonic() - self._began, going.seconds) if going.left else 0.0
        return sum(steps.left * steps.seconds for steps in self._work.values()) - passed

    def step(self, text: str) -> None:
        """Name what is going on, with the time that is left where that is known."""
        left = self.seconds_left
        line = f"{text}; about {left / 60:.1f} min left" if left else text
        if not sys.stderr.isatty():
            self.say(line)
            return
        self._step, self._drawn = text, time.monotonic()
        shown = line[: shutil.get_terminal_size().columns - 1]
        print(f"{_BEGIN_LINE}{shown}", end="", file=sys.stderr, flush=True)  # noqa: T201

    def tick(self) -> None:
        """Show the time left anew now and then."""
        if self._step and time.monotonic() - self._drawn >= _REDRAWN_SECONDS:
            self.step(self._step)

    def agree(self, question: str) -> bool:
        """Ask, unless yes was said beforehand."""
        if not self._ask:
            return True
        if not self.is_answered:
            self.say(f"{question} nobody is here to answer; --yes answers beforehand")
            return False
        return self._typed(f"{question} (y/N) ").strip().lower() in {"y", "yes"}

    @property
    def is_answered(self) -> bool:
        """Whether somebody is there to answer."""
        return self._ask and not self._ended and sys.stdin.isatty()

    def ask(self, question: str, otherwise: str) -> str:
        """A line somebody types; `otherwise` where nobody is asked, or nothing is typed."""
        if not self.is_answered:
            return otherwise
        typed = self._typed(f"{question} [{otherwise}] " if otherwise else f"{question} ")
        # After Ctrl-D there will be no more answers.
        self._ended = not typed
        return typed.strip() or otherwise

    def _typed(self, question: str) -> str:
        """A line with its end, "" at the end of input. Nothing passes while somebody thinks."""
        self._hide()
        asked = time.monotonic()
        print(question, end="", file=sys.stderr, flush=True)  # noqa: T201
        typed = sys.stdin.readline()
        self._began += time.monotonic() - asked
        return typed

    def _hide(self) -> None:
        if self._step:
            self._step = ""
            print(_BEGIN_LINE, end="", file=sys.stderr, flush=True)  # noqa: T201
