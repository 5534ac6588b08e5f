"""Penalties without a foul, which become fouls."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.fouls.models import Foul
from scoring.sheets.models.sheets import Sheet
from tests.support.foul_examples import EXAMPLES
from tests.web.floor.fouls.browsing import words

pytestmark = pytest.mark.django_db


def test_penalties_without_a_foul_become_fouls(signed_in: Callable[[str], Client], sheet: Sheet) -> None:
    event = sheet.table.session.event
    _event, recorded = EXAMPLES["foul.adopt"](event, "")
    _event, missing = EXAMPLES["foul.accept_missing"](event, "")
    client, here = signed_in("chief-referee"), reverse("floor:foul-proposals", args=["small"])
    page = client.get(here)
    assert words(page).count("10 points to each of the others") == 2
    client.post(here, {"do": "adopt", "sheet": recorded["sheet"].pk, "hand_no": 2, "order": 0})
    refused = client.post(here, {"do": "accept", "sheet": missing["sheet"].pk, "seen": 1, "hand_no": 0})
    assert refused.status_code == 400
    typed = {"do": "accept", "sheet": missing["sheet"].pk, "seen": 1, "hand_no": 7, "reason": "四家证实"}
    client.post(here, typed)
    assert list(Foul.objects.values_list("kind", "hand_no")) == [("false-win", 2), ("false-win", 7)]
    assert "Nothing to record" in words(client.get(here))
