"""Certificates for https: the owner's, or those of an authority that is created at first use.

The command `openssl`, part of every Raspberry Pi OS, does the work. The authority is kept in the
data directory; its name constraints allow private addresses and `.local` names only, so a phone
that trusts it trusts it for nothing else on the web. ECDSA P-256 throughout: many handshakes at
once must not keep a small machine busy.
"""

import ipaddress
import secrets
import ssl
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from companion.errors import CompanionError

AUTHORITY_DAYS = 3650
DAYS = 800
"""Phones accept certificates of a private authority for at most 825 days."""

LEFT_S = 90 * 24 * 3600
"""Seconds: a certificate that expires sooner is renewed at the start."""

NAMES = ("companion.local", "localhost")
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")

_AUTHORITY = """\
[req]
distinguished_name = name
x509_extensions = authority
prompt = no
string_mask = utf8only
[name]
CN = Companion {host}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
nameConstraints = critical, @home
[home]
permitted;DNS.0 = local
permitted;DNS.1 = localhost
{home}
"""

_LEAF = """\
[req]
distinguished_name = name
prompt = no
[name]
CN = {first}
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""


class NoCertificate(CompanionError, OSError):
    """No usable certificate for https."""


class Authority:
    """The certificate authority in `folder`, created if there is none. Raises NoCertificate."""

    def __init__(self, folder: Path, host: str):
        self._folder = folder
        if not self.file.is_file():
            self._create(host)

    @property
    def file(self) -> Path:
        """The certificate that a phone installs."""
        return self._folder / "ca.crt"

    @property
    def served(self) -> Path:
        """The server's key and certificate chain, in one file."""
        return self._folder / "server.pem"

    def sign(self, host: str, addresses: Iterable[str]) -> Path:
        """Sign a certificate for this machine's names and addresses, unless the current one fits.

        Addresses that are not private are left out: the name constraints do not allow them.
        """
        wanted = [f"DNS:{name}" for name in dict.fromkeys((*NAMES, f"{host}.local"))]
        wanted += [f"IP:{address}" for address in dict.fromkeys((*addresses, "127.0.0.1"))
                   if _is_private(address)]  # fmt: skip
        if not self._fits(wanted):
            self._sign(wanted)
        return self.served

    def _fits(self, wanted: list[str]) -> bool:
        if not self.served.is_file():
            return False
        check = _openssl("x509", "-noout", "-checkend", str(LEFT_S), "-in", str(self.served), ok=1)
        return check.returncode == 0 and set(wanted) <= set(names_of(self.served))

    def _create(self, host: str) -> None:
        """Create key and certificate of the authority, both or neither."""
        home = "\n".join(
            f"permitted;IP.{n} = {net.network_address}/{net.netmask}"
            for n, net in enumerate(map(ipaddress.ip_network, _PRIVATE))
        )
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as made:
            config = Path(made, "config")
            config.write_text(_AUTHORITY.format(host=host, home=home), "utf-8")
            files = ("-keyout", f"{made}/ca.key", "-out", f"{made}/ca.crt")
            days = ("-days", str(AUTHORITY_DAYS))
            _openssl("req", "-x509", "-utf8", *_CURVE, "-config", str(config), *days, *files)
            Path(made, "ca.key").replace(self._folder / "ca.key")
            Path(made, "ca.crt").replace(self.file)

    def _sign(self, wanted: list[str]) -> None:
        key = str(self._folder / "ca.key")
        with tempfile.TemporaryDirectory(dir=self._folder) as made:
            config = Path(made, "config")
            first = wanted[0].partition(":")[2]
            config.write_text(_LEAF.format(first=first, names=", ".join(wanted)), "utf-8")
            asked = ("-keyout", f"{made}/key", "-out", f"{made}/request")
            _openssl("req", "-new", *_CURVE, "-config", str(config), *asked)
            by = ("-CA", str(self.file), "-CAkey", key, "-set_serial", f"0x{secrets.token_hex(16)}")
            how = ("-days", str(DAYS), "-extfile", str(config), "-extensions", "leaf", "-sha256")
            what = ("-in", f"{made}/request", "-out", f"{made}/crt")
            _openssl("x509", "-req", *what, *by, *how)
            whole = Path(made, "server.pem")
            whole.touch(mode=0o600)
            parts = (Path(made, "key"), Path(made, "crt"), self.file)
            whole.write_text("".join(part.read_text("ascii") for part in parts), "ascii")
            whole.replace(self.served)


def names_of(file: Path) -> list[str]:
    """The names in a certificate: "DNS:companion.local", "IP:192.168.1.5"."""
    printed = _openssl("x509", "-noout", "-ext", "subjectAltName", "-in", str(file)).stdout
    lines = printed.partition("\n")[2].replace("IP Address:", "IP:")
    return [name.strip() for name in lines.split(",") if name.strip()]


def context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """The server's TLS context with this certificate. Raises NoCertificate."""
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    made.set_alpn_protocols(["http/1.1"])
    for file in filter(None, (certificate, key)):
        if file.exists() and not file.is_file():  # OpenSSL would wait for a pipe's other end
            raise NoCertificate("saved.no_file", file=str(file))
    try:
        made.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        why = error.strerror or str(error)
        raise NoCertificate("tls.unusable", file=str(certificate), why=why) from error
    return made


def _is_private(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(net) for net in _PRIVATE)


def _openssl(*words: str, ok: int = 0) -> subprocess.CompletedProcess[str]:
    """Run openssl; `ok`: the highest exit status that is not an error."""
    try:
        done = subprocess.run(["openssl", *words], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCertificate("tls.no_openssl") from error
    if done.returncode > ok:
        why = done.stderr.strip().splitlines()
        raise NoCertificate("tls.not_made", why=why[-1] if why else str(done.returncode))
    return done
