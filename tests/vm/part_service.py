"""The service under systemd: killed, stopped, with a wrong table file, without space."""

from tests.vm.machine import Machine, StepFailed
from tests.vm.part import COMPANION, HOME, JOURNAL, Part, property_of, ready

TABLE = f"/home/pi/{HOME}/table.toml"


def unit(machine: Machine) -> str:
    """The unit runs as the owner, without further rights, watched."""
    main = property_of(machine, "MainPID")
    status = machine.run(f"grep -E '^(Uid|CapEff|NoNewPrivs|VmHWM)' /proc/{main}/status")
    fields = dict(line.split(":", 1) for line in status.splitlines())
    assert fields["Uid"].split()[0] != "0", status
    assert int(fields["CapEff"], 16) in (0, 1 << 10), f"more than the port below 1024: {status}"
    assert property_of(machine, "WatchdogUSec") not in ("", "0"), "no watchdog"
    return f"peak memory {int(fields['VmHWM'].split()[0]) // 1024} MiB"


def watched(machine: Machine) -> str:
    """The watchdog is fed."""
    before = property_of(machine, "WatchdogTimestampMonotonic")
    command = f"test $(systemctl show companion -P WatchdogTimestampMonotonic) -gt {before}"
    return f"within {machine.until(command, 120.0):.0f} s"


def struck(machine: Machine, sign: str) -> str:
    """Send a signal to the service and wait for another process that answers."""
    before = property_of(machine, "MainPID")
    machine.run(f"kill -{sign} {before}", user="root")
    another = f'p=$(systemctl show companion -P MainPID); test "$p" != 0 -a "$p" != {before}'
    took = machine.until(another, 600.0) + ready(machine)
    return f"back after {took:.0f} s"


def killed(machine: Machine) -> str:
    """Killed."""
    return struck(machine, "KILL")


def stopped(machine: Machine) -> str:
    """Stopped (SIGSTOP): the watchdog notices."""
    return struck(machine, "STOP")


def later_table(machine: Machine) -> str:
    """A table.toml written afterwards: the doctor says so, service renew lets it be used."""
    machine.run(f"cat >{TABLE}", stdin=b'[[seat]]\ncolour = "red"\n')
    said = machine.run(f"{COMPANION} doctor")
    assert "service renew" in said, said
    machine.run(f"cd {HOME} && sudo .venv/bin/companion service renew")
    took = ready(machine)
    assert "service renew" not in machine.run(f"{COMPANION} doctor")
    return f"ready after {took:.0f} s"


def wrong_table(machine: Machine) -> str:
    """A table.toml that is no TOML: said with its line, not tried again; mended, it starts."""
    machine.run(f"echo 'colour = red' >>{TABLE}")
    machine.run("systemctl restart companion || true", user="root")
    machine.until("systemctl is-failed -q companion", 300.0)
    status = property_of(machine, "StatusText")
    assert "table.toml, line 3" in status, status
    restarts = property_of(machine, "NRestarts")
    machine.run(f"sed -i 3d {TABLE}")
    machine.run("systemctl restart companion", user="root")
    took = ready(machine)
    assert restarts == "0", f"tried {restarts} times"
    return f"{status} · mended, ready after {took:.0f} s"


def full(machine: Machine) -> str:
    """No space left on the disk: it answers, and says so; with space again it goes on."""
    machine.run(
        "fallocate -l $(df --output=avail -B1 / | tail -1) /full || true; sync", user="root"
    )
    machine.run("dd if=/dev/zero of=/fuller bs=4k 2>/dev/null || true; sync", user="root")
    try:
        machine.run("systemctl restart companion || true", user="root")
        started = machine.until("systemctl is-active -q companion", 300.0)
        main = property_of(machine, "MainPID")
    except StepFailed:
        said = machine.run(JOURNAL, user="root")
        assert "space" in said, said
        machine.run("rm -f /full /fuller; systemctl restart companion", user="root")
        return f"refuses to start and says why; ready {ready(machine):.0f} s after space was made"
    finally:
        machine.run("rm -f /full /fuller", user="root")
    assert main == property_of(machine, "MainPID"), "it was started again"
    return f"started without space after {started:.0f} s"


PART = Part("service", (unit, watched, killed, stopped, later_table, wrong_table, full))
