"""A cluster in place of the processors of one machine: an executor of Dask distributed.

Workers read bundles, and write outcomes and shares, in the caller's checkout, which lies in a
folder that all of them have at the same path. A worker without that folder, or with another
program, is refused: it would write other bytes.
"""

from __future__ import annotations

import platform
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import requires, version
from itertools import chain, islice
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

from sysbench_archive.build.program import source_digest
from sysbench_archive.problems import FailureError, UsageError

Given = ParamSpec("Given")
Made = TypeVar("Made")
Initializer = Callable[[], None]

_SCHEME = "dask"
_SECONDS_TO_ANSWER = 10
_DISTRIBUTION = "sysbench-archive"
_LARGER = 4
"""How many chunks of a local pool a cluster gets at once: a call costs its scheduler 7 ms."""


@cache
def _program() -> tuple[str, frozenset[str]]:
    """The program of this process: its digest, and the versions of what it computes with.

    Kept from the first call on, because a worker outlives builds: a checkout that changes in
    the meantime does not change what the worker has in memory.
    """
    required = [line for line in requires(_DISTRIBUTION) or () if "extra ==" not in line]
    names = sorted(re.split(r"[^A-Za-z0-9._-]", line)[0] for line in required)
    versions = [f"Python {platform.python_version()}", *(f"{n} {version(n)}" for n in names)]
    return source_digest(), frozenset(versions)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a worker must have: the program, and the caller's folder, known by a file in it."""

    digest: str
    versions: frozenset[str]
    file: Path
    word: str

    def refusal(self) -> str:
        """Why this process may not work for the caller; empty where it may."""
        digest, versions = _program()
        if versions != self.versions:
            own, needed = (
                ", ".join(sorted(v)) for v in (versions - self.versions, self.versions - versions)
            )
            return f"has {own} and not {needed}: install the same requirements"
        if digest != self.digest:
            return "runs another program or schemas: restart it with the caller's checkout"
        try:
            seen = self.file.read_text(encoding="ascii")
        except OSError:
            seen = ""
        if seen != self.word:
            return f"does not see {self.file.parent}: the checkout has to be shared, at one path"
        return ""


def _run(
    terms: Terms, initializer: Initializer, call: Callable[..., Made], *values: Any, **named: Any
) -> Made:
    """A call as a worker runs it.

    Workers are looked at with every call, because they join and start again at any time.
    """
    if reason := terms.refusal():
        raise UsageError(f"a worker on {platform.node()} {reason}")
    _initialize_once(initializer)
    return call(*values, **named)


@cache
def _initialize_once(initializer: Initializer) -> None:
    initializer()


def _call_all(call: Callable[..., Made], items: Sequence[tuple[Any, ...]]) -> list[Made]:
    return [call(*values) for values in items]


@dataclass(slots=True)
class Engine(Executor):
    """Runs calls on the workers of a cluster that meet the terms."""

    cluster: Executor
    terms: Terms
    initializer: Initializer
    close: Callable[[], None]

    def submit(
        self, fn: Callable[Given, Made], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Made]:
        """Run a call on some worker."""
        call = partial(_run, self.terms, self.initializer, fn)
        return self.cluster.submit(call, *args, **kwargs)

    def map(
        self,
        fn: Callable[..., Made],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
    ) -> Iterator[Made]:
        """Run a call on each item, so many at a time; what came of it in the order given.

        The cluster's own map ignores the size of chunks, and a call for each bundle would keep
        the scheduler busier than the workers.
        """
        items = zip(*iterables, strict=False)
        chunks = iter(lambda: list(islice(items, _LARGER * chunksize)), [])
        # Not super(): dataclasses with slots are made twice.
        made = Executor.map(self, partial(_call_all, fn), chunks, timeout=timeout)
        return chain.from_iterable(made)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Leave the cluster; what it has not begun is dropped. The workers go on."""
        self.close()


@contextmanager
def connect(address: str, shared: Path, initializer: Initializer) -> Iterator[Engine]:
    """An executor on the cluster at `dask://HOST:PORT`; `shared` is a folder all workers have.

    Raises UsageError where there is no such cluster or a worker does not fit, FailureError where
    the cluster is lost.
    """
    scheduler = _scheduler_of(address)
    client = _client(scheduler, address)
    from distributed.scheduler import KilledWorker, NoWorkerError

    shared.mkdir(parents=True, exist_ok=True)
    file = shared / f"engine-{secrets.token_hex(8)}"
    terms = Terms(*_program(), file, secrets.token_hex(16))
    file.write_text(terms.word, encoding="ascii")
    try:
        _refuse_others(client, terms, address)
        cluster = client.get_executor(pure=False)
        yield Engine(cluster, terms, initializer, client.close)
    except KilledWorker as error:
        died = f"{error.allowed_failures + 1} workers of {address} died over the same piece of work"
        raise FailureError(f"{died}; the log of {error.last_worker.address} says why") from error
    except NoWorkerError as error:
        raise FailureError(f"{address} had no workers for {error.timeout:.0f} s") from error
    except CancelledError as error:
        raise FailureError(f"the scheduler at {address} is gone; nothing was published") from error
    finally:
        file.unlink(missing_ok=True)
        client.close()


def _scheduler_of(address: str) -> str:
    """The address as the cluster's own programs write it."""
    parts = urlsplit(address)
    if parts.scheme != _SCHEME:
        raise UsageError(f"{address} is no engine; the one there is is {_SCHEME}://HOST:PORT")
    try:
        complete = parts.hostname and parts.port and not parts.path.strip("/")
    except ValueError:
        complete = False
    if not complete:
        raise UsageError(f"{address} does not name a scheduler; write {_SCHEME}://HOST:PORT")
    return f"tcp://{parts.netloc}"


def _client(scheduler: str, address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(f"{address} needs the package distributed: make engine") from error
    try:
        return Client(scheduler, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except OSError as error:
        raise UsageError(f"no scheduler answers at {address}") from error


def _is_there() -> None:
    """Nothing: whoever runs it has this module, and with it the program."""


def _refuse_others(client: Any, terms: Terms, address: str) -> None:
    """Look at the scheduler, which reads what it hands out, and at all workers, before the work.

    A worker without the program that joins later cannot read what it is to do: it leaves.
    """
    try:
        client.run_on_scheduler(_is_there)
    except ImportError as error:
        raise UsageError(f"the scheduler at {address} cannot run the program: {error}") from error
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_ANSWER)
    except TimeoutError as error:
        raise UsageError(f"the scheduler at {address} has no workers; start some") from error
    for worker, reason in sorted(client.run(terms.refusal, on_error="return").items()):
        if isinstance(reason, Exception):
            # As where it has no such program: what happened there comes as text.
            raise UsageError(f"the worker {worker} cannot run the program: {reason}")
        if reason:
            raise UsageError(f"the worker {worker} {reason}")
