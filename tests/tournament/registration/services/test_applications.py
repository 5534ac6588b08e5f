"""Players register themselves: places, the waiting list, refusals, and private answers."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from common.actions.errors import Forbidden, Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from scoring.setup.services.changing_settings import change_settings
from tests.support.action_examples import with_settings
from tests.support.applications import ANSWERS, bearer, form_facts, new_application, open_registration, submit
from tests.support.events import small_event
from tests.support.threads import together
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.keeping.services import delete_expired
from tournament.people.models.persons import Person, PrivateData
from tournament.presence.services.withdrawals import withdraw
from tournament.registration.models.applications import Application, ApplicationData
from tournament.registration.selectors.applications import key_of, next_in_line, oath_of, position_of
from tournament.registration.selectors.doubts import doubts_of
from tournament.registration.services.application_decisions import (
    approve_application,
    ask_back,
    decline_application,
    make_key,
    put_on_waiting_list,
)
from tournament.registration.services.applications import correct_application, submit_application, withdraw_application

pytestmark = pytest.mark.django_db
DESK = system_actor("test")
MINOR = {"birth_date": date(2015, 1, 1)}
GUARDIAN = {"guardian_name": "王 父", "guardian_contact": "+86 138 0000 0000", "guardian_consent": True}


@pytest.fixture
def event() -> Event:
    return open_registration(small_event())


def approve(application: Application, **facts) -> Entry:
    number = approve_application(DESK, application, **facts)["number"]
    application.refresh_from_db()
    return Entry.objects.get(event=application.event, number=number)


def test_approval_creates_an_entry_with_person_team_and_private_data(event) -> None:
    event.teams.create(number=1, name="Windmill")
    application = submit(event, team="wind-mill", federation_number="8990001.0", country="NL")
    assert application.state == "submitted"
    entry = approve(application)
    assert (entry.name, entry.latin_name, entry.country, entry.kind) == ("王伟", "WANG Wei", "NL", "player")
    assert (entry.team.name, entry.person.federation_number) == ("Windmill", "08990001")
    assert (entry.name_consent, entry.photo_consent) == (True, False)
    kept = PrivateData.objects.get(person=entry.person)
    assert (kept.contact, kept.birth_date) == ("wang.wei@example.org", "1990-05-01")
    rest = ApplicationData.objects.get(application=application)
    assert (rest.mail, rest.birth_date, rest.document) == ("wang.wei@example.org", "", "")
    assert (application.state, application.entry) == ("approved", entry)


def test_approval_creates_a_missing_team_or_uses_the_organizers_choice(event) -> None:
    assert approve(submit(event, team="龙队")).team.name == "龙队"
    assert approve(submit(event, family_name="李", team="龙队"), team="").team is None


def test_application_cannot_be_approved_twice(event) -> None:
    application = submit(event)
    stale = Application.objects.get(pk=application.pk)
    approve(application)
    with pytest.raises(WrongState):
        approve_application(DESK, stale)
    assert event.entries.count() == 1


def test_last_place_goes_to_the_first_and_the_next_player_waits(event) -> None:
    event = open_registration(event, capacity=2)
    first, second, third = (submit(event, family_name=name) for name in "甲乙丙")
    approve(first), approve(second)
    with pytest.raises(Refused, match="All 2 places are taken"):
        approve_application(DESK, third)
    put_on_waiting_list(DESK, third)
    fourth = submit(event, family_name="丁")
    assert fourth.state == "waiting"
    third.refresh_from_db()
    assert [position_of(waiting) for waiting in (third, fourth)] == [1, 2]
    assert next_in_line(event) is None
    withdraw(DESK, event.entries.get(number=1), session=1, reason="ill")
    assert next_in_line(event) == third
    # A free place goes to the waiting list first.
    assert submit(event, family_name="戊").state == "waiting"


def test_automatic_approval_of_applications_without_doubts(event) -> None:
    event = open_registration(event, approval="automatic", capacity=3)
    Person.objects.create(name="Known", federation_number="77")
    assert submit(event).state == "approved"
    assert submit(event).state == "submitted", "the same mail and names"
    assert submit(event, family_name="赵", federation_number="77").state == "submitted", "a known number"
    # Equal names alone raise no doubt, so that the answer does not reveal who is registered.
    assert submit(event, mail="another@example.org").state == "approved"
    assert event.entries.count() == 2


def test_only_the_desk_sees_that_a_person_is_known(event) -> None:
    entry = approve(submit(event, federation_number="12"))
    known = Person.objects.create(name="Wei Wang", latin_name="Wang Wei", country="CN")
    again = submit(event, family_name="WANG", given_name="Wei", name="", latin_name="")
    number = submit(event, family_name="李", federation_number="12")
    assert (again.state, number.state) == ("submitted", "submitted")
    doubts = doubts_of(event, [again, number])
    assert [candidate.person for candidate in doubts[again.pk].candidates if candidate.person == known] == [known]
    assert doubts[number.pk].holder == entry.person
    assert [same.number for same in doubts[number.pk].entries] == [entry.number]
    assert doubts[number.pk].similar_applications == [entry.application]
    with pytest.raises(Refused) as refused:
        approve_application(DESK, number)
    assert refused.value.where == "federation_number"
    assert approve(again, person=known).person == known


def test_approval_as_an_already_registered_person_is_refused(event) -> None:
    entry = approve(submit(event))
    other = submit(event, family_name="Wang", given_name="Wei")
    with pytest.raises(Refused) as refused:
        approve_application(DESK, other, person=entry.person)
    assert refused.value.where == "person"


@pytest.mark.parametrize(
    ("answers", "where"),
    [
        ({"family_name": " "}, "family_name"),
        ({"family_name": "=1+1"}, "family_name"),
        ({"family_name": "12", "given_name": "3"}, "family_name"),
        ({"name": "12"}, "name"),
        ({"mail": "nobody"}, "mail"),
        ({"birth_date": None}, "birth_date"),
        ({"birth_date": date(2999, 1, 1)}, "birth_date"),
        ({"name_consent": None}, "name_consent"),
        ({"team": "=HYPERLINK()"}, "team"),
        (MINOR, "guardian_name"),
        (MINOR | GUARDIAN | {"guardian_contact": ""}, "guardian_contact"),
        (MINOR | GUARDIAN | {"guardian_consent": False}, "guardian_consent"),
    ],
)
def test_missing_or_wrong_answer_is_refused_with_its_field(event, answers, where) -> None:
    with pytest.raises(Refused) as refused:
        submit(event, **answers)
    assert (refused.value.where, Application.objects.count()) == (where, 0)


def test_minor_needs_a_guardian_and_an_adults_guardian_is_not_stored(event) -> None:
    minor = submit(event, **MINOR, **GUARDIAN)
    assert (minor.private.guardian_name, minor.guardian_consent) == ("王 父", True)
    adult = submit(event, family_name="李", **GUARDIAN)
    assert (adult.private.guardian_name, adult.guardian_consent) == ("", False)


def test_unrequested_answers_are_not_stored(event) -> None:
    event = open_registration(event, guardian_age=0, document="not-asked", consents="none")
    application = submit(event, document="E123", **GUARDIAN)
    private = application.private
    assert (private.birth_date, private.document, private.guardian_contact) == ("", "", "")
    assert (application.name_consent, application.photo_consent) == (None, None)


def test_required_document_must_be_given(event) -> None:
    event = open_registration(event, document="required")
    with pytest.raises(Refused) as refused:
        submit(event)
    assert refused.value.where == "document"


def test_registration_closes_by_the_time_zone_of_the_hall(event) -> None:
    """Closing at 18:00 in Shanghai is 10:00 UTC: open a minute before, closed at that time."""
    closes = datetime(2026, 5, 1, 18, tzinfo=ZoneInfo("Asia/Shanghai"))
    for now, taken in ((closes - timedelta(minutes=1), True), (closes, False)):
        shift = timezone.now() - now
        event = open_registration(event, opens=closes + shift - timedelta(days=2), closes=closes + shift)
        if taken:
            assert submit(event).state == "submitted"
        else:
            with pytest.raises(Refused, match="not open"):
                submit(event)


def test_without_a_closing_registration_ends_with_the_first_session(event) -> None:
    event = open_registration(event, closes=None)
    assert submit(event).state == "submitted"
    event.sessions.create(number=1, starts=timezone.now())
    with pytest.raises(Refused, match="not open"):
        submit(event)


def test_changed_oath_must_be_promised_again(event) -> None:
    facts = form_facts(event)
    event.registration_settings.oath = {"zh": "我保证。", "en": "I promise."}
    event.registration_settings.save()
    with pytest.raises(Refused) as refused:
        submit_application(Actor("registrant", "", shown=event), event, **facts)
    assert refused.value.where == "oath"
    assert oath_of(event, "zh-hans") == "我保证。"
    assert oath_of(event, "en") == "I promise."
    assert oath_of(event, "ja").startswith("1．私は開催国の法令を守ります。")


def test_key_opens_only_its_application_in_its_event(event) -> None:
    other = open_registration(small_event("other"))
    submit(event, token="a token of the first event")
    digest = token_hash("a token of the first event")
    assert key_of(event, digest) is not None
    assert key_of(other, digest) is None
    mine, stranger = submit(event, family_name="甲"), submit(event, family_name="乙")
    with pytest.raises(Forbidden):
        withdraw_application(bearer(mine), stranger)
    with pytest.raises(Forbidden):
        submit_application(Actor("registrant", "", shown=other), event, **form_facts(event))


def test_new_key_replaces_the_lost_one(event) -> None:
    application = submit(event, token="a token that was lost")
    make_key(DESK, application, token="another token of the desk")
    assert key_of(event, token_hash("a token that was lost")) is None
    assert key_of(event, token_hash("another token of the desk")).application == application


def test_player_answers_a_question_and_keeps_the_position_in_the_queue(event) -> None:
    event = open_registration(event, capacity=1)
    approve(submit(event, family_name="甲"))
    first, second = submit(event, family_name="乙"), submit(event, family_name="丙")
    ask_back(DESK, first, question="哪个参赛队？")
    first.refresh_from_db()
    assert (first.state, first.question) == ("asked", "哪个参赛队？")
    answers = ANSWERS | {"family_name": "乙", "team": "一队"}
    correct_application(bearer(first), first, remark="一队", **answers)
    first.refresh_from_db()
    assert (first.state, first.team, first.remark, position_of(first), position_of(second)) == (
        "waiting", "一队", "一队", 1, 2,
    )  # fmt: skip


def test_declining_and_its_reversal_need_a_reason(event) -> None:
    application = submit(event)
    with pytest.raises(Refused) as refused:
        decline_application(DESK, application)
    assert refused.value.where == "reason"
    decline_application(DESK, application, reason="The event is for members.")
    application.refresh_from_db()
    assert (application.state, application.question) == ("declined", "The event is for members.")
    assert approve(application, reason="a member after all").number == 1


def test_withdrawing_deletes_private_answers_at_once(event) -> None:
    application = submit(event)
    withdraw_application(bearer(application), application)
    application.refresh_from_db()
    assert application.state == "withdrawn"
    assert not ApplicationData.objects.exists()
    with pytest.raises(WrongState):
        approve_application(DESK, application)


def test_audit_log_holds_digests_instead_of_answers(event) -> None:
    planted = {"family_name": "Geheimnis", "mail": "geheim@example.org", "document": "P-GEHEIM"}
    event = open_registration(event, document="optional")
    application = submit(event, **planted, **MINOR, **GUARDIAN)
    correct_application(bearer(application), application, **(ANSWERS | planted | {"mail": "neu-geheim@example.org"}))
    withdraw_application(bearer(application), application)
    text = str(list(AuditEntry.objects.values_list("actor_name", "device", "about", "before", "after", "reason")))
    assert [value for value in (*planted.values(), "王 父", "138 0000", "2015-01-01") if value in text] == []
    assert "birth_date" in text


def test_rate_limits_refuse_too_many_applications(event) -> None:
    application = new_application(event)
    rows = []
    for number in range(2, 301):
        application.pk, application.number = None, number
        columns = {field.attname: getattr(application, field.attname) for field in application._meta.fields}
        rows.append(Application(**columns))
    Application.objects.bulk_create(rows)
    with pytest.raises(Refused, match="Too many registrations"):
        submit(event)


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_approvals_use_one_place_only_once() -> None:
    event = open_registration(small_event(), capacity=1)
    first, second = submit(event, family_name="甲"), submit(event, family_name="乙")
    holding = Event.objects.filter(pk=event.pk)
    approvals = [lambda: approve_application(DESK, first), lambda: approve_application(DESK, second)]
    answers = together(*approvals, holding=holding)
    assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "dict"]
    assert Entry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_form_posted_twice_concurrently_registers_once() -> None:
    event = open_registration(small_event())
    facts, actor = form_facts(event), Actor("registrant", "", shown=event)

    def send():
        return submit_application(actor, event, key="a key of the form", **facts)

    first, second = together(send, send, holding=Event.objects.filter(pk=event.pk))
    assert first == second == {"application": 1, "state": "submitted"}
    assert Application.objects.count() == 1


def test_settings_refuse_a_closing_before_the_opening(db) -> None:
    event = with_settings(small_event())
    now = timezone.now()
    for values, where in (
        ({"closes": now}, "opens"),
        ({"opens": now, "closes": now}, "closes"),
        ({"opens": now, "capacity": 0}, "capacity"),
        ({"opens": now, "guardian_age": 26}, "guardian_age"),
        ({"oath": {"en": "x" * 6_001}}, "oath"),
        ({"oath": {"de": "Ich verspreche es."}}, "oath"),
        ({"oath": {"en": "a\tb"}}, "oath"),
    ):
        with pytest.raises(Refused) as refused:
            change_settings(DESK, Event.objects.get(pk=event.pk), values={"registration": values})
        assert refused.value.where == where
    change_settings(
        DESK, Event.objects.get(pk=event.pk), values={"registration": {"opens": now, "oath": {"zh": "一\n二"}}}
    )
    assert submit(Event.objects.get(pk=event.pk)).state == "submitted"


def test_applications_without_entry_are_deleted_with_the_private_data(event) -> None:
    """An approved player stays in the event; applications of other players are deleted after the day."""
    entry = approve(submit(event))
    declined, withdrawn, waiting = (submit(event, family_name=name) for name in "甲乙丙")
    decline_application(DESK, declined, reason="full")
    withdraw_application(bearer(withdrawn), withdrawn)
    delete_expired(DESK)
    assert Application.objects.count() == 4
    event.starts = event.ends = date(2020, 1, 1)
    event.save()
    delete_expired(DESK)
    assert list(Application.objects.values_list("entry__number", flat=True)) == [entry.number]
    assert not Application.objects.filter(pk=waiting.pk).exists()
