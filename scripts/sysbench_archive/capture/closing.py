"""After the last run: what capture made on a server goes, and bundle.yaml is written.

Owns the end of a campaign. bundle.yaml comes last, the state goes after it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from sysbench_archive.bundle.writing import as_yaml
from sysbench_archive.capture import dataset
from sysbench_archive.capture import state as states
from sysbench_archive.capture.bundle_document import Authorship, bundle_document
from sysbench_archive.capture.campaign import Campaign, place_of
from sysbench_archive.capture.connection import Session


def clean_up(campaign: Campaign, index: int, session: Session) -> None:
    """Drop what capture made on a server, once."""
    key, access = place_of(campaign, index), campaign.plan.servers[index].access
    if key in campaign.state.cleaned:
        return
    dataset.drop_tables(session, campaign.plan, access)
    if key in campaign.state.created:
        dataset.drop_database(session, access)
    campaign.state.cleaned.append(key)


def finish(campaign: Campaign, authorship: Authorship) -> Path:
    """Write bundle.yaml; the state goes only when the bundle is there."""
    scripts = _scripts(campaign)
    campaign.state.dataset.pop("pool_bytes", None)
    document = bundle_document(
        campaign.plan,
        campaign.state,
        authorship,
        scripts,
        campaign.redactor,
        bool(campaign.password),
    )
    campaign.write("bundle.yaml", as_yaml(document))
    states.forget(campaign.home)
    return campaign.folder


def _scripts(campaign: Campaign) -> dict[str, dict[str, str]]:
    """Copy the scripts that are not sysbench's own into the bundle."""
    found = {}
    for workload in campaign.plan.workloads:
        if workload.script:
            data = workload.script.read_bytes()
            file = f"config/{workload.id}.lua"
            campaign.write(file, data.decode("utf-8"))
            found[workload.id] = {
                "name": workload.script.name,
                "sha256": hashlib.sha256(data).hexdigest(),
                "file": file,
            }
    return found
