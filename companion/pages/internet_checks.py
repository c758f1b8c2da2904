"""Answer the requests by which phones check whether a network has internet.

After any other answer a phone assumes a broken network or a log-in page, and leaves the table's
Wi-Fi. The Pi's own hotspot resolves these names to itself (system/hotspot.py). Most phones check
over http; checks over https cannot be answered, because we cannot get a certificate for those
names.
"""

from functools import partial
from typing import NamedTuple

from flask import Flask, Response

ENDPOINT = "internet check"
"""Prefix of endpoints that are answered under any host name; they change and reveal nothing."""


class Expected(NamedTuple):
    """A response that an operating system expects."""

    status: int
    mimetype: str
    body: str


_NOTHING = Expected(204, "text/plain", "")
_APPLE = Expected(
    200, "text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
)
_FIREFOX = (
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)
_LINUX = Expected(200, "text/plain", "NetworkManager is online\n")

EXPECTED = {
    "/generate_204": _NOTHING,  # Android, ChromeOS, Samsung, Xiaomi, Huawei
    "/gen_204": _NOTHING,  # Android's second try
    "/hotspot-detect.html": _APPLE,  # iOS, macOS
    "/library/test/success.html": _APPLE,  # older iOS
    "/connecttest.txt": Expected(200, "text/plain", "Microsoft Connect Test"),  # Windows 10, 11
    "/ncsi.txt": Expected(200, "text/plain", "Microsoft NCSI"),  # Windows 7, 8
    "/success.txt": Expected(200, "text/plain", "success\n"),  # Firefox
    "/canonical.html": Expected(200, "text/html", _FIREFOX),  # Firefox from 88
    "/check_network_status.txt": _LINUX,  # GNOME, Ubuntu
    "/nm": _LINUX,  # Debian
}
"""The expected responses by path."""


def add(app: Flask) -> None:
    """Answer the checks, GET and HEAD."""
    for path, expected in EXPECTED.items():
        view = partial(Response, expected.body, expected.status, mimetype=expected.mimetype)
        app.add_url_rule(path, f"{ENDPOINT} {path}", view, provide_automatic_options=False)
