"""Progress of a long command with the time left, and its questions.

In a log each step is a line. Where nobody can answer a question, the answer is no.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


class Terminal:
    """Progress of work that takes about `seconds` in all; `ask` is False where yes was said."""

    def __init__(self, seconds: float, *, ask: bool) -> None:
        """Prepare; nothing is shown before the first step."""
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._ask = ask
        self._total = max(seconds, 1.0)
        self._began = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        """Begin to count."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal as it was."""
        self._hide()

    def say(self, text: str) -> None:
        """Show a sentence."""
        self._console.print(text, markup=False)

    def step(self, text: str) -> None:
        """Name what is going on, with the time that is left."""
        if not self._console.is_terminal:
            self.say(f"{text}; about {self._left() / 60:.1f} min left")
            return
        self._show()
        if self._progress and self._task is not None:
            self._progress.update(self._task, description=text)

    def count_earlier(self, seconds: float) -> None:
        """Count what an earlier attempt at the same work took as passed."""
        self._began -= seconds

    def tick(self) -> None:
        """Move the bar."""
        if self._progress and self._task is not None:
            passed = time.monotonic() - self._began
            self._progress.update(self._task, completed=min(passed, self._total * 0.99))

    def agree(self, question: str) -> bool:
        """Ask, unless yes was said beforehand."""
        if not self._ask:
            return True
        self._hide()
        if not sys.stdin.isatty():
            self.say(f"{question} nobody is here to answer; --yes answers beforehand")
            return False
        return self._console.input(f"{question} (y/N) ", markup=False).strip().lower() in {
            "y",
            "yes",
        }

    @property
    def is_answered(self) -> bool:
        """Whether somebody is there to answer."""
        return self._ask and sys.stdin.isatty()

    def ask(self, question: str, otherwise: str) -> str:
        """A line somebody types; `otherwise` where nobody is asked, or nothing is typed."""
        if not self.is_answered:
            return otherwise
        self._hide()
        try:
            typed = self._console.input(f"{question} [{otherwise}] ", markup=False)
        except EOFError:
            # Ctrl-D: there will be no more answers.
            self._ask = False
            return otherwise
        return typed.strip() or otherwise

    def _left(self) -> float:
        return max(self._total - (time.monotonic() - self._began), 0.0)

    def _show(self) -> None:
        if self._progress is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
            # Once a second: drawing must not take the processor from what is measured.
            self._progress = Progress(
                *columns, console=self._console, transient=True, refresh_per_second=1
            )
            self._task = self._progress.add_task("", total=self._total)
            self._progress.start()

    def _hide(self) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = self._task = None
