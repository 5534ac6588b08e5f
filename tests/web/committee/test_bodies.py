"""A body's own data and its reading of A9."""

import pytest
from django.test import Client
from django.urls import reverse

from ranking.bodies.models import BodyMember
from tests.support.ranking import new_account, new_body

pytestmark = pytest.mark.django_db


def test_a_body_form_merges_with_other_changes() -> None:
    body, account = new_body(), new_account()
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.CHAIR)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    address = reverse("committee:change", args=[body.slug])
    form = client.get(address).context["form"]
    base = form["base"].value()
    values = {
        name: form[name].value() for name in ("name", "countries", "site", "positive_cp", "below_c", "unsanctioned")
    }
    body.name = "Another"
    body.save()
    conflict = client.post(address, values | {"base": base, "name": "Mine", "positive_cp": "session"})
    assert conflict.status_code == 409
    assert "Another" in conflict.text
    body.pin_settings.refresh_from_db()
    assert body.pin_settings.positive_cp == "competition"
    client.post(address, values | {"base": base, "name": base and "Another", "countries": "cn, nl"})
    body.refresh_from_db()
    assert body.countries == ["CN", "NL"]
