"""Participants of an event: groups, teams, entries and lots."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject
from tournament.people.models.persons import Person
from tournament.people.rules import public_name


class Group(models.Model):
    """A delegation (团体) above the teams: a country, a region, a club."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=200)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="group_number")]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """An entered unit (参赛队), usually four players and at most one reserve."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    group = models.ForeignKey(Group, on_delete=models.PROTECT, null=True, blank=True, related_name="teams")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=200)
    # A name, not an entry: a leader (领队) need not play.
    leader = models.CharField(_("leader"), max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="team_number")]

    def __str__(self) -> str:
        return self.name


class RegisteredEntries(models.Manager["Entry"]):
    """The entries without merged second registrations."""

    def get_queryset(self) -> "models.QuerySet[Entry]":
        return super().get_queryset().filter(merged_into=None)


class Entry(EventSubject):
    """A person in an event, with name and country as entered there and the number that the chart seats.

    An entry merged into another (the same person registered twice) is visible through ``Entry.every`` only.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("Player")
        FILLER = "filler", _("Filler")
        RESERVE = "reserve", _("Reserve")

    class Status(models.TextChoices):
        ENTERED = "entered", _("Entered")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DISQUALIFIED = "disqualified", _("Disqualified")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    group = models.ForeignKey(Group, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=200)
    family_name = models.CharField(_("family name"), max_length=100, blank=True)
    given_name = models.CharField(_("given name"), max_length=100, blank=True)
    latin_name = models.CharField(_("name in Latin letters"), max_length=200, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.PLAYER)
    status = models.CharField(_("status"), max_length=15, choices=Status.choices, default=Status.ENTERED)
    # Lost by a decision (3.11.5): the player gets no rank in the event, but may continue to play.
    rank_lost = models.BooleanField(_("loss of rank"), default=False)
    # The player's answer; None: not asked. A refused name appears as initials in public.
    name_consent = models.BooleanField(_("name in public"), null=True, blank=True)
    photo_consent = models.BooleanField(_("photos"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_entries"
    )

    # The first manager serves ``event.entries`` and every other relation.
    objects = RegisteredEntries()
    every = models.Manager["Entry"]()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=models.Q(merged_into__isnull=True), name="entry_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def public_name(self) -> str:
        """Return the name for Pocket, Wall and public files."""
        return public_name(self.name, self.name_consent)

    @property
    def public_latin_name(self) -> str:
        return public_name(self.latin_name, self.name_consent)

    @property
    def state(self) -> str:
        return self.status

    @property
    def state_name(self) -> str:
        return self.get_status_display()


class Lot(models.Model):
    """The lot number that an entry drew (3.4.7)."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="lot")
    number = models.PositiveIntegerField(_("lot number"))

    def __str__(self) -> str:
        return str(self.number)
