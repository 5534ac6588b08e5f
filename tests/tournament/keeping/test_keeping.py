"""Private data is deleted after its day, for every model; organizers can do it earlier or extend it."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.privacy.fields import EncryptedTextField
from ranking.member_lists.models import MemberList
from ranking.pins.models.applications import PinMessage
from ranking.record.models.records import ResultList
from scoring.event_file.services.rehearsals import rehearse_event
from scoring.hand_over.models import HandOver
from scoring.publishing.models import Publication
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import change_event
from scoring.site_upload.models import SiteUpload
from scoring.webhooks.models import Webhook
from tests.support.action_examples import new_entry, new_invitation, new_preview, with_settings
from tests.support.events import small_event
from tests.support.registries import ANNE, load, new_registry
from tournament.access.models import Invitation
from tournament.draws.models.draws import Draw
from tournament.events.models.events import Event
from tournament.events.rules.months import months_after
from tournament.keeping.selectors import private_models, retention_of
from tournament.keeping.services import delete_private, keep_longer
from tournament.people.models.persons import PrivateData
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.services.double_registration import merge_entries
from tournament.registration.services.entries import set_private_data
from tournament.registry.models import Registry, RegistryMember, RegistrySource

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ORGANIZER = system_actor("organizer")
TODAY = timezone.localdate()
LONG_AGO = TODAY - timedelta(days=500)
FACTS = {"document": "E12345678", "contact": "wei@example.org", "birth_date": "1971-03-29"}


def ended(slug: str, ends: date | None) -> Event:
    event = with_settings(small_event(slug))
    Event.objects.filter(pk=event.pk).update(ends=ends)
    return Event.objects.get(pk=event.pk)


def private_data(event: Event) -> PrivateData:
    """Create private data of a person who is registered in the event."""
    entry = new_entry(event)
    set_private_data(ORGANIZER, event, entry=entry, **FACTS)
    return PrivateData.objects.get(person=entry.person)


def sweep_result() -> str:
    out = StringIO()
    call_command("sweep", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("day", "months", "last"),
    [
        (date(2026, 5, 31), 0, date(2026, 5, 31)),
        (date(2026, 5, 31), 1, date(2026, 6, 30)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2026, 12, 1), 13, date(2028, 1, 1)),
    ],
)
def test_months_after(day: date, months: int, last: date) -> None:
    assert months_after(day, months) == last


def test_sweep_deletes_only_expired_data() -> None:
    over, running = private_data(ended("over", LONG_AGO)), private_data(ended("running", TODAY))
    undated = private_data(ended("undated", None))
    assert sweep_result() == "Deleted: 1 private data.\n"
    assert set(PrivateData.objects.all()) == {running, undated}
    entry = AuditEntry.objects.get(action="expired.delete")
    assert (entry.after, entry.actor_name) == ({"private": 1}, "sweep")
    assert not PrivateData.objects.filter(pk=over.pk).exists()
    assert sweep_result() == ""
    assert AuditEntry.objects.filter(action="expired.delete").count() == 1


def test_later_or_undated_event_extends_the_retention() -> None:
    over = ended("over", LONG_AGO)
    later, waiting = private_data(over), private_data(over)
    new_entry(ended("later", TODAY), person=later.person)
    new_entry(ended("undated", None), person=waiting.person)
    assert sweep_result() == ""
    later.refresh_from_db()
    assert later.delete_after == months_after(TODAY, 12)
    assert PrivateData.objects.count() == 2


def test_merged_persons_share_their_retention() -> None:
    event, over = ended("running", TODAY), ended("over", LONG_AGO)
    first, second = private_data(over), new_entry(over)
    merge_entries(ORGANIZER, over, kept=second, merged=over.entries.get(person=first.person))
    new_entry(event, person=second.person)
    assert sweep_result() == ""
    first.refresh_from_db()
    assert first.delete_after == months_after(TODAY, 12)


def test_changed_dates_or_setting_update_the_retention() -> None:
    event = ended("event", LONG_AGO)
    row = private_data(event)
    change_event(ORGANIZER, event, ends=TODAY)
    row.refresh_from_db()
    assert row.delete_after == months_after(TODAY, 12)
    change_settings(ORGANIZER, event, values={"privacy": {"keep_months": 3}})
    row.refresh_from_db()
    assert row.delete_after == months_after(TODAY, 3)
    change_event(ORGANIZER, event, ends=None)
    row.refresh_from_db()
    assert row.delete_after is None


def test_retention_is_extended_with_a_reason_and_reset() -> None:
    event = ended("over", LONG_AGO)
    private_data(event)
    until = TODAY + timedelta(days=90)
    for facts, where in (({"keep_until": until}, "reason"), ({"keep_until": TODAY, "reason": "x"}, "keep_until")):
        with pytest.raises(Refused) as refused:
            keep_longer(ORGANIZER, event, **facts)
        assert refused.value.where == where
    with pytest.raises(Refused):
        keep_longer(ORGANIZER, event, keep_until=TODAY + timedelta(days=9_999), reason="for ever")
    keep_longer(ORGANIZER, event, keep_until=until, reason="an appeal is open")
    assert sweep_result() == ""
    assert retention_of(event).longer == until
    keep_longer(ORGANIZER, event, keep_until=None)
    assert "1 private data" in sweep_result()


def test_private_data_is_deleted_now_except_for_other_events() -> None:
    event, other = ended("event", TODAY), ended("other", TODAY)
    private_data(event)
    shared = private_data(event)
    new_entry(other, person=shared.person)
    assert [row for row, _day in retention_of(event).kept_elsewhere] == [shared]
    assert delete_private(ORGANIZER, event) == {"deleted": 1, "kept": 1}
    assert list(PrivateData.objects.all()) == [shared]
    written = str(list(AuditEntry.objects.values_list("before", "after")))
    assert [value for value in FACTS.values() if value in written] == []


@pytest.mark.parametrize("dated", [True, False])
def test_a_rehearsal_keeps_no_private_data_of_the_players(*, dated: bool) -> None:
    event = ended("event", TODAY)
    row = private_data(event)
    rehearsal = Event.objects.get(slug=rehearse_event(ORGANIZER, event)["event"])
    Event.objects.filter(pk=rehearsal.pk).update(starts=None, ends=TODAY if dated else None)
    of_rehearsal = private_data(rehearsal)
    assert retention_of(event).kept_elsewhere == []
    assert retention_of(Event.objects.get(pk=rehearsal.pk)).kept_elsewhere == [(row, months_after(TODAY, 12))]
    Event.objects.filter(pk=event.pk).update(starts=None, ends=LONG_AGO)
    PrivateData.objects.update(delete_after=None)
    assert sweep_result() == "Deleted: 1 private data.\n"
    assert list(PrivateData.objects.all()) == [of_rehearsal]
    of_rehearsal.refresh_from_db()
    assert of_rehearsal.delete_after == (months_after(TODAY, 12) if dated else None)


def test_private_data_is_deleted_now_although_a_rehearsal_has_the_players() -> None:
    event = ended("event", TODAY)
    private_data(event)
    rehearse_event(ORGANIZER, event)
    assert delete_private(ORGANIZER, event) == {"deleted": 1, "kept": 0}
    assert not PrivateData.objects.exists()


def test_lists_that_were_read_are_deleted_now_too() -> None:
    event, other = small_event(), ended("other", TODAY)
    new_preview(event)
    kept = new_preview(other)
    assert delete_private(ORGANIZER, event) == {"deleted": 0, "kept": 0}
    assert list(RegistrationPreview.objects.all()) == [kept]
    assert AuditEntry.objects.filter(action="event.delete_private").exists()


def test_old_lists_and_unused_invitations_are_deleted() -> None:
    event = small_event()
    old, new = new_preview(event), new_preview(event)
    RegistrationPreview.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(days=8))
    unused, used, fresh = new_invitation(event, "expired"), new_invitation(event, "used"), new_invitation(event)
    Invitation.objects.filter(pk__in=[unused.pk, used.pk]).update(expires=timezone.now() - timedelta(days=31))
    assert sweep_result() == "Deleted: 1 lists that were read.\nDeleted: 1 invitations.\n"
    assert list(RegistrationPreview.objects.all()) == [new]
    assert set(Invitation.objects.all()) == {used, fresh}


def test_copies_of_registries_are_deleted_a_year_after_they_were_loaded() -> None:
    old, fresh, own = load([ANNE]), load([]), new_registry()
    Registry.objects.exclude(pk=fresh.pk).update(loaded_at=timezone.now() - timedelta(days=366))
    assert sweep_result() == "Deleted: 1 copies of registries.\n"
    assert set(Registry.objects.all()) == {fresh, own}
    assert not RegistryMember.objects.filter(registry=old.pk).exists()


def test_every_model_with_encrypted_columns_is_swept() -> None:
    encrypted = {
        model
        for model in apps.get_models()
        if any(isinstance(field, EncryptedTextField) for field in model._meta.fields)
    }
    # A draw's secret is not personal; lists that were read are deleted after some weeks, messages
    # with their application's data (ranking: tests/ranking).
    by_age = {Draw, RegistrationPreview, ResultList, PinMessage, MemberList, RegistrySource}
    by_age |= {Webhook, Publication, SiteUpload, HandOver}  # their secrets are about no person
    assert encrypted - by_age <= set(private_models())
