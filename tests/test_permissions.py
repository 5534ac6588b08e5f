"""Every action called by every role in its own and a foreign event, and in every state, against docs/permissions.md."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from common.actions.engine import REGISTRY, load_services
from common.actions.errors import Forbidden, Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.models.keys import ClientKey
from common.actions.models.ledgers import Ledger
from common.actions.permissions import ADMINISTRATOR, SYSTEM, Actor, system_actor
from tests.support.action_examples import EXAMPLES, new_account
from tests.support.audit_entries import missing_labels
from tests.support.events import small_event
from tests.support.snapshots import rows
from tournament.access.selectors.roles import HOUSE, actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db

load_services()


@dataclass(frozen=True)
class Right:
    """A line of the table: the roles named in it, and what each state says."""

    roles: frozenset[str]
    states: dict[str, str]


def read_table() -> dict[str, Right]:
    """Parse docs/permissions.md."""
    rights, ledger = {}, []
    for line in (settings.BASE_DIR / "docs" / "permissions.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and cells[0] == "action":
            ledger = cells
        elif cells and (name := re.fullmatch(r"`(.+)`", cells[0])):
            roles = frozenset() if cells[2] == "nobody else" else frozenset(cells[2].split(", "))
            rights[name[1]] = Right(roles, dict(zip(ledger[3:], cells[3:], strict=True)))
    return rights


TABLE = read_table()
#: The others fail in test_every_action_has_an_example_and_a_line_in_the_table.
COMPLETE = sorted(set(REGISTRY) & set(EXAMPLES) & set(TABLE))
ANONYMOUS, INACTIVE = "anonymous", "inactive"
EVERYBODY = [*Role.Name.values, HOUSE, ADMINISTRATOR, SYSTEM, ANONYMOUS, INACTIVE]
#: Actions recorded in two audit chains: the body's and the event's, or that of a new series too.
ON_TWO_CHAINS = {"class.confirm", "event.repeat", "series.create", "series.create_for_body", "series.open_final"}
#: Notes about use, which no person decides: sign-ins, the last use of a token, lists of members that expired.
NOT_AUDITED = {
    "account.seen", "account.use_passkey", "account.forget_sessions", "token.use", "members.expire",
}  # fmt: skip
#: What a job writes before a ranking is public is not a fact either, nor how sending packages ended.
NOT_AUDITED |= {"ranking.begin", "ranking.fill", "ranking.tidy", "publishing.note_sent", "publishing.note_try"}
NOT_AUDITED |= {"site_upload.note"}
#: That the file of a hand-over arrived decides nothing.
NOT_AUDITED |= {"event.note_arrival"}
#: Who asked for messages is the player's own matter; what is told and how sending ended decides nothing.
NOT_AUDITED |= {"push.subscribe", "push.renew", "push.stop", "push.note_news", "push.take", "push.note_tries"}
NOT_AUDITED |= {"digest.ask", "digest.stop", "digest.take", "digest.return"}
#: Keys and pairs of alike names follow from the names.
NOT_AUDITED |= {"persons.key", "persons.compare"}
IN_EVERY_EVENT = {HOUSE, ADMINISTRATOR, SYSTEM}


def somebody(role: str, event: Event) -> Actor:
    """Return an actor with the role ``who`` in ``event``; an inactive one has every right."""
    if role == SYSTEM:
        return system_actor("test")
    if role == ANONYMOUS:
        return actor_of(AnonymousUser())
    inactive = role == INACTIVE
    account = new_account(
        is_staff=role == HOUSE or inactive, is_superuser=role == ADMINISTRATOR or inactive, is_active=not inactive
    )
    names = Role.Name.values if inactive else {role} & set(Role.Name.values)
    Role.objects.bulk_create(Role(account=account, event=event, name=name) for name in names)
    return actor_of(account, device="test")


def run(name: str, actor: Actor, subject: Any, facts: dict[str, Any], **more: str) -> dict[str, Any]:
    """Call the action as a page does."""
    return service(name)(actor, subject, **more, **facts)


def service(name: str) -> Any:
    spec = REGISTRY[name]
    module = __import__(spec.service.__module__, fromlist=["_"])
    return getattr(module, spec.service.__name__)


def test_every_action_has_an_example_and_a_line_in_the_table() -> None:
    assert set(EXAMPLES) == set(REGISTRY), "complete the EXAMPLES of the room in tests/support"
    assert set(TABLE) == set(REGISTRY), "run manage.py permission_table"


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back everything written within, so that one test can call an action many times."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def is_allowed(name: str, role: str, *, foreign: bool) -> bool:
    """Return what the table says for the role ``who``; ``foreign``: in another event."""
    return role in {ADMINISTRATOR, SYSTEM} or (role in TABLE[name].roles and (role in IN_EVERY_EVENT or not foreign))


@pytest.mark.parametrize("foreign", [False, True], ids=["own", "foreign"])
@pytest.mark.parametrize("name", COMPLETE)
def test_action_is_forbidden_to_other_roles(name: str, foreign: bool) -> None:
    home, other = small_event("home"), small_event("other")
    forbidden = [role for role in EVERYBODY if not is_allowed(name, role, foreign=foreign)]
    actors = {role: somebody(role, home) for role in forbidden}
    subject, facts = EXAMPLES[name](other if foreign else home, "")
    before = rows()
    let_in = []
    for role, actor in actors.items():
        try:
            run(name, actor, subject, facts, key="key", reason="because")
        except Forbidden:
            continue
        let_in.append(role)
    assert let_in == []
    assert rows() == before


@pytest.mark.parametrize("foreign", [False, True], ids=["own", "foreign"])
@pytest.mark.parametrize("name", COMPLETE)
def test_action_is_allowed_to_the_listed_roles(name: str, foreign: bool) -> None:
    home, other = small_event("home"), small_event("other")
    example = EXAMPLES[name](other if foreign else home, "")
    for role in EVERYBODY:
        if is_allowed(name, role, foreign=foreign):
            with rolled_back():
                # A rollback does not restore the attributes of the object.
                assert_runs(name, somebody(role, home), role, *deepcopy(example))


def assert_runs(name: str, actor: Actor, role: str, subject: Any, facts: dict[str, Any]) -> None:
    """Expect the action to run, and the audit log to hold actor, device and reason."""
    lengths = dict(Ledger.objects.values_list("pk", "audit_seq"))
    began = timezone.now()  # the example may have entries of its own, and bring older ones back
    run(name, actor, subject, facts, key="key", reason="because")
    entries = AuditEntry.objects.filter(at__gte=began).values_list("action", "actor_ref", "device", "reason")
    # The first administrator can be created only if there is none, and this actor is one.
    without = name in NOT_AUDITED or (name == "account.first" and role == ADMINISTRATOR)
    chains = 0 if without else 2 if name in ON_TWO_CHAINS else 1
    expected = [(name, actor.ref, actor.device, "because")] * chains
    assert list(entries) == expected, role
    assert missing_labels(AuditEntry.objects.all()) == []
    assert ClientKey.objects.get().actor_ref == actor.ref
    grown = [length - lengths.get(pk, 0) for pk, length in Ledger.objects.values_list("pk", "audit_seq")]
    assert [entries for entries in grown if entries] == [1] * len(expected), role


STATES = [(name, state, says) for name, right in sorted(TABLE.items()) for state, says in right.states.items()]


@pytest.mark.parametrize(("name", "state", "says"), STATES)
def test_action_follows_the_table_in_each_state(name: str, state: str, says: str) -> None:
    subject, facts = EXAMPLES[name](small_event(), state)
    assert subject.state == state
    actor = actor_of(Account.objects.create_superuser("administrator"))
    before = rows()
    if says == "refused":
        why = REGISTRY[name].refusals.get(state, subject.state_name)
        with pytest.raises(WrongState, match=re.escape(str(why))):
            run(name, actor, subject, facts, key="key", reason="because")
        assert rows() == before
        return
    if says == "asks":
        for reason in ("", " \n"):
            with pytest.raises(Refused) as refused:
                run(name, actor, subject, facts, key="key", reason=reason)
            assert refused.value.where == "reason"
            assert rows() == before
    run(name, actor, subject, facts, key="key", reason="because" if says == "asks" else "")
    entries = list(AuditEntry.objects.all())
    assert [entry.action for entry in entries] == ([] if name in NOT_AUDITED else [name])
    assert missing_labels(entries) == []
