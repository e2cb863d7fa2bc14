"""What is known of variables: each row with a source, the effects measured here computed again."""

from __future__ import annotations

import pytest
from comparability_bundles import PLACE, bundle, chosen, default

from sysbench_archive.comparability.differences import ComparedSide, compare_conditions
from sysbench_archive.comparability.table import (
    EFFECTS,
    NAMES,
    VARIABLE,
    Effect,
    Measured,
    effect_of,
    variable_field,
)
from sysbench_archive.statistics import geometric_mean

MEASURED = [effect for effect in EFFECTS if effect.measured]


@pytest.mark.parametrize("effect", MEASURED, ids=lambda effect: effect.variable)
def test_an_effect_measured_here_is_what_its_runs_say(effect: Effect) -> None:
    measured = effect.measured
    assert measured
    ratio = centre(measured, measured.candidate) / centre(measured, measured.baseline)
    assert ratio == pytest.approx(measured.ratio, abs=0.005)
    way = "faster" if ratio > 1 else "slower"
    assert f"{100 * abs(ratio - 1):.0f} % {way} at {measured.threads} threads" in effect.words
    options = (bundle(measured.bundle).servers[s] for s in (measured.baseline, measured.candidate))
    assert len({str(one.facts["options"].get(effect.variable)) for one in options}) == 2


def centre(measured: Measured, server: str) -> float:
    """The geometric mean of a side's throughput."""
    cell = measured.workload, measured.threads, server
    runs = [r for r in bundle(measured.bundle).runs if (r.workload, r.threads, r.server) == cell]
    return geometric_mean([run.figures["tps"].value for run in runs if not run.failed])


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.variable)
def test_what_a_row_of_the_table_of_conditions_weighs_is_said_once(effect: Effect) -> None:
    """A severity here would contradict that of the table, or repeat it."""
    assert effect.variable not in NAMES or effect.severity == "info"


def test_a_row_of_its_own_counts_before_one_that_several_share() -> None:
    shared, own = effect_of("performance_schema_max_table_handles"), effect_of("performance_schema")
    assert shared is not None
    assert own is not None
    assert (shared.variable, own.variable) == ("performance_schema_*", "performance_schema")
    assert effect_of("nobody_knows_this") is None


def test_the_order_is_by_what_is_known_in_such_a_workload() -> None:
    names = ("innodb_log_writer_threads", "innodb_use_fdatasync", "tls_version", "unheard_of")
    places = [variable_field(name).order["write"] for name in names]
    assert places == sorted(places)
    assert len(set(places)) == 4
    assert variable_field("tls_version").order["connect"] < places[2]


@pytest.mark.parametrize(
    ("variable", "family"),
    [("innodb_dedicated_server", "write"), ("require_secure_transport", "connect")],
)
def test_a_variable_that_is_known_to_matter_is_a_warning_where_it_matters(
    variable: str, family: str
) -> None:
    both = [
        ComparedSide(v, {**PLACE, "version": v, f"{VARIABLE}{variable}": value})
        for v, value in (("1", default("OFF")), ("2", chosen("ON")))
    ]
    report = compare_conditions(both, family)  # type: ignore[arg-type]
    assert report.candidates[0].warnings == [variable]
