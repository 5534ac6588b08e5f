"""The jobs that upload an event's public pages, and that try it out; and the sweep that starts what is due."""

import io
import zipfile
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job
from common.jobs.sweeps import sweeps
from scoring.publishing.selectors.packages import public_state
from scoring.site_upload.models import SiteUpload
from scoring.site_upload.selectors import TEST_UPLOAD, UPLOAD_SITE, due_uploads, problem_text, upload_of
from scoring.site_upload.services import note_upload, start_upload
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from web.pocket.site.making import Counting, make_site

#: The author of the record of how an upload ended, for each job.
UPLOADER = system_actor("publishing")


@sweeps
def site_uploads() -> Mapping[str, int]:
    """Start the uploads of what became public, and those that are tried again; nothing is deleted."""
    for row in due_uploads():
        start_upload(row.event)
    return {}


@job(UPLOAD_SITE, summary=gettext_lazy("Uploading the public pages"))
def upload_site(progress: Progress, *, event: str) -> Result:
    """Make the public pages and upload what differs from the files that are there; what fails is tried again later.

    It signs in before it makes the pages, which takes long, so that a wrong password is told at once.
    """
    from scoring.site_upload.exports import NotUploaded, open_folder, try_sign_in, upload  # paramiko takes long to load

    stored_event, row = _upload_of(event)
    shown, sent, count = public_state(stored_event), dict(row.sent), 0

    def done(name: str, digest: str) -> None:
        nonlocal count
        count += sent.get(name) != digest
        sent.update({name: digest}) if digest else sent.pop(name)
        progress.step()

    problem = "stopped"
    try:
        with open_folder(row) as folder:
            try_sign_in(folder)
            row.host_key = folder.host_key
        files = _files(stored_event, progress)
        with open_folder(row) as folder:
            upload(folder, files, row.sent, done)
        problem = ""
    except NotUploaded as error:
        problem = error.problem
        raise Refused(problem_text(problem)) from None
    finally:
        note_upload(UPLOADER, stored_event, problem=problem, host_key=row.host_key, sent=sent, shown=shown)
    words = ngettext("%(count)d file was written.", "%(count)d files were written.", count)
    return Result(data={"event": event, "uploading": True}, messages=[words % {"count": count}])


@job(TEST_UPLOAD, summary=gettext_lazy("Test of uploading the public pages"))
def try_upload(_progress: Progress, *, event: str) -> Result:
    """Write a small file into the folder and delete it."""
    from scoring.site_upload.exports import NotUploaded, open_folder, try_out  # paramiko takes long to load

    _stored_event, row = _upload_of(event)
    try:
        with open_folder(row) as folder:
            try_out(folder)
            host_key = folder.host_key
    except NotUploaded as error:
        raise Refused(problem_text(error.problem)) from None
    messages = [_("A file was written there and deleted again.")]
    if host_key:
        messages.append(_("Key of the server: %(key)s") % {"key": host_key})
    return Result(data={"event": event, "uploading": True}, messages=messages)


def _upload_of(slug: str) -> tuple[Event, SiteUpload]:
    """Return the event and where its pages are uploaded; Refused if nowhere."""
    event = event_by_slug(slug)
    row = upload_of(event) if event else None
    if event is None or row is None:
        raise Refused(_("The public pages are not uploaded anywhere."))
    return event, row


def _files(event: Event, progress: Progress) -> dict[str, bytes]:
    """Return the files of the site by their names."""
    with zipfile.ZipFile(io.BytesIO(make_site(event, Counting(progress.total, progress.step)))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    progress.total(2 * len(files))
    return files
