"""The addresses and ports of this machine."""

import contextlib
import errno
import socket
import sys

from launcher.texts import gettext as _


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the one of the default route first."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing, only selects the route
        addresses.append(probe.getsockname()[0])
    addresses += _interface_addresses() if sys.platform == "linux" else _name_addresses()
    return [address for address in dict.fromkeys(addresses) if not address.startswith("127.")]


def _interface_addresses() -> list[str]:
    import fcntl
    import struct

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode())
            with contextlib.suppress(OSError):  # an interface without an address
                addresses.append(socket.inet_ntoa(fcntl.ioctl(probe, 0x8915, request)[20:24]))  # SIOCGIFADDR
    return addresses


def _name_addresses() -> list[str]:
    with contextlib.suppress(OSError):
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def hosts_reached(host: str) -> list[str]:
    """Return the addresses that reach a server listening at ``host``, the loopback address first."""
    return ["127.0.0.1", *own_addresses()] if host == "0.0.0.0" else [host]


def free_port_after(host: str, port: int) -> int:
    """Return the first of the next hundred ports that can be used; 0 if none can."""
    following = range(port + 1, min(port + 101, 65536))
    return next((other for other in following if not port_problem(host, other)), 0)


def port_problem(host: str, port: int) -> str:
    """Return one sentence if the port cannot be used, else an empty text."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # on Windows it would allow two programs at one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                text = _("Port %(port)s is taken by another program: choose another one with --port %(other)s.")
                return text % {"port": port, "other": port + 1}
            text = _("Nothing can listen at %(host)s, port %(port)s: %(error)s.")
            return text % {"host": host, "port": port, "error": error.strerror or error}
    return ""
