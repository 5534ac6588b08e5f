"""A body's own data and its reading of A9."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from common.files.pictures.encoding import png_of
from ranking.bodies.models import BodyMember
from ranking.pins.selectors.signing import seal_of
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
    values = {name: form[name].value() for name in ("name", "countries", "site", "positive_cp", "below_c")}
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


def test_the_head_sets_seal_address_fees_and_the_end_of_mails() -> None:
    body, account = new_body(address=""), new_account()
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.CHAIR)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    seal = reverse("committee:seal", args=[body.slug])
    picture = reverse("committee:seal-picture", args=[body.slug])
    assert client.get(picture).status_code == 404
    client.post(seal, {"file": SimpleUploadedFile("seal.png", png_of(Image.new("RGB", (60, 60), "red")))})
    assert seal_of(body).startswith(b"\xff\xd8")
    assert client.get(picture)["Content-Type"] == "image/jpeg"
    assert "not a readable" in client.post(seal, {"file": SimpleUploadedFile("a.txt", b"no")}).text
    client.post(seal, {})
    assert seal_of(body) is None
    change = reverse("committee:change", args=[body.slug])
    form = client.get(change).context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    wrong = client.post(change, values | {"address": "pins example"})
    assert "This is not the address of a program." in wrong.text
    client.post(change, values | {"address": "pins.example.org", "fees_en": "Pin 9: free.", "mail_end_en": "WMCC"})
    body.refresh_from_db()
    assert (body.address, body.fees, body.mail_end) == (
        "http://pins.example.org",
        {"en": "Pin 9: free."},
        {"en": "WMCC"},
    )
