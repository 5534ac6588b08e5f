"""Queue lost jobs again and delete expired data."""

from typing import Any

from django.core.management.base import BaseCommand

from common.jobs import sweeps as sweeping


class Command(BaseCommand):
    """Sweep once and print the result; print nothing if there was nothing to do."""

    help = (
        "Queues again what a lost worker left (three tries), and a backup if one is due; deletes the files of jobs "
        "that ended a week ago and client keys older than a month, private data whose day is over, lists and "
        "invitations that nobody used. Run it every minute, or let beat do it; pinju.py does."
    )

    def handle(self, **_options: Any) -> None:
        swept, deleted = sweeping.sweep()
        if swept.queued or swept.ended:
            self.stdout.write(f"Jobs of lost workers: {swept.queued} queued again, {swept.ended} ended.")
        if swept.files or swept.keys:
            self.stdout.write(f"Deleted: {swept.files} old files of jobs, {swept.keys} old client keys.")
        for name, count in deleted.items():
            self.stdout.write(f"Deleted: {count} {name}.")
