"""Addresses for QR codes, as people type them."""

import pytest

from tournament.papers.rules.addresses import (
    AddressError,
    AddressState,
    Machine,
    address_state,
    clean_address,
    only_local,
)

HERE = Machine(own=["192.168.1.20", "10.0.0.5"], port=8000, answers_to=["localhost", "192.168.1.20", ".example.org"])


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        (" 192.168.1.20:8000/ ", "http://192.168.1.20:8000"),
        ("https://Play.Example.org", "https://play.example.org"),
        ("https://play.example.org:443/", "https://play.example.org"),
        ("http://[fe80::1]:8000", "http://[fe80::1]:8000"),
    ],
)
def test_address_is_stored_without_path(typed: str, clean: str) -> None:
    assert clean_address(typed) == clean
    assert clean_address(clean) == clean


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ftp://192.168.1.20", "scheme"),
        ("javascript://x", "scheme"),
        ("http://", "host"),
        ("a b", "host"),
        ("http://host/e/cup/", "path"),
        ("http://host:99999", "port"),
        ("http://me:secret@host", "user"),
    ],
)
def test_invalid_address_is_refused(typed: str, code: str) -> None:
    with pytest.raises(AddressError) as refused:
        clean_address(typed)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://192.168.1.20:8000", AddressState.FINE),
        ("http://192.168.1.21:8000", AddressState.GONE),
        ("http://10.0.0.5:8000", AddressState.RESTART),
        ("http://192.168.1.20:8001", AddressState.PORT),
        ("http://192.168.1.20", AddressState.PORT),
        ("http://127.0.0.1:8000", AddressState.INNER),
        ("http://localhost:8000", AddressState.INNER),
        ("https://play.example.org", AddressState.FINE),
        ("https://elsewhere.org", AddressState.GONE),
    ],
)
def test_state_of_an_address_on_this_machine(address: str, expected: AddressState) -> None:
    assert address_state(address, HERE) is expected


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("", True), ("http://localhost:8000", True), ("http://127.0.0.1", True), ("http://[::1]:8000", True),
        ("http://192.168.1.20:8000", True), ("http://10.0.0.5", True), ("http://169.254.3.4", True),
        ("http://hall.local:8000", True), ("http://desk", True), ("http://desk.lan", True),
        ("https://pins.example.org", False), ("https://pins.example.org.", False), ("http://93.184.216.34:8000", False),
    ],
)  # fmt: skip
def test_an_address_without_a_public_host_is_local(address: str, local: bool) -> None:
    assert only_local(address) is local
