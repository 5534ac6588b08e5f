"""An event's data and settings at the Desk."""

import re
from datetime import date

import pytest

from common.actions.models.audit import AuditEntry
from scoring.settings.models.groups import SETTINGS_GROUPS
from tests.web.desk.conftest import document, taken_in
from tests.web.desk.setup.setting_up.pages import SETUP, text
from web.desk.setup.settings_form import SECTIONS
from web.desk.setup.settings_labels import MEANS


def test_the_events_data_are_changed_and_wrong_days_are_refused_at_their_field(event, organizer):
    data = {"name": "新杯", "rules": "guobiao", "scope": "", "starts": "2026-05-02", "ends": "2026-05-01"}
    answer = organizer.post(SETUP, data)
    assert answer.status_code == 400
    assert "The last day is before the first." in text(answer)
    assert organizer.post(SETUP, data | {"ends": "2026-05-02"}).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.rules, event.ends) == ("新杯", "guobiao", date(2026, 5, 2))


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
    assert organizer.get(SETUP).headers["location"] == SETUP + "settings/#event"
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
        ({"session_minutes": "0"}, "At least 1."),
        ({"electronic_approved_by": "组委会"}, "On which day was it approved?"),
        ({"fee_currency": "us"}, "The form is wrong"),
        ({"team_sessions": "9"}, "The event has"),
        ({"keep_months": "9999"}, "Enter a number from 0 to 1200."),
        (
            {"keep_months": "6", "opens": "2026-05-02T10:00", "closes": "2026-05-01T10:00"},
            "This must be after the opening.",
        ),
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


def test_figures_have_their_unit_at_the_input(event, organizer):
    page = text(organizer.get(SETUP + "settings/"))
    for name, unit in [("session_minutes", "minutes"), ("appeal_minutes", "minutes"), ("keep_months", "months")]:
        assert re.search(rf'name="{name}"[^>]*> <span>{unit}</span>', page)
