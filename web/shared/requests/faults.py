"""The pages of an unhandled exception: 507 for a full disk, 500 for everything else."""

import sys

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

from common.actions.full_disk import DiskFull
from common.backups.running import last_backup
from common.infrastructure.disk import is_full
from tournament.access.selectors.roles import events_of


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for an unhandled exception: 507 if the disk is full, else 500."""
    if not is_full(sys.exc_info()[1]):
        return defaults.server_error(request)
    backup = last_backup() if _is_official(request) else ""
    return render(None, "507.html", {"backup": backup}, status=DiskFull.status)


def _is_official(request: HttpRequest) -> bool:
    try:
        user = request.user
        return user.is_authenticated and (user.is_superuser or events_of(user).exists())
    except (AttributeError, DatabaseError):  # the fault came before the account was known, or the database is away
        return False
