"""Create the first administrator."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from common.actions.permissions import system_actor
from launcher.texts import gettext as _
from tournament.people.services.accounts import make_first_administrator


class Command(BaseCommand):
    """Create the account ``admin`` if there is no administrator; print its password once."""

    help = "Make the first administrator if there is none; print the password once and keep it in PINJU_HOME."

    def handle(self, *_args: Any, **_options: Any) -> None:
        answer = make_first_administrator(
            system_actor("ensure_admin"), password_file=settings.HOME / "admin-password.txt"
        )
        password = answer["password"]
        if password:
            self.stdout.write(_("Administrator: admin   password: %s") % password)
            self.stdout.write(_("The password is shown once; it is kept in admin-password.txt in PINJU_HOME."))
