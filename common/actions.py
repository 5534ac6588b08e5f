"""The one way to write: an action opens the transaction, checks key, role and state, runs, audits, raises versions.

A service is declared as ``@action("session.release", ...)`` and called as ``release(actor, session, key=...,
reason=..., **facts)``. It returns a :class:`Done`; the caller receives the answer, plain data,
the same again for a repeated key.
Lock order: the subject (event, session, sheets by id), then the head.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any, Protocol

from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common import audit
from common.errors import Forbidden, KeyReused, Refused, WrongState
from common.models import AuditEntry, ClientKey, Head
from common.permissions import ADMINISTRATOR, SYSTEM, Actor

#: The versions of a head that an action may raise.
PUBLIC, LIVE, CLOCK, CALLS = "public", "live", "clock", "calls"


class Answer(StrEnum):
    """What a state says to an action: go on, go on with a reason, or no."""

    SAFE = "safe"
    ASKS = "asks"
    REFUSED = "refused"


@dataclass(frozen=True)
class Call:
    """What a service knows of its caller."""

    actor: Actor
    reason: str


@dataclass(frozen=True)
class Done:
    """What a service hands back: the answer, and what the audit keeps.

    ``answer`` is plain data (it is stored under the client key); ``about`` names the thing ("sheet:12"); ``before`` and
    ``after`` are plain data; ``raises`` the versions that rise; ``head`` only where the action made it.
    """

    answer: dict[str, Any]
    about: str
    before: Any = None
    after: Any = None
    raises: tuple[str, ...] = (LIVE,)
    head: Head | None = None


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
    ``head`` (its Head) and, where ``states`` are given, ``state``. Administrators and the command line may always act,
    within the states.
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


def may(actor: Actor, service: Service, head: Head | None) -> bool:
    """Whether the actor's roles allow the action on ``head``; pages ask it before they show a control."""
    return bool(actor.roles(head) & service.spec.roles)


def _run(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, facts: dict[str, Any]
) -> dict[str, Any]:
    head: Head | None = getattr(subject, "head", None)
    if not actor.roles(head) & spec.roles:
        raise Forbidden(_("Your role here does not allow this."))
    with transaction.atomic():
        stored = _claim(spec, actor, subject, key, reason, facts) if key else None
        if stored is not None and stored.answer is not None:
            return stored.answer
        locked = _locked(subject)
        _check_state(spec, locked, reason)
        done = spec.service(Call(actor, reason), locked, **facts)
        _conclude(spec, actor, reason, head or done.head, done)
        if stored is not None:
            stored.answer = done.answer
            stored.save(update_fields=["answer"])
    return done.answer


def _claim(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, facts: dict[str, Any]
) -> ClientKey:
    """Insert the key, or find the row of the write that had it before (its answer is set)."""
    asked = [spec.name, str(subject and (subject._meta.label, subject.pk)), reason, facts]
    body = hashlib.sha256(json.dumps(asked, sort_keys=True, default=_plain).encode()).hexdigest()
    try:
        with transaction.atomic():
            return ClientKey.objects.create(actor_ref=actor.ref, key=key, action=spec.name, body=body)
    except IntegrityError:
        stored = ClientKey.objects.get(actor_ref=actor.ref, key=key)
    if stored.body != body:
        raise KeyReused(_("This key was used before for something else; load the page again."))
    return stored


def _plain(value: Any) -> str:
    """A stable text for a fact that JSON does not know: a row by its label and id, bytes by their digest."""
    if isinstance(value, models.Model):
        return f"{value._meta.label}:{value.pk}"
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    return str(value)


def _locked(subject: models.Model | None) -> Any:
    if subject is None:
        return None
    return type(subject)._default_manager.select_for_update(of=("self",)).get(pk=subject.pk)


def _check_state(spec: Action, subject: Any, reason: str) -> None:
    if not spec.states:
        return
    answer = spec.states.get(subject.state, Answer.REFUSED)
    if answer is Answer.REFUSED:
        raise WrongState(_("This cannot be done now: %(state)s.") % {"state": subject.state_name})
    if answer is Answer.ASKS and not reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")


def _conclude(spec: Action, actor: Actor, reason: str, head: Head | None, done: Done) -> None:
    """Write the audit entry last, under the head's lock, and raise the versions."""
    if head is None:
        raise ValueError(f"{spec.name} has no head to be audited on")
    head = Head.objects.select_for_update().get(pk=head.pk)
    entry = AuditEntry(
        at=timezone.now(),
        action=spec.name,
        actor_ref=actor.ref,
        actor_name=actor.name,
        device=actor.device[:200],
        about=done.about,
        before=done.before,
        after=done.after,
        reason=reason,
    )
    audit.append(head, entry)
    for version in done.raises:
        setattr(head, version, getattr(head, version) + 1)
    head.save()
