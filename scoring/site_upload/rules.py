"""Where public pages are uploaded: the address that an organizer types."""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

PORTS = {"sftp": 22, "https": 443, "http": 80}


class AddressError(ValueError):
    """The text is not an address of a folder; ``code`` is "wrong", "user", "not-encrypted" or "bucket"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Destination:
    """A folder on an SFTP server, or in a bucket of an S3 store.

    ``server`` is the host of an SFTP server, the origin of a store, whose host is ``host``. ``folder`` has no slash at
    its end; on an SFTP server it begins at the root, in a bucket without a slash.
    """

    kind: Literal["sftp", "s3"]
    server: str
    host: str
    port: int
    folder: str
    bucket: str = ""


def destination(address: str) -> Destination:
    """Read "sftp://host/folder", "sftp://host:2222/folder" or "https://store/bucket/folder". Raises AddressError.

    http is accepted only for this machine: the pages are public, the right to write them is not.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressError("wrong") from None
    if parts.username is not None or parts.password is not None:
        raise AddressError("user")
    folder = unquote(parts.path).rstrip("/")
    is_plain = not parts.query and not parts.fragment and ".." not in folder.split("/") and folder.isprintable()
    if parts.scheme not in PORTS or not re.fullmatch(r"[A-Za-z0-9.:-]+", host) or not is_plain:
        raise AddressError("wrong")
    port = port or PORTS[parts.scheme]
    if parts.scheme == "sftp":
        return Destination("sftp", host, host, port, folder)
    if parts.scheme == "http" and host not in ("localhost", "127.0.0.1", "::1"):
        raise AddressError("not-encrypted")
    bucket, _slash, inner = folder.strip("/").partition("/")
    if not re.fullmatch(r"[A-Za-z0-9._-]{3,63}", bucket):
        raise AddressError("bucket")
    return Destination("s3", f"{parts.scheme}://{parts.netloc}", host, port, inner.strip("/"), bucket)
