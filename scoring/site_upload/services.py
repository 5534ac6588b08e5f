"""Choose where the public pages are uploaded, start uploading, and note how it ended."""

from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
from common.actions.permissions import system_actor
from common.jobs import start
from common.jobs.models import Job
from scoring.publishing.rules import minutes_until_again
from scoring.site_upload.models import SiteUpload
from scoring.site_upload.rules import AddressError, destination
from scoring.site_upload.selectors import UPLOAD_SITE, upload_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

ADDRESS_ERRORS = {
    "wrong": _("This is not the address of a folder. Enter it like sftp://host/folder or https://store/bucket/folder"),
    "user": _("Enter the account in its own field."),
    "not-encrypted": _("Use https: without it, everybody in the network could read the key."),
    "bucket": _("Enter the bucket after the address of the store, like https://store/bucket/folder"),
}
declare_labels(__name__, AuditLabels(keys={"upload_to": _("Upload to"), "secret": _("New password or key")}))


@action(
    "site_upload.choose",
    summary=_("Choose where to upload the public pages"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def choose_folder(
    _context: ActionContext, event: Event, *, address: str, account: str, secret: str, region: str
) -> Done:
    """Upload the public pages into the folder at ``address`` from now on.

    An empty ``secret`` keeps the one of the same account there; without any, the event's own key signs in to an SFTP
    server. The key that the server showed before is forgotten. Refused: a wrong address, a store without secret key, a
    rehearsal.
    """
    if event.rehearsal:
        raise Refused(_("This is a rehearsal: nothing of it is public."))
    try:
        chosen = destination(address)
    except AddressError as error:
        raise Refused(ADDRESS_ERRORS[error.code], where="address") from None
    row = upload_of(event)
    before = {"upload_to": row.address} if row else {}
    if row is None or (row.address, row.account) != (address, account):
        row = SiteUpload(event=event, pk=row.pk if row else None, key=row.key if row else "")
    if chosen.kind == "s3" and not (secret or row.secret):
        raise Refused(_("Enter the secret key of this account."), where="secret")
    row.address, row.account, row.region = address, account, region
    row.secret, row.key = secret or row.secret, row.key or _new_key()
    row.host_key, row.problem, row.tries, row.shown, row.next_at = "", "", 0, "", None
    row.save()
    start_upload(event)
    after = {"upload_to": address} | ({"secret": True} if secret else {})
    return Done({}, f"event:{event.slug}", before, after, raises=())


@action("site_upload.stop", summary=_("Stop uploading the public pages"), roles=[Role.Name.ORGANIZER], subject="event")
def stop_uploading(_context: ActionContext, event: Event) -> Done:
    """Forget server, password and key; the files that are there stay."""
    row = upload_of(event)
    if row is None:
        raise Refused(_("The public pages are not uploaded anywhere."))
    row.delete()
    return Done({}, f"event:{event.slug}", {"upload_to": row.address}, {"upload_to": ""}, raises=())


def upload_now(_context: ActionContext, event: Event) -> None:
    """Upload within the release of a session, if the event has a folder."""
    if upload_of(event) is not None:
        start_upload(event)


def start_upload(event: Event) -> None:
    """Queue the job that uploads the public pages, unless one is queued already."""
    if not Job.objects.filter(kind=UPLOAD_SITE, state=Job.State.QUEUED, parameters__event=event.slug).exists():
        start(system_actor("publishing"), UPLOAD_SITE, parameters={"event": event.slug})


@action("site_upload.note", summary=_("Note how an upload ended"), roles=[], subject="event", while_held=True)
def note_upload(
    _context: ActionContext, event: Event, *, problem: str, host_key: str, sent: dict[str, str], shown: str
) -> Done:
    """Note the files that are there now, and why the upload failed (empty: it did not).

    Not audited, as it decides nothing. ``shown`` is the state of the public data that the files show; it counts only
    without a problem. An upload that was stopped meanwhile is not noted.
    """
    row, now = upload_of(event), timezone.now()
    if row is not None:
        row.problem, row.tried_at, row.sent = problem, now, sent
        row.host_key = row.host_key or host_key
        row.tries = row.tries + 1 if problem else 0
        row.next_at = now + timedelta(minutes=minutes_until_again(row.tries)) if problem else None
        if not problem:
            row.shown, row.uploaded_at = shown, now
        row.save()
    return Done({}, "", changed=False)


def _new_key() -> str:
    """Return a new private key in the form of OpenSSH."""
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()).decode()
