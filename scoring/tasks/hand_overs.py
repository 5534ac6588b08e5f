"""The jobs that bring an event over the network, and the sweep of files that hand-overs left."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from tempfile import TemporaryFile

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from common.jobs import Progress, Result, job
from common.jobs.sweeps import sweeps
from common.privacy.fields import decrypted
from common.stored_files import delete_left_behind, delete_older, names_in
from scoring.hand_over.exports import write_file
from scoring.hand_over.models import HandOver, LateFile
from scoring.hand_over.selectors.jobs import FETCH, SEND_BACK
from scoring.hand_over.selectors.late_files import LATE_FILES
from scoring.hand_over.selectors.package import opened
from scoring.hand_over.selectors.person_sentences import person_sentences
from scoring.hand_over.selectors.remote import HomeServer
from scoring.hand_over.selectors.status import hand_over_with, last_hand_over
from scoring.hand_over.services.giving import note_arrival
from scoring.hand_over.services.parts import PARTS
from scoring.hand_over.services.taking import take_event
from tournament.events.selectors.events import event_by_slug

#: Unfinished uploads are deleted after this time.
PARTS_KEPT = timedelta(days=1)


@job(FETCH, summary=gettext_lazy("Taking an event over the network"))
def fetch(progress: Progress, *, address: str, sealed_key: str) -> Result:
    """Fetch the file of a hand-over and take its event; ``sealed_key`` is the key, encrypted."""
    key = decrypted(sealed_key.encode()).decode()
    with TemporaryFile() as file:
        HomeServer(address, key).fetch(file, progress.step)
        package = opened(file)
        known = hand_over_with(package.uid)
        if known is not None:  # an earlier attempt of this job took it
            return Result(data={"event": known.event.slug})
        answer = take_event(progress.owner, package=package, file_key=key, server=address)
    return Result(data={"event": answer["event"]}, messages=[_("The event is here."), *person_sentences(answer)])


@job(SEND_BACK, summary=gettext_lazy("Giving an event back over the network"))
def send_back(progress: Progress, *, event: str, address: str) -> Result:
    """Send the file of an event that was given back, from where an earlier attempt ended; the server takes it."""
    local_event = event_by_slug(event)
    row = last_hand_over(local_event) if local_event else None
    if row is None or row.side != HandOver.Side.TAKEN or row.state != HandOver.State.BACK:
        raise Refused(_("This event was not given back here."))
    with TemporaryFile() as file:
        write_file(row, file)
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        HomeServer(address, row.key).send_back(file, digest, progress.total, progress.step)
    note_arrival(progress.owner, row)
    text = _("%(address)s has the event again. Its audit continues there, and was verified.")
    return Result(data={"event": event}, messages=[text % {"address": address}])


@sweeps
def hand_over_files() -> Mapping[str, int]:
    """Delete unfinished uploads and stored late files without a row; return how many."""
    old = delete_older(PARTS, names_in(PARTS), timezone.now() - PARTS_KEPT)
    left = delete_left_behind(LATE_FILES, LateFile.objects.all())
    return {"files of hand-overs": old + left} if old + left else {}
