"""Invitations to help at one event (a QR code) and to an account (by mail), and tokens of programs."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from tournament.events.models.events import Event
from tournament.events.models.subjects import LockingEventSubject
from tournament.people.models.accounts import PEOPLE, Account, Role


class Invitation(LockingEventSubject):
    """The invitation of one helper: its address creates an account with ``role``, valid until ``expires``.

    The address holds a random token; only its SHA-256 is stored. On the first visit the helper enters a name and gets
    ``account``; later visits sign in to the same account, so that a helper may change phones.
    """

    class State(models.TextChoices):
        OPEN = "open", _("not used yet")
        USED = "used", _("in use")
        EXPIRED = "expired", _("expired")
        REVOKED = "revoked", _("revoked")

    #: Roles for helpers. Releasing, signing and deciding need an account with a password.
    ROLES = (Role.Name.REFEREE, Role.Name.SCOREKEEPER, Role.Name.DISPLAY)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=[(role.value, role.label) for role in ROLES])
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(null=True, blank=True)
    account = models.OneToOneField(Account, on_delete=models.PROTECT, null=True, blank=True, related_name="invitation")

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"invitation {self.pk} of {self.event_id}"

    @property
    def state(self) -> str:
        if self.revoked_at:
            return self.State.REVOKED
        if self.expires <= timezone.now():
            return self.State.EXPIRED
        return self.State.USED if self.account_id else self.State.OPEN

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)


class AccountInvitation(models.Model):
    """An invitation of one person to have an account, and ``role`` in ``event`` if an event is named.

    Without an event it gives an account that may create events if ``is_staff``, or what a later room adds to it: that
    is recorded on ``granted_on``. The address holds a random token; only
    its SHA-256 is stored. ``delete_after`` is the day on which the row with the mail address is deleted.
    """

    #: The path to its event, for deleting private data early.
    OF_EVENT = "event"
    State = Invitation.State

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, null=True, blank=True, related_name="account_invitations"
    )
    role = models.CharField(_("role"), max_length=20, choices=Role.Name.choices, blank=True)
    granted_on = models.ForeignKey(Ledger, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    is_staff = models.BooleanField(default=False)
    mail = EncryptedTextField(_("mail address"), blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(null=True, blank=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    delete_after = models.DateField()

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"account invitation {self.pk}"

    @property
    def ledger(self) -> Ledger:
        if self.granted_on:
            return self.granted_on
        return self.event.ledger if self.event else Ledger.objects.get(name=PEOPLE)

    @property
    def locked_before(self) -> list[Event]:
        return [self.event] if self.event else []

    @property
    def state(self) -> str:
        if self.revoked_at:
            return self.State.REVOKED
        if self.account_id:
            return self.State.USED
        return self.State.EXPIRED if self.expires <= timezone.now() else self.State.OPEN

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)


class ApiToken(models.Model):
    """A token with which a program uses the interface for an account, within ``scopes``.

    Only the SHA-256 of the token is stored. It can do no more than its account can do at that moment. ``used_at`` is
    coarse: written at most once a minute, as no fact and outside every audit chain. A token with ``event`` is for this
    event only.
    """

    class Scope(models.TextChoices):
        REGISTRY_READ = "registry:read", _("Read the registries of players")
        PUBLISH = "publish", _("Publish the public data of an event")
        HANDS = "hands", _("Read the sheets of an event and enter hands")

    class State(models.TextChoices):
        OPEN = "open", _("valid")
        EXPIRED = "expired", _("expired")
        REVOKED = "revoked", _("revoked")

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=100)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(_("scopes"), default=list)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens")
    made_at = models.DateTimeField()
    expires = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"token {self.pk} of {self.account_id}"

    @property
    def state(self) -> str:
        if self.revoked_at:
            return self.State.REVOKED
        return self.State.EXPIRED if self.expires <= timezone.now() else self.State.OPEN

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)

    @property
    def scope_names(self) -> list[str]:
        return [str(self.Scope(scope).label) for scope in self.scopes]
