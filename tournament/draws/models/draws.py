"""Draws: the frozen list, the committed seed, the chart, and the steps to publication."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from common.privacy.fields import EncryptedTextField
from tournament.draws.rules.how import PoolRule, pool_rule
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.subjects import LockingEventSubject


class Draw(LockingEventSubject):
    """One version of an event's draw (3.4.7, 3.5.1, A3); a redraw is a new version.

    ``chart[s][t]`` are the four numbers at table t + 1 of session s + 1: East, South, West, North. DrawNumber maps
    numbers to entries; numbers above ``players`` are fillers. ``list_hash`` is the SHA-256 of the list as
    ``rules.records.list_text`` writes it. ``secret`` is random, encrypted, and not shown before release; its hash,
    ``commitment``, is shown from the start. ``seed`` is derived from these, the public value and the terms.

    ``terms`` is the text of the options fixed with the list (``rules.records.terms_text``). ``start`` is the start of
    the chosen candidate; the terms contain its hash. For engines before version 5 it holds the plans of the chart.
    ``options`` are the candidates drawn from the seed, by index; until one is chosen they include charts and starts.
    ``scheme`` is the rule of the draw: one of Scheme, or of a draw in pools ``rules.how.PoolRule`` as a text. ``areas``
    are the four names of a draw by areas.

    ``changes`` are the changes by hand after the draw, in order (``rules.changes``).

    A redraw of the sessions from ``from_session`` on follows the draw with version ``follows``: earlier sessions are
    those of that draw, and the numbers in ``left`` no longer play.
    """

    class State(models.TextChoices):
        FROZEN = "frozen", _("List frozen")
        OFFERED = "offered", _("Candidates drawn")
        DRAFT = "draft", _("Draft")
        APPROVED = "approved", _("Approved")
        RELEASED = "released", _("Released")
        RETRACTED = "retracted", _("No longer public")
        REPLACED = "replaced", _("Later sessions drawn again")
        DISCARDED = "discarded", _("Discarded")

    #: States of a draw in preparation or in force; an event has at most one such draw.
    CURRENT = (State.FROZEN, State.OFFERED, State.DRAFT, State.APPROVED, State.RELEASED)

    class Lots(models.TextChoices):
        SEED = "seed", _("By the program, from a secret fixed now and a value named in public")
        TYPED = "typed", _("Lots drawn by hand, typed here")

    class Scheme(models.TextChoices):
        APART = "apart", _("Teams, then countries, then regions kept apart")
        AREAS = "areas", _("One player of each of four groups at every table")

    #: Maximum number of candidates drawn from one seed.
    MOST_CANDIDATES = 3

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="draws")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.FROZEN)
    lots = models.CharField(max_length=5, choices=Lots.choices, default=Lots.SEED)
    scheme = models.CharField(max_length=120, choices=Scheme.choices, default=Scheme.APART)
    areas = models.JSONField(default=list, blank=True)
    players = models.PositiveIntegerField()
    sessions = models.PositiveSmallIntegerField()
    from_session = models.PositiveSmallIntegerField(default=1)
    follows = models.PositiveSmallIntegerField(null=True, blank=True)
    left = models.JSONField(default=list, blank=True)
    terms = models.TextField(blank=True)
    start = models.JSONField(default=list, blank=True)
    list_hash = models.CharField(max_length=64)
    secret = EncryptedTextField(blank=True)
    commitment = models.CharField(max_length=64)
    public_value = models.CharField(max_length=200, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    method = models.CharField(max_length=200, blank=True)
    engine = models.CharField(max_length=60, blank=True)
    chart = models.JSONField(default=list, blank=True)
    quality = models.JSONField(default=dict, blank=True)
    candidates = models.PositiveSmallIntegerField(default=1)
    candidate = models.PositiveSmallIntegerField(default=0)
    options = models.JSONField(default=list, blank=True)
    chosen_by = models.CharField(max_length=150, blank=True)
    choice_reason = models.CharField(max_length=500, blank=True)
    changes = models.JSONField(default=list, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    frozen_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    approved_at = models.DateTimeField(null=True, blank=True)
    approved_by = models.CharField(max_length=150, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    released_by = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["event", "version"], name="draw_version"),
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(state__in=["frozen", "offered", "draft", "approved", "released"]),
                name="draw_one_current",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.version} of {self.event_id}"

    @property
    def pools(self) -> PoolRule | None:
        """The rule of a draw in pools; None for other draws."""
        return pool_rule(self.scheme)

    @property
    def scheme_name(self) -> str:
        """The rule of the draw in words."""
        if self.pools is None:
            areas = f": {' · '.join(self.areas)}" if self.areas else ""
            return f"{self.get_scheme_display()}{areas}"
        words = {
            ("lot", False): _("Pools by lot, tables: %(tables)s"),
            ("snake", False): _("Pools by a snake of the numbers, tables: %(tables)s"),
            ("plain", False): _("Pools by the plain snake of the numbers, tables: %(tables)s"),
            ("plain", True): _("Pools of whole teams by the plain snake of the numbers, tables: %(tables)s"),
            ("lot", True): _("Pools of whole teams by lot, tables: %(tables)s"),
            ("snake", True): _("Pools of whole teams by a snake of the numbers, tables: %(tables)s"),
        }
        return str(words[self.pools.kind, self.pools.teams]) % {"tables": " · ".join(map(str, self.pools.tables))}

    @property
    def rests_on_plans(self) -> bool:
        """Return whether an engine before version 5 made the draw: ``start`` then holds plans, charts of positions."""
        return bool(self.start) and isinstance(self.start[0], dict)

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)

    @property
    def fillers(self) -> int:
        """Return the number of empty seats in each session when all players play."""
        return -self.players % 4

    @property
    def last_session(self) -> int:
        """Return the last session with public seats: of the chart, or of a later draw by standings.

        Later draws count for a draw read by ``released_draw``.
        """
        return max(self.sessions, getattr(self, "last_drawn", None) or 0)

    @property
    def most_fillers(self) -> int:
        """Return the largest number of fillers needed in any session."""
        return max(self.fillers, -(self.players - len(self.left)) % 4)


class DrawNumber(models.Model):
    """A line of a draw's frozen list: the number on the chart, and its entry.

    Name, team, country and region are those at the time of freezing. In a draw with typed lots the number is the lot,
    None until it is drawn, and ``drawn_by`` is the person who drew for an absent player (3.5.1). By the organizer's
    wishes, ``table`` is the player's table in every session and ``apart`` the numbers that the player must not meet.
    """

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="numbers")
    number = models.PositiveIntegerField(null=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=200)
    team = models.CharField(max_length=200, blank=True)
    country = models.CharField(max_length=3, blank=True)
    region = models.CharField(max_length=200, blank=True)
    drawn_by = models.CharField(max_length=200, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    apart = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["number", "entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="draw_number_once"),
            models.UniqueConstraint(fields=["draw", "entry"], name="draw_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class SeatWish(models.Model):
    """A wish of the organizer for the next draw: an entry at a fixed table, or two entries that must not meet.

    Entered before the list is frozen, and then part of it. The reason (such as a wheelchair) is private and not stored.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seat_wishes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    table = models.PositiveIntegerField(null=True, blank=True)
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["entry__number", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table__isnull=False, other__isnull=True) | Q(table__isnull=True, other__isnull=False),
                name="seat_wish_of_one_kind",
            ),
            models.CheckConstraint(condition=~Q(entry=F("other")), name="seat_wish_of_two"),
            models.UniqueConstraint(fields=["entry"], condition=Q(other=None), name="seat_wish_one_table"),
            models.UniqueConstraint(fields=["event", "table"], name="seat_wish_table_once"),
            models.UniqueConstraint(fields=["entry", "other"], name="seat_wish_pair_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.table or self.other_id}"
