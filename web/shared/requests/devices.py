"""The client's device and browser in the audit log, from the User-Agent header, and its short name."""

import re

from django.http import HttpRequest

#: Part of the header -> label; the first match counts, since a browser's header also names browsers further down.
BROWSERS = {
    "MicroMessenger": "WeChat",
    "HuaweiBrowser": "Huawei Browser",
    "SamsungBrowser": "Samsung Internet",
    "MiuiBrowser": "Mi Browser",
    "EdgA": "Edge",
    "EdgiOS": "Edge",
    "Edg": "Edge",
    "OPR": "Opera",
    "FxiOS": "Firefox",
    "Firefox": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
DEVICES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "HarmonyOS": "HarmonyOS",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
#: A device in a list of an account's devices, each with moments: "192.168.0.7 Mozilla/5.0 (…), 2026-05-01T…, …; …".
LISTED = re.compile(r"(?:^|(?<=; )).+?(?=, \d{4}-\d\d-\d\dT)")


def device_of(request: HttpRequest) -> str:
    """Return the client's address and browser for the audit log."""
    return f"{request.META.get('REMOTE_ADDR', '')} {request.META.get('HTTP_USER_AGENT', '')}"[:200]


def short_device(device: str) -> str:
    """Return a device in the audit log (address and User-Agent) as "Chrome, Android, 192.168.0.7".

    An unknown device is returned unchanged.
    """
    address, _space, user_agent = device.partition(" ")
    labels = [_first(BROWSERS, user_agent), _first(DEVICES, user_agent)]
    return ", ".join(filter(None, [*labels, address])) if any(labels) else device


def with_short_devices(listed: str) -> str:
    """Return a list of an account's devices (`ranking.own_data`) with short names."""
    return LISTED.sub(lambda device: short_device(device[0]), listed)


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for part, name in names.items() if part in user_agent), "")
