"""Tables of standings (django-tables2)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import django_tables2 as tables
from django.utils.functional import Promise, keep_lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import DASH, signed
from scoring.formats.selectors.coming_cuts import ComingCut
from scoring.formats.selectors.team_cuts import ComingTeamCut
from scoring.game.rules.table_points import rounded
from scoring.settings.selectors import gives_table_points
from scoring.standings.selectors.labels import STATUS, note_of
from scoring.standings.selectors.lines import PlayerLine, UnitLine
from tournament.events.models.events import Event
from web.shared.formats.cuts import side_sign
from web.shared.labels.game_words import score_heading
from web.shared.scores import competition, movement, points
from web.shared.tables import FIGURE, NAMING, WIDE, BaseTable, named, numbered


@keep_lazy(SafeString)
def visually_hidden(header: str | Promise) -> SafeString:
    """Hide a heading visually: only screen readers need it."""
    return format_html('<span class="visually-hidden">{}</span>', header)


class Ranks(BaseTable):
    """Base of the standings of players, teams and groups: rank, movement, points.

    On a phone the tables keep their columns, so their cells need no labels.
    """

    labelled = False
    #: The columns that a game without table points does not have.
    of_table_points: tuple[str, ...] = ("table_points",)
    rank = tables.Column(
        gettext_lazy("Rank"),
        accessor="standing__rank",
        empty_values=(),
        attrs={"th": {"class": "num"}, "td": {"class": "num table-rank"}},
    )
    moved = tables.Column(visually_hidden(gettext_lazy("Moved")), empty_values=(), attrs=FIGURE)
    table_points = tables.Column(
        gettext_lazy("Table points"),
        accessor="standing__table_points",
        attrs={"th": {"class": "num"}, "td": {"class": "num figure"}},
    )
    competition_points = tables.Column(
        gettext_lazy("Competition points"), accessor="standing__competition_points", attrs=FIGURE
    )

    class Meta:
        orderable = False
        attrs: ClassVar = {"class": "table ranks"}

    def __init__(self, *args: Any, event: Event, caption: str, without: tuple[str, ...] = (), **kwargs: Any) -> None:
        self.event = event
        self.gives_table_points = gives_table_points(event)
        without += () if self.gives_table_points else self.of_table_points
        super().__init__(*args, exclude=without, **kwargs)
        self.columns["competition_points"].column.verbose_name = score_heading(event)
        self.caption = caption

    def render_rank(self, record: PlayerLine | UnitLine) -> Any:
        return record.standing.rank or DASH

    def render_moved(self, record: PlayerLine | UnitLine) -> Any:
        return movement(record.moved)

    def render_table_points(self, record: PlayerLine | UnitLine) -> Any:
        return points(record.standing.table_points)

    def render_competition_points(self, record: PlayerLine | UnitLine) -> Any:
        return competition(record.standing.competition_points)


class Players(Ranks):
    """The individual standings, with every value that decides a tie; ``coming``: the next cut, None without one."""

    of_table_points = ("table_points", "best")
    cut = tables.Column(visually_hidden(gettext_lazy("Cut")), empty_values=())
    name = tables.Column(gettext_lazy("Player"), accessor="entry__name", attrs=NAMING)
    team = tables.Column(
        gettext_lazy("Team"),
        accessor="entry__team_name",
        default="",
        attrs={"th": {"class": "wide"}, "td": {"class": "wide muted"}},
    )
    last = tables.Column(gettext_lazy("Last session"), default="–", attrs=WIDE)
    best = tables.Column(gettext_lazy("Sessions, best first"), accessor="standing__session_points", attrs=WIDE)

    class Meta(Ranks.Meta):
        sequence = ("rank", "moved", "cut", "name", "team", "table_points", "competition_points", "last", "best")

    def __init__(
        self, lines: Sequence[PlayerLine], *, event: Event, coming: ComingCut | None = None, **kwargs: Any
    ) -> None:
        self.sides = coming.sides if coming else {}
        self.last_in = coming.last_in if coming else None
        # Attributes of rows are calculated row by row, so an event without a cut has none.
        edges: dict[str, Any] = {"row_attrs": {"class": self._edge}} if coming else {}
        has_teams = any(line.entry.team_name for line in lines)
        without = (*(() if coming else ("cut",)), *(() if has_teams else ("team",)))
        super().__init__(lines, event=event, without=without, **edges, **kwargs)
        self.player_page = numbered("pocket:player", event.slug)
        self.team_page = numbered("pocket:team", event.slug)

    def _edge(self, record: PlayerLine) -> str | None:
        """Return the class of the last row that goes on."""
        return "cut-edge" if record.entry.number == self.last_in else None

    def render_name(self, record: PlayerLine) -> SafeString:
        entry = record.entry
        return named(entry, self.player_page(entry.number), note_of(entry, record.standing.status))

    def render_cut(self, record: PlayerLine) -> SafeString | str:
        return side_sign(self.sides.get(record.entry.number, ""))

    def render_team(self, record: PlayerLine) -> SafeString | str:
        team = record.entry.team
        if team is None:
            return record.entry.team_name or ""
        return format_html('<a href="{}">{}</a>', self.team_page(team), record.entry.team_name)

    def render_last(self, record: PlayerLine) -> SafeString | str:
        last = record.last
        if not last:
            return "–"
        score = signed(last.competition_points)
        return format_html("{} · {}", points(last.table_points), score) if self.gives_table_points else score

    def render_best(self, record: PlayerLine) -> SafeString:
        best = " ".join(map(rounded, record.standing.session_points))
        return format_html('<span class="note">{}</span>', best)


class Units(Ranks):
    """The standings of teams or of groups; ``whose``: the heading of the names, which link to ``page``.

    ``coming``: the next cut to a knock-out, for teams.
    """

    #: The results of the last session of units are table points only.
    of_table_points = ("table_points", "last")
    name = tables.Column(attrs=NAMING)
    last = tables.Column(gettext_lazy("Last session"), default="–", attrs=WIDE)
    best = tables.Column(
        gettext_lazy("Best member"),
        accessor="best_name",
        empty_values=(),
        attrs={"th": {"class": "wide"}, "td": {"class": "wide"}},
    )

    cut = tables.Column(visually_hidden(gettext_lazy("Cut")), empty_values=())

    class Meta(Ranks.Meta):
        row_attrs: ClassVar = {
            "class": lambda record, table: "cut-edge" if record.standing.number == table.last_in else None
        }
        sequence = ("rank", "moved", "cut", "name", "table_points", "competition_points", "last", "best")

    def __init__(
        self,
        *args: Any,
        event: Event,
        page: str,
        whose: str,
        coming: ComingTeamCut | None = None,
        without: tuple[str, ...] = (),
        **kwargs: Any,
    ) -> None:
        self.sides = coming.sides if coming else {}
        self.last_in = coming.last_in if coming else None
        super().__init__(*args, event=event, without=without if coming else (*without, "cut"), **kwargs)
        self.unit_page = numbered(page, event.slug)
        self.columns["name"].column.verbose_name = whose

    def render_name(self, record: UnitLine) -> SafeString:
        link = self.unit_page(record.standing.number)
        unranked = record.standing.rank is None
        note = format_html(' <span class="note">{}</span>', STATUS[record.standing.status]) if unranked else ""
        return format_html('<a href="{}">{}</a>{}', link, record.name, note)

    def render_cut(self, record: UnitLine) -> SafeString | str:
        return side_sign(self.sides.get(record.standing.number, ""))

    def render_last(self, record: UnitLine) -> Any:
        return points(record.last)

    def render_best(self, record: UnitLine) -> SafeString | str:
        best = record.standing.best
        if not best:
            return "–"
        score = competition(best.competition_points)
        figures = format_html("{} · {}", points(best.table_points), score) if self.gives_table_points else score
        return format_html('{} <span class="muted note">{}</span>', record.best_name, figures)
