"""Addresses of push services, keys of browsers, repetition."""

import os

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from scoring.notifications.rules import is_endpoint, is_secret, minutes_until_again
from scoring.notifications.selectors.keys import is_browser_key
from tests.support.push import coded


@pytest.mark.parametrize(
    "text",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com:443/wpush/v2/gAAAA",
        "https://203.0.114.9/push",
        "https://[2606:4700::1111]/push",
    ],
)
def test_an_address_of_a_push_service(text: str) -> None:
    assert is_endpoint(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://push.example/1",
        "ftp://push.example/1",
        "https:///1",
        "https://user:word@push.example/1",
        "https://localhost/1",
        "https://server/1",
        "https://printer.local/1",
        "https://vault.internal/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://10.1.2.3/1",
        "https://192.168.0.1/1",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/1",
        "https://[fe80::1]/1",
        "https://[fd00::1]/1",
        "https://0.0.0.0/1",
        "https://push.example:99999/1",
        "https://[push.example/1",
        "https://push.example/a b",
        "https://push.example/\nHost: inside",
        "https://püsh.example/1",
        "https://push.example/" + "x" * 1000,
    ],
)
def test_no_address_of_a_push_service(text: str) -> None:
    assert not is_endpoint(text)


def test_this_machine_only_in_tests() -> None:
    assert is_endpoint("https://127.0.0.1:4430/1", loopback=True)
    assert not is_endpoint("https://10.1.2.3/1", loopback=True)
    assert not is_endpoint("http://127.0.0.1/1", loopback=True)


def test_keys_of_browsers() -> None:
    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    assert is_browser_key(coded(point))
    assert is_browser_key(coded(point) + "=")
    wrong = [point[:-1], b"\x04" + bytes(64), point + b"x", b""]
    assert not any(is_browser_key(coded(raw)) for raw in wrong)
    assert not is_browser_key("é" * 88)
    assert is_secret(coded(os.urandom(16)))
    assert not any(is_secret(coded(os.urandom(length))) for length in (0, 15, 17))


def test_again_ever_later() -> None:
    assert [minutes_until_again(tries) for tries in (1, 2, 3, 4, 5, 6)] == [1, 2, 5, 15, 60, 60]
