"""The one way to write: an action opens the transaction, checks key, role and state, runs, audits, raises versions.

A service is declared as ``@action("session.release", ...)`` and called as ``release(actor, session, key=...,
reason=..., **facts)``. It returns a :class:`Done`; the caller receives the answer, plain data,
the same again for a repeated key.

What a service calls to write is a helper: a public function that takes the :class:`Call` first. Only this module makes
a Call, so that nothing is written outside an action; tests/test_actions.py holds every services module to it.
Lock order: what the subject names as ``locked_before`` (the event of a session), the subject, then the head.
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

#: The versions of a head that an action may raise.
PUBLIC, LIVE, CLOCK, CALLS = "public", "live", "clock", "calls"
_WRITERS = RLock()
T = TypeVar("T")
Row = TypeVar("Row", bound=models.Model)


class Answer(StrEnum):
    """What a state says to an action: go on, go on with a reason, or no."""

    SAFE = "safe"
    ASKS = "asks"
    REFUSED = "refused"


@dataclass(frozen=True)
class Call:
    """What a service knows of its caller; whoever is given one runs inside an action."""

    actor: Actor
    reason: str


@dataclass(frozen=True)
class Done:
    """What a service hands back: the answer, and what the audit keeps.

    ``answer`` is plain data (it is stored under the client key); ``about`` names the thing ("sheet:12"); ``before`` and
    ``after`` are plain data; ``raises`` the versions that rise; ``head`` where the subject had none yet; ``beside`` a
    second one whose chain keeps the same entry, and whose live version rises. ``changed`` is False where everything was
    so already: then nothing is audited and no version rises.
    """

    answer: dict[str, Any]
    about: str
    before: Any = None
    after: Any = None
    raises: tuple[str, ...] = (LIVE,)
    head: Head | None = None
    beside: Head | None = None
    changed: bool = True


class Service(Protocol):
    """A declared action, as callers see it."""

    spec: "Action"

    def __call__(
        self, actor: Actor, subject: Any = None, *, key: str = "", reason: str = "", **facts: Any
    ) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Action:
    """One thing people do: its name, who may, in which states of the subject, and one sentence."""

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

    ``subject`` is the word for what it acts on ("event", "sheet"; "none" if it makes its own head). The subject has
    ``head`` (its Head) and, where ``states`` are given, ``state`` and ``state_name``; it may have ``locked_before``,
    rows to lock before it, and ``read_with``, the related rows that are read in the query that locks it.
    Administrators and the command line may always act, within the states.
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
    """Import the services of every room, so that the registry is complete."""
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


def tried(service: Service, actor: Actor, subject: Any, look: Callable[[], T], *, reason: str = "", **facts: Any) -> T:
    """What ``look`` finds once the action has run; then everything is as before, and nothing was written.

    So that a page shows what an action would do by doing it. Raises what the action raises.
    """
    with _turn(), transaction.atomic():
        service(actor, subject, reason=reason, **facts)
        found = look()
        transaction.set_rollback(True)
    return found


def may(actor: Actor, service: Service, head: Head | None) -> bool:
    """Whether the actor's roles allow the action on ``head``; pages ask it before they show a control."""
    return bool(actor.roles(head) & service.spec.roles)


def _run(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, facts: dict[str, Any]
) -> dict[str, Any]:
    asked = _asked(spec, actor, subject, key, reason, facts) if key else None
    # Before the role: whoever gave up the own role asks again after a lost answer and must hear that it was done.
    if asked and (answer := _answered(asked)) is not None:
        return answer
    head: Head | None = getattr(subject, "head", None)
    if not actor.roles(head, subject) & spec.roles:
        raise Forbidden(_("Your role here does not allow this."))
    with refusing_when_full(names_backup=_is_official(actor, head)), _turn(), transaction.atomic():
        if asked and (answer := _claim(asked)) is not None:
            return answer
        locked = _locked(subject)
        _check_state(spec, locked, reason)
        done = spec.service(Call(actor, reason), locked, **facts)
        if done.changed:
            _conclude(spec, actor, reason, head or done.head, done)
        # As the database gives it back, so that the first answer and the repeated one are equal.
        answer = json.loads(json.dumps(done.answer))
        if asked:
            asked.answer = answer
            asked.save(update_fields=["answer"])
    return answer


def _is_official(actor: Actor, head: Head | None) -> bool:
    """Whether the actor has an account with a role there, and is not a player with a code."""
    return actor.account is not None and bool(actor.roles(head))


def _turn() -> AbstractContextManager[Any]:
    """The own turn among the threads of this process on SQLite, where only one transaction writes at a time.

    No rule rests on it: the database locks. But its waiting sleeps up to 0.1 s between tries, and where eight threads
    write without a pause one of them may come to nothing for 20 s.
    """
    return _WRITERS if connection.vendor == "sqlite" else nullcontext()


def _asked(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, facts: dict[str, Any]
) -> ClientKey:
    """The key's row, not yet written. Key and body are digests, the body's keyed: among the facts may be a password."""
    content = [spec.name, subject, reason, facts]
    text = json.dumps(content, sort_keys=True, default=_plain)
    return ClientKey(
        actor_ref=actor.ref,
        key=hashlib.sha256(key.encode()).hexdigest(),
        action=spec.name,
        body=salted_hmac("client key", text, algorithm="sha256").hexdigest(),
    )


def _answered(asked: ClientKey) -> dict[str, Any] | None:
    """What a finished write with this key answered, or None. Raises KeyReused if it asked another thing."""
    stored = ClientKey.objects.filter(actor_ref=asked.actor_ref, key=asked.key).first()
    if stored is None:
        return None
    if stored.body != asked.body:
        raise KeyReused(_("This key was used before for something else; load the page again."))
    return stored.answer


def _claim(asked: ClientKey) -> dict[str, Any] | None:
    """Insert the key; or what the write answered that inserted it a moment before us."""
    try:
        with transaction.atomic():
            asked.save(force_insert=True)
    except IntegrityError:
        # The database made us wait for the other's commit, so its row is there, with its answer.
        return _answered(asked)
    return None


def _plain(value: Any) -> Any:
    """A stable value for a fact that JSON does not know: a row by its label and id, bytes by their digest.

    Facts that are given together as a dataclass are its fields.
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


def _locked(subject: models.Model | None) -> Any:
    if subject is None:
        return None
    for row in getattr(subject, "locked_before", ()):
        list(row._meta.model._default_manager.select_for_update().filter(pk=row.pk).values_list("pk"))
    return locked_row(subject._meta.model, subject.pk, *getattr(subject, "read_with", ()))


def locked_row(model: type[Row], key: int, *read_with: str) -> Row:
    """The row, locked and read with what is related to it; WrongState if it is gone.

    Two questions where rows can be locked: PostgreSQL reads a row that it had to wait for once more, but not those that
    are joined to it, which would be as they were before the wait. SQLite locks the whole file before.
    """
    rows = model._default_manager.filter(pk=key)
    if connection.features.has_select_for_update and read_with:
        list(rows.select_for_update().values_list("pk"))
        found = rows.select_related(*read_with).first()
    else:
        found = rows.select_related(*read_with).select_for_update(of=("self",)).first()
    if found is None:
        raise WrongState(_("This is no longer there."))
    return found


def _check_state(spec: Action, subject: Any, reason: str) -> None:
    if not spec.states:
        return
    answer = spec.states.get(subject.state, Answer.REFUSED)
    if answer is Answer.REFUSED:
        raise WrongState(_("This cannot be done now: %(state)s.") % {"state": subject.state_name})
    if answer is Answer.ASKS and not reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")


def _conclude(spec: Action, actor: Actor, reason: str, head: Head | None, done: Done) -> None:
    """Write the audit entry last, under the lock of its head (of two by id), and raise the versions."""
    if head is None:
        raise ValueError(f"{spec.name} has no head to be audited on")
    raises = {head.pk: done.raises}
    if done.beside:
        raises.setdefault(done.beside.pk, (LIVE,))
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
