"""The walk on a virtual machine (make vm), as far as it goes without one."""

import subprocess

import pytest

from tests.vm import part_install
from tests.vm.__main__ import PARTS, main
from tests.vm.guide import blocks
from tests.vm.image import MODULES, SET_UP
from tests.vm.part import title


def test_the_walk_lists_its_parts_and_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    said = capsys.readouterr().out
    for part in PARTS:
        assert f"{part.name}\n" in said
        for step in part.steps:
            assert title(step) in said


def test_every_part_starts_from_one_that_leaves_its_disk() -> None:
    left = {part.name for part in PARTS if part.leaves}
    assert {part.on for part in PARTS} <= {"", *left}
    assert [part.name for part in PARTS if not part.on] == ["install"]


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["kitchen"])


def test_it_types_the_commands_of_the_guide() -> None:
    software, pins = blocks("From the repository")
    assert software.splitlines()[0] == "sudo apt update"
    assert "requirements-pi.lock" in pins
    assert len(blocks("3. The boards at the seats")[0].splitlines()) == 2
    assert blocks("4. The check") == [".venv/bin/companion doctor"]
    assert len(blocks("5. Start at boot")[0].splitlines()) == 2
    with pytest.raises(KeyError):
        blocks("9. The kitchen")


def test_it_types_nothing_else_than_it_says() -> None:
    guide = "\n".join(blocks("From the repository"))
    assert all(word in guide for word in part_install.OTHERWISE)
    typed = part_install.typed(guide)
    assert not any(word in typed for word in part_install.OTHERWISE)


@pytest.mark.parametrize("script", [SET_UP, MODULES])
def test_the_scripts_that_build_the_image_are_shell(script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_says_that_it_needs_root(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main([]) == 1
    assert "sudo make vm" in capsys.readouterr().err
