"""Model fields that are encrypted in the database; the key is a file outside it."""

from functools import cache
from typing import Any

from cryptography.fernet import Fernet
from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from common.privacy.secrets import kept_fernet_key


@cache
def _fernet() -> Fernet:
    return Fernet(kept_fernet_key(settings.PRIVATE_DATA_KEY_FILE))


class EncryptedTextField(models.TextField):  # type: ignore[type-arg]  # generic only in the stubs
    """Text that is encrypted in the database and decrypted on reading; it cannot be searched."""

    def get_prep_value(self, value: Any) -> Any:
        """Encrypt the value; an empty text stays empty."""
        return _fernet().encrypt(str(value).encode()).decode() if value else value

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> Any:
        return _fernet().decrypt(value.encode()).decode() if value else value


def encrypted(data: bytes) -> bytes:
    """Return private bytes encrypted, for a file."""
    return _fernet().encrypt(data)


def decrypted(kept: bytes) -> bytes:
    """Return the bytes that ``encrypted`` encrypted."""
    return _fernet().decrypt(kept)


def keyed_digest(value: str) -> str:
    """Return the keyed digest of a private value for the audit log; it cannot be computed without the secret key."""
    return salted_hmac("private data", value, algorithm="sha256").hexdigest()[:16] if value else ""
