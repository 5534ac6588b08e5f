"""Celery jobs and sweeps of tournament."""

import logging
import time
from collections.abc import Mapping

from django.core.mail import EmailMessage
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job
from common.jobs.sweeps import sweeps
from tournament.access.rules import new_token
from tournament.keeping.selectors import has_expired
from tournament.keeping.services import delete_expired
from tournament.people.selectors import ended_sessions
from tournament.people.services.sessions import forget_sessions
from tournament.registration.exports import mail_text
from tournament.registration.models.applications import ApplicationMail
from tournament.registration.services.application_mails import note_fault, take_mail
from tournament.registration.services.similar import compare_persons, store_keys
from tournament.registry.models import RegistrySource
from tournament.registry.selectors.remote import RemoteServer
from tournament.registry.services.copies import Header, load_copy

logger = logging.getLogger(__name__)
#: How long one sweep compares names.
COMPARING_SECONDS = 20


@job("application.mail", summary=_("Mail to a registrant"))
def application_mail(progress: Progress, *, mail: int) -> Result:
    """Send a queued mail once; a failure is recorded for the Desk, without address and server message."""
    row = ApplicationMail.objects.select_related("application__event__ledger").filter(pk=mail).first()
    private = getattr(row.application, "private", None) if row else None
    if row is None or private is None:
        return Result()
    token = new_token()
    take_mail(progress.owner, row.application, mail=row.pk, token=token)
    subject, text = mail_text(row, token)
    try:
        EmailMessage(subject, text, to=[private.mail]).send()
    except OSError as error:
        # smtplib's errors are OSErrors whose texts contain addresses: store only their names.
        note_fault(progress.owner, row.application, mail=row.pk, fault=type(error).__name__)
        logger.warning("mail %s was not sent: %s", row.pk, type(error).__name__)
    return Result()


@job("registry.fetch", summary=_("Fetching registries of players"))
def fetch_registries(progress: Progress, *, source: int) -> Result:
    """Fetch every registry that a server offers to the token, and replace the copies here; one unit is a member."""
    row = RegistrySource.objects.filter(pk=source).first()
    if row is None:
        raise Refused(_("This server is removed already."))
    server = RemoteServer(row.address, row.token)
    registries = server.registries()
    if not registries:
        raise Refused(_("%(address)s has no registry for this token yet.") % {"address": row.address})
    progress.total(sum(registry.members for registry in registries))
    words = []
    for registry in registries:
        members = server.whole_list(registry, progress.step)
        header = Header(str(registry.id), registry.name, registry.dated, registry.version)
        key = f"{progress.key}:{registry.id}:{registry.version}"
        counts = load_copy(progress.owner, header=header, members=members, source=source, key=key)
        figures = {"name": registry.name, "day": date_format(registry.dated), **counts}
        words.append(
            gettext("%(name)s, list of %(day)s: %(added)d added, %(changed)d changed, %(gone)d removed.") % figures
        )
    return Result(messages=words)


@sweeps
def similar_names() -> Mapping[str, int]:
    """Compare new and changed names with all others; the first time with a large record takes several minutes."""
    end = time.monotonic() + COMPARING_SECONDS
    for service in (store_keys, compare_persons):
        while time.monotonic() < end and service(system_actor("sweep"))["persons"]:
            pass
    return {}


@sweeps
def signed_out() -> Mapping[str, int]:
    """Delete the devices of ended sessions; locks nothing if there is none."""
    if not ended_sessions().exists():
        return {}
    return {"devices that have signed out": forget_sessions(system_actor("sweep"))["deleted"]}


@sweeps
def expired() -> Mapping[str, int]:
    """Delete expired data; locks nothing if there is none."""
    if not has_expired():
        return {}
    words = {"private": "private data", "previews": "lists that were read", "invitations": "invitations"}
    words |= {"applications": "registrations by players who did not take part", "copies": "copies of registries"}
    deleted = delete_expired(system_actor("sweep"))
    return {words[name]: count for name, count in deleted.items()}
