"""Registries of players: the members of federations with their numbers; and the servers from which copies come."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from tournament.people.models.numbers import PersonNumber
from tournament.registry.rules.members import NAME, NUMBER, PART


class RegistrySource(models.Model):
    """A federation's server from which this program fetches registries, with the token that the federation gave.

    The token is encrypted; no page shows it again. ``fetched_at`` is the last fetch that came to its end.
    """

    address = models.CharField(_("address of the federation's server"), max_length=200, unique=True)
    token = EncryptedTextField(_("token"))
    fetched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["address"]

    def __str__(self) -> str:
        return self.address


class Registry(models.Model):
    """The members of a federation, as its list of one day has them.

    The registry of a body of this program hangs on the body's ``ledger``. All others are copies: of the server
    ``source``, or of a file. ``uid`` is the same on every machine. ``version`` rises with each list that replaces the
    earlier one.
    """

    uid = models.UUIDField(unique=True, default=uuid.uuid4)
    name = models.CharField(_("name"), max_length=NAME)
    dated = models.DateField(_("date of the list"))
    version = models.PositiveIntegerField(default=0)
    loaded_at = models.DateTimeField()
    ledger = models.OneToOneField(Ledger, on_delete=models.PROTECT, null=True, related_name="registry")
    source = models.ForeignKey(RegistrySource, on_delete=models.SET_NULL, null=True, related_name="registries")

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class RegistryMember(models.Model):
    """A person in a registry: number, names, country and club, and nothing else.

    ``name_key`` and ``latin_key`` find the name in any order of its words, ``search`` finds parts of it.
    """

    registry = models.ForeignKey(Registry, on_delete=models.CASCADE, related_name="members")
    name = models.CharField(max_length=NAME)
    family_name = models.CharField(max_length=PART, blank=True)
    given_name = models.CharField(max_length=PART, blank=True)
    latin_name = models.CharField(max_length=NAME, blank=True)
    country = models.CharField(max_length=3, blank=True)
    club = models.CharField(max_length=NAME, blank=True)
    name_key = models.CharField(max_length=NAME * 3, db_index=True)
    latin_key = models.CharField(max_length=NAME * 3, blank=True, db_index=True)
    search = models.TextField()

    class Meta:
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["registry", "name", "id"], name="member_by_name"),
            models.Index(fields=["registry", "country", "id"], name="member_by_country"),
            models.Index(fields=["registry", "club", "id"], name="member_by_club"),
        ]

    def __str__(self) -> str:
        return f"member {self.pk} of {self.registry_id}"


class RegistryNumber(models.Model):
    """A number of a member; a member may have one of each kind."""

    Kind = PersonNumber.Kind

    member = models.ForeignKey(RegistryMember, on_delete=models.CASCADE, related_name="numbers")
    registry = models.ForeignKey(Registry, on_delete=models.CASCADE, related_name="numbers")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    number = models.CharField(max_length=NUMBER)
    key = models.CharField(max_length=NUMBER * 4, db_index=True)

    class Meta:
        ordering = ["kind"]
        constraints = [
            models.UniqueConstraint(fields=["registry", "kind", "key"], name="registry_number_once"),
            models.UniqueConstraint(fields=["member", "kind"], name="member_number_kind_once"),
        ]

    def __str__(self) -> str:
        return f"number of {self.member_id}"
