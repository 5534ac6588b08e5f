"""Labels of the codes that the registration rules return."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.states import for_each
from tournament.registration.rules.comparing import Verdict
from tournament.registration.rules.notes import Note

FIELDS = {
    "name": gettext_lazy("Name as printed"),
    "family_name": gettext_lazy("Family name"),
    "given_name": gettext_lazy("Given name"),
    "latin_name": gettext_lazy("Name in Latin letters"),
    "country": gettext_lazy("Country"),
    "federation_number": gettext_lazy("Federation number"),
    "number": gettext_lazy("Number"),
    "team": gettext_lazy("Team"),
    "group": gettext_lazy("Group"),
    "kind": gettext_lazy("Takes part as"),
}
#: The columns of a list: a name in Latin letters may stand in two.
COLUMNS = {
    **FIELDS,
    "latin_family_name": gettext_lazy("Family name in Latin letters"),
    "latin_given_name": gettext_lazy("Given name in Latin letters"),
}
VERDICTS = for_each(
    Verdict,
    {
        Verdict.NEW: ("live", gettext_lazy("new")),
        Verdict.CHANGED: ("wait", gettext_lazy("changed")),
        Verdict.SAME: ("ok", gettext_lazy("the same")),
        Verdict.WRONG: ("stop", gettext_lazy("wrong")),
    },
)
SKIPPED = {
    "heading": gettext_lazy("headings again"),
    "total": gettext_lazy("a total"),
    "remark": gettext_lazy("a remark"),
}
EVIDENCE = {
    "same-name": gettext_lazy("the same name"),
    "order": gettext_lazy("the same words in another order"),
    "script": gettext_lazy("the same characters in another form"),
    "latin": gettext_lazy("the same name in Latin letters"),
    "spelling": gettext_lazy("one letter differs"),
    "country": gettext_lazy("the same country"),
}
NOTES: dict[str, Promise | str] = {
    # Files that cannot be read
    "not_text": gettext_lazy("This is neither a text nor a workbook (XLSX)."),
    "other_format": gettext_lazy("This is an old Excel file or a PDF. Save it as XLSX or CSV."),
    "empty": gettext_lazy("It is empty."),
    "too_large": gettext_lazy("This file is larger than %(most)s MB and was not read."),
    "too_many_rows": gettext_lazy("It has more than %(most)s rows and was not read."),
    "too_many_columns": gettext_lazy("It has more than %(most)s columns and was not read."),
    "too_many_sheets": gettext_lazy("It has more than %(most)s worksheets and was not read."),
    "too_many_merged": gettext_lazy("It has more than %(most)s merged cells and was not read."),
    "too_many_parts": gettext_lazy(
        "It contains more than %(most)s parts, too many for a list of people; it was not read."
    ),
    "unpacks_too_large": gettext_lazy("Unpacked, the file is larger than %(most)s MB; it was not read."),
    "too_slow": gettext_lazy("Reading it took longer than %(seconds)s seconds and was stopped."),
    "locked_workbook": gettext_lazy("It is protected by a password. Save it without one."),
    "broken_workbook": gettext_lazy(
        "This is not a workbook (XLSX), or it is damaged. Open it and save it again, or save it as CSV."
    ),
    "cell_too_long": gettext_lazy("A cell is longer than %(most)s characters; this is not a list of people."),
    "no_name_column": gettext_lazy("Choose the column with the name."),
    # Errors in a row
    "formula": gettext_lazy(
        "%(field)s: the cell has a formula, and formulas are not calculated. Type its value instead."
    ),
    "unknown_country": gettext_lazy("No country is called “%(text)s”."),
    "bad_number": gettext_lazy("“%(text)s” is not a number from 1 to %(most)s."),
    "unknown_kind": gettext_lazy("“%(text)s” is neither player nor filler nor reserve."),
    "no_name": gettext_lazy("The name is missing."),
    "name_without_letters": gettext_lazy("“%(text)s” has no letters."),
    "too_long": gettext_lazy("%(field)s: longer than %(most)s characters."),
    "several_entries": gettext_lazy(
        "Several are registered under this name (%(numbers)s); give the federation number."
    ),
    "number_of_another_person": gettext_lazy(
        "%(name)s, not in this event, has the number %(number)s. Merge them first."
    ),
    "twice": gettext_lazy("The same as row %(row)s."),
    "team_in_two_groups": gettext_lazy("Row %(row)s puts the team %(team)s into the group %(group)s."),
    "second_reserve": gettext_lazy("Row %(row)s is already the reserve of the team %(team)s; a team has only one."),
    "numbers_are_drawn": gettext_lazy("A draw uses these numbers; they cannot be changed."),
    "number_taken": gettext_lazy("The number %(number)s is already used."),
    # Notes on a row
    "signs_removed": gettext_lazy("%(field)s: invisible characters were removed."),
    "name_order_guessed": gettext_lazy("Family name %(family)s, given name %(given)s: guessed."),
    "zero_restored": gettext_lazy("The leading zero was restored: %(number)s."),
    "number_of_another_country": gettext_lazy("The number %(number)s belongs to another country."),
    "team_spelled_alike": gettext_lazy(
        "“%(team)s” becomes a new team although “%(other)s” exists. If they are one, correct the list."
    ),
    "known_person": gettext_lazy("Known from an earlier event as %(name)s."),
    "withdrawn": gettext_lazy("Has withdrawn; the list does not change that."),
    "merged_registration": gettext_lazy(
        "This registration was merged into number %(number)s; the list does not change that."
    ),
    "no_glyph": gettext_lazy("The program's fonts do not have: %(signs)s. It cannot be printed."),
}


def note_text(note: Note) -> str:
    """Return the sentence of a note."""
    figures = dict(note.figures)
    if figures.get("field") in COLUMNS:
        figures["field"] = str(COLUMNS[figures["field"]])
    return str(NOTES[note.code]) % figures


def change_text(field: str, before: str, after: str) -> str:
    """Return a change of one field as text."""
    figures = {"field": FIELDS[field], "before": before or _("nothing"), "after": after or _("nothing")}
    return _("%(field)s: %(before)s → %(after)s") % figures
