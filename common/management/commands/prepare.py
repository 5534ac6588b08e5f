"""Prepare the database for serving: the steps of every start."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from common.backups.updates import copy_before_update, needs_migrating, refuse_newer_data
from common.jobs.sweeps import sweep
from launcher.paths import PROGRAM
from launcher.texts import gettext as _


class Command(BaseCommand):
    """Migrate if necessary, create the first administrator, load the demo events, queue stale jobs again."""

    help = (
        "Makes the database ready: copies and migrates it if need be, makes the first administrator if there is none, "
        "loads the demo events if there is no event, and queues again what a lost worker left. "
        "May be run any number of times; a start by pinju.py runs it."
    )

    def handle(self, **_options: Any) -> None:
        refuse_newer_data()
        if needs_migrating():
            copy = copy_before_update()
            self.stdout.write(_("Updating the database."))
            if copy:
                text = _("The data as it was before is kept in %(copy)s (%(command)s goes back to it).")
                self.stdout.write(text % {"copy": copy, "command": f"{PROGRAM} undo-update"})
            call_command("migrate", interactive=False, verbosity=0)
        for command in ("ensure_admin", "load_demo"):
            call_command(command, stdout=self.stdout, stderr=self.stderr)
        sweep()
