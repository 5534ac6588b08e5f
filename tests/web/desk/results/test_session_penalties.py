"""Tests of session penalties at the Desk."""

from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.session_penalties import SessionPenalty
from tests.support.sheets import at, made_sheet

KEY = "5c4b5a0e-0000-4000-8000-0000000000d"


def test_a_session_penalty_is_entered_and_removed(signed_in, event):
    sheet = made_sheet(event)
    number = sheet.table.session.number
    late = at(sheet, "W")
    client, page = signed_in("referee", event), f"/e/event-1/desk/sessions/{number}/penalties/"
    assert "None in this session." in client.get(page).content.decode()
    sent = {
        "entry": late.pk,
        "points": 10,
        "payee": "",
        "article": "3.11.2.1",
        "reason": "迟到八分钟",
        "key": KEY + "1",
    }
    for wrong in ({"points": 0}, {"reason": ""}, {"entry": 0}, {"payee": late.pk}):
        answer = client.post(page, sent | wrong)
        assert answer.status_code == 400
        assert "3.11.2.1" in answer.content.decode()
    assert client.post(page, sent).status_code == 302
    shown = client.get(page).content.decode()
    assert "迟到八分钟" in shown
    assert "−10" in shown
    assert CountedResult.objects.get(sheet=sheet, entry=late).competition_points == -138
    back = {"order": SessionPenalty.objects.get().order, "reason": "", "key": KEY + "2"}
    assert client.post(f"{page}back/", back).status_code == 400
    assert client.post(f"{page}back/", back | {"reason": "查过，没有迟到"}).status_code == 302
    assert CountedResult.objects.get(sheet=sheet, entry=late).competition_points == -128
    assert signed_in("committee", event).post(page, sent).status_code == 403
    assert signed_in("nobody", event).get(page).status_code == 403
