"""Setting up an event at the Desk: creation, data, settings, timetable, officials, hall, helpers, rehearsal."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.setup.selectors.checklist import checklist
from scoring.sheets.models.results import CountedResult
from tests.web.desk.conftest import ROLES, document, taken_in
from tournament.access.models import Invitation
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person
from tournament.presence.models.line_ups import LineUp
from web.desk.setup.settings_form import SECTIONS
from web.desk.setup.settings_labels import MEANS
from web.shared.requests.rate_limit import LIMITS, Limit

SETUP = "/e/event-1/desk/setup/"
PAGES = ["settings/", "timetable/", "officials/", "hall/", "helpers/", "rehearsal/"]
NEW = {"template": "national-open", "name": "Łódź Öpen 2026", "starts": "2026-05-01", "venue": "Łódź", "country": "PL"}


@pytest.fixture
def organizer(event, signed_in) -> Client:
    return signed_in("organizer", event)


def text(answer) -> str:
    return unescape(answer.content.decode())


def test_an_event_is_created_from_a_template_with_an_id_from_its_name(signed_in):
    answer = signed_in("house").post("/desk/new/", NEW | {"slug": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/e/lodz-open-2026/desk/")
    event = Event.objects.get()
    assert (event.planned_sessions, event.scope, event.ends) == (8, "national", date(2026, 5, 3))
    times = [timezone.localtime(session.starts).strftime("%d %H:%M") for session in event.sessions.all()]
    assert times[:4] == ["01 09:30", "01 13:30", "01 16:30", "02 09:30"]
    assert list(event.roles.values_list("account__username", "name")) == [("house", "organizer")]


def test_a_repeated_name_and_a_chinese_name_get_their_own_ids(signed_in):
    house = signed_in("house")
    for name in ("Open", "Open", "麻将公开赛"):
        house.post("/desk/new/", NEW | {"name": name, "slug": ""})
    assert list(Event.objects.order_by("pk").values_list("slug", flat=True)) == ["open", "open-2", "event-2026"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"slug": "event-1"}, "An event with this id already exists. Choose another id."),
        ({"slug": "Open 2026"}, "Small letters, digits and hyphens only."),
        ({"name": ""}, "This field is required."),
        ({"template": "olympics"}, "Select a valid choice."),
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


def test_the_events_data_are_changed_and_wrong_days_are_refused_at_their_field(event, organizer):
    data = {"name": "新杯", "rules": "guobiao", "scope": "", "starts": "2026-05-02", "ends": "2026-05-01"}
    answer = organizer.post(SETUP, data)
    assert answer.status_code == 400
    assert "The last day is before the first." in text(answer)
    assert organizer.post(SETUP, data | {"ends": "2026-05-02"}).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.rules, event.ends) == ("新杯", "guobiao", date(2026, 5, 2))


# Settings


def settings_data(page: str, **changed: str) -> dict[str, str]:
    """Return the content of the section that has the changed settings, as a browser sends it."""
    sections = re.findall(r'<form class="settings-section".*?</form>', page, re.S)
    [page] = [section for section in sections if f'name="{next(iter(changed))}"' in section]
    data = dict(re.findall(r'<input type="(?:text|number|date)" name="([a-z_]+)"(?: value="([^"]*)")?', page))
    for name, options in re.findall(r'<select name="([a-z_]+)".*?>(.*?)</select>', page, re.S):
        data[name] = re.search(r'<option value="([^"]*)" selected', options)[1]
    [section] = re.findall(r'name="section" value="([a-z]+)"', page)
    return data | {"section": section} | changed


def test_each_section_is_saved_by_itself_and_all_groups_are_in_one(event, organizer):
    assert sorted(group for section in SECTIONS.values() for group in section.groups) == sorted(SETTINGS_GROUPS)
    assert organizer.get(SETUP).headers["location"] == SETUP + "settings/"
    data = settings_data(text(organizer.get(SETUP + "settings/")), keep_months="6")
    assert "session_minutes" not in data
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', text(organizer.post(SETUP + "settings/", data)))[1]
    saved = organizer.post(SETUP + "settings/", data | {"seen": seen})
    assert saved.headers["location"] == SETUP + "settings/#registration"
    event.privacy_settings.refresh_from_db()
    assert event.privacy_settings.keep_months == 6
    assert organizer.post(SETUP + "settings/", data | {"section": "other"}).status_code == 404


def test_a_change_explains_its_effect_and_is_saved_when_sent_again(event, organizer):
    page = text(organizer.get(SETUP + "settings/"))
    assert "Article 3.9.2" in page
    assert "Article 3.5.3, App. 7" in page
    data = settings_data(
        page, session_minutes="90", electronic_approved_by="组委会", electronic_approved_on="2026-04-01"
    )
    response = organizer.post(SETUP + "settings/", data)
    assert "The timetable, clocks started later, and the times on sheets and pages change with it" in text(response)
    event.play_settings.refresh_from_db()
    assert event.play_settings.session_minutes == 120
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', text(response))[1]
    # Another change than the previewed one: its effect is shown first.
    organizer.post(SETUP + "settings/", data | {"seen": seen, "break_minutes": "5"})
    event.play_settings.refresh_from_db()
    assert event.play_settings.session_minutes == 120
    assert organizer.post(SETUP + "settings/", data | {"seen": seen}).status_code == 302
    event.play_settings.refresh_from_db()
    assert event.play_settings.session_minutes == 90
    assert "whose text is: 120" not in text(organizer.get(SETUP + "settings/"))


def test_the_oath_is_typed_for_each_language(event, organizer):
    """A2: the official text of a language; without one the program's own holds."""
    registration = event.registration_settings
    registration.oath = {"zh": "我保证。", "en": "I promise."}
    registration.save()
    page = text(organizer.get(SETUP + "settings/"))
    assert re.findall(r'<textarea name="oath_([a-z]+)"', page) == ["zh", "en", "ja"]
    typed = {"oath_zh": "我保证。", "oath_en": "", "oath_ja": "誓います。\r\n守ります。"}
    data = settings_data(page, keep_months="24") | typed
    explained = text(organizer.post(SETUP + "settings/", data))
    assert "Chinese: 我保证。 / English: I promise." in explained
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', explained)[1]
    assert organizer.post(SETUP + "settings/", data | {"seen": seen}).status_code == 302
    registration.refresh_from_db()
    assert registration.oath == {"zh": "我保证。", "ja": "誓います。\n守ります。"}
    too_long = organizer.post(SETUP + "settings/", data | {"oath_ja": "長" * 6_001})
    assert too_long.status_code == 400
    assert "at most 6000 characters" in text(too_long)
    assert "長" * 6_001 in text(too_long)


def test_a_setting_outside_the_text_is_marked_against_the_rules(event, organizer):
    """3.5.6: a session lasts at most 150 minutes with a break of at most 15."""
    event.play_settings.session_minutes = 200
    event.play_settings.save()
    assert "Against the rules, whose text is: 120" in text(organizer.get(SETUP + "settings/"))


def test_a_value_against_the_rules_is_marked_before_it_is_saved(event, organizer):
    page = text(organizer.get(SETUP + "settings/"))
    for minutes, marked in (("110", False), ("200", True)):
        asked = organizer.post(SETUP + "settings/", settings_data(page, session_minutes=minutes))
        assert ("against the rules" in text(asked)) is marked


def test_the_effect_of_every_setting_is_described():
    columns = {column.name for group in SETTINGS_GROUPS.values() for column in group.setting_fields()}
    assert set(MEANS) == columns


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"session_minutes": "0"}, "greater than or equal to 1"),
        ({"electronic_approved_by": "组委会"}, "On which day was it approved?"),
        ({"fee_currency": "us"}, "The form is wrong"),
        ({"team_sessions": "9"}, "The event has"),
        ({"keep_months": "9999"}, "Enter a number from 0 to 1200."),
    ],
)
def test_a_wrong_setting_is_named_and_nothing_saved(event, organizer, typed, sentence):
    data = settings_data(text(organizer.get(SETUP + "settings/")), **typed)
    answer = organizer.post(SETUP + "settings/", data)
    if answer.status_code == 200:
        seen = re.search(r'name="seen" value="([0-9a-f]+)"', text(answer))[1]
        answer = organizer.post(SETUP + "settings/", data | {"seen": seen})
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not AuditEntry.objects.filter(action="event.change_settings").exists()


def test_once_results_are_public_a_change_needs_a_reason(signed_in, db):
    event = taken_in(document(released=1))
    client = signed_in("organizer", event)
    before = event.ledger.public
    data = settings_data(text(client.get(SETUP + "settings/")), ties="higher")
    page_text = text(client.post(SETUP + "settings/", data))
    assert "counted tables" in page_text
    data["seen"] = re.search(r'name="seen" value="([0-9a-f]+)"', page_text)[1]
    refused = client.post(SETUP + "settings/", data)
    assert "Results are public: please give a reason" in text(refused)
    assert client.post(SETUP + "settings/", data | {"reason": "as announced"}).status_code == 302
    event.ledger.refresh_from_db()
    assert event.ledger.public == before + 1
    assert AuditEntry.objects.get(action="event.change_settings").reason == "as announced"


# Timetable, officials, hall


def test_typed_times_are_those_of_the_hall(event, organizer):
    data = text(organizer.get(SETUP + "settings/"))
    assert "As on this computer (UTC)" in data
    event.time_zone = "Asia/Shanghai"
    event.save()
    assert "Time zone: Asia/Shanghai." in text(organizer.get(SETUP + "timetable/"))
    organizer.post(SETUP + "timetable/", {"starts-1": "2026-05-01T09:30"})
    assert event.sessions.get(number=1).starts == datetime(2026, 5, 1, 1, 30, tzinfo=UTC)


def test_the_timetable_is_shown_and_refuses_a_session_before_the_one_before(event, organizer, client):
    wrong = {"starts-1": "2026-05-01T14:00", "starts-2": "2026-05-01T10:00", "starts-3": ""}
    answer = organizer.post(SETUP + "timetable/", wrong)
    assert answer.status_code == 400
    assert "This must be after the start of session 1." in text(answer)
    assert 'value="2026-05-01T10:00"' in text(answer)
    organizer.post(SETUP + "timetable/", wrong | {"starts-2": "2026-05-01T16:45"})
    for page in (client.get("/e/event-1/"), organizer.get("/e/event-1/desk/")):
        assert "16:45" in text(page)
    assert "Ends at" in text(organizer.get(SETUP + "timetable/"))
    assert "Ends at" not in text(organizer.post(SETUP + "timetable/", wrong))


def test_overlapping_sessions_are_saved_with_a_warning(event, organizer):
    times = {"starts-1": "2026-05-01T09:00", "starts-2": "2026-05-01T10:30", "starts-3": "2026-05-01T12:35"}
    page = text(organizer.post(SETUP + "timetable/", times, follow=True))
    assert "Session 2 starts 30 minutes before session 1 ends." in page
    assert "There are only 5 minutes between session 2 and session 3." in page
    assert event.sessions.filter(starts=None).count() == 0


def test_a_session_is_added_and_removed_unless_it_has_tables(event, organizer):
    organizer.post(SETUP + "timetable/add/")
    event.refresh_from_db()
    assert event.planned_sessions == 4
    assert "The event has 3 sessions." in text(organizer.post(SETUP + "timetable/remove/", follow=True))
    assert "Session 3 already has tables." in text(organizer.post(SETUP + "timetable/remove/", follow=True))
    assert event.sessions.count() == 3


def test_officials_are_added_changed_moved_and_removed(event, organizer):
    for name in ("赵敏", "Zoë"):
        organizer.post(SETUP + "officials/", {"name": name, "function": "Referee"})
    first, second = event.officials.all()
    organizer.post(f"{SETUP}officials/{second.pk}/move/", {"place": "1"})
    assert [line.name for line in event.officials.all()] == ["Zoë", "赵敏"]
    for place, names in (
        ("2", ["赵敏", "Zoë"]),
        ("99", ["赵敏", "Zoë"]),
        ("0", ["Zoë", "赵敏"]),
        ("x", ["Zoë", "赵敏"]),
    ):
        organizer.post(f"{SETUP}officials/{second.pk}/move/", {"place": place})
        assert [line.name for line in event.officials.all()] == names
    data = {"name": "Zoë", "function": "Chief referee", "qualification_number": "007", "tables": "1-12"}
    organizer.post(f"{SETUP}officials/{second.pk}/", data)
    organizer.post(f"{SETUP}officials/{first.pk}/remove/")
    assert list(event.officials.values_list("function", "qualification_number", "tables")) == [
        ("Chief referee", "007", "1-12")
    ]
    answer = organizer.post(SETUP + "officials/", {"name": "", "function": "Referee"})
    assert answer.status_code == 400
    assert "This field is required." in text(answer)


def test_concurrent_changes_of_times_and_officials_merge_or_conflict(event, organizer):
    page, times = SETUP + "timetable/", {f"starts-{number}": "" for number in (1, 2, 3)}
    shown = organizer.get(page).context["form"]["base"].value()
    organizer.post(page, times | {"starts-1": "2026-05-01T09:00"})
    assert organizer.post(page, times | {"base": shown, "starts-2": "2026-05-01T12:00"}).status_code == 302
    assert event.sessions.exclude(starts=None).count() == 2
    both = organizer.post(page, times | {"base": shown, "starts-1": "2026-05-01T08:00"})
    assert both.status_code == 409
    assert re.search(r"changed this to “[^”]*\b09:00”; you want “[^”]*\b08:00”", text(both))
    line = {"name": "赵敏", "function": "Referee"}
    organizer.post(SETUP + "officials/", line)
    page = f"{SETUP}officials/{event.officials.get().pk}/"
    shown = organizer.get(page).context["form"]["base"].value()
    organizer.post(page, line | {"function": "Chief referee"})
    assert organizer.post(page, line | {"base": shown, "tables": "1-12"}).status_code == 302
    assert organizer.post(page, line | {"base": shown, "function": "Arbiter"}).status_code == 409
    assert list(event.officials.values_list("function", "tables")) == [("Chief referee", "1-12")]


def test_the_hall_is_planned_and_a_table_found_on_it(event, organizer, client):
    size = {"rows": "2", "columns": "3", "east": "right"}
    filled = text(organizer.post(SETUP + "hall/", size | {"fill": "1"}))
    assert "This is not saved yet." in filled
    assert re.search(r'name="at-2-1" value="4"', filled)
    twice = organizer.post(SETUP + "hall/", size | {"save": "1", "at-1-1": "7", "at-2-2": "7"})
    assert twice.status_code == 400
    assert "Table 7 is on the plan twice." in text(twice)
    assert organizer.post(SETUP + "hall/", size | {"save": "1", "at-1-3": "12"}).status_code == 302
    page = text(client.get("/e/event-1/hall/?table=12"))
    assert "Table 12 is marked below." in page
    assert '<span class="hall-side hall-right">East</span>' in page
    assert '<span class="hall-side hall-top">North</span>' in page
    assert "There is no table 9 on the plan." in text(client.get("/e/event-1/hall/?table=9"))


# Helpers


def invite(organizer: Client, **data: str) -> str:
    """Create an invitation and return the URL in its code."""
    form = text(organizer.get(SETUP + "helpers/"))
    token = re.search(r'name="token" value="([^"]+)"', form)[1]
    page = text(organizer.post(SETUP + "helpers/", {"role": "referee", "days": "2", "token": token} | data))
    assert "data:image/svg+xml" in page
    return re.search(r"http://testserver(/i/[^<]+)</code>", page)[1]


def test_an_invitation_code_gives_a_helper_a_role_in_this_event_only(event, organizer):
    address = invite(organizer)
    token = address.split("/")[2]
    phone = Client()
    assert phone.get(address)["Location"] == "/join/"
    assert "You are invited as Referee" in text(phone.get("/join/"))
    assert "This field is required." in text(phone.post("/join/", {"name": ""}))
    assert phone.post("/join/", {"name": "小龙女"})["Location"] == "/e/event-1/desk/"
    assert phone.get("/e/event-1/desk/").status_code == 200
    helper = Account.objects.get(name="小龙女")
    assert not helper.has_usable_password()
    assert list(helper.event_roles.values_list("event__slug", "name")) == [("event-1", "referee")]
    assert phone.get(SETUP).status_code == 403
    stored = str(list(Invitation.objects.values())) + str(list(AuditEntry.objects.values()))
    assert token not in stored
    # Another phone: the same account.
    other = Client()
    other.get(address)
    assert "Continue as 小龙女" in text(other.get("/join/"))
    other.post("/join/")
    assert Account.objects.filter(name="小龙女").count() == 1
    assert other.get("/e/event-1/desk/").status_code == 200


def test_revoking_an_invitation_ends_the_helpers_role(event, organizer):
    address, phone = invite(organizer), Client()
    phone.get(address)
    phone.post("/join/", {"name": "小龙女"})
    organizer.post(f"{SETUP}helpers/{Invitation.objects.get().pk}/revoke/")
    assert phone.get("/e/event-1/desk/").status_code == 302
    fresh = Client()
    fresh.get(address)
    answer = fresh.get("/join/")
    assert (answer.status_code, "revoked" in text(answer)) == (404, True)
    assert fresh.post("/join/", {"name": "x"}).status_code == 404


def test_a_role_ends_with_its_invitation(event, organizer):
    address, phone = invite(organizer), Client()
    phone.get(address)
    phone.post("/join/", {"name": "小龙女"})
    Role.objects.filter(account__name="小龙女").update(ends_at=timezone.now() - timedelta(seconds=1))
    assert phone.get("/e/event-1/desk/").status_code in (302, 403)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    fresh = Client()
    fresh.get(address)
    assert fresh.get("/join/").status_code == 404


def test_unknown_codes_are_rate_limited_but_invited_helpers_get_in(event, organizer, monkeypatch):
    monkeypatch.setitem(LIMITS, "invitation", Limit(2, ""))
    address, helper, phone = invite(organizer), Client(), Client()
    for number in range(2):
        phone.get(f"/i/guess-{number}/")
    helper.get(address)
    assert helper.get("/join/").status_code == 200
    assert phone.get("/join/").status_code == 429
    # Many requests of others do not evict a counter from the cache.
    cache.clear()
    assert phone.get("/join/").status_code == 429
    caches["tries"].clear()
    assert phone.get("/join/").status_code == 404


@pytest.mark.parametrize("data", [{"role": "organizer"}, {"days": "61"}, {"days": "0"}, {"token": "short"}])
def test_a_wrong_invitation_is_refused(event, organizer, data):
    page = text(organizer.get(SETUP + "helpers/"))
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    answer = organizer.post(SETUP + "helpers/", {"role": "referee", "days": "2", "token": token} | data)
    assert answer.status_code == 400
    assert not Invitation.objects.exists()


# Rehearsal and checklist


def test_a_rehearsal_copies_all_but_results_and_is_never_public(event, organizer, client):
    organizer.post(SETUP + "officials/", {"name": "赵敏", "function": "Referee"})
    first = event.entries.get(number=1)
    reserve = Entry.objects.create(
        event=event,
        person=Person.objects.create(name="VIDAL"),
        number=99,
        name="VIDAL",
        team=first.team,
        kind="reserve",
    )
    LineUp.objects.create(session=event.sessions.get(number=3), holder=first, by=reserve)
    answer = organizer.post(SETUP + "rehearsal/")
    assert answer["Location"] == "/e/event-1-rehearsal/desk/"
    copy = Event.objects.get(slug="event-1-rehearsal")
    assert copy.rehearsal
    assert copy.entries.count() == event.entries.count() == 17
    line_up = LineUp.objects.get(session__event=copy)
    assert (line_up.session.number, line_up.holder.number, line_up.by.number) == (3, 1, 99)
    assert copy.teams.count() == event.teams.count()
    assert copy.officials.get().name == "赵敏"
    assert copy.sessions.count() == event.planned_sessions
    assert not CountedResult.objects.filter(session__event=copy).exists()
    assert (copy.ledger.audit_seq, copy.ledger_id == event.ledger_id) == (0, False)
    assert "event-1-rehearsal" not in text(client.get("/"))
    assert client.get("/e/event-1-rehearsal/").status_code == 404
    for page in ("/e/event-1-rehearsal/", "/e/event-1-rehearsal/desk/", "/e/event-1-rehearsal/desk/setup/hall/"):
        assert "Rehearsal</span>" in text(organizer.get(page))
    release = text(organizer.get("/e/event-1-rehearsal/desk/sessions/1/release/"))
    assert "This is a rehearsal: its results are never released." in release


def test_the_checklist_lists_missing_items_with_links(signed_in):
    house = signed_in("house")
    page = text(house.post("/desk/new/", NEW | {"template": "club-day", "starts": "", "slug": "club"}, follow=True))
    for sentence, way in (
        ("The event has no dates yet", "/e/club/desk/setup/"),
        ("4 sessions have no time yet", "/e/club/desk/setup/timetable/"),
        ("with fewer than six the event has no class", "/e/club/desk/setup/timetable/"),
        ("Nobody has the role of chief referee yet", "/e/club/desk/roles/"),
        ("The officials' list is empty", "/e/club/desk/setup/officials/"),
        ("Nobody has approved electronic scoring yet", "/e/club/desk/setup/settings/"),
        ("8 items of equipment and site are not confirmed yet (3.5.5)", "/e/club/desk/setup/equipment/"),
    ):
        assert re.search(re.escape(sentence) + r'.*?</span>\s*<a href="' + way, page), sentence


def test_the_checklist_counts_a_session_with_several_tables_once(event, organizer):
    event.sessions.filter(number__lte=2).update(starts="2026-05-01T09:00:00Z")
    untimed = next(item for item in checklist(event) if item.code == "times")
    assert (untimed.done, untimed.figures) == (False, {"count": 1})


@pytest.mark.parametrize("page", ["officials/", "helpers/", "hall/", "settings/"])
def test_the_same_number_of_queries_for_one_row_and_three(event, organizer, queries, page):
    def ask() -> None:
        organizer.get(SETUP + page)

    organizer.post(SETUP + "officials/", {"name": "1", "function": "Referee"})
    organizer.post(SETUP + "hall/", {"rows": "1", "columns": "4", "east": "top", "save": "1", "at-1-1": "1"})
    invite(organizer)
    count_for_one = queries(ask)
    for number in ("2", "3"):
        organizer.post(SETUP + "officials/", {"name": number, "function": "Referee"})
        invite(organizer)
    organizer.post(
        SETUP + "hall/", {"rows": "1", "columns": "4", "east": "top", "save": "1", "at-1-1": "1", "at-1-2": "2"}
    )
    assert queries(ask) == count_for_one


def test_officials_are_copied_from_another_event_of_the_account_only(signed_in, event, organizer):
    organizer.post(SETUP + "officials/", {"name": "赵敏", "function": "Referee"})
    mine, foreign = taken_in(document(slug="mine")), taken_in(document(slug="foreign"))
    Role.objects.create(account=Account.objects.get(username="organizer"), event=mine, name=Role.Name.ORGANIZER)
    lines = [("赵敏", "Referee"), ("周芷若", "Chief referee")]
    for source in (mine, foreign):
        source.officials.all().delete()
        for order, (name, function) in enumerate(lines, start=1):
            source.officials.create(order=order, name=name, function=function, qualification="A", tables="1-4")
    page = text(organizer.get(SETUP + "officials/"))
    assert f'<option value="{mine.pk}">' in page
    assert f'<option value="{foreign.pk}">' not in page
    copy = SETUP + "officials/copy/"
    assert organizer.post(copy, {"copy-source": foreign.pk}).status_code == 400
    assert "1 official was added." in text(organizer.post(copy, {"copy-source": mine.pk}, follow=True))
    assert list(event.officials.values_list("order", "name", "qualification", "tables")) == [
        (1, "赵敏", "", ""),
        (2, "周芷若", "A", ""),
    ]


def test_after_adding_an_official_the_focus_is_in_the_name(organizer):
    answer = organizer.post(SETUP + "officials/", {"name": "赵敏", "function": "Referee"}, follow=True)
    assert re.search(r'<input type="text" name="name"[^>]* autofocus', text(answer))
    assert "autofocus" not in text(organizer.get(SETUP + "officials/"))


def test_concurrent_changes_of_one_setting_conflict_and_of_two_are_merged(signed_in, event):
    client, page = signed_in("organizer", event), SETUP + "settings/"
    [form] = [form for name, _title, form in client.get(page).context["sections"] if name == "play"]
    typed = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    typed |= {"section": "play", "session_minutes": "100"}
    event.play_settings.break_minutes = 10
    event.play_settings.save()
    response = client.post(page, typed)
    assert [change.name for change in response.context["changes"]] == ["Length of a session"]
    client.post(page, typed | {"seen": response.context["seen"]})
    play = type(event.play_settings).objects.get(event=event)
    assert (play.session_minutes, play.break_minutes) == (100, 10)
    typed["session_minutes"] = "110"
    response = client.post(page, typed)
    answer = client.post(page, typed | {"seen": response.context["seen"]})
    assert "changed this to “100”; you want “110”" in text(answer)
    again = answer.context["form"]["base"].value()
    response = client.post(page, typed | {"base": again})
    client.post(page, typed | {"base": again, "seen": response.context["seen"]})
    play.refresh_from_db()
    assert play.session_minutes == 110
