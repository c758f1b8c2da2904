"""The example hall."""

import shutil

import pytest

from companion.bench import example_hall


def test_without_a_broker_it_names_the_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *words, **more: None)
    assert example_hall.main() == 1
    assert "apt-get install --no-install-recommends mosquitto" in capsys.readouterr().err
