"""Creating an event at the Desk, and who may set one up."""

from datetime import date

import pytest
from django.utils import timezone

from tests.web.desk.conftest import ROLES, document, taken_in
from tests.web.desk.setup.setting_up.pages import NEW, SETUP, text
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

PAGES = ["settings/", "timetable/", "officials/", "hall/", "helpers/", "rehearsal/"]


def test_an_event_is_created_from_a_template_with_an_id_from_its_name(signed_in):
    answer = signed_in("house").post("/desk/new/", NEW | {"slug": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/e/lodz-open-2026/desk/")
    event = Event.objects.get()
    assert (event.planned_sessions, event.scope, event.ends) == (8, "national", date(2026, 5, 3))
    times = [timezone.localtime(session.starts).strftime("%d %H:%M") for session in event.sessions.all()]
    assert times[:4] == ["01 09:30", "01 13:30", "01 16:30", "02 09:30"]
    assert list(event.roles.values_list("account__username", "name")) == [("house", "organizer")]


def test_the_rule_set_is_chosen_with_the_template(signed_in):
    house = signed_in("house")
    assert '<option value="wmo-2014" selected>' in house.get("/desk/new/").text
    house.post("/desk/new/", NEW | {"rules": "imj-0702", "slug": "imj"})
    event = Event.objects.get(slug="imj")
    assert (event.rules, event.ledger.audit_entries.get(action="event.create").after["rules"]) == (
        "imj-0702",
        "imj-0702",
    )


def test_a_repeated_name_and_a_chinese_name_get_their_own_ids(signed_in):
    house = signed_in("house")
    for name in ("Open", "Open", "麻将公开赛"):
        house.post("/desk/new/", NEW | {"name": name, "slug": ""})
    assert list(Event.objects.order_by("pk").values_list("slug", flat=True)) == ["open", "open-2", "event-2026"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"slug": "event-1"}, "An event with this id already exists. Choose another id."),
        ({"slug": "Open 2026"}, "Only lowercase letters, digits and hyphens."),
        ({"name": ""}, "</span>Fill in this field."),
        ({"template": "olympics"}, "This choice is not offered."),
        ({"rules": "riichi"}, "This choice is not offered."),
        ({"starts": "31.2.2026"}, "Enter a valid date."),
        ({"name": "Open", "slug": "x" * 65}, "at most 64 characters"),
    ],
)
def test_errors_are_shown_at_their_fields_and_typed_values_stay(event, signed_in, typed, sentence):
    answer = signed_in("house").post("/desk/new/", NEW | {"slug": "mine"} | typed)
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert 'value="Łódź"' in text(answer)
    assert Event.objects.count() == 1


@pytest.mark.parametrize("role", ROLES)
def test_only_organizers_and_administrators_set_an_event_up(event, signed_in, role):
    client = signed_in(role, event)
    expected = 200 if role in ("organizer", "administrator") else 403
    assert {client.get(SETUP + page).status_code for page in PAGES} == {expected}
    assert ('href="/desk/new/"' in text(client.get("/desk/"))) == (role in ("house", "administrator"))


def test_a_foreign_event_has_no_official_and_no_invitation_of_this_one(event, organizer, signed_in):
    organizer.post(SETUP + "officials/", {"name": "赵敏", "function": "Referee"})
    official = event.officials.get()
    other = taken_in(document("other-2", 1))
    foreign = signed_in("committee", other)
    Role.objects.create(account=Account.objects.get(username="committee"), event=other, name=Role.Name.ORGANIZER)
    for page in (f"officials/{official.pk}/", f"officials/{official.pk}/remove/", "helpers/1/revoke/"):
        assert foreign.post(f"/e/other-2/desk/setup/{page}").status_code in (302, 404)
    assert event.officials.count() == 1
