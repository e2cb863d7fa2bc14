"""The steps of `action.yml` with a real server, one as two sides."""

import sys
from pathlib import Path

import yaml
from servers import RealServer

from forge import ROOT, Forge


def test_the_action_measures_compares_and_keeps(shared: RealServer, tmp_path: Path) -> None:
    action = tmp_path / "action"
    action.mkdir()
    (action / "action.yml").symlink_to(ROOT / "action.yml")
    (action / "Makefile").write_text("setup-capture: ;\n")
    (action / ".venv").symlink_to(Path(sys.executable).parents[1])
    side = {"socket": shared.socket, "user": "limited", "database": "limited"}
    plan = {
        "servers": [{"variant": "side-a", **side}, {"variant": "side-b", **side}],
        "workloads": ["oltp_point_select"], "threads": [1], "repetitions": 2, "seconds": 1,
        "warmup": 1, "settle": 1, "tables": 1, "table_size": 200,
    }  # fmt: skip
    (tmp_path / "campaign.yaml").write_text(yaml.safe_dump(plan))
    forge = Forge(tmp_path / "forge")
    given = {"campaign": "campaign.yaml", "password": "pa ss#wd", "fail-slower": "99%"}
    done = forge.run_action(action, tmp_path, "push", inputs=given)
    assert done.ok, done.log
    assert "MariaDB" in done.summary
    assert "(side-b)" in done.summary
    assert (forge.folder / "artifacts/sysbench-archive.zip").exists()
    assert shared.sql("show tables from limited") == []
