"""Every page of an event under the International Mahjong Rules."""

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from tests.support.crawling import crawl
from tests.support.imj import imj_document
from tests.web.test_every_page import account_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "language"), [(None, "ja"), ("organizer", "en"), ("chief-referee", "zh-hans"), ("scorekeeper", "ja")]
)
def test_every_page_renders(role: str | None, language: str) -> None:
    import_event(system_actor("测试"), document=imj_document())
    event = Event.objects.get()
    client = Client(headers={"accept-language": language})
    account = account_of(role, event)
    if account:
        client.force_login(account)
    starts = [reverse("pocket:event", args=[event.slug])] + ([reverse("desk:event", args=[event.slug])] if role else [])
    pages = crawl(client, starts, within=f"/e/{event.slug}/")
    assert len(pages) > 8
    assert [page.path for page in pages.values() if page.status >= 500] == []
