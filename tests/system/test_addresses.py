"""The address at which phones reach the service."""

import ipaddress
import os
import subprocess
import sys

import pytest

from companion.system.addresses import is_here, reached_at


@pytest.mark.parametrize(
    ("host", "address"),
    [("192.168.1.7", "192.168.1.7"), ("fd00::7", "[fd00::7]"), ("table.local", "table.local")],
)
def test_a_chosen_host_is_used_as_it_is(host: str, address: str) -> None:
    assert reached_at(host) == address


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True),
        ("::ffff:127.0.0.1", True), ("0.0.0.0", False), ("::", False), ("", False),
        ("192.168.1.7", False), ("::ffff:192.168.1.7", False), ("hall.local", False),
    ],
)  # fmt: skip
def test_only_loopback_addresses_are_reached_by_this_machine_alone(
    address: str, here: bool
) -> None:
    assert is_here(address) is here


def test_one_address_stands_for_all_interfaces() -> None:
    assert ipaddress.ip_address(reached_at("0.0.0.0")).version == 4


@pytest.mark.skipif(os.getuid() != 0, reason="a network of its own needs root")
@pytest.mark.parametrize(
    ("setting", "address"),
    [
        ("true", "127.0.0.1"),
        ("ip addr add 10.42.0.1/24 dev lo", "10.42.0.1"),
    ],
)
def test_without_a_router_the_first_interfaces_address_is_used(setting: str, address: str) -> None:
    """A table with a hotspot has no default route."""
    said = 'from companion.system.addresses import *; print(reached_at(""))'
    program = f"{sys.executable} -c '{said}'"
    ran = subprocess.run(
        ["unshare", "--net", "sh", "-c", f"{setting} && {program}"], capture_output=True, text=True
    )
    if "not permitted" in ran.stderr or "not found" in ran.stderr or "not supported" in ran.stderr:
        pytest.skip(ran.stderr.strip())
    assert ran.stdout.strip() == address, ran.stderr
