"""The page of a foul: cancelling and publishing it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from tests.web.floor.fouls.browsing import words

pytestmark = pytest.mark.django_db


def test_only_entitled_roles_cancel_and_publish_a_foul(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    recorded = FoulReport(kind="talk", sheet=sheet, seat="W", hand_no=1, notes="机密", witnesses="张三")
    record_foul(system_actor("甲"), event, foul=recorded)
    here = reverse("floor:foul", args=["small", 1])
    chief, referee = signed_in("chief-referee"), signed_in("referee")
    assert "机密" in words(chief.get(here))
    assert "机密" not in words(referee.get(here))
    assert referee.post(here + "notice/", {"text": "x"}).status_code == 403
    chief.post(here + "notice/", {"text": "通报批评"})
    assert Foul.objects.get().notice == "通报批评"
    # The public page of the event links to it.
    public = Client(headers={"accept-language": "en"})
    notices = reverse("pocket:notices", args=["small"])
    assert f'href="{notices}"' in public.get(reverse("pocket:event", args=["small"])).content.decode()
    assert "通报批评" in words(public.get(notices))
    assert referee.post(here + "cancel/", {"reason": ""}).status_code == 400
    referee.post(here + "cancel/", {"reason": "看错了"})
    assert Foul.objects.get().state == "cancelled"
