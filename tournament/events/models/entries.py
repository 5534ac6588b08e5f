"""Who takes part in an event: groups, teams, entries and lots."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.heads import Head
from tournament.events.models.events import Event
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
    # By name: a leader (领队) need not play.
    leader = models.CharField(_("leader"), max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="team_number")]

    def __str__(self) -> str:
        return self.name


class RegisteredEntries(models.Manager["Entry"]):
    """The entries without those that turned out to be another one's second registration."""

    def get_queryset(self) -> "models.QuerySet[Entry]":
        """Everybody who is registered once."""
        return super().get_queryset().filter(merged_into=None)


class Entry(models.Model):
    """A person in an event, with the name and country as entered there and the number that the chart seats.

    An entry that was merged into another (the same person registered twice) is nowhere but in ``Entry.every``.
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
    # Lost by a decision (3.11.5): nothing of the event counts for ranks, but the player may play on.
    rank_lost = models.BooleanField(_("loss of rank"), default=False)
    # What the player said when asked; None: not asked. A refused name stands as initials in public.
    name_consent = models.BooleanField(_("name in public"), null=True, blank=True)
    photo_consent = models.BooleanField(_("photos"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_entries"
    )

    # The first one is what ``event.entries`` and every other relation go through.
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
        """The name as Pocket, Wall and files for everybody show it."""
        return public_name(self.name, self.name_consent)

    @property
    def public_latin_name(self) -> str:
        """The name in Latin letters as they show it."""
        return public_name(self.latin_name, self.name_consent)

    @property
    def head(self) -> Head:
        """The event's head."""
        return self.event.head

    @property
    def state(self) -> str:
        """Where the entry stands for actions."""
        return self.status

    @property
    def state_name(self) -> str:
        """The state as people read it."""
        return self.get_status_display()


class Lot(models.Model):
    """The lot number that an entry drew (3.4.7)."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="lot")
    number = models.PositiveIntegerField(_("lot number"))

    def __str__(self) -> str:
        return str(self.number)
