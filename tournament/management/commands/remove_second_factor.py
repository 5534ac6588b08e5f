"""Let an account sign in with its password alone, for the only administrator whose phone is lost."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.actions.permissions import system_actor
from tournament.people.models.accounts import Account
from tournament.people.services.second_factor import remove_second_factor


class Command(BaseCommand):
    help = "Removes the second factor of an account."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--reason", required=True, help="kept in the audit log")

    def handle(self, *_args: Any, **options: Any) -> None:
        account = Account.objects.filter(username=options["username"]).first()
        if account is None:
            raise CommandError(f"There is no account {options['username']}.")
        remove_second_factor(system_actor("command"), account, reason=options["reason"])
        self.stdout.write(f"{account.username} signs in with the password alone.")
