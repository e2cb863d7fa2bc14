"""Puts the schemas, which the repository keeps beside the package, into the package that is built.

Everything else of the package is in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SCHEMAS = ("bundle-1", "comparison-1", "series-1", "source-1")
"""What contributors write; the others describe what a build of the site makes."""


class BuildWithSchemas(build_py):
    """Build the package as ever, and copy the schemas into it."""

    def run(self) -> None:
        """Build. An editable installation finds the schemas in the checkout."""
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib, "sysbench_archive", "schema")
        target.mkdir(parents=True, exist_ok=True)
        for name in SCHEMAS:
            shutil.copy(Path("schema", f"{name}.schema.json"), target)


setup(cmdclass={"build_py": BuildWithSchemas})
