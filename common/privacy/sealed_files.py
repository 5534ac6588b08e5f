"""Files whose content only the holder of a key can read, and that show every alteration.

A zip with ``header.json``, which everybody can read, and encrypted members (AES-256-GCM). The header and the name of a
member are authenticated with each member, so none can be changed, exchanged or taken from another file.
"""

import json
import secrets
import zipfile
from collections.abc import Iterable
from typing import IO, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

HEADER = "header.json"
MOST_HEADER = 100_000
NONCE = 12
#: What a file raises that is not as `write_sealed` makes it.
UNREADABLE = (zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError, EOFError, RuntimeError)
#: Letters of a key without those that are mistaken for one another; 26 of them are 128 bits.
LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
LENGTH, GROUP = 28, 4


class SealError(Exception):
    """A file cannot be read. ``code``: "damaged" (no such file, or cut short), "key" (of another file), "altered"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def new_key() -> str:
    """Return a random key that can be typed: seven groups of four letters and figures."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def plain_key(typed: str) -> str:
    """Return a typed key as `new_key` writes it, whatever its case and spacing."""
    letters = "".join(character for character in typed.upper() if character.isalnum())
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def write_sealed(file: IO[bytes], key: str, header: dict[str, Any], members: Iterable[tuple[str, bytes]]) -> None:
    """Write the content of a file, member by member."""
    salt = secrets.token_hex(16)
    content_key, check = _derived(key, salt)
    raw_header = json.dumps(header | {"salt": salt, "check": check}).encode()
    cipher = AESGCM(content_key)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(HEADER, raw_header)
        for name, content in members:
            nonce = secrets.token_bytes(NONCE)
            archive.writestr(name, nonce + cipher.encrypt(nonce, content, raw_header + name.encode()))


class SealedFile:
    """An opened file: its header, and its members for the holder of the key. Raises SealError."""

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self._archive = zipfile.ZipFile(file)
            self._raw_header = self._stored(HEADER, MOST_HEADER)
            self.header: dict[str, Any] = dict(json.loads(self._raw_header))
        except UNREADABLE:
            raise SealError("damaged") from None
        self._cipher: AESGCM | None = None

    def unlock(self, key: str) -> None:
        """Let the members be read; SealError("key") if the key is of another file."""
        content_key, check = _derived(key, str(self.header.get("salt", "")))
        if not secrets.compare_digest(check, str(self.header.get("check", "")).encode("ascii", "replace").decode()):
            raise SealError("key")
        self._cipher = AESGCM(content_key)

    def __contains__(self, name: str) -> bool:
        return name in self._archive.namelist()

    def read(self, name: str) -> bytes:
        """Return the content of a member."""
        assert self._cipher is not None
        try:
            sealed = self._stored(name)
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], self._raw_header + name.encode())
        except (InvalidTag, *UNREADABLE):
            raise SealError("altered") from None

    def _stored(self, name: str, most: int = -1) -> bytes:
        """Return a member, or its first ``most`` bytes.

        `write_sealed` compresses no member. A compressed one could fill the memory before its seal is checked.
        """
        if self._archive.getinfo(name).compress_type != zipfile.ZIP_STORED:
            raise ValueError("a compressed member")
        with self._archive.open(name) as opened:
            return opened.read(most)


def _derived(key: str, salt: str) -> tuple[bytes, str]:
    """Return the key of the content, and a value by which a key of another file is recognized."""
    material = HKDF(SHA256(), 64, salt.encode(), b"pinju sealed file").derive(key.encode())
    return material[:32], material[32:].hex()
