"""The job that sends an event's packages to a server, and the sweep that makes and sends them."""

import logging
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job
from common.jobs.sweeps import sweeps
from scoring.publishing.exports import NotSent, PublicationServer, send_packages
from scoring.publishing.models import OwnPackage
from scoring.publishing.selectors.labels import problem_text
from scoring.publishing.selectors.packages import (
    SEND_PACKAGES,
    TEST_SERVER,
    changed_publications,
    due_publications,
    publication_of,
)
from scoring.publishing.services.packages import note_public, note_sent, note_try, start_sending
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug

logger = logging.getLogger(__name__)
#: The author of packages and of the records of sending, for each job.
SENDER = system_actor("publishing")


@sweeps
def publications() -> Mapping[str, int]:
    """Make packages of what became public, and start the jobs that send them; nothing is deleted."""
    for publication in changed_publications():
        if publication.event.ledger.held_since is None:
            _note(publication.event)
    for publication in due_publications():
        start_sending(publication.event)
    return {}


def _note(event: Event) -> None:
    """Make a package of what became public; an event of which none can be made stops no other."""
    try:
        note_public(SENDER, event)
    except Exception:
        logger.exception("no package of %s can be made", event.slug)


@job(SEND_PACKAGES, summary=gettext_lazy("Publishing online"))
def send_public_data(progress: Progress, *, event: str) -> Result:
    """Send the packages that the server lacks, in order; what fails is tried again later."""
    row, server = _server_of(event)
    try:
        count = _send(progress, row, server)
    except NotSent as error:
        note_try(SENDER, row, problem=error.problem)
        raise Refused(problem_text(error.problem)) from None
    note_try(SENDER, row, problem="")
    words = ngettext("%(count)d package was sent.", "%(count)d packages were sent.", count)
    return Result(data={"event": event, "publishing": True}, messages=[words % {"count": count}])


@job(TEST_SERVER, summary=gettext_lazy("Test of publishing online"))
def ask_server(_progress: Progress, *, event: str) -> Result:
    """Ask the server whether it knows token and event; nothing is sent."""
    _row, server = _server_of(event)
    try:
        state = server.state()
    except NotSent as error:
        raise Refused(problem_text(error.problem)) from None
    words = _("The server accepts the token for “%(event)s”. It has %(count)d packages of it.")
    figures = {"event": state.name, "count": state.next - 1}
    return Result(data={"event": event, "publishing": True}, messages=[words % figures])


def _server_of(slug: str) -> tuple[Event, PublicationServer]:
    """Return the event and its server; Refused if it has none."""
    event = event_by_slug(slug)
    publication = publication_of(event) if event else None
    if event is None or publication is None or not publication.address:
        raise Refused(_("This event is not published online."))
    return event, PublicationServer(publication.address, publication.token, event.slug)


def _send(progress: Progress, event: Event, server: PublicationServer) -> int:
    def digest_at(number: int) -> str:
        return event.own_packages.filter(number=number).values_list("digest", flat=True).first() or ""

    def waiting(start: int) -> Iterable[OwnPackage]:
        numbers = list(event.own_packages.filter(number__gte=start).values_list("number", flat=True))
        progress.total(len(numbers))
        for number in numbers:
            progress.check()
            # Read it now: meanwhile a newer package may have replaced its content.
            yield event.own_packages.get(number=number)

    def accepted(number: int) -> None:
        note_sent(SENDER, event, up_to=number)
        progress.step()

    return send_packages(server, digest_at, waiting, accepted)
