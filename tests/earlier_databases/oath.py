"""The oath of a database that had one text for all languages."""

from typing import Any

from django.db.migrations.state import StateApps

from tests.earlier_databases.walking import Stop
from tests.support.events import small_event
from tournament.registration.models.settings import RegistrationSettings

SLUGS = ["oath-one", "oath-two"]


def fill() -> None:
    RegistrationSettings.objects.create(event=small_event("oath-one"), oath={"en": "I promise."})
    RegistrationSettings.objects.create(event=small_event("oath-two"))


def oaths(settings: Any) -> list[Any]:
    rows = settings.objects.filter(event__slug__in=SLUGS).order_by("event__slug")
    return list(rows.values_list("oath", flat=True))


def earlier_oaths(apps: StateApps) -> list[Any]:
    return oaths(apps.get_model("tournament", "RegistrationSettings"))


STOP = Stop(
    migrations=[("tournament", "0024_check_equipment")],
    fill=fill,
    read_earlier=earlier_oaths,
    read_now=lambda: oaths(RegistrationSettings),
)
