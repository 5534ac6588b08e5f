"""The form that imports lists of results, and reading the rows of its file or text."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import DASH
from scoring.game.rules.games import game_of
from scoring.sheets.rules.result_files import heading_of, mapping_of, words_above
from scoring.sheets.selectors.paper.tray import current_session
from tournament.events.selectors.events import sole_referee_of
from tournament.registration.rules.notes import Unreadable
from tournament.registration.rules.text import rows_of_text
from tournament.registration.selectors.files import MOST_BYTES, sheets_of_file
from web.desk.sheets.labels import import_fields
from web.shared.access import EventAccess
from web.shared.forms.fields import set_choices
from web.shared.forms.lists import list_file, list_text
from web.shared.forms.questions import AskingForm
from web.shared.labels.registration import note_text

Rows = list[list[str]]
#: Prefix of the fields that choose a column.
COLUMN = "column_"


class ResultsForm(AskingForm):
    """The list as text, the session of rows without one, and the meaning of its columns."""

    not_asked_about = frozenset({"seen", "referee"})

    file = list_file(gettext_lazy("CSV, XLSX or text."))
    text = list_text(
        gettext_lazy("Copied from a spreadsheet, with its headings."),
        **{"spellcheck": "false", "class": "form-control key"},
    )
    session = forms.TypedChoiceField(
        label=gettext_lazy("Session of rows without one"), coerce=int, empty_value=None, required=False
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    referee = forms.CharField(
        label=gettext_lazy("Referee who signed the paper sheets"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"list": "officials", "autocomplete": "off"}),
    )

    def __init__(self, desk: EventAccess, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"session": current_session(desk.event)})
        self.game = game_of(desk.event.rules)
        self.fields["referee"].initial = sole_referee_of(desk.event)
        numbers = desk.event.sessions.order_by("number").values_list("number", flat=True)
        choices = [(number, _("Session %(number)d") % {"number": number}) for number in numbers]
        set_choices(self, "session", [("", DASH), *choices])

    def add_columns(self, rows: Rows) -> None:
        """Add a choice of the column for each field, as the headings say until a person chooses."""
        headings = words_above(rows)
        mapping = mapping_of(headings)
        width = max((len(row) for row in rows), default=0)
        columns = [("", DASH)] + [
            (str(index), f"{index + 1}: {headings[index].strip()[:40]}" if index < len(headings) else str(index + 1))
            for index in range(width)
        ]
        for name, label in import_fields(self.game).items():
            self.fields[COLUMN + name] = forms.ChoiceField(
                label=label,
                choices=columns,
                required=False,
                initial=str(mapping.get(name, "")),
                widget=forms.Select(attrs={"aria-required": "false"}),
            )

    @property
    def chosen(self) -> dict[str, int] | None:
        """The chosen columns by field; None if nobody chose yet."""
        if "columns" not in self.data:
            return None
        values = {name: self.data.get(COLUMN + name, "") for name in import_fields(self.game)}
        return {name: int(value) for name, value in values.items() if value.isdecimal()}

    @property
    def column_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(COLUMN)]


def rows_of(form: ResultsForm) -> Rows | None:
    """Return the rows of the file or the text; None, with the error at its field, if they cannot be read."""
    if not form.is_valid():
        return None
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if file and (file.size or 0) > MOST_BYTES:
        form.add_error("file", _("This file is larger than %(most)d MB and was not read.") % {"most": 10})
        return None
    if not file and not text.strip():
        form.add_error("file", _("Choose a file, or paste the results as text."))
        return None
    try:
        return _joined(sheets_of_file(file.read())[0]) if file else rows_of_text(text)
    except Unreadable as fault:
        form.add_error("file" if file else "text", note_text(fault.note))
        return None


def _joined(sheets: Sequence[dict[str, Any]]) -> Rows:
    """Return the rows of all worksheets; of several, those with results, each below its name."""
    if len(sheets) == 1:
        return list(sheets[0]["rows"])
    useful = [sheet for sheet in sheets if heading_of(sheet["rows"]) is not None] or sheets[:1]
    return [row for sheet in useful for row in ([sheet["name"]], *sheet["rows"])]


def as_text(rows: Rows) -> str:
    out = io.StringIO()
    width = max(map(len, rows), default=0)
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows([" ".join(cell.split()) for cell in [*row, *[""] * (width - len(row))]] for row in rows)
    return out.getvalue()
