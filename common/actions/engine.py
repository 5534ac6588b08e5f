"""Actions: the only way to write.

An action opens the transaction, checks idempotency key, role and state, runs the service, writes the audit entry and
raises versions.

A service is declared as ``@action("session.release", ...)`` and called as ``release(actor, session, key=...,
reason=..., **facts)``. It returns a :class:`Done`. The caller receives its answer, which is plain data; a repeated key
returns the stored answer.

Other public functions of services modules take the :class:`Call` as their first parameter. Only this module creates a
Call, so nothing is written outside an action; tests/test_actions.py checks every services module.

Lock order: the rows in the subject's ``locked_before`` (the event of a session), the subject, then the head.
"""

import hashlib
import json
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, time
from enum import StrEnum
from fractions import Fraction
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePath
from threading import RLock
from typing import Any, Protocol, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.actions import audit
from common.actions.errors import Forbidden, KeyReused, Refused, WrongState
from common.actions.full_disk import refusing_when_full
from common.actions.models.audit import AuditEntry
from common.actions.models.heads import Head
from common.actions.models.keys import ClientKey
from common.actions.permissions import ADMINISTRATOR, SYSTEM, Actor

#: Versions of a head that an action may raise.
PUBLIC, LIVE, CLOCK, CALLS = "public", "live", "clock", "calls"
_WRITERS = RLock()
T = TypeVar("T")
Row = TypeVar("Row", bound=models.Model)


class Answer(StrEnum):
    """How a state answers an action: allowed, allowed with a reason, or refused."""

    SAFE = "safe"
    ASKS = "asks"
    REFUSED = "refused"


@dataclass(frozen=True)
class Call:
    """The context of a running action: who acts, and for what reason."""

    actor: Actor
    reason: str


@dataclass(frozen=True)
class Done:
    """The result of a service.

    ``answer`` is plain data, stored under the idempotency key. ``about`` names the changed object ("sheet:12").
    ``before`` and ``after`` are plain data for the audit log. ``raises`` lists the versions to raise. ``head`` is given
    where the subject had none when the action began. ``second_head`` is a second head whose chain gets the same entry
    and whose live version rises. With ``changed=False`` (nothing differs from before) no audit entry is written and no
    version rises.
    """

    answer: dict[str, Any]
    about: str
    before: Any = None
    after: Any = None
    raises: tuple[str, ...] = (LIVE,)
    head: Head | None = None
    second_head: Head | None = None
    changed: bool = True


class Service(Protocol):
    """A declared action, as its callers see it."""

    spec: "Action"

    def __call__(
        self, actor: Actor, subject: Any = None, *, key: str = "", reason: str = "", **facts: Any
    ) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Action:
    """A declared action: its name, its service, the roles that may call it, and its answer per state of the subject."""

    name: str
    summary: str | Promise
    roles: frozenset[str]
    subject: str
    states: Mapping[str, Answer]
    service: Callable[..., Done]


REGISTRY: dict[str, Action] = {}


def action(
    name: str,
    *,
    summary: str | Promise,
    roles: Iterable[str],
    subject: str,
    states: Mapping[str, Answer] | None = None,
) -> Callable[[Callable[..., Done]], Service]:
    """Declare a service ``service(call, subject, **facts) -> Done`` as the action ``name``.

    ``subject`` is the word for the object it acts on ("event", "sheet"; "none" if it creates its own head). The subject
    has ``head`` (its Head) and, where ``states`` are given, ``state`` and ``state_name``. It may have ``locked_before``
    (rows to lock before it) and ``read_with`` (related rows to read in the query that locks it). Administrators and the
    command line may always act, within the states.
    """
    allowed = frozenset(roles) | {ADMINISTRATOR, SYSTEM}

    def declare(service: Callable[..., Done]) -> Service:
        spec = Action(name, summary, allowed, subject, dict(states or {}), service)
        if name in REGISTRY:
            raise ValueError(f"two services are called {name}")
        REGISTRY[name] = spec

        @wraps(service)
        def run(actor: Actor, subject: Any = None, *, key: str = "", reason: str = "", **facts: Any) -> dict[str, Any]:
            return _run(spec, actor, subject, key, reason.strip(), facts)

        run.spec = spec  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return declare


def load_services() -> None:
    """Import the services of every room, to complete the registry."""
    for config in apps.get_app_configs():
        if Path(config.path).parent != settings.BASE_DIR:
            continue
        for room in pkgutil.iter_modules([config.path], f"{config.name}."):
            if room.ispkg and find_spec(f"{room.name}.services"):
                _import_whole(f"{room.name}.services")


def _import_whole(name: str) -> None:
    """Import a module, or a package with all its modules."""
    folder = getattr(import_module(name), "__path__", [])
    for module in pkgutil.walk_packages(folder, f"{name}."):
        import_module(module.name)


def dry_run(
    service: Service, actor: Actor, subject: Any, look: Callable[[], T], *, reason: str = "", **facts: Any
) -> T:
    """Return the result of ``look`` after the action has run, then roll everything back.

    A page shows the effects of an action with it. Raises the errors of the action.
    """
    with _single_writer(), transaction.atomic():
        service(actor, subject, reason=reason, **facts)
        result = look()
        transaction.set_rollback(True)
    return result


def may(actor: Actor, service: Service, head: Head | None) -> bool:
    """Return whether the actor's roles allow the action on ``head``; pages ask before they show a control."""
    return bool(actor.roles(head) & service.spec.roles)


def _run(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, facts: dict[str, Any]
) -> dict[str, Any]:
    key_row = _key_row(spec, actor, subject, key, reason, facts) if key else None
    # Replay before the permission check: the caller may have just given up the role.
    if key_row:
        replayed = _stored_answer(key_row)
        if replayed is not None:
            return replayed
    head: Head | None = getattr(subject, "head", None)
    if not actor.roles(head, subject) & spec.roles:
        raise Forbidden(_("Your role here does not allow this."))
    with refusing_when_full(names_backup=_is_official(actor, head)), _single_writer(), transaction.atomic():
        if key_row:
            replayed = _claim_key(key_row)
            if replayed is not None:
                return replayed
        locked = _locked_subject(subject)
        _check_state(spec, locked, reason)
        done = spec.service(Call(actor, reason), locked, **facts)
        if done.changed:
            _write_audit(spec, actor, reason, head or done.head, done)
        # Convert it as the database does, so that the first answer and a replay are equal.
        answer = json.loads(json.dumps(done.answer))
        if key_row:
            key_row.answer = answer
            key_row.save(update_fields=["answer"])
    return answer


def _is_official(actor: Actor, head: Head | None) -> bool:
    """Return whether the actor has an account with a role on ``head``; a player with a code has none."""
    return actor.account is not None and bool(actor.roles(head))


def _single_writer() -> AbstractContextManager[Any]:
    """Serialise writers of this process on SQLite; its busy-wait can starve a thread.

    SQLite sleeps up to 0.1 s between attempts, so one of eight threads that write without a pause can wait until the
    timeout of 20 s. Correctness does not depend on this lock: the database locks too.
    """
    return _WRITERS if connection.vendor == "sqlite" else nullcontext()


def _key_row(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, facts: dict[str, Any]
) -> ClientKey:
    """Build the row of the idempotency key, unsaved.

    The key is stored as a digest, the request body as a keyed digest: it may hold a password.
    """
    content = [spec.name, subject, reason, facts]
    text = json.dumps(content, sort_keys=True, default=_stable_value)
    return ClientKey(
        actor_ref=actor.ref,
        key=hashlib.sha256(key.encode()).hexdigest(),
        action=spec.name,
        body=salted_hmac("client key", text, algorithm="sha256").hexdigest(),
    )


def _stored_answer(key_row: ClientKey) -> dict[str, Any] | None:
    """Return the stored answer of a finished write with this key, or None.

    Raises KeyReused if the key was used for a different request.
    """
    stored = ClientKey.objects.filter(actor_ref=key_row.actor_ref, key=key_row.key).first()
    if stored is None:
        return None
    if stored.body != key_row.body:
        raise KeyReused(_("This key was used before for something else; load the page again."))
    return stored.answer


def _claim_key(key_row: ClientKey) -> dict[str, Any] | None:
    """Insert the key, or return the answer of the write that inserted it a moment before."""
    try:
        with transaction.atomic():
            key_row.save(force_insert=True)
    except IntegrityError:
        # The insert waited for the other transaction's commit, so its row exists, with its answer.
        return _stored_answer(key_row)
    return None


def _stable_value(value: Any) -> Any:
    """Convert a fact that JSON does not know to a stable value.

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
    raise TypeError(f"a fact of an action cannot be a {type(value).__name__}")


def _locked_subject(subject: models.Model | None) -> Any:
    if subject is None:
        return None
    for row in getattr(subject, "locked_before", ()):
        list(row._meta.model._default_manager.select_for_update().filter(pk=row.pk).values_list("pk"))
    return locked_row(subject._meta.model, subject.pk, *getattr(subject, "read_with", ()))


def locked_row(model: type[Row], key: int, *read_with: str) -> Row:
    """Lock the row and read it with its related rows; raise WrongState if it no longer exists.

    Takes two queries where rows can be locked: after a wait PostgreSQL reads the locked row again, but not the rows
    joined to it.
    """
    rows = model._default_manager.filter(pk=key)
    if connection.features.has_select_for_update and read_with:
        list(rows.select_for_update().values_list("pk"))
        locked = rows.select_related(*read_with).first()
    else:
        locked = rows.select_related(*read_with).select_for_update(of=("self",)).first()
    if locked is None:
        raise WrongState(_("This is no longer there."))
    return locked


def _check_state(spec: Action, subject: Any, reason: str) -> None:
    if not spec.states:
        return
    answer = spec.states.get(subject.state, Answer.REFUSED)
    if answer is Answer.REFUSED:
        raise WrongState(_("This cannot be done now: %(state)s.") % {"state": subject.state_name})
    if answer is Answer.ASKS and not reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")


def _write_audit(spec: Action, actor: Actor, reason: str, head: Head | None, done: Done) -> None:
    """Write the audit entry last, under the lock of its head (two heads by id), and raise the versions."""
    if head is None:
        raise ValueError(f"{spec.name} has no head to be audited on")
    raises = {head.pk: done.raises}
    if done.second_head:
        raises.setdefault(done.second_head.pk, (LIVE,))
    now = timezone.now()
    for row in Head.objects.select_for_update().filter(pk__in=raises).order_by("pk"):
        entry = AuditEntry(
            at=now,
            action=spec.name,
            actor_ref=actor.ref,
            actor_name=actor.name,
            device=actor.device[:200],
            about=done.about,
            before=done.before,
            after=done.after,
            reason=reason,
        )
        audit.append(row, entry)
        for version in raises[row.pk]:
            setattr(row, version, getattr(row, version) + 1)
        row.save()
