"""The signature of webhooks, and when they are sent again."""

import pytest

from scoring.webhooks.rules import is_address, minutes_until_again, signature


def test_the_signature_is_that_of_time_and_body() -> None:
    # echo -n "1700000000.{}" | openssl dgst -sha256 -hmac secret
    expected = "t=1700000000,v1=b8569b78799ff9e3cbff0fc2d63a33a2b57f3282abd07c37ae5e8e7d79a5f163"
    assert signature("secret", 1700000000, b"{}") == expected


def test_a_delivery_is_sent_six_times_at_most() -> None:
    assert [minutes_until_again(tries) for tries in range(1, 7)] == [1, 5, 30, 120, 720, None]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("https://program.example/hook?key=1", True),
        ("http://127.0.0.1:8000/", True),
        ("program.example", False),
        ("ftp://program.example/", False),
        ("https://user:password@program.example/", False),
        ("https:///hook", False),
        ("https://[::1", False),
    ],
)
def test_an_address_is_of_the_web_without_a_password(text: str, right: bool) -> None:
    assert is_address(text) is right
