"""Register players by hand: add and change them and their private data."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused, Unusual
from common.actions.merging import fields_to_write
from common.privacy.fields import keyed_digest
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.people.models.persons import Person, PrivateData
from tournament.people.services.persons import lock_person
from tournament.registration.selectors.entries import columns_of, is_drawn, private_data_of, values_of
from tournament.registration.selectors.registry import registry_questions
from tournament.registration.services.checks import NAMES, check_entry, check_texts
from tournament.registration.services.persons import person_for, write_person
from tournament.registry.rules.matching import Typed

#: Columns that decide where results count; they cannot change in a closed event.
COUNTS = {"team", "group", "kind"}


@action("registration.add", summary=_("Register a player"), roles=[Role.Name.ORGANIZER], subject="event")
def add_entry(
    context: ActionContext,
    event: Event,
    *,
    number: int | None = None,
    acknowledged: Collection[str] = (),
    **columns: Any,
) -> Done:
    """Register a player: ``columns`` are the columns of Entry, and ``federation_number``.

    A known federation number means that person; otherwise a new person is created. Without ``number`` the next free one
    is given. Asks where name or number differ from the registries (`registry_questions`). The answer holds the number.
    """
    federation_number = columns.pop("federation_number", "")
    refuse_if_closed(event)
    entry = Entry(event=event, number=number or next_number(event), **columns)
    check_texts(entry, federation_number)
    _ask_about_registry(entry, federation_number, acknowledged)
    entry.person = person_for(context, event, entry, federation_number)
    check_entry(entry)
    entry.save()
    after = values_of(entry)
    return Done({"number": entry.number}, f"entry:{entry.number}", after=after, raises=(LIVE, PUBLIC))


@action("registration.change", summary=_("Change a registration"), roles=[Role.Name.ORGANIZER], subject="event")
def change_entry(
    context: ActionContext,
    event: Event,
    *,
    entry: Entry,
    base: Mapping[str, str],
    acknowledged: Collection[str] = (),
    **columns: Any,
) -> Done:
    """Change the given ``columns`` (columns of Entry, and ``federation_number``) of an entry of the event.

    ``base`` holds the values that the form showed (``columns_of``), to keep concurrent changes of other fields. Raises
    Conflict if another person changed the same field. Asks where a changed name or number differs from the registries.
    """
    entry = _entry_of(event, entry)
    lock_person(context, entry.person)
    before = values_of(entry)
    mine = {name: _column_text(value) for name, value in columns.items()}
    wanted = fields_to_write(base, mine, columns_of(entry))
    columns = {name: value for name, value in columns.items() if name in wanted}
    if columns.get("number", entry.number) != entry.number and is_drawn(event):
        raise Refused(_("A draw uses this number; it cannot be changed."), where="number")
    if any(getattr(entry, name) != columns[name] for name in COUNTS & columns.keys()):
        refuse_if_closed(event)
    federation_number = columns.pop("federation_number", before["federation_number"])
    for column, value in columns.items():
        setattr(entry, column, value)
    check_texts(entry, federation_number)
    if {*NAMES, "federation_number"} & wanted:
        _ask_about_registry(entry, federation_number, acknowledged)
    write_person(context, entry, federation_number)
    check_entry(entry)
    entry.save()
    after = values_of(entry)
    changed = {name for name in after if after[name] != before[name]}
    return Done(
        {"number": entry.number},
        f"entry:{entry.number}",
        {name: before[name] for name in sorted(changed)},
        {name: after[name] for name in sorted(changed)},
        raises=(LIVE, PUBLIC),
        changed=bool(changed),
    )


@action("registration.private", summary=_("Change private data"), roles=[Role.Name.ORGANIZER], subject="event")
def set_private_data(
    context: ActionContext,
    event: Event,
    *,
    entry: Entry,
    document: str,
    contact: str,
    birth_date: str,
    base: Mapping[str, str] | None = None,
) -> Done:
    """Store document, contact and birth date of an entry's person, encrypted; empty values are deleted.

    ``base`` holds the values that the form showed, to keep concurrent changes of other fields. Raises Conflict if
    another person changed the same field. The audit log holds the changed fields as keyed digests, never the values.
    """
    person = _entry_of(event, entry).person.kept
    mine = {"document": document.strip(), "contact": contact.strip(), "birth_date": birth_date}
    given = {name: mine[name] for name in fields_to_write(base or {}, mine, private_data_of(person))}
    before, after = keep_private(context, event, person, given)
    return Done({}, f"person:{person.pk}", before, after, raises=(), changed=bool(after))


def keep_private(
    _context: ActionContext, event: Event, person: Person, new_values: dict[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Store ``new_values`` (some of PRIVATE) of a person of the event.

    Returns the changed values before and after, as keyed digests.
    """
    kept, _made = PrivateData.objects.get_or_create(person=person)
    changed = sorted(name for name in new_values if getattr(kept, name) != new_values[name])
    before = {name: keyed_digest(getattr(kept, name)) for name in changed}
    for name in changed:
        setattr(kept, name, new_values[name])
    kept.delete_after = _later(kept.delete_after, last_day_kept(event))
    kept.save()
    return before, {name: keyed_digest(new_values[name]) for name in changed}


@action(
    "registration.consents", summary=_("Record what a player agreed to"), roles=[Role.Name.ORGANIZER], subject="event"
)
def set_consents(_context: ActionContext, event: Event, *, entry: Entry, name: bool | None, photo: bool | None) -> Done:
    """Store whether the name may be public and photos may be shown; None: not asked (A2)."""
    entry = _entry_of(event, entry)
    before = {"name_consent": entry.name_consent, "photo_consent": entry.photo_consent}
    after = {"name_consent": name, "photo_consent": photo}
    entry.name_consent, entry.photo_consent = name, photo
    entry.save(update_fields=list(after))
    target = f"entry:{entry.number}"
    return Done({"number": entry.number}, target, before, after, raises=(LIVE, PUBLIC), changed=before != after)


def _ask_about_registry(entry: Entry, federation_number: str, acknowledged: Collection[str]) -> None:
    """Raise Unusual if name or number differ from the registries and nobody has confirmed that they are right."""
    names = {name: getattr(entry, name) for name in NAMES}
    own = entry.person.kept if entry.pk else None
    questions = registry_questions(Typed(**names, number=federation_number), own)
    unanswered = {code: text for code, text in questions.items() if code not in acknowledged}
    if unanswered:
        raise Unusual(unanswered)


def next_number(event: Event) -> int:
    return (event.entries.aggregate(highest=Max("number"))["highest"] or 0) + 1


def enter_person(_context: ActionContext, event: Event, person: Person, *, name_consent: bool | None) -> Entry:
    """Register a known person with the next free number, under the person's names. Raises Refused as `add_entry`."""
    names = {name: getattr(person, name) for name in NAMES}
    entry = Entry(event=event, person=person, number=next_number(event), name_consent=name_consent, **names)
    check_texts(entry, "")
    check_entry(entry)
    entry.save()
    return entry


def _entry_of(event: Event, entry: Entry) -> Entry:
    """Return the entry, read under the event's lock."""
    row = event.entries.select_related("person__merged_into", "team__group", "group").filter(pk=entry.pk).first()
    if row is None:
        raise Refused(_("This does not belong to this event."))
    return row


def _column_text(value: Any) -> str:
    """Return a fact in the form of ``columns_of``."""
    return str(getattr(value, "name", value)) if value is not None else ""


def _later(first: date | None, second: date | None) -> date | None:
    return max(filter(None, (first, second)), default=None)
