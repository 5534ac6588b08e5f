"""Addresses and browsers of the Floor."""

from django.test import Client

from common.actions.permissions import system_actor
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

SYSTEM = system_actor("test")
FLOOR = "/e/1/floor/"


def client_of(event: Event, role: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    account = Account.objects.create_user(role, name=role)
    grant_role(SYSTEM, event, account=account, name=role)
    client.force_login(account)
    return client
