"""Compile the catalogues of sentences when the package is built or installed.

Everything else about the package stands in pyproject.toml.
"""

from pathlib import Path

import polib
from setuptools import setup
from setuptools.command.build_py import build_py


class CompileCatalogues(build_py):
    """Write each `companion.mo` beside its `companion.po`, then build as usual."""

    def run(self) -> None:
        for path in Path("companion/locales").rglob("*.po"):
            polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
        super().run()


setup(cmdclass={"build_py": CompileCatalogues})
