"""Ed25519 keys whose signatures others can check offline: files outside the database, one pair per key id.

``<id>.key`` is a private key (mode 0600), ``<id>.pub`` its public key. The newest private key signs. Rotation creates a
new key and deletes the earlier private keys; public keys stay for ever.
"""

import base64
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.utils import timezone


def current_key(folder: Path) -> str:
    """Return the id of the signing key; the first call creates one."""
    key_files = sorted(folder.glob("*.key")) if folder.is_dir() else []
    return key_files[-1].stem if key_files else new_key(folder)


def new_key(folder: Path) -> str:
    """Create a key, newer than all others, and return its id."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    private_key = Ed25519PrivateKey.generate()
    name = f"{timezone.now():%Y%m%d%H%M%S%f}-{secrets.token_hex(2)}"
    # The public key first: a private key never exists without it.
    _write(folder / f"{name}.pub", private_key.public_key().public_bytes_raw())
    _write(folder / f"{name}.key", private_key.private_bytes_raw())
    return name


def rotate(folder: Path) -> str:
    """Create a new key and delete the earlier private keys; return the new id."""
    before = list(folder.glob("*.key"))
    name = new_key(folder)
    for file in before:
        file.unlink(missing_ok=True)
    return name


def sign(folder: Path, name: str, text: bytes) -> bytes:
    """Return the signature of ``text`` with the private key ``name``."""
    return Ed25519PrivateKey.from_private_bytes(_read(folder / f"{name}.key")).sign(text)


def public_keys(folder: Path) -> dict[str, str]:
    """Return every key that ever signed here: id -> raw public key in base64."""
    return {file.stem: file.read_text(encoding="ascii").strip() for file in sorted(folder.glob("*.pub"))}


def is_genuine(public_key: str, text: bytes, signature: bytes) -> bool:
    """Return whether ``signature`` over ``text`` was made with the private key of ``public_key``."""
    try:
        Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key)).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _write(file: Path, data: bytes) -> None:
    """Write a key to a temporary file and rename it into place."""
    aside = file.with_suffix(file.suffix + ".new")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
        new.write(base64.b64encode(data))
    aside.rename(file)


def _read(file: Path) -> bytes:
    return base64.b64decode(file.read_text(encoding="ascii"))
