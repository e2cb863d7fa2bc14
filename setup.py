"""Puts what the repository keeps beside the package into what is built of it.

Everything else of the package is in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SCHEMAS = ("bundle-1", "comparison-1", "series-1", "source-1")
"""What contributors write; the others describe what a build of the site makes."""
STYLES = ("tokens", "base", "forest")
"""What a report of a campaign has of the site's."""


class BuildWithSchemas(build_py):
    """Build the package as ever, and copy those files into it."""

    def run(self) -> None:
        """Build. An editable installation finds them in the checkout."""
        super().run()
        if self.editable_mode:
            return
        files = [Path("schema", f"{name}.schema.json") for name in SCHEMAS]
        files += [Path("static", "css", f"{name}.css") for name in STYLES]
        files.append(Path("config.toml"))
        for path in files:
            target = Path(self.build_lib, "sysbench_archive", path.parent.name)
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


setup(cmdclass={"build_py": BuildWithSchemas})
