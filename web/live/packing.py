"""A packed answer put together of parts: what a thousand answers have in common is packed once (RFC 1951, RFC 1952)."""

import zlib
from functools import lru_cache
from itertools import groupby

#: The head of a gzip file that says nothing of its making; what ends its last block.
HEAD = bytes.fromhex("1f8b08000000000000ff")
END = b"\x03\x00"
#: From this length on a part is likely somebody else's too.
LONG = 2000


def packed(parts: list[str]) -> bytes:
    """The parts one behind the other as one gzip file; long ones are packed but once."""
    body, check, size = [HEAD], 0, 0
    for long, group in groupby(parts, lambda part: len(part) >= LONG):
        for part in group if long else ["".join(group)]:
            raw = part.encode()
            check, size = zlib.crc32(raw, check), size + len(raw)
            body.append(_known(part) if long else _block(raw))
    return b"".join([*body, END, check.to_bytes(4, "little"), (size % 2**32).to_bytes(4, "little")])


@lru_cache(maxsize=64)
def _known(part: str) -> bytes:
    return _block(part.encode())


def _block(raw: bytes) -> bytes:
    """Packed so that it ends at a whole byte and needs nothing that stands before it."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)
