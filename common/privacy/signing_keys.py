"""Ed25519 keys that sign what others check without asking us: files outside the database, one for each key id.

``<id>.key`` is a private key (mode 0600), ``<id>.pub`` its public one. The newest private key signs; rotating makes a
new one and takes the private ones before away, for nothing more is signed with them; public ones stay for ever.
"""

import base64
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.utils import timezone


def current_key(folder: Path) -> str:
    """The id of the key that signs now; the first call makes one."""
    found = sorted(folder.glob("*.key")) if folder.is_dir() else []
    return found[-1].stem if found else new_key(folder)


def new_key(folder: Path) -> str:
    """Make a key, newer than all before, and return its id."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = Ed25519PrivateKey.generate()
    name = f"{timezone.now():%Y%m%d%H%M%S%f}-{secrets.token_hex(2)}"
    # The public one first: whoever finds a private key finds its public one too.
    _write(folder / f"{name}.pub", made.public_key().public_bytes_raw())
    _write(folder / f"{name}.key", made.private_bytes_raw())
    return name


def rotate(folder: Path) -> str:
    """Make a new key; the private ones before are deleted, the public ones stay. The new id."""
    before = list(folder.glob("*.key"))
    name = new_key(folder)
    for file in before:
        file.unlink(missing_ok=True)
    return name


def sign(folder: Path, name: str, text: bytes) -> bytes:
    """The signature of ``text`` with the private key ``name``."""
    return Ed25519PrivateKey.from_private_bytes(_read(folder / f"{name}.key")).sign(text)


def public_keys(folder: Path) -> dict[str, str]:
    """Every key that ever signed here: id -> the raw public key in base64."""
    return {file.stem: file.read_text(encoding="ascii").strip() for file in sorted(folder.glob("*.pub"))}


def is_genuine(public_key: str, text: bytes, signature: bytes) -> bool:
    """Whether ``signature`` over ``text`` was made with the private key of this public one."""
    try:
        Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key)).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _write(file: Path, data: bytes) -> None:
    """Write a key aside and put it into its place whole."""
    aside = file.with_suffix(file.suffix + ".new")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
        new.write(base64.b64encode(data))
    aside.rename(file)


def _read(file: Path) -> bytes:
    return base64.b64decode(file.read_text(encoding="ascii"))
