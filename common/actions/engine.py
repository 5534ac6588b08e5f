"""Actions: the only way to write.

An action opens the transaction, checks idempotency key, role and state, runs the service, writes the audit entry and
raises versions.

A service is declared as ``@action("session.release", ...)`` and called as ``release(actor, session, key=...,
reason=..., **payload)``. It returns a :class:`Done`. The caller receives its answer, which is plain data; a repeated
key returns the stored answer.

Other public functions of services modules that write take the :class:`ActionContext` as their first parameter. Only
this module creates one, so nothing is written outside an action; tests/test_actions.py checks every services module.
A function that needs it only as this proof calls it ``_context``.

Lock order: the rows in the subject's ``locked_before`` (the event of a session), the subject, then the ledger.
"""

import json
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.actions.counting import counted_write
from common.actions.errors import Forbidden, Refused, WrongState
from common.actions.full_disk import refusing_when_full
from common.actions.idempotency import claim_key, make_key_row, stored_answer
from common.actions.locking import locked_subject, single_writer
from common.actions.models.ledgers import Ledger
from common.actions.permissions import ADMINISTRATOR, BEARER, SELF, SYSTEM, Actor
from common.actions.recording import record, refuse_if_held

#: Versions of a ledger that an action may raise.
PUBLIC, LIVE, CLOCK, CALLS = "public", "live", "clock", "calls"
T = TypeVar("T")


class Answer(StrEnum):
    """How a state answers an action: allowed, allowed with a reason, or refused."""

    SAFE = "safe"
    ASKS = "asks"
    REFUSED = "refused"


@dataclass(frozen=True)
class ActionContext:
    """The context of a running action: who acts, and for what reason."""

    actor: Actor
    reason: str


@dataclass(frozen=True)
class Done:
    """The result of a service.

    ``answer`` is plain data, stored under the idempotency key. ``about`` names the changed object ("sheet:12").
    ``before`` and ``after`` are plain data for the audit log. ``raises`` lists the versions to raise. ``ledger`` is
    given where the subject had none when the action began. ``second_ledger`` is a second ledger whose chain gets the
    same entry and whose live version rises. With ``changed=False`` (nothing differs from before) no audit entry is
    written and no version rises; with ``audited=False`` only versions rise.
    """

    answer: dict[str, Any]
    about: str
    before: Any = None
    after: Any = None
    raises: tuple[str, ...] = (LIVE,)
    ledger: Ledger | None = None
    second_ledger: Ledger | None = None
    changed: bool = True
    audited: bool = True


class Service(Protocol):
    """A declared action, as its callers see it."""

    spec: "Action"

    def __call__(
        self, actor: Actor, subject: Any = None, *, key: str = "", reason: str = "", **payload: Any
    ) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Action:
    """A declared action: its name, its service, the roles that may call it, and its answer per state of the subject.

    ``refusals`` has the sentences of states in which it is refused; the others have a general one.
    """

    name: str
    summary: str | Promise
    roles: frozenset[str]
    subject: str
    states: Mapping[str, Answer]
    service: Callable[..., Done]
    refusals: Mapping[str, str | Promise]
    while_held: bool
    preconditions: frozenset[str]


REGISTRY: dict[str, Action] = {}


def action(
    name: str,
    *,
    summary: str | Promise,
    roles: Iterable[str],
    subject: str,
    states: Mapping[str, Answer] | None = None,
    refusals: Mapping[str, str | Promise] | None = None,
    while_held: bool = False,
    preconditions: Iterable[str] = (),
) -> Callable[[Callable[..., Done]], Service]:
    """Declare a service ``service(context, subject, **payload) -> Done`` as the action ``name``.

    ``subject`` is the word for the object it acts on ("event", "sheet"; "none" if it creates its own ledger). The
    subject has ``ledger`` and, where ``states`` are given, ``state`` and ``state_name``. It may have ``locked_before``
    (rows to lock before it) and ``read_with`` (related rows to read in the query that locks it). Administrators and the
    command line may always act, within the states. ``refusals``: state -> why the action is refused in it. Only an
    action ``while_held`` writes on an event that another installation holds (`scoring.hand_over`). ``preconditions``:
    parameters that say what the author has seen; a request that is repeated with its key may have other values there.
    """
    allowed = frozenset(roles) | {ADMINISTRATOR, SYSTEM}

    def declare(service: Callable[..., Done]) -> Service:
        answers, sentences = dict(states or {}), dict(refusals or {})
        seen = frozenset(preconditions)
        spec = Action(name, summary, allowed, subject, answers, service, sentences, while_held, seen)
        if name in REGISTRY:
            raise ValueError(f"two services are called {name}")
        REGISTRY[name] = spec

        @wraps(service)
        def run(
            actor: Actor, subject: Any = None, *, key: str = "", reason: str = "", **payload: Any
        ) -> dict[str, Any]:
            with counted_write():
                return _run(spec, actor, subject, key, reason.strip(), payload)

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
    service: Service, actor: Actor, subject: Any, look: Callable[[], T], *, reason: str = "", **payload: Any
) -> T:
    """Return what ``look`` sees after the action, which is rolled back; raises the errors of the action."""
    with single_writer(), transaction.atomic():
        _run(service.spec, actor, subject, "", reason.strip(), payload)
        result = look()
        transaction.set_rollback(True)
    return result


def may(actor: Actor, service: Service, ledger: Ledger | None) -> bool:
    """Return whether the actor's roles allow the action on ``ledger``; pages ask before they show a control."""
    return bool(actor.roles(ledger) & service.spec.roles)


def _run(
    spec: Action, actor: Actor, subject: models.Model | None, key: str, reason: str, payload: dict[str, Any]
) -> dict[str, Any]:
    content = {name: value for name, value in payload.items() if name not in spec.preconditions}
    key_row = make_key_row(spec.name, actor, subject, key, reason, content) if key else None
    # Replay before the permission check: the caller may have just given up the role.
    if key_row:
        replayed = stored_answer(key_row)
        if replayed is not None:
            return replayed
    ledger: Ledger | None = getattr(subject, "ledger", None)
    roles = actor.roles(ledger, subject)
    if not roles & spec.roles:
        raise Forbidden(_("Your role here does not allow this."))
    if not spec.while_held:
        refuse_if_held(ledger, actor)
    with refusing_when_full(names_backup=_is_official(actor, roles)), single_writer(), transaction.atomic():
        if key_row:
            replayed = claim_key(key_row)
            if replayed is not None:
                return replayed
        locked = locked_subject(subject)
        _check_state(spec, locked, reason)
        done = spec.service(ActionContext(actor, reason), locked, **payload)
        if done.changed:
            record(spec, actor, reason, ledger or done.ledger, done)
        # Convert it as the database does, so that the first answer and a replay are equal.
        answer = json.loads(json.dumps(done.answer))
        if key_row:
            key_row.answer = answer
            key_row.save(update_fields=["answer"])
    return answer


def _is_official(actor: Actor, roles: frozenset[str]) -> bool:
    """Return whether the actor has an account with a role on the ledger; a player with a code has none."""
    return actor.account is not None and bool(roles - {SELF, BEARER})


def state_refusal(service: Service, subject: Any) -> str:
    """Return why the state of ``subject`` refuses the action; empty if it does not."""
    return _state_refusal(service.spec, subject)


def _state_refusal(spec: Action, subject: Any) -> str:
    if not spec.states or spec.states.get(subject.state, Answer.REFUSED) is not Answer.REFUSED:
        return ""
    general = _("This cannot be done now: %(state)s.")
    return str(spec.refusals.get(subject.state, general % {"state": subject.state_name}))


def _check_state(spec: Action, subject: Any, reason: str) -> None:
    refusal = _state_refusal(spec, subject)
    if refusal:
        raise WrongState(refusal)
    if spec.states and spec.states[subject.state] is Answer.ASKS and not reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
