"""The chain of an event's packages: each header names the digest of the header before it.

A package is a header, the signature of the header, and the content: the public data of the event at one moment. The
header holds the digest of the content, so the chain of headers stays checkable when contents are deleted.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

FORMAT = "pinju-package/1"
#: Bytes of the digest that the printed code shows, and the characters of one group of the code.
CODE_BYTES, GROUP = 10, 4
#: Digits that people read for letters: a code has the letters A to Z and the digits 2 to 7.
MISREAD = str.maketrans("018", "OIB")


@dataclass(frozen=True)
class Header:
    """The head of a package.

    ``event`` is the event's id, ``at`` the time in UTC, ``previous`` the digest of the header before (empty for number
    1), ``content`` the SHA-256 of the content, ``key`` the public Ed25519 key in base64.
    """

    event: str
    number: int
    at: str
    previous: str
    content: str
    key: str


def header_text(header: Header) -> str:
    """Return the text of the header: what is signed, and what the digest is computed of."""
    return json.dumps({"format": FORMAT, **asdict(header)}, separators=(",", ":"))


def read_header(text: str) -> Header:
    """Return the header with this text; ValueError if it is none, or is spelled in another way."""
    try:
        document = json.loads(text)
        header = Header(**{field.name: document[field.name] for field in fields(Header)})
    except (KeyError, TypeError, RecursionError):
        raise ValueError("not the header of a package") from None
    is_typed = all(type(value) is (int if name == "number" else str) for name, value in asdict(header).items())
    if not is_typed or header_text(header) != text:
        raise ValueError("not the header of a package")
    return header


def digest_of(text: str) -> str:
    """Return the SHA-256 of a header or a content."""
    return hashlib.sha256(text.encode()).hexdigest()


def why_unfit(header: Header, latest: Header | None) -> str:
    """Return why the header cannot follow ``latest`` (None: it is the first); empty if it can.

    "gap": another number is expected. "other-chain": it follows other packages, or comes from another machine.
    """
    if header.number != (latest.number if latest else 0) + 1:
        return "gap"
    if latest is None:
        return "other-chain" if header.previous else ""
    is_next = header.previous == digest_of(header_text(latest)) and header.key == latest.key
    return "" if is_next else "other-chain"


def is_chain(headers: Sequence[Header]) -> bool:
    """Return whether each header follows the one before it, from number 1 on."""
    before = [None, *headers[:-1]] if headers else []
    return not any(why_unfit(header, latest) for header, latest in zip(headers, before, strict=True))


def code_of(digest: str) -> str:
    """Return the short code of a header's digest, for paper: four groups of four characters."""
    code = base64.b32encode(bytes.fromhex(digest)[:CODE_BYTES]).decode()
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def typed_code(text: str) -> str:
    """Return a typed code as `code_of` writes it; without spaces, and with letters for misread digits."""
    letters = "".join(filter(str.isalnum, text)).upper().translate(MISREAD)
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def minutes_until_again(tries: int) -> int:
    """Return the minutes until packages are sent again after ``tries`` (1 or more) that failed."""
    return min(2 ** (tries - 1), 15)
