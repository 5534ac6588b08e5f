"""Short names of devices in the audit log."""

import pytest

from web.shared.requests.devices import short_device

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0"


@pytest.mark.parametrize(
    ("device", "short"),
    [
        (
            f"192.168.0.7 Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36",
            "Chrome, Windows, 192.168.0.7",
        ),
        (f"::1 Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/131.0", "Edge, Windows, ::1"),
        (f"::1 Mozilla/5.0 (Linux; Android 14; Pixel 8) {CHROME} Mobile Safari/537.36", "Chrome, Android, ::1"),
        (f"::1 Mozilla/5.0 (Linux; Android 14) {CHROME} Mobile Safari/537.36 MicroMessenger/8", "WeChat, Android, ::1"),
        ("::1 Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari, iPhone, ::1"),
        ("::1 Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Firefox/130.0", "Firefox, Mac, ::1"),
        ("::1 curl/8.5.0", "::1 curl/8.5.0"),
        ("command line", "command line"),
        ("", ""),
    ],
)
def test_browser_and_device_are_named_and_unknown_ones_are_unchanged(device: str, short: str) -> None:
    assert short_device(device) == short
