"""Install, use, upgrade, remove and purge the Debian package in a chroot of bookworm.

python -m tests.package DEB. Needs root and debootstrap; the system is kept in build/package-test
for the next time. A failed step is named, and the chroot stays for a look.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import COLOURS
from companion.system.package import PREFIX, PROGRAM, USER
from companion.system.systemd_unit import UNIT_PATH
from tests.evening.service import Phone, Service, request
from tests.table.table_actor import OPTIONS

WORK = Path(__file__).parents[2] / "build" / "package-test"
SYSTEM, ROOT = WORK / "bookworm", WORK / "root"
PACKAGES = "python3,python3-venv,adduser,systemd,udev,curl,ca-certificates"
OLDER = "0.0.1"
DATA, TABLE = Path("/var/lib/companion"), Path("/etc/sled-companion/table.toml")
OWN = "".join(f'[[seat]]\ncolour = "{colour}"\n' for colour in COLOURS)


def inside(*words: str, status: int = 0) -> str:
    """Run a command in the chroot and return its output, with what it said on standard error."""
    done = subprocess.run(
        ["chroot", str(ROOT), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C",
            "DEBIAN_FRONTEND": "noninteractive",
        },
    )
    assert done.returncode == status, f"{' '.join(words)}: status {done.returncode}\n{done.stdout}"
    return done.stdout


def at(path: Path | str) -> Path:
    """A path of the chroot as seen from here."""
    return ROOT / str(path).lstrip("/")


@contextmanager
def fresh_debian() -> Iterator[None]:
    """A copy of a new Debian system, with /proc mounted."""
    if not (SYSTEM / "usr/bin/python3").exists():
        words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm"]
        subprocess.run([*words, str(SYSTEM), "http://deb.debian.org/debian"], check=True)
    shutil.rmtree(ROOT, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(SYSTEM), str(ROOT)], check=True)
    subprocess.run(["mount", "-t", "proc", "proc", str(at("/proc"))], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(at("/proc"))], check=True)


def older(deb: Path) -> Path:
    """The same package with a lower version."""
    tree, made = WORK / "older", WORK / "older.deb"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "-R", str(deb), str(tree)], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(
        re.sub(r"^Version: .*$", f"Version: {OLDER}", control.read_text(), flags=re.M)
    )
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", str(tree), str(made)], check=True)
    shutil.rmtree(tree)
    return made


class Walk:
    """The steps, in order. The service is started by hand: nothing boots in a chroot."""

    def __init__(self, deb: Path):
        self.deb = deb
        self.service = Service(DATA)
        self.service.program = ["chroot", f"--userspec={USER}", str(ROOT), PROGRAM]
        self.before: object = None

    def steps(self) -> list[tuple[str, Callable[[], None]]]:
        """Each step with its name."""
        return [
            ("install", self.install),
            ("verify the unit", self.unit),
            ("start, health and a race", self.race),
            ("upgrade with the race in play", self.upgrade),
            ("another Python", self.other_python),
            ("a wrong table.toml", self.wrong_table),
            ("remove", self.remove),
            ("purge", self.purge),
        ]

    def install(self) -> None:
        shutil.copy(older(self.deb), at("/older.deb"))
        shutil.copy(self.deb, at("/new.deb"))
        inside("dpkg", "-i", "/older.deb")
        assert inside("companion", "--version").strip() == version_of(self.deb)
        assert "dialout" in inside("id", "-nG", USER)
        assert at("/usr/share/sled-companion/firmware/code.py").exists()

    def unit(self) -> None:
        text = at(UNIT_PATH).read_text()
        assert f"ExecStart={PROGRAM} run " in text, text
        assert f"User={USER}\n" in text, text
        assert at("/etc/systemd/system/multi-user.target.wants/companion.service").is_symlink()
        said = inside("systemd-analyze", "verify", UNIT_PATH)
        assert "companion" not in said, said

    def race(self) -> None:
        at(TABLE).write_text(OWN)
        inside("install", "-d", "-m", "0700", "-o", USER, "-g", USER, str(DATA))
        self.service.start()
        assert f"Table: {TABLE}" in self.service.said, self.service.said
        health = request(self.service, "GET", "/api/v1/health")
        assert (health.status, health.body["version"]) == (200, version_of(self.deb))
        phone = Phone(self.service)
        phone.post("/host", pin=self.service.pin)
        begun = phone.post("/races", game="snow_tails", options=OPTIONS)
        assert begun.status == 200, begun.body
        self.before = phone.get("/state")["state"]

    def upgrade(self) -> None:
        inside("companion", "service", "renew", "--root", "/")
        unit = at(UNIT_PATH)
        unit.write_text(unit.read_text().replace("--port 8000", "--port 8123"))
        inside("dpkg", "-i", "/new.deb")
        assert "--port 8123" in unit.read_text(), "the owner's options are kept"
        assert at(TABLE).read_text() == OWN
        assert request(self.service, "GET", "/api/v1/health").status == 200
        self.service.stop()
        self.service.start()
        assert Phone(self.service).get("/state")["state"] == self.before
        self.service.stop()

    def other_python(self) -> None:
        packages = at(PREFIX) / "lib"
        (python,) = packages.iterdir()
        python.rename(packages / "python3.9")
        said = inside("companion", "--version", status=78)
        assert "sudo dpkg-reconfigure sled-companion" in said, said
        inside("dpkg-trigger", "--by-package=python3-minimal", "/usr/bin/python3")
        inside("dpkg", "--triggers-only", "-a")
        assert inside("companion", "--version").strip() == version_of(self.deb)

    def wrong_table(self) -> None:
        at(TABLE).write_text("[[seat]]\nlegs = 4\n")
        said = inside("dpkg", "-i", "/new.deb")
        assert "table.toml, line 2" in said, said
        assert "sudo companion service renew" in said, said
        at(TABLE).write_text(OWN)

    def remove(self) -> None:
        inside("dpkg", "-r", "sled-companion")
        assert at(TABLE).read_text() == OWN
        assert at(DATA / "companion.db").exists()
        assert not at(UNIT_PATH).exists()
        assert not at(PREFIX).exists()
        assert not at(PROGRAM).exists()

    def purge(self) -> None:
        said = inside("dpkg", "-P", "sled-companion")
        assert "sudo rm -r /var/lib/companion" in said, said
        assert not at(TABLE.parent).exists()
        assert [path.name for path in at(DATA).iterdir()] == ["backups"]
        assert list(at(DATA / "backups").iterdir())


def version_of(deb: Path) -> str:
    """The version in a package's name."""
    return deb.name.split("_")[1]


def main() -> int:
    """Walk all steps. Exit status 1 at the first that fails."""
    walk = Walk(Path(sys.argv[1]).resolve())
    with fresh_debian():
        try:
            for name, step in walk.steps():
                print(f"{name} …", flush=True)
                try:
                    step()
                except Exception as error:
                    print(f"FAILED: {name}\n{error!s}\nThe chroot is {ROOT}.")
                    return 1
        finally:
            walk.service.stop()
    shutil.rmtree(ROOT)
    print("fine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
