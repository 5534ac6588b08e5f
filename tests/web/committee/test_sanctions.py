"""The pages of the register of sanctioned events (A9 4.4)."""

import pytest
from django.test import Client
from django.urls import reverse

from ranking.bodies.models import BodyMember
from ranking.record.models.sanctions import SanctionedEvent
from scoring.event_file.services.importing import import_event
from tests.support.ranking import (
    actor,
    closed,
    confirmed,
    file_event,
    new_account,
    new_body,
    recorded_event,
    sanctioned_event,
)
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
ENTRY = {"number": "W-17", "name": "Spring Cup", "starts": "2026-05-01", "country": "ES", "letter": "B"}
GRANT = {"granted_on": "2026-01-09", "granted_by": "Anna Blum"}


def official_of(body) -> Client:
    account = new_account(name="赵敏")
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.MEMBER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def test_the_world_body_enters_and_withdraws_an_event() -> None:
    world = new_body()
    client, register = official_of(world), reverse("committee:sanctions", args=[world.slug])
    enter = reverse("committee:enter-sanction", args=[world.slug])
    refused = client.post(enter, ENTRY | GRANT | {"starts": ""})
    assert (refused.status_code, 'value="W-17"' in refused.text) == (400, True)
    assert refused.context["form"].errors == {
        "slug": ["Give the event's id, or its first day: the number alone can be copied."]
    }
    refused = client.post(enter, ENTRY | GRANT | {"slug": "夏季赛"})
    assert refused.context["form"].errors == {"slug": ["Only lowercase letters, digits and hyphens."]}
    assert 'value="夏季赛"' in refused.text
    page = client.post(enter, ENTRY | GRANT, follow=True)
    assert "applied for class B" in page.text
    assert "granted by Anna Blum, 9 January 2026" in page.text
    entry = SanctionedEvent.objects.get()
    withdraw = reverse("committee:withdraw-sanction", args=[world.slug, entry.pk])
    assert client.post(withdraw, {"reason": ""}).status_code == 400
    page = client.post(withdraw, {"reason": "The event is cancelled."}, follow=True)
    assert "The event is cancelled." in page.text
    assert client.get(withdraw).status_code == 404
    assert "No entries." in client.get(register, {"q": "summer"}).text


def test_an_event_is_entered_from_its_page_and_has_its_class_at_once() -> None:
    world, member = new_body(), new_body("member", countries=["ES"])
    document = file_event(
        40, 6, scope="national", country="ES", starts="2026-05-01", sanction={"body": "WMCC", "number": "ES-3"}
    )
    event = closed(Event.objects.get(slug=import_event(actor(), document=document)["event"]))
    own = official_of(member)
    page = own.get(reverse("committee:event", args=[member.slug, event.slug])).text
    assert "Ask the world body to enter it." in page
    assert "frozen without a class" in page
    confirmed(event, member, sanctioned=False)
    client, address = official_of(world), reverse("committee:event", args=[world.slug, event.slug])
    assert "Would be class C: not registered" in client.get(address).text
    enter = reverse("committee:enter-sanction", args=[world.slug]) + f"?event={event.slug}"
    assert enter in client.get(address).text
    form = client.get(enter).context["form"]
    proposed = {name: form[name].value() for name in ("number", "slug", "name", "country", "starts", "granted_by")}
    assert proposed == {
        "number": "ES-3", "slug": event.slug, "name": event.name, "country": "ES", "starts": event.starts,
        "granted_by": "赵敏",
    }  # fmt: skip
    page = client.post(enter, GRANT | proposed | {"starts": event.starts.isoformat()}, follow=True).text
    assert "The event is in the register." in page
    assert "In the register as number ES-3" in page
    assert "Class C" in own.get(reverse("committee:event", args=[member.slug, event.slug])).text


def test_a_member_reads_the_register_but_does_not_keep_it() -> None:
    member, entry = new_body("member", countries=["ES"]), sanctioned_event("spring", new_body())
    client = official_of(member)
    page = client.get(reverse("committee:sanctions", args=[member.slug])).text
    assert "The world body keeps the register." in page
    assert "Enter an event" not in page
    enter = reverse("committee:enter-sanction", args=[member.slug])
    assert [client.get(enter).status_code, client.post(enter, ENTRY | GRANT).status_code] == [403, 403]
    assert client.get(reverse("committee:withdraw-sanction", args=[member.slug, entry.pk])).status_code == 403


def test_the_world_body_sees_and_removes_what_a_member_took_in() -> None:
    recorded = recorded_event(new_body("member", name="Spain"))
    world = new_body()
    client = official_of(world)
    assert "Spain" in client.get(reverse("committee:events", args=[world.slug])).text
    page = client.get(reverse("committee:event", args=[world.slug, recorded.slug])).text
    remove = reverse("committee:withdraw", args=[world.slug, recorded.slug])
    assert remove in page
    assert client.post(remove, {"reason": "Not sanctioned."}).status_code == 302
    assert client.get(reverse("committee:event", args=[world.slug, recorded.slug])).status_code == 404
