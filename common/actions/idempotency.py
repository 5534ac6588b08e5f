"""Idempotency keys: a repeated request returns the stored answer of the first."""

import hashlib
import json
from dataclasses import fields, is_dataclass
from datetime import date, time
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from common.actions.errors import KeyReused
from common.actions.models.keys import ClientKey
from common.actions.permissions import Actor


def make_key_row(
    action: str, actor: Actor, subject: models.Model | None, key: str, reason: str, payload: dict[str, Any]
) -> ClientKey:
    """Build the row of the idempotency key ``key`` of an ``action``, unsaved.

    The key is stored as a digest, the request body as a keyed digest: it may hold a password.
    """
    content = [action, subject, reason, payload]
    text = json.dumps(content, sort_keys=True, default=_stable_value)
    return ClientKey(
        actor_ref=actor.ref,
        key=hashlib.sha256(key.encode()).hexdigest(),
        action=action,
        body=salted_hmac("client key", text, algorithm="sha256").hexdigest(),
    )


def stored_answer(key_row: ClientKey) -> dict[str, Any] | None:
    """Return the stored answer of a finished write with this key, or None.

    Raises KeyReused if the key was used for a different request.
    """
    stored = ClientKey.objects.filter(actor_ref=key_row.actor_ref, key=key_row.key).first()
    if stored is None:
        return None
    if stored.body != key_row.body:
        raise KeyReused(_("This request was already used for something else. Reload the page."))
    return stored.answer


def claim_key(key_row: ClientKey) -> dict[str, Any] | None:
    """Insert the key, or return the answer of the write that inserted it a moment before."""
    try:
        with transaction.atomic():
            key_row.save(force_insert=True)
    except IntegrityError:
        # The insert waited for the other transaction's commit, so its row exists, with its answer.
        return stored_answer(key_row)
    return None


def _stable_value(value: Any) -> Any:
    """Convert a value that JSON does not know to a stable value.

    A dataclass becomes its fields, a row its label and id, bytes their digest.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, models.Model):
        return f"{value._meta.label}:{value.pk}"
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, date | time | Fraction | PurePath):
        return str(value)
    raise TypeError(f"a value of an action cannot be a {type(value).__name__}")
