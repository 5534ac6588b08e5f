"""The device and browser of who did something, short, from the line that a browser says of itself."""

#: What stands in the line -> what people call it; the first that is found counts, since later ones hide in its line.
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


def short_device(device: str) -> str:
    """ "Chrome, Android, 192.168.0.7" of what the audit keeps (address and browser's line); else the line as it is."""
    address, _space, line = device.partition(" ")
    found = [_first(BROWSERS, line), _first(DEVICES, line)]
    return ", ".join(filter(None, [*found, address])) if any(found) else device


def _first(names: dict[str, str], line: str) -> str:
    return next((name for sign, name in names.items() if sign in line), "")
