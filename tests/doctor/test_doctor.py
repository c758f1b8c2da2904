"""The command `companion doctor`: output, exit status, questions."""

import io
import json
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from sick_pi import BUTTON, READER, SickPi

from companion.__main__ import main, parse
from companion.cli.options import default_data
from companion.doctor.doctor import count_hits, doctor, walk_strip
from companion.doctor.finding import SEVERITY
from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.errors import Refused


def run(pi: SickPi, *words: str) -> tuple[int, str]:
    """Run the command on this machine, whose table file is `pi.toml`."""
    table = pi.folder / "table.toml"
    table.write_text(pi.toml)
    args = parse(["doctor", "--table", str(table), "--data", "/data", *words])
    args.lang = "en"
    out = io.StringIO()
    return doctor(args, out, pi.machine), out.getvalue()


def test_a_healthy_machine_is_fine_in_each_subject(tmp_path: Path) -> None:
    status, said = run(SickPi(tmp_path))
    assert status == 0
    assert "Raspberry Pi 4B" in said
    assert "Saved in /data" in said
    assert all(line.startswith("ok ") for line in said.splitlines())


def test_a_fault_is_reported_with_its_cure_and_exit_status(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.toml = BUTTON
    pi.remove("/dev/gpiochip0")
    status, said = run(pi)
    assert status == 1
    lines = said.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("BROKEN"))
    assert "gpiochip0" in lines[at]
    assert "full-upgrade" in lines[at + 1]


def test_a_warning_does_not_change_the_exit_status(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.free_mb(100)
    status, said = run(pi)
    assert (status, "warning" in said) == (0, True)


def test_json_has_the_same_findings(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.free_mb(1)
    status, said = run(pi, "--json")
    findings = json.loads(said)
    assert status == 1
    assert {"id", "severity", "text", "fix"} == findings[0].keys()
    (full,) = [finding for finding in findings if finding["severity"] == "broken"]
    assert full["id"] == "disk_full"
    assert "1 MB" in full["text"]
    assert all(finding["fix"] == "" for finding in findings if finding["id"] not in SEVERITY)


def test_a_wrong_table_file_does_not_stop_the_other_checks(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.toml = "[[seat]\n"
    pi.free_mb(1)
    status, said = run(pi, "--json")
    ids = {finding["id"] for finding in json.loads(said)}
    assert status == 1
    assert {"table_wrong", "disk_full"} <= ids


def test_table_of_the_installed_service_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pi = SickPi(tmp_path / "pi")
    table = tmp_path / "100% $ound" / "t.toml"
    table.parent.mkdir()
    words = ["service", "install", "--root", str(pi.root), "--user", "root", "--table", str(table)]
    table.write_text("[[seat]]\n")
    assert main(words) == 0
    table.write_text("[[seat]]\nbrightness = 40\n")
    args = parse(["doctor", "--data", "/data"])
    args.lang = "en"
    out = io.StringIO()
    assert doctor(args, out, pi.machine) == 1
    assert f"Not used: {table}, line 2: " in out.getvalue()


def test_the_default_data_directory_is_named(tmp_path: Path) -> None:
    args = parse(["doctor"])
    assert args.data == default_data()


def test_without_a_table_file_the_table_is_for_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pi = SickPi(tmp_path)
    args = Namespace(
        table=None, data=Path("/data"), port=8000, json=True, strip=None, reader=None, lang="en"
    )
    out = io.StringIO()
    assert doctor(args, out, pi.machine) == 0
    assert "no_table" in {finding["id"] for finding in json.loads(out.getvalue())}


def test_a_strip_test_at_an_unknown_seat_is_refused(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.toml = '[[seat]]\ncolour = "red"\n'
    with pytest.raises(Refused, match=r"doctor\.no_seat"):
        walk_strip(pi.case, 2, io.StringIO(), io.StringIO(), "en")


def test_a_reader_test_needs_a_name_or_a_configured_reader(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    with pytest.raises(Refused, match=r"doctor\.no_reader"):
        count_hits(pi.case, "", io.StringIO("\n"), io.StringIO(), "en")
    with (
        SimulatedReader(str(tmp_path / "reader")) as reader,
        pytest.raises(Refused, match=r"doctor\.no_answer"),
    ):
        count_hits(pi.case, reader.path, io.StringIO(), io.StringIO(), "en")


@pytest.mark.parametrize("name", ["spi", "i2c", "spi:7"])
def test_a_bus_reader_must_be_configured(tmp_path: Path, name: str) -> None:
    pi = SickPi(tmp_path)
    pi.toml = READER
    with pytest.raises(Refused, match=r"doctor\.no_reader"):
        count_hits(pi.case, name, io.StringIO("\n"), io.StringIO(), "en")


@pytest.mark.parametrize("name", ["", "i2c", "I2C"])
def test_a_reader_on_a_bus_is_opened_before_a_card_is_asked_for(tmp_path: Path, name: str) -> None:
    """This machine has no bus. While a service runs, the bus is not used."""
    pi = SickPi(tmp_path)
    pi.toml = '[[reader]]\nbus = "i2c"\n'
    out = io.StringIO()
    (finding,) = count_hits(pi.case, name, io.StringIO(), out, "en")
    assert (finding.id, finding.params["port"], out.getvalue()) == ("reader_closed", "I2C", "")
    pi.write("/proc/77/cmdline", "/home/pi/.venv/bin/companion\0run\0")
    (finding,) = count_hits(pi.case, name, io.StringIO(), out, "en")
    assert finding.params["what"].key == "link.port_busy"


def test_no_card_is_asked_for_if_the_port_cannot_be_opened(tmp_path: Path) -> None:
    out = io.StringIO()
    (finding,) = count_hits(SickPi(tmp_path).case, "/dev/null", io.StringIO(), out, "en")
    assert (finding.id, out.getvalue()) == ("reader_closed", "")


def test_questions_go_to_stderr_with_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    with SimulatedReader(str(tmp_path / "reader")) as reader:
        reader.lay("04A30B5AEB6C80")
        status, said = run(SickPi(tmp_path), "--json", "--reader", reader.path)
    assert (status, [finding["id"] for finding in json.loads(said)]) == (0, ["fine_reader"])
    assert reader.path in capsys.readouterr().err


def test_a_reader_is_chosen_by_its_port(tmp_path: Path) -> None:
    out = io.StringIO()
    with SimulatedReader(str(tmp_path / "reader")) as reader:
        reader.lay("04A30B5AEB6C80")
        pi = SickPi(tmp_path)
        (finding,) = count_hits(pi.case, reader.path, io.StringIO("\n"), out, "en")
    assert finding.id == "fine_reader"
    assert finding.params["polls"] == 50
    assert reader.path in out.getvalue()
