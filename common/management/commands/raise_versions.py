"""Continue the versions of all events above every one that was ever shown."""

import time
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import F, Value
from django.db.models.functions import Greatest

from common.actions.models.heads import Head


class Command(BaseCommand):
    """After a restore the next versions would be used twice, and browsers keep what they got under the first."""

    help = "Raise the versions of all events to the present second, as after restoring a backup."

    def handle(self, *args: Any, **options: Any) -> None:
        now = Value(int(time.time()))
        Head.objects.update(**{name: Greatest(F(name), now) for name in ("public", "live")})
