"""Labels of the columns and notes of a list of results."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournament.registration.rules.notes import Note
from web.shared.labels.registration import COLUMNS, NOTES

FIGURE_FIELDS: dict[str, str | Promise] = {
    "place": gettext_lazy("Rank"),
    "table_points": gettext_lazy("Table points"),
    "competition_points": gettext_lazy("Competition points"),
    "team_place": gettext_lazy("Place of the team"),
    "group_place": gettext_lazy("Place of the group"),
    "web_points": gettext_lazy("Web points"),
    "site_player": gettext_lazy("The site's name for the player"),
}
ALL_FIELDS = {**{name: COLUMNS[name] for name in COLUMNS if name not in ("number", "kind")}, **FIGURE_FIELDS}
WORDS: dict[str, str | Promise] = {
    "no_points_column": gettext_lazy("Choose the column with the table points."),
    "no_figure": gettext_lazy("%(field)s: “%(text)s” is not a number."),
    "more_points_than_above": gettext_lazy("Has more points than place %(above)s."),
    "no_web_points": gettext_lazy("The web points are missing (A9 4.7)."),
    "site_player_twice": gettext_lazy("The site's player “%(name)s” is in the list twice."),
    "same_person_twice": gettext_lazy("%(name)s is in the list twice."),
}


def words_of(note: Note) -> str:
    """Return the sentence for a note on a row or on the whole list."""
    figures = dict(note.figures)
    if figures.get("field") in ALL_FIELDS:
        figures["field"] = str(ALL_FIELDS[figures["field"]])
    return str({**NOTES, **WORDS}[note.code]) % figures
