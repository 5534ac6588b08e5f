"""Where an event's public pages are uploaded, and how far that is."""

from django.db import models

from common.privacy.fields import EncryptedTextField
from tournament.events.models.events import Event


class SiteUpload(models.Model):
    """The folder that gets the public pages of an event.

    ``secret`` is a password or a secret key; an SFTP server without one gets ``key``, the event's own private key in
    the form of OpenSSH. ``host_key`` is the fingerprint that the server showed first: another one is refused.
    ``sent`` has the SHA-256 of each file there; ``shown`` is the state of the public data (`public_state`) that they
    show. ``problem`` is why the last try failed (a key of `selectors.PROBLEMS`), ``next_at`` when it is
    repeated.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="site_upload")
    address = models.CharField(max_length=300)
    account = models.CharField(max_length=200)
    secret = EncryptedTextField(blank=True)
    key = EncryptedTextField(blank=True)
    region = models.CharField(max_length=50, blank=True)
    host_key = models.CharField(max_length=100, blank=True)
    sent = models.JSONField(default=dict)
    shown = models.CharField(max_length=100, blank=True)
    uploaded_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=20, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"site upload of {self.event_id}"
