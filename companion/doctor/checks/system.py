"""Check the machine: Python, language, clock, power, packages, pins and groups."""

from collections.abc import Iterator

from companion import messages
from companion.clocks import clock_synced
from companion.doctor.finding import Case, Finding, found
from companion.drivers.pi.board import PIO, WS281X

OLDEST = (3, 11)
BEFORE_US_S = 1_767_225_600
"""Start of 2026: an earlier clock was never set."""

PIXELS = {
    WS281X: ("_rpi_ws281x", "rpi_ws281x"),
    PIO: ("adafruit_raspberry_pi5_neopixel_write", "Adafruit-Blinka-Raspberry-Pi5-Neopixel"),
}
"""The pixel driver's module for each kind of Pi, and its package."""

BUSES = {"i2c": "/dev/i2c-1", "spi": "/dev/spidev0.0"}
"""The device files of each bus on the Pi's header."""

_NOW_LOW, _WAS_LOW = 1 << 0, 1 << 16
_HOT = 1 << 3 | 1 << 19


def python(case: Case) -> Iterator[Finding]:
    """Check that this Python is new enough."""
    version = case.machine.python
    if version < OLDEST:
        yield found("python_old", version=".".join(map(str, version)))


def language(case: Case) -> Iterator[Finding]:
    """Check that there is a catalogue for the terminal's language."""
    environ = case.machine.environ
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    told = next((environ[name] for name in names if environ.get(name)), "")
    wanted = told.partition(".")[0].partition("_")[0].lower()
    if wanted not in ("", "c", "posix", *messages.languages()):
        yield found("language_missing", language=told, known=", ".join(messages.languages()))


def clock(case: Case) -> Iterator[Finding]:
    """Check that the wall clock has been set since the start."""
    machine = case.machine
    if machine.now() < BEFORE_US_S or not clock_synced(machine.root):
        yield found("clock_unset")


def power(case: Case) -> Iterator[Finding]:
    """Check power and temperature, as the Pi's firmware reports them (hardware.md section 5)."""
    told = case.machine.run("vcgencmd", "get_throttled") if case.machine.pi else None
    try:
        bits = int((told or "").partition("=")[2], 16)
    except ValueError:
        return
    if bits & _NOW_LOW:
        yield found("power_low", bits=f"{bits:#x}")
    elif bits & _WAS_LOW:
        yield found("power_was_low", bits=f"{bits:#x}")
    if bits & _HOT:
        yield found("too_hot", bits=f"{bits:#x}")


def packages(case: Case) -> Iterator[Finding]:
    """Check the optional libraries that this table needs."""
    needs = {"serial": "pyserial"}
    if case.config.buttons:
        needs |= {"gpiozero": "gpiozero", "lgpio": "lgpio"}
    if case.buses:
        needs |= {"board": "Adafruit-Blinka", "adafruit_pn532": "adafruit-circuitpython-pn532"}
    if case.strip_pin:
        needs |= {"board": "Adafruit-Blinka", "neopixel": "adafruit-circuitpython-neopixel"}
        module, package = PIXELS.get(case.pixels, PIXELS[WS281X])
        needs[module] = package
    for module, package in needs.items():
        if not case.machine.has_module(module):
            yield found("package_missing", package=package, extra=_extra(case))


def pins(case: Case) -> Iterator[Finding]:
    """Check that buttons and strip can use the header's pins."""
    machine = case.machine
    if not case.on_pi:
        return
    if not machine.pi:
        yield found("no_pi")
        return
    factory = machine.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    if case.config.buttons and factory != "lgpio":
        yield found("pin_factory", factory=factory)
    chips = machine.files("/dev", "gpiochip*")
    if case.config.buttons and not chips:
        yield found("gpio_missing")
    elif case.config.buttons and not any(machine.may_write(chip) for chip in chips):
        yield found("gpio_forbidden")


def buses(case: Case) -> Iterator[Finding]:
    """Check that the buses of the readers on the header are enabled."""
    for bus in case.buses:
        if case.machine.pi and not case.machine.exists(BUSES[bus]):
            yield found("bus_off", bus=bus, device=BUSES[bus])


def groups(case: Case) -> Iterator[Finding]:
    """Check that the user is in the groups that own this table's devices."""
    machine = case.machine
    wanted = ["dialout"] if case.ports or machine.files("/dev", "ttyACM*") else []
    wanted += ["gpio"] if case.on_pi else []
    wanted += ["spi"] if case.strip_pin == "D10" or "spi" in case.buses else []
    wanted += ["i2c"] if "i2c" in case.buses else []
    for name in wanted:
        number = machine.group(name)
        if machine.user and number is not None and number not in machine.groups:
            yield found("not_in_group", group=name)


def _extra(case: Case) -> str:
    return "pi5" if case.pixels == PIO else "pi"
