"""The bundle that docs/bundles.md walks through, with output of the kind it describes."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUNDLE = "2026-11-mariadb-small-vm"


def smallest_bundle(checkout: Path) -> None:
    """Write it into a checkout."""
    text = (ROOT / "docs" / "bundles.md").read_text()
    document = text.split("<!-- smallest bundle -->\n```yaml\n")[1].split("```")[0]
    folder = checkout / "data" / "results" / BUNDLE
    (folder / "raw").mkdir(parents=True)
    (folder / "bundle.yaml").write_text(document)
    output = next((ROOT / "data/results").glob("*/raw/oltp-read-only-mariadb-10-11-19-t1-r1.txt"))
    shutil.copyfile(output, folder / "raw" / "read-only-t1.txt")
