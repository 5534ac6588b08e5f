"""The next club night, made from the last one."""

from datetime import UTC, date, datetime

import pytest

from common.actions.errors import Refused
from scoring.event_file.services.importing import import_event
from scoring.event_file.services.nights import repeat_event
from tests.support.action_examples import new_account
from tests.support.events import chinese_document, small_event
from tests.support.ranking import actor, new_person
from tournament.access.selectors.roles import actor_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

pytestmark = pytest.mark.django_db(transaction=True)
NIGHT = {"name": "周五夜", "slug": "friday", "starts": date(2026, 5, 8)}


def last_night() -> Event:
    import_event(actor(), document=chinese_document())
    return Event.objects.get()


def test_the_next_night_has_settings_hours_and_the_players_who_come() -> None:
    event = last_night()
    Event.objects.filter(pk=event.pk).update(starts=date(2026, 5, 1), ends=date(2026, 5, 1))
    event.sessions.filter(number=1).update(starts=datetime(2026, 5, 1, 17, 30, tzinfo=UTC))
    event.sessions.exclude(number=1).update(starts=None)
    event = Event.objects.get()
    first, second = event.entries.order_by("number")[:2]
    Entry.objects.filter(pk=second.pk).update(name_consent=False)
    organizer = new_account()
    Role.objects.create(account=organizer, event=event, name=Role.Name.ORGANIZER)
    repeat_event(actor_of(organizer), event, **NIGHT, persons=[second.person_id, first.person_id])
    night = Event.objects.get(slug="friday")
    assert (night.name, night.starts, night.rules, night.planned_sessions) == (
        "周五夜",
        date(2026, 5, 8),
        event.rules,
        event.planned_sessions,
    )
    entries = night.entries.values_list("number", "person", "name", "name_consent")
    assert list(entries) == [
        (1, second.person_id, second.name, False),
        (2, first.person_id, first.name, first.name_consent),
    ]
    assert night.play_settings.session_minutes == event.play_settings.session_minutes
    starts = list(night.sessions.order_by("number").values_list("starts", flat=True))
    assert starts == [datetime(2026, 5, 8, 17, 30, tzinfo=UTC), None, None]
    assert not night.sessions.exclude(released_at=None).exists()
    assert list(night.roles.values_list("account", "name")) == [(organizer.pk, "organizer")]
    assert (night.sanction_body, night.sanction_number) == ("", "")


def test_regulars_of_other_nights_of_the_organizer_may_come_and_strangers_may_not() -> None:
    event, other, foreign = last_night(), small_event("other"), small_event("foreign")
    persons = [new_person("Ben"), new_person("Eve")]
    organizer = new_account()
    for night, person in ((other, persons[0]), (foreign, persons[1])):
        Entry.objects.create(event=night, person=person, number=1, name=person.name)
    for own in (event, other):
        Role.objects.create(account=organizer, event=own, name=Role.Name.ORGANIZER)
    with pytest.raises(Refused) as refused:
        repeat_event(actor_of(organizer), event, **NIGHT, persons=[persons[1].pk])
    assert refused.value.where == "persons"
    repeat_event(actor_of(organizer), event, **NIGHT, persons=[persons[0].pk])
    assert Event.objects.get(slug="friday").entries.get().person == persons[0]


def test_a_wrong_night_is_refused_at_its_field() -> None:
    event = last_night()
    for values, where in (
        ({"slug": event.slug}, "slug"),
        ({"slug": "Nicht"}, "slug"),
        ({"persons": [99_999]}, "persons"),
    ):
        with pytest.raises(Refused) as refused:
            repeat_event(actor(), event, **{**NIGHT, "persons": [], **values})
        assert refused.value.where == where
    Event.objects.filter(pk=event.pk).update(rehearsal=True)
    with pytest.raises(Refused):
        repeat_event(actor(), event, **NIGHT, persons=[])
    assert Event.objects.count() == 1


def test_an_event_without_days_gives_a_night_without_hours() -> None:
    event = last_night()
    event.sessions.update(starts=None)
    Event.objects.filter(pk=event.pk).update(starts=None, ends=None)
    repeat_event(actor(), Event.objects.get(), **NIGHT, persons=[])
    night = Event.objects.get(slug="friday")
    assert (night.ends, list(night.sessions.values_list("starts", flat=True))) == (date(2026, 5, 8), [None] * 3)
