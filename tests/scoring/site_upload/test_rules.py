"""The address of the folder that gets the public pages."""

import pytest

from scoring.site_upload.rules import AddressError, Destination, destination


def sftp(port: int, folder: str) -> Destination:
    return Destination("sftp", "host.example", "host.example", port, folder)


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("sftp://host.example/www/results/", sftp(22, "/www/results")),
        (" sftp://host.example:2222 ", sftp(2222, "")),
        ("sftp://host.example/a%20b", sftp(22, "/a b")),
        ("https://s3.example/club", Destination("s3", "https://s3.example", "s3.example", 443, "", "club")),
        (
            "https://s3.example:9/club/2026/x",
            Destination("s3", "https://s3.example:9", "s3.example", 9, "2026/x", "club"),
        ),
        ("http://127.0.0.1/club", Destination("s3", "http://127.0.0.1", "127.0.0.1", 80, "", "club")),
    ],
)
def test_an_address_names_server_and_folder(address: str, wanted: Destination) -> None:
    assert destination(address) == wanted


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("", "wrong"),
        ("host.example/www", "wrong"),
        ("ftp://host.example/www", "wrong"),
        ("sftp:///www", "wrong"),
        ("sftp://host.example:port/www", "wrong"),
        ("sftp://host.example/www?x=1", "wrong"),
        ("sftp://host.example/www/../etc", "wrong"),
        ("sftp://host.example/a%0Ab", "wrong"),
        ("sftp://club@host.example/www", "user"),
        ("https://s3.example", "bucket"),
        ("https://s3.example/a", "bucket"),
        ("http://s3.example/club", "not-encrypted"),
    ],
)
def test_other_addresses_say_what_is_wrong(address: str, code: str) -> None:
    with pytest.raises(AddressError) as raised:
        destination(address)
    assert raised.value.code == code
