"""Idempotency keys: a write repeated with its key changes nothing and returns the same answer."""

import pytest
from django.db import IntegrityError
from django.test import override_settings

from common.actions.errors import KeyReused, Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.models.keys import ClientKey
from common.actions.permissions import Actor, system_actor
from scoring.releases.services.releasing import release_session, retract_session
from tests.support.action_examples import PASSWORD, new_account, new_session
from tests.support.events import small_event
from tests.support.snapshots import everything
from tests.support.threads import together
from tournament.access.selectors.roles import actor_of
from tournament.access.services.roles import grant_role, revoke_role
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Account, Role
from tournament.people.services.accounts import set_password

pytestmark = pytest.mark.django_db


def organizer(event: Event) -> Actor:
    account = new_account()
    Role.objects.create(account=account, event=event, name=Role.Name.ORGANIZER)
    return actor_of(account)


def test_repeated_key_returns_the_same_answer_and_changes_nothing() -> None:
    event, account = small_event(), new_account()
    actor = organizer(event)
    first = grant_role(actor, event, account=account, name="referee", key="k", reason="seen")
    before = everything()
    assert grant_role(actor, event, account=account, name="referee", key="k", reason=" seen ") == first
    assert first == {"account": account.pk, "role": "referee"}
    assert everything() == before


def test_key_reused_for_another_request_is_refused() -> None:
    event, other, account = small_event(), small_event("other"), new_account()
    actor = system_actor("test")
    grant_role(actor, event, account=account, name="referee", key="k", reason="seen")
    before = everything()
    with pytest.raises(KeyReused):
        grant_role(actor, event, account=account, name="display", key="k", reason="seen")
    with pytest.raises(KeyReused):
        grant_role(actor, event, account=new_account_of(before), name="referee", key="k", reason="seen")
    with pytest.raises(KeyReused):
        grant_role(actor, event, account=account, name="referee", key="k", reason="heard")
    with pytest.raises(KeyReused):
        grant_role(actor, other, account=account, name="referee", key="k", reason="seen")
    with pytest.raises(KeyReused):
        revoke_role(actor, event, account=account, name="referee", key="k", reason="seen")
    assert everything() == before


def new_account_of(before: dict) -> Account:
    """Return an unsaved account, so that the request differs without a change in the database."""
    return Account(pk=1 + max(row[0] for row in before["tournament.Account"]))


def test_key_of_one_actor_does_not_affect_another() -> None:
    event, account = small_event(), new_account()
    for actor, name in (
        (organizer(event), "referee"),
        (organizer(event), "display"),
        (system_actor("test"), "display"),
    ):
        grant_role(actor, event, account=account, name=name, key="k")
    assert set(account.event_roles.values_list("name", flat=True)) == {"referee", "display"}
    assert ClientKey.objects.count() == 3


def test_refused_write_stores_no_key() -> None:
    session = new_session(small_event(), "released")
    actor = system_actor("test")
    with pytest.raises(Refused):
        retract_session(actor, session, key="k")
    with pytest.raises(IntegrityError):
        grant_role(actor, session.event, account=None, name="referee", key="fault")
    assert not ClientKey.objects.exists()
    assert retract_session(actor, session, key="k", reason="wrong sheet") == {"session": 1, "released": None}


def test_repeated_key_is_answered_after_a_state_change() -> None:
    session = new_session(small_event())
    actor = system_actor("test")
    first = release_session(actor, session, key="k")
    retract_session(actor, session, reason="wrong sheet")
    assert release_session(actor, session, key="k") == first
    session.refresh_from_db()
    assert session.state == "unreleased"
    with pytest.raises(WrongState):
        retract_session(actor, session, reason="again", key="k2")


def test_repeated_key_is_answered_after_the_subject_was_deleted() -> None:
    session = new_session(small_event())
    actor = system_actor("test")
    first = release_session(actor, session, key="k")
    Session.objects.all().delete()
    assert release_session(actor, session, key="k") == first
    with pytest.raises(WrongState, match="no longer exists"):
        release_session(actor, session, key="k2")


def test_replay_succeeds_after_the_actor_gave_up_the_role() -> None:
    event = small_event()
    organizer(event)
    actor = organizer(event)
    first = revoke_role(actor, event, account=actor.account, name="organizer", key="k")
    assert revoke_role(actor, event, account=actor.account, name="organizer", key="k") == first
    assert AuditEntry.objects.count() == 1


def test_any_text_is_a_valid_key() -> None:
    event, account = small_event(), new_account()
    actor = system_actor("test")
    for key in ("长" * 5000, "\0", "a", "A", " a"):
        name = "referee" if ClientKey.objects.count() % 2 else "display"
        assert grant_role(actor, event, account=account, name=name, key=key)["role"] == name
    assert ClientKey.objects.count() == 5


def test_stored_digest_of_a_password_depends_on_the_secret_key() -> None:
    account, other = new_account(), new_account()
    bodies = set()
    for secret in ("a" * 50, "b" * 50):
        with override_settings(SECRET_KEY=secret):
            set_password(system_actor("test"), account, password=PASSWORD, key=secret)
        bodies.add(ClientKey.objects.latest("pk").body)
    assert len(bodies) == 2
    assert PASSWORD not in str(everything())
    account.refresh_from_db()
    assert account.check_password(PASSWORD)
    assert not other.has_usable_password()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_concurrent_writes_with_one_key_write_once_and_get_the_same_answer() -> None:
    event, account = small_event(), new_account()
    actor = organizer(event)

    def grant() -> dict:
        return grant_role(actor, Event.objects.get(), account=account, name="referee", key="k")

    answers = together(grant, grant, holding=Event.objects.all())
    assert answers == [{"account": account.pk, "role": "referee"}] * 2
    assert AuditEntry.objects.count() == ClientKey.objects.count() == 1


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_slower_of_two_different_writes_with_one_key_is_refused() -> None:
    event, account = small_event(), new_account()
    actor = organizer(event)
    tasks = [
        lambda name=name: grant_role(actor, Event.objects.get(), account=account, name=name, key="k")
        for name in ("referee", "display")
    ]
    answers = together(*tasks, holding=Event.objects.all())
    assert [isinstance(answer, KeyReused) for answer in answers].count(True) == 1
    assert AuditEntry.objects.count() == ClientKey.objects.count() == Role.objects.filter(account=account).count() == 1


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_one_key_sent_many_times_concurrently() -> None:
    event, account = small_event(), new_account()
    actor = organizer(event)
    for number in range(8):
        name = Role.Name.values[number % 7]

        def grant(name: str = name, key: str = str(number)) -> dict:
            return grant_role(actor, Event.objects.get(), account=account, name=name, key=key)

        assert together(*[grant] * 4) == [{"account": account.pk, "role": name}] * 4
    assert AuditEntry.objects.count() == 7
    assert ClientKey.objects.count() == 8
