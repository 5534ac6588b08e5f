"""Check the values of an entry before it is written."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.actions.errors import Refused
from tournament.events.models.entries import Entry, Team
from tournament.registration.models.applications import Application
from tournament.registration.rules.cells import clean, is_formula

#: Columns of both entry and person; a change in the event also changes the person.
NAMES = ("name", "family_name", "given_name", "latin_name", "country")


def check_texts(entry: Entry | Application, federation_number: str) -> None:
    """Clean the names of an entry or an application; raise Refused for texts that a spreadsheet would evaluate."""
    for column in NAMES:
        text, _changed = clean(getattr(entry, column))
        setattr(entry, column, text)
        if is_formula(text):
            raise Refused(_("A name cannot begin with this character."), where=column)
    if not any(sign.isalpha() for sign in entry.name):
        raise Refused(_("A name must contain letters."), where="name")
    if is_formula(federation_number):
        raise Refused(_("A number cannot begin with this character."), where="federation_number")


def check_entry(entry: Entry) -> None:
    """Raise Refused for invalid column values, a taken number, or a second reserve of a team."""
    try:
        entry.full_clean(exclude=["person", "event"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        where, messages = next(iter(error.message_dict.items()))
        raise Refused(" ".join(messages), where=where) from None
    other = Entry.objects.filter(event=entry.event, number=entry.number).exclude(pk=entry.pk).first()
    if other:
        taken = _("%(name)s has the number %(number)d.") % {"name": other.name, "number": entry.number}
        raise Refused(taken, where="number")
    if entry.team and entry.team.event_id != entry.event_id or entry.group and entry.group.event_id != entry.event_id:
        raise Refused(_("This does not belong to this event."), where="team")
    _check_reserve(entry)


def _check_reserve(entry: Entry) -> None:
    if entry.kind != Entry.Kind.RESERVE or entry.team is None or entry.status == Entry.Status.WITHDRAWN:
        return
    team: Team = entry.team
    reserves = team.entries.filter(kind=Entry.Kind.RESERVE, status=Entry.Status.ENTERED).exclude(pk=entry.pk)
    other = reserves.first()
    if other:
        raise Refused(
            _("%(name)s is already the team's reserve; a team has only one.") % {"name": other.name}, where="kind"
        )
