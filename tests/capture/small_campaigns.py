"""A plan of one server and one workload, and a campaign of a plan in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

from sysbench_archive.capture.campaign import Campaign, State
from sysbench_archive.capture.plan import Access, Plan, ServerPlan, workload_plan
from sysbench_archive.redaction.redactor import Redactor

SERVER = ServerPlan(Access(socket="/tmp/no-such-socket"))
PLAN = Plan(
    servers=(SERVER,),
    workloads=(workload_plan("oltp_point_select"),),
    threads=(1,),
    repetitions=3,
    seconds=1,
    tables=1,
    table_size=100,
    seed=7,
)
TABLES = "/tmp/no-such-socket sbtest"
"""The key of the tables of that server."""


def campaign_in(folder: Path, plan: Plan = PLAN, **known: Any) -> Campaign:
    """A campaign in a folder, of whose state this is `known`; it agrees to everything."""
    state = State("plan", folder.name, "2026-01-01T00:00:00Z", plan.seed, **known)
    return Campaign(plan, "", folder, folder, state, Redactor(), Mock())
