"""Stages and sessions: an event is a sequence of stages (3.5.4), a stage a sequence of sessions."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.subjects import LockingEventSubject

#: The columns of a stage that an organizer plans.
STAGE_COLUMNS = (
    "number", "name", "first_session", "last_session", "method", "who", "count", "most", "rematch", "kin",
    "compatriots", "apart", "numbering", "carry", "advance", "bonus", "frozen", "for_units", "knockout", "pools",
    "pooling", "pool_teams", "crossing",
)  # fmt: skip
#: Ways of drawing that need the standings before each session, or a lot for each.
SESSION_METHODS = ("lots", "fours", "swiss", "snake", "split", "winners", "knockout", "cross")


class Stage(models.Model):
    """A part of an event (3.5.4): who plays, the draw method, carried-over results, and who advances.

    ``who`` with ``count`` says who of the stage before plays (at most ``most`` of one country); `StageEntry` holds the
    players once they are known. ``frozen``: the size of the brackets that keep their range of ranks from the start of
    the stage on. ``kin`` and ``compatriots``: who may meet; an empty ``compatriots`` is as ``kin``.
    ``apart``: how pairs that must not meet are treated. ``bonus``: table
    points by rank, as texts, with carry "bonus". ``play_off`` is the order (numbers) in which an official decided a
    tie at the cut, ``declined`` are numbers that do not want to go on. ``knockout`` is the rule of a knock-out of
    teams (``scoring.standings.rules.knockout``); its ``count`` is a number of teams.

    ``pools``: the stage is played in so many pools, whose tables do not mix; ``pooling`` says how players, or with
    ``pool_teams`` whole teams, are dealt to them. With who "best-of-pools" ``count`` of each pool play. With the method
    "cross" ``crossing`` says who meets whom (``scoring.standings.rules.formats.crossing``): ranks among those places,
    table by table; empty: the usual cross-over.
    """

    class Carry(models.TextChoices):
        FULL = "full", _("Earlier results count in full")
        HALF = "half", _("Earlier results count half")
        NONE = "none", _("Earlier results do not count")
        BONUS = "bonus", _("Only bonus points by rank")

    class Who(models.TextChoices):
        ALL = "all", _("All who go on")
        BEST = "best", _("The best")
        GROUPS = "best-of-groups", _("The best of each group")
        POOLS = "best-of-pools", _("The best of each pool")
        COUNTRIES = "best-of-countries", _("The best, with a limit per country")
        WINNERS = "table-winners", _("The best of each table of the session before")
        NAMED = "named", _("Players named here")
        REST = "rest", _("Those who did not go on (consolation)")

    class Method(models.TextChoices):
        CHART = "chart", _("By chart")
        LOTS = "lots", _("By lots")
        FOURS = "fours", _("By rank in fours: 1–4, 5–8, …")
        SWISS = "swiss", _("Swiss: equal points together")
        SNAKE = "snake", _("Snake: 1, 8, 9, 16, …")
        SPLIT = "split", _("Split: 1, 5, 9, 13, …")
        WINNERS = "winners", _("Winners with winners")
        KNOCKOUT = "knockout", _("Knock-out of teams")
        CROSS = "cross", _("Cross-over of the pools")

    class Pooling(models.TextChoices):
        SNAKE = "snake", _("By a snake of the ranks: 1 to A, 2 to B, …")
        LOT = "lot", _("By lot")

    class Rematch(models.TextChoices):
        USUAL = "", _("As usual for this way of drawing")
        FORBID = "forbid", _("Forbidden")
        AVOID = "avoid", _("Avoided")
        ALLOW = "allow", _("Allowed")

    class Numbering(models.TextChoices):
        TOP = "top", _("The best at table 1")
        FRESH = "fresh", _("No player returns to a table")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=100, blank=True)
    first_session = models.PositiveSmallIntegerField(_("first session"))
    last_session = models.PositiveSmallIntegerField(_("last session"))
    method = models.CharField(_("draw"), max_length=40, blank=True)
    who = models.CharField(_("who plays"), max_length=20, choices=Who.choices, default=Who.ALL)
    count = models.PositiveIntegerField(_("how many play"), null=True, blank=True)
    most = models.PositiveIntegerField(_("at most of one country"), null=True, blank=True)
    rematch = models.CharField(_("rematches"), max_length=6, choices=Rematch.choices, blank=True)
    kin = models.CharField(_("team-mates"), max_length=6, choices=Rematch.choices, blank=True)
    compatriots = models.CharField(_("compatriots"), max_length=6, choices=Rematch.choices, blank=True)
    apart = models.CharField(_("pairs that must not meet"), max_length=6, choices=Rematch.choices, blank=True)
    numbering = models.CharField(_("table numbers"), max_length=5, choices=Numbering.choices, default=Numbering.TOP)
    carry = models.CharField(_("carried over"), max_length=5, choices=Carry.choices, default=Carry.FULL)
    advance = models.PositiveIntegerField(_("how many advance"), null=True, blank=True)
    bonus = models.JSONField(_("bonus points"), default=list, blank=True)
    frozen = models.PositiveIntegerField(_("frozen brackets"), null=True, blank=True)
    for_units = models.BooleanField(_("counts for teams and groups"), default=True)
    knockout = models.JSONField(_("knock-out"), default=dict, blank=True)
    pools = models.PositiveSmallIntegerField(_("pools"), null=True, blank=True)
    pooling = models.CharField(_("dealt to the pools"), max_length=5, choices=Pooling.choices, default=Pooling.SNAKE)
    pool_teams = models.BooleanField(_("whole teams in a pool"), default=False)
    crossing = models.JSONField(_("cross-over"), default=list, blank=True)
    play_off = models.JSONField(default=list, blank=True)
    declined = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number")]

    def __str__(self) -> str:
        return self.name or gettext("stage %(number)d") % {"number": self.number}

    @property
    def compatriots_may_meet(self) -> bool:
        """Whether the format allows compatriots to meet; pools then keep no countries apart."""
        return (self.compatriots or self.kin) == self.Rematch.ALLOW


class StageEntry(models.Model):
    """An entry that plays in a stage with restricted participation.

    ``rank`` is its rank before the stage, ``position`` its position (from 1) in the order of the first draw of the
    stage, from which the frozen brackets are counted. Both are stored: later corrections do not change them. ``pool``
    is its pool, from 1, in a stage with pools.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    rank = models.PositiveIntegerField(null=True, blank=True)
    position = models.PositiveIntegerField(null=True, blank=True)
    pool = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once")]

    def __str__(self) -> str:
        return f"{self.stage}: {self.entry}"


class Session(LockingEventSubject):
    """A session (局) of four rounds; its results become public when an official releases them."""

    class State(models.TextChoices):
        UNRELEASED = "unreleased", _("not released")
        RELEASED = "released", _("released")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    starts = models.DateTimeField(_("planned start"), null=True, blank=True)
    # Start of lateness (3.11.2.1), if play begins at another time than planned.
    late_from = models.DateTimeField(_("lateness counts from"), null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="session_number")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def state(self) -> str:
        return self.State.RELEASED if self.released_at else self.State.UNRELEASED

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)
