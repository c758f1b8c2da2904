"""The commands of docs/raspberry-pi.md, as an owner copies them."""

from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "raspberry-pi.md"


def blocks(heading: str) -> list[str]:
    """The indented blocks below a heading, up to the next one. Raises KeyError if it is gone."""
    lines = GUIDE.read_text().splitlines()
    starts = [at for at, line in enumerate(lines) if line.lstrip("# ") == heading]
    if not starts:
        raise KeyError(heading)
    found: list[list[str]] = []
    before = ""
    for line in lines[starts[0] + 1 :]:
        if line.startswith("#"):
            break
        if line.startswith("    "):
            if not before.startswith("    "):
                found.append([])
            found[-1].append(line.strip())
        before = line
    return ["\n".join(block) for block in found]
