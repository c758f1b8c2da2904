"""Every mutant excused in tests/mutation/reasons.txt belongs to an existing function."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "tests" / "mutation" / "reasons.txt").read_text("utf-8").splitlines()


def test_each_line_is_a_mutant_and_a_reason() -> None:
    for line in LINES:
        pattern, tab, reason = line.partition("\t")
        assert all((pattern, tab, reason)), line


def test_each_reason_names_a_function_that_exists() -> None:
    """mutmut's names: `module.x_function__mutmut_7`, `module.xǁClassǁmethod__mutmut_7`."""
    for line in LINES:
        module, _, rest = line.partition("\t")[0].partition(".x")
        function = rest.partition("__mutmut_")[0].rpartition("ǁ")[2].removeprefix("_")
        path = ROOT.joinpath(*module.split("."))
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        assert re.search(rf"def _?{function}\b", source.read_text("utf-8")), line
