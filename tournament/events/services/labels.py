"""Labels of audit entries: those of the events, and those that all rooms share."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import COMMON, AuditLabels, column_choices, column_labels, column_values, declare_labels
from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event, Official
from tournament.events.models.tables import SeatChoices
from tournament.people.models.accounts import Role

declare_labels(
    COMMON,
    AuditLabels(
        keys={
            **column_labels(Event, "name", "country", "time_zone"),
            **{seat.value: seat.label for seat in SeatChoices},
            "account": _("Account"),
            "digest": _("Hash of what was sent"),
            "event": _("Event"),
            "file": _("File"),
            "from_session": _("From session"),
            "group": _("Group"),
            "number": _("Number"),
            "numbers": _("Numbers"),
            "organizer": _("Organizer"),
            "person": _("Person"),
            "persons": _("Persons"),
            "place": _("Place"),
            "players": _("Players"),
            "role": _("Role"),
            "session": _("Session"),
            "sessions": _("Sessions"),
            "state": _("State"),
            "status": _("Status"),
            "table": _("Table"),
            "tables": _("Tables"),
            "team": _("Team"),
            "text": _("Text"),
            "until": _("Until"),
            "venue": _("Venue"),
        },
        codes={**dict(Role.Name.choices), **dict(SeatChoices.choices)},
        subjects={
            "account": _("Account %(name)s"),
            "entry": _("Number %(name)s"),
            "event": _("Event %(name)s"),
            "group": _("Group %(name)s"),
            "people": _("Persons"),
            "person": _("Person %(name)s"),
            "session": _("Session %(name)s"),
            "team": _("Team %(name)s"),
        },
    ),
)
declare_labels(
    __name__,
    AuditLabels(
        keys={
            **column_labels(Official, "function", "qualification", "qualification_number"),
            "confirmed_at": _("When"),
            "confirmed_by": EquipmentCheck._meta.get_field("by").verbose_name,
            "east": _("East is at"),
            "equipment": _("Equipment"),
            "remark": EquipmentCheck._meta.get_field("remark").verbose_name,
            "hall": _("Hall"),
            "officials": _("Officials"),
        },
        values={**column_values(Official), "equipment": column_choices(EquipmentCheck, "item")},
        subjects={"official": _("Official %(name)s")},
    ),
)
