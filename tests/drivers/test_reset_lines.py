"""Reset lines on pins of the Pi: high from the start, and optional."""

from typing import Any

import pytest
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory

from companion.drivers.pi.reset_lines import ResetLines


class Pins:
    """A stand-in for the Pi's pins."""

    def __init__(self, error: Exception | None = None) -> None:
        self.factory = MockFactory()
        self.closed = 0
        self._error = error

    def open(self) -> Any:
        if self._error:
            raise self._error
        return self.factory

    def close(self) -> None:
        self.closed += 1
        self.factory.close()


def test_a_line_is_high_until_set_and_released_at_the_end() -> None:
    pins = Pins()
    lines = ResetLines(pins)
    line = lines.open(25)
    assert line
    pin = pins.factory.pin(25)
    assert (pin.function, pin.state) == ("output", True)
    line(False)
    assert not pin.state
    line(True)
    assert pin.state
    lines.close()
    assert pins.closed == 1
    assert pin.function == "input"


@pytest.mark.parametrize("error", [ImportError("no lgpio"), BadPinFactory("no pins")])
def test_without_pins_there_is_no_line_and_the_log_says_why(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    pins = Pins(error)
    lines = ResetLines(pins)
    assert lines.open(25) is None
    assert "GPIO25" in caplog.text
    lines.close()
    assert pins.closed == 0


def test_a_pin_in_use_gives_no_line(caplog: pytest.LogCaptureFixture) -> None:
    pins = Pins()
    first, second = ResetLines(pins), ResetLines(pins)
    assert first.open(25)
    assert second.open(25) is None
    assert "in use" in caplog.text
    first.close()


def test_a_failing_line_is_ignored(caplog: pytest.LogCaptureFixture) -> None:
    pins = Pins()
    lines = ResetLines(pins)
    line = lines.open(25)
    assert line
    lines.close()
    line(False)
    assert "GPIO25" in caplog.text
