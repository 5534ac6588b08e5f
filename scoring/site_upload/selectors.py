"""Which event's public pages are uploaded where, which uploads are due, and why one failed, in sentences."""

from datetime import timedelta

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_ssh_private_key
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.publishing.selectors.packages import public_state
from scoring.site_upload.models import SiteUpload
from tournament.events.models.events import Event, can_be_public

#: The kinds of the jobs that upload, and that try whether a file can be written.
UPLOAD_SITE, TEST_UPLOAD = "site.upload", "site.test_upload"
#: Between two uploads of other public changes; a release is uploaded at once.
PAUSE = timedelta(minutes=5)

PROBLEMS = {
    "no-answer": _("The server does not answer. It is tried again automatically as soon as there is a network."),
    "sign-in": _("The server does not accept account and password or key."),
    "host-key": _(
        "The server shows another key than before. If its operator changed it, save the folder here again; if not, "
        "somebody may be intercepting the connection."
    ),
    "folder": _("The folder or bucket does not exist, or the account may not write there."),
    "stopped": _("It was stopped before it was done. It is tried again automatically."),
    "fault": _("The server broke off the connection. It is tried again automatically."),
}


def problem_text(problem: str) -> str:
    """Return the sentence about a problem; empty without one."""
    return str(PROBLEMS[problem]) if problem else ""


def upload_of(event: Event) -> SiteUpload | None:
    """Return where the event's pages are uploaded; None: nowhere."""
    return SiteUpload.objects.filter(event=event).first()


def public_line(upload: SiteUpload) -> str:
    """Return the public half of the event's key as a line of ``authorized_keys``."""
    key = load_ssh_private_key(upload.key.encode(), None).public_key()
    return f"{key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()} pinju"


def due_uploads() -> list[SiteUpload]:
    """Return the uploads whose pages show another state than the public one, and that need not wait.

    Not those of events that a hall holds: the hall uploads them, if anybody does.
    """
    now = timezone.now()
    rested = Q(uploaded_at=None) | Q(uploaded_at__lte=now - PAUSE)
    rows = SiteUpload.objects.filter(Q(next_at=None) & rested | Q(next_at__lte=now), event__ledger__held_since=None)
    rows = rows.filter(can_be_public("event__")).select_related("event__ledger").defer("secret", "key", "sent")
    return [row for row in rows if row.shown != public_state(row.event)]
