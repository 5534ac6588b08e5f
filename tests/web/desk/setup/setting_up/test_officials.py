"""Officials at the Desk."""

import re

from tests.web.desk.conftest import document, taken_in
from tests.web.desk.setup.setting_up.pages import SETUP, text
from tournament.people.models.accounts import Account, Role


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
    assert "</span>Fill in this field." in text(answer)


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


def test_a_wrong_range_of_tables_is_refused_beside_its_field(event, organizer):
    page, line = SETUP + "officials/", {"name": "赵敏", "function": "Referee", "tables": "1-x"}
    refused = organizer.post(page, line)
    assert (refused.status_code, event.officials.count()) == (400, 0)
    assert list(refused.context["form"].errors) == ["tables"]
    assert "This is neither a number nor a range: 1-x" in text(refused)
    assert all(f'value="{typed}"' in text(refused) for typed in line.values())
    organizer.post(page, line | {"tables": "1-4, 7"})
    official = event.officials.get()
    assert organizer.post(f"{page}{official.pk}/", line).status_code == 400
    # A remark that came with a file remains while the rest is changed.
    event.officials.update(tables="hall B")
    assert organizer.post(f"{page}{official.pk}/", line | {"name": "Zoë", "tables": "hall B"}).status_code == 302
    assert event.officials.values_list("name", "tables").get() == ("Zoë", "hall B")
    refused = organizer.post(f"{page}{official.pk}/", line | {"tables": "hall C"})
    assert list(refused.context["form"].errors) == ["tables"]
    assert 'value="hall C"' in text(refused)
