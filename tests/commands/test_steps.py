"""The table of steps: complete, typed, in the order of needs, and run only where it is due."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_origin

from sysbench_archive.build.steps import Step, run_steps
from sysbench_archive.build.write_archive import STEPS
from sysbench_archive.publish.output import Output


def test_what_a_step_needs_is_of_the_type_that_it_expects() -> None:
    made: dict[str, Any] = {step.makes: step.types["return"] for step in STEPS}
    for step in STEPS:
        assert set(step.after) <= made.keys()
        for name in step.needs:
            if name in made:
                expected, found = step.types[name], made[name]
                kinds = [get_origin(one) or one for one in (found, expected)]
                assert issubclass(*kinds), f"{step.makes} expects another {name}"


def test_only_what_is_made_from_something_else_runs_again(tmp_path: Path) -> None:
    ran: list[str] = []
    stated = {"text": "a", "size": 1}

    def doubled(text: str) -> str:
        ran.append("doubled")
        return text * 2

    def page(folder: Path, doubled: str) -> Output:
        ran.append("page")
        output = Output(folder)
        output.bytes("page", doubled.encode())
        return output

    def other(folder: Path, size: int) -> Output:
        ran.append("other")
        output = Output(folder)
        output.bytes("other", b"x" * size)
        return output

    def index(folder: Path) -> Output:
        ran.append("index")
        output = Output(folder)
        output.bytes("index", (folder / "page").read_bytes())
        return output

    table = (
        Step("index", index, after=("page",)),
        Step("page", page),
        Step("other", other),
        Step("doubled", doubled),
    )

    def build(last: Any) -> tuple[list[str], Any]:
        ran.clear()
        keys = {name: str(value) for name, value in stated.items()}
        done = run_steps(table, {"folder": tmp_path, **stated}, keys, last)
        return sorted(ran), done

    everything, first = build({})
    assert everything == ["doubled", "index", "other", "page"]
    assert first.changed == {"index", "other", "page"}
    nothing, second = build(first.written)
    assert nothing == []
    assert second.written == first.written
    assert second.changed == set()
    stated["text"] = "b"
    some, third = build(second.written)
    assert some == ["doubled", "index", "page"]
    assert (tmp_path / "index").read_bytes() == b"bb"
    stated["size"] = 2
    assert build(third.written)[0] == ["other"]
